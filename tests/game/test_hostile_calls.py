"""Whatever is passed in, what comes out is one of Ferrovia's own errors, in words that can be printed."""

from pathlib import Path

import numpy as np
import pytest

from ferrovia import (
    Claim,
    Draw,
    FerroviaError,
    Game,
    Games,
    Keep,
    Move,
    PositionError,
    RecordError,
    Surcharge,
    TableError,
    Take,
    UnknownRules,
    UnreadableMove,
    load_rules,
    parse_move,
    parse_position,
    parse_record,
    position_text,
    record_game,
)


class Dance(Move):
    """No move of ours."""


class OddDraw(Draw):
    """A subclass: who knows what it means."""


def opened() -> Game:
    game = Game("new-york", 2, seed=1)
    for seat in (0, 1):
        game.keep(*game.view(seat).offer, seat=seat)
    return game


def many(**options) -> Games:
    return Games("new-york", 2, range(2), **options)


CALLS = {
    "a number for seeds": (TableError, lambda: Games("new-york", 2, 5)),
    "nothing for seeds": (TableError, lambda: Games("new-york", 2, None)),
    "an array of no dimension for seeds": (TableError, lambda: Games("new-york", 2, np.array(5))),
    "ragged actions": (TableError, lambda: many().step([[1], [1, 2]])),
    "ragged seats": (TableError, lambda: many().legal([[1], [1, 2]])),
    "enormous actions": (TableError, lambda: many().step([2**70, 1])),
    "legal actions of a seat that is not there": (TableError, lambda: many().legal(99)),
    "a mask of a seat that is not there": (TableError, lambda: many().legal_mask([0, 2])),
    "a step of a seat that is not there": (TableError, lambda: many().step(1, 99)),
    "a view of a seat that wraps round": (TableError, lambda: many().views(np.uint64(2**64 - 1))),
    "legal actions of a seat that wraps round": (TableError, lambda: many().legal(np.uint64(2**64 - 1))),
    "a seat beyond all numbers": (TableError, lambda: opened().view(np.uint64(2**64 - 1))),
    "no threads": (TableError, lambda: many(threads=0)),
    "a number for returned tickets": (UnreadableMove, lambda: opened().keep("a--b", returned=5)),
    "nothing for returned tickets": (UnreadableMove, lambda: opened().keep("a--b", returned=None)),
    "an array for tickets": (UnreadableMove, lambda: Keep(np.array(2))),
    "too many tickets": (UnreadableMove, lambda: Keep(("a" * 190,) * 100)),
    "tickets without end": (UnreadableMove, lambda: Keep(iter(lambda: "a", "b"))),
    "too many cards of a kind": (UnreadableMove, lambda: Claim("denver--omaha", (("red", 999), ("red", 1)))),
    "too many kinds of card": (UnreadableMove, lambda: Surcharge({f"{number}" * 40: 1 for number in range(100, 999)})),
    "an enormous number of cards": (UnreadableMove, lambda: Claim("denver--omaha", {"red": 10**5000})),
    "a name that cannot be printed": (UnreadableMove, lambda: Take("\ud800")),
    "a card that cannot be printed": (UnreadableMove, lambda: Claim("denver--omaha", {"\ud800": -1})),
    "a move that cannot be printed": (UnreadableMove, lambda: opened().play("\ud800")),
    "rules that cannot be printed": (UnknownRules, lambda: Game("\ud800")),
    "a move of another class": (UnreadableMove, lambda: opened().play(Dance())),
    "an explanation of another class": (UnreadableMove, lambda: opened().explain(Dance())),
    "a subclass of a move": (UnreadableMove, lambda: opened().play(OddDraw())),
    "the class of moves itself": (UnreadableMove, lambda: opened().play(Move())),
    "names that are a text": (RecordError, lambda: record_game(opened(), names="x")),
    "names that are a list": (RecordError, lambda: record_game(opened(), names=["x"])),
    "a name that is no text": (RecordError, lambda: record_game(opened(), names={0: "\ud800"})),
    "a name without a seat": (TableError, lambda: record_game(opened(), names=dict.fromkeys((None,), "Ada"))),
    "a record of a number": (RecordError, lambda: record_game(5)),
    "a position of a number": (PositionError, lambda: position_text(5)),
    "rules of a position that are none": (UnknownRules, lambda: parse_position(position_text(opened()), 5)),
    "no outcomes": (TableError, lambda: opened().play_scripted("draw", 0, None)),
    "a number for outcomes": (TableError, lambda: opened().play_scripted("draw", 0, 5)),
    "a text for outcomes": (TableError, lambda: opened().play_scripted("draw", 0, "ab")),
    "no outcomes of a deal": (TableError, lambda: Game.scripted(load_rules("new-york"), 2, None)),
    "a number for a state": (TableError, lambda: Game.from_state(load_rules("new-york"), 5)),
    "numbers for a state": (TableError, lambda: Game.from_state(load_rules("new-york"), np.zeros(1))),
    "many states for one": (TableError, lambda: Game.from_state(load_rules("new-york"), many().states)),
    "a state of nobody": (TableError, lambda: Game.from_state(load_rules("new-york"), np.zeros_like(opened().states))),
}


@pytest.mark.parametrize("what", CALLS)
def test_what_cannot_be_done_is_refused_in_our_words(what):
    kind, call = CALLS[what]
    with pytest.raises(FerroviaError) as caught:
        call()
    assert type(caught.value) is kind
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_a_refusal_repeats_no_endless_move():
    game = Game("new-york", 2, seed=1)
    with pytest.raises(FerroviaError) as caught:
        game.keep(*[game.view(0).offer[0]] * 150)
    assert len(str(caught.value)) < 400


def test_every_move_that_can_be_made_can_be_read():
    """The longest there are."""
    cards = {f"{number}" * 4: 999 for number in range(10, 99)}
    for move in (Keep(("a" * 190,) * 25, ("b" * 190,) * 25), Claim("c" * 200, cards), Surcharge(cards)):
        assert parse_move(str(move)) == move


def test_no_more_threads_are_used_than_there_are_games():
    """Nor is room made for more."""
    assert many(threads=10**18).play_out(1).scores.tobytes() == many(threads=1).play_out(1).scores.tobytes()


def test_finished_games_ask_nobody():
    """What `movers` says can be asked for: -1 stands for nobody."""
    games = many()
    games.play_out()
    assert not games.legal(games.movers()).any()
    assert games.step(0, games.movers()).refused.all()


def test_many_games_say_what_they_are():
    games = many()
    assert repr(games) == "<Games new-york, 2 players, 2 games, 0 over>"
    games.play_out()
    assert repr(games) == "<Games new-york, 2 players, 2 games, 2 over>"


def test_rules_may_be_named_wherever_they_are_wanted(tmp_path: Path):
    game = opened()
    assert parse_position(position_text(game), "new-york").rules is game.rules
    assert Game.from_state("new-york", game.states).rules is game.rules


# --- what a player may be told ---------------------------------------------------------------------------------------


def test_play_tells_the_referee_and_events_tell_a_seat():
    """What `play` returns has the tickets of everybody in it; `events(seat)` those of the seat alone."""
    game = opened()
    told = game.play("tickets")
    assert [event.ticket for event in told if event.kind == "offered"] == list(game.view(0).offer)
    mine = [event for event in game.events(0) if event.kind == "offered"][-len(told) :]
    theirs = [event for event in game.events(1) if event.kind == "offered"][-len(told) :]
    assert [event.ticket for event in mine] == list(game.view(0).offer)
    assert [(event.seat, event.ticket) for event in theirs] == [(0, None)] * len(told)
    assert "referee" in (Game.play.__doc__ or "")
    assert "events(seat)" in (Game.play.__doc__ or "")


# --- copies of tickets -----------------------------------------------------------------------------------------------

COPIES = """
name = "Copies"
cities = [{ id = "a" }, { id = "b" }, { id = "c" }]
routes = [{ from = "a", to = "b", length = 1 }, { from = "b", to = "c", length = 1 }]
tickets = [{ from = "a", to = "c", points = 4, copies = 9 }]
[rules]
extends = "north-america"
players_max = 2
opening_tickets = 3
opening_keep = 1
cards = { red = 20 }
locomotives = 9
trains = 9
"""


def test_copies_of_a_ticket_are_kept_by_their_numbers(tmp_path: Path):
    """`a--c`, `a--c:2`, …: in either order of the cities, in moves, positions and records."""
    file = tmp_path / "copies.toml"
    file.write_text(COPIES, encoding="utf-8")
    game = Game(str(file), 2, seed=3)
    offer = game.view(0).offer
    assert len(set(offer)) == len(offer)
    assert sum(":" in ticket for ticket in offer) >= 2
    turned = [ticket.replace("a--c", "c--a") for ticket in offer]
    game.play(f"keep {turned[0]} {offer[1]} return {turned[2]}", 0)
    game.play(f"keep {' '.join(game.view(1).offer)}", 1)
    assert set(game.view(0).tickets) == set(offer[:2])
    assert parse_position(position_text(game), game.rules).states.tobytes() == game.states.tobytes()
    record = parse_record(str(record_game(game)))
    assert record.replay().states.tobytes() == game.states.tobytes()
    with pytest.raises(FerroviaError, match="no ticket 'a--c:10'"):
        game.play("keep a--c:10")
