"""Everything has a text form, and it comes back the same: moves, positions, records."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.errors import OtherRules, PositionError, RecordError, UnreadableMove
from ferrovia.game.game import Game
from ferrovia.game.moves import Claim, Keep, Surcharge, Take, parse_move
from ferrovia.game.text.position import parse_position, position_text
from ferrovia.game.text.record import Record, record_game
from ferrovia.game.text.record_parser import parse_record
from ferrovia.rules.files.loading import load_rules
from tests.properties import sample_boards as boards
from tests.properties.sample_tables import BUILT_IN, LIMITS, TINY, Table, every_table
from tests.properties.strategies import games, moves_of, small_seeds, tables
from tests.properties.sweeps import sampled_states


def finished(table: Table, seed: int) -> Game:
    """A game played to its end by moves."""
    game = Game(table.rules, table.players, seed)
    number = seed
    while not game.over:
        moves = game.legal_moves()
        number = (number * 1103515245 + 12345) % 2**31
        game.play(moves[number % len(moves)])
    return game


# --- moves -----------------------------------------------------------------------------------------------------------


@given(tables.flatmap(lambda table: moves_of(table.rules)))
def test_moves_come_back(move):
    """`parse_move(str(move)) == move` for every valid move."""
    empty = (isinstance(move, (Claim, Surcharge)) and not move.cards) or move == Keep(())
    if not empty:
        assert parse_move(str(move)) == move


@pytest.mark.parametrize("name", ["", "return", "two words", "a\tb", None, 3, "x" * 300])
def test_a_name_that_is_no_word_makes_no_move(name):
    for make in (
        Take,
        lambda name: Claim(name, ()),
        lambda name: Keep((name,)),
        lambda name: Claim("a--b", ((name, 1),)),
    ):
        with pytest.raises(UnreadableMove):
            make(name)


@given(games(of=tables))
def test_legal_moves_come_back(game):
    for seat in range(game.players):
        for move in game.legal_moves(seat):
            assert parse_move(str(move)) == move


# --- positions -------------------------------------------------------------------------------------------------------


@every_table
def test_positions_come_back(table):
    """Byte by byte, the generator included, in all phases; a route chosen and not yet paid, too."""
    states = sampled_states(table, 8, seed=101)
    for index in range(len(states)):
        game = Game.from_state(table.rules, states[index : index + 1])
        text = position_text(game)
        assert "\n" not in text
        again = parse_position(text, table.rules)
        assert again.states.tobytes() == game.states.tobytes()
        assert position_text(again) == text
        if table.rules.built_in:
            assert parse_position(text).rules is table.rules


@given(games(of=tables))
def test_a_game_goes_on_from_its_position(game):
    again = parse_position(position_text(game), game.rules)
    assert again.legal_moves() == game.legal_moves()
    if game.legal_moves():
        move = game.legal_moves()[-1]
        assert again.play(move) == game.play(move)
        assert again.states.tobytes() == game.states.tobytes()


def test_a_position_of_other_rules_names_both_hashes():
    game = Game("new-york", seed=1)
    text = position_text(game).replace(f"hash={game.rules.hash}", "hash=" + "0" * 64)
    with pytest.raises(PositionError, match="0000.*" + game.rules.hash[:8]):
        parse_position(text)
    with pytest.raises(PositionError, match=game.rules.hash[:8]):
        parse_position(position_text(game), load_rules("switzerland"))


# --- records ---------------------------------------------------------------------------------------------------------


@given(games(of=tables), st.booleans())
def test_records_come_back(game, named):
    """`parse_record(str(record)) == record`, and replays to the same game; unfinished ones too."""
    record = record_game(game, {0: "Ada", game.players - 1: "Zoë B."} if named else None)
    again = parse_record(str(record))
    assert again == record
    assert str(again) == str(record)
    replayed = again.replay()
    assert replayed.states.tobytes() == game.states.tobytes()
    assert replayed.events() == game.events()
    assert [turn.move for turn in replayed.history] == [turn.move for turn in game.history]


@pytest.mark.parametrize("table", [*BUILT_IN, *TINY, LIMITS[2]], ids=str)
def test_finished_games_are_replayed_with_and_without_their_seed(table):
    """From the outcomes alone the same moves lead to the same table, whatever the generator; with the seed to every
    byte."""
    game = finished(table, seed=102)
    record = parse_record(str(record_game(game)))
    assert record.result.startswith("end ")
    assert record.replay().states.tobytes() == game.states.tobytes()
    text = "\n".join(line for line in str(record).splitlines() if not line.startswith("seed ")) + "\n"
    bare = parse_record(text)
    assert bare == replace(record, seed=None)
    again = bare.replay()
    for part in ("public", "private"):
        assert again.states[part].tobytes() == game.states[part].tobytes()
    for name in ("fresh", "queue", "deck"):
        assert again.states["secret"][name].tobytes() == game.states["secret"][name].tobytes()
    assert again.scores() == game.scores()
    assert again.events() == game.events()
    assert record_game(again).result == record.result


@pytest.mark.parametrize("table", [*BUILT_IN[::3], *TINY[::2], LIMITS[2]], ids=str)
def test_json_of_a_record_has_the_result(table):
    game = finished(table, seed=103)
    content = json.loads(record_game(game, {1: "Bo"}).to_json())
    assert content["rules"]["hash"] == game.rules.hash
    assert content["players"] == game.players
    assert content["seed"] == 103
    assert content["names"] == {"1": "Bo"}
    assert content["over"] is True
    assert content["winners"] == list(game.winners)
    assert [score["total"] for score in content["scores"]] == [score.total for score in game.scores()]
    assert len(content["moves"]) == len(game.history)
    assert [parse_move(move["move"]) for move in content["moves"]] == [turn.move for turn in game.history]


def test_a_record_of_rules_that_are_not_built_in_carries_them():
    """It can be replayed where the file is not."""
    game = finished(Table(boards.tiny(), 2), seed=104)
    text = str(record_game(game))
    assert "\nrules-json {" in text
    again = parse_record(text)
    assert again.rules == boards.tiny()
    assert again.replay().states.tobytes() == game.states.tobytes()
    lines = [line for line in text.splitlines() if not line.startswith("rules-json ")]
    with pytest.raises(RecordError) as caught:
        parse_record("\n".join(lines))
    assert caught.value.line == 2


def test_a_record_of_other_rules_names_both_hashes():
    game = finished(Table(load_rules("new-york"), 2), seed=105)
    other = load_rules("switzerland").hash
    text = str(record_game(game)).replace(game.rules.hash, other)
    with pytest.raises(OtherRules) as caught:
        parse_record(text)
    assert caught.value.line == 2
    assert game.rules.hash[:12] in str(caught.value)
    assert other[:12] in str(caught.value)


def test_embedded_rules_of_another_hash_are_other_rules():
    game = finished(Table(boards.tiny(), 2), seed=106)
    text = str(record_game(game)).replace('"trains":7', '"trains":8')
    with pytest.raises(OtherRules) as caught:
        parse_record(text)
    assert caught.value.line == 2


def test_a_game_that_began_in_the_middle_has_no_record():
    game = Game("new-york", seed=2)
    with pytest.raises(RecordError):
        record_game(parse_position(position_text(game)))


@given(small_seeds)
def test_a_record_that_is_replayed_can_be_recorded_again(seed):
    """Replaying from outcomes loses nothing but the seed."""
    game = Game("north-america", 3, seed)
    for number in range(30):
        moves = game.legal_moves()
        game.play(moves[(seed + number * 13) % len(moves)])
    bare: Record = replace(record_game(game), seed=None)
    assert record_game(parse_record(str(bare)).replay()) == bare


def test_a_market_that_is_flushed_again_and_again_fits_a_record():
    """At the most flushes, the widest market and nothing but locomotives to speak of, no outcome is lost."""
    from ferrovia.core import limits

    changes = {
        "cards": {"red": 3, "blue": 3},
        "locomotives": 121,
        "market_size": limits.MARKET,
        "flush_at": 1,
        "flush_limit": limits.FLUSHES,
        "opening_hand": 39,
        "trains": 100,
        "face_up_locomotive": "ordinary",
    }
    rules = boards.load_text("flushes", boards.tiny_text(**changes))
    for players in (2, 3):
        game = Game(rules, players, seed=107)
        for number in range(60):
            moves = game.legal_moves()
            if moves:
                game.play(moves[number * 7 % len(moves)])
        assert parse_record(str(record_game(game))).replay().states.tobytes() == game.states.tobytes()
