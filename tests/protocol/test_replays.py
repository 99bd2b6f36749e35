"""Replays: the frames applied in order are the positions, and a seat sees what it knew."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.game.game import Game
from ferrovia.protocol.boards import board_values
from ferrovia.protocol.replays import replay_of
from ferrovia.protocol.views import progress_values, view_values

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ["north-america-5-1", "switzerland-3-1", "switzerland-2-2", "new-york-4-2", "north-america-classic-3-1"]


@cache
def record_of(name: str) -> ferrovia.Record:
    return ferrovia.parse_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


@cache
def game_of(name: str) -> Game:
    return record_of(name).replay()


@cache
def story(name: str, seat: int | None = None) -> dict[str, Any]:
    """As it is after a journey over the wire."""
    found: dict[str, Any] = json.loads(json.dumps(replay_of(record_of(name), seat)))
    return found


def positions(name: str) -> list[Game]:
    game = game_of(name)
    return [Game.from_state(game.rules, states) for states in (*(turn.before for turn in game.history), game.states)]


def put_together(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What docs/protocol.md tells clients to do."""
    found: list[dict[str, Any]] = []
    now: dict[str, Any] = {"seats": {}}
    for frame in frames:
        seats = {key: dict(values) for key, values in now["seats"].items()}
        for key, values in frame.get("seats", {}).items():
            seats[key] = {**seats.get(key, {}), **values}
        now = {**now, **frame, "seats": seats}
        found.append(now)
    return found


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", GAMES)
def test_frames_put_together_are_the_positions(name: str) -> None:
    shown = put_together(story(name)["frames"])
    assert len(shown) == len(positions(name)) == len(story(name)["moves"]) + 1
    for game, frame in zip(positions(name), shown, strict=True):
        watched = plain(view_values(game.view(-1)))
        for key in ("phase", "market", "discards", "turned", "deck_size", "ticket_deck", "last_turns", "closed"):
            assert frame[key] == watched[key], key
        for seat in range(game.players):
            view, told = game.view(seat), frame["seats"][str(seat)]
            assert told["hand"] == view.hand
            assert told["tickets"] == plain([progress_values(each) for each in view.ticket_progress()])
            assert told["offer"] == plain([progress_values(each) for each in view.offer_progress()])
            assert watched["seats"][seat].items() <= told.items()


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_what_it_knew(name: str) -> None:
    for seat in (0, 1):
        for game, frame in zip(positions(name), put_together(story(name, seat)["frames"]), strict=True):
            known = plain(view_values(game.view(seat)))
            assert frame["phase"] == known["phase"]
            assert frame["seats"][str(seat)]["hand"] == known["hand"]
            assert frame["seats"][str(seat)]["tickets"] == known["tickets"]
            for other in range(game.players):
                told = frame["seats"][str(other)]
                assert known["seats"][other].items() <= told.items()
                assert game.over or other == seat or not {"hand", "tickets", "offer", "points"} & set(told)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_of_no_ticket_it_never_saw(name: str) -> None:
    game = game_of(name)
    for seat in range(game.players):
        told = story(name, seat)
        seen = {event.ticket for event in game.events(seat) if event.ticket}
        others = {event.ticket for event in game.events() if event.ticket} - seen
        assert others
        before = json.dumps([told["setup"], told["moves"], told["frames"][:-1]])
        for ticket in others:
            assert f'"{ticket}"' not in before
        assert not any(f" {ticket} " in f" {move['move']} " for ticket in others for move in told["moves"])


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_the_record(name: str) -> None:
    found = story(name)
    record = record_of(name)
    assert [(move["seat"], move["move"]) for move in found["moves"]] == [
        (line.seat, str(line.move)) for line in record.lines
    ]
    assert [move["number"] for move in found["moves"]] == list(range(1, len(record.lines) + 1))
    turns = [move["turn"] for move in found["moves"]]
    assert turns == sorted(turns)
    assert turns[: record.players] == [0] * record.players
    assert {move["at"] for move in found["moves"]} == {None}
    assert found["result"]["winners"] == list(game_of(name).winners)


@pytest.mark.parametrize("name", GAMES)
def test_a_story_is_short(name: str) -> None:
    assert len(json.dumps(story(name))) < 1_500_000


def test_times_and_an_unfinished_game() -> None:
    game = Game("new-york", players=2, seed=3)
    for seat in (0, 1):
        game.keep(*game.view(seat).offer, seat=seat)
    game.draw()
    found = replay_of(ferrovia.record_game(game, {1: "Bia"}), None, [10.0, 12.0, 15.0])
    assert found["result"] is None
    assert found["names"] == ["", "Bia"]
    assert [move["at"] for move in found["moves"]] == [10.0, 12.0, 15.0]
    assert found["statistics"]["seconds"] == 5


# ── statistics ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", [path.stem for path in sorted(GOLDEN.glob("*.record"))])
@pytest.mark.thorough
def test_statistics_agree_with_the_game(name: str) -> None:
    game = game_of(name)
    found = story(name)["statistics"]
    assert found["turns"] == sum(seat["turns"] for seat in found["seats"])
    assert found["flushes"] == sum(seat["flushes"] for seat in found["seats"])
    for score, seat in zip(game.scores(), found["seats"], strict=True):
        view = game.view(score.seat)
        assert seat["points"] == score.total
        parts = ("points_routes", "points_tickets", "points_longest_path", "points_attractions")
        assert seat["points"] == sum(seat[part] for part in parts)
        assert seat["points_tickets"] == seat["points_completed"] - seat["points_lost"]
        assert seat["trains"] + seat["trains_left"] == game.rules.rule_set.trains
        assert seat["routes"] == len(view.routes(score.seat))
        held = len(view.tickets_of(score.seat))
        assert seat["kept_at_opening"] + seat["kept_later"] == held == seat["tickets_completed"] + seat["tickets_lost"]
        drawn = game.rules.rule_set.opening_hand + seat["cards_hidden"] + seat["cards_visible"]
        assert drawn == seat["cards_paid"] + seat["cards_left"]
    series = found["series"]
    assert all(len(row) == len(series["turns"]) for key in ("points", "trains", "cards") for row in series[key])
    assert [row[-1] for row in series["route_points"]] == [score.routes for score in game.scores()]


def twin_closed(game: Game) -> set[str]:
    """RULES 3.6, from the rule data."""
    taken = {route for seat in range(game.players) for route in game.view(-1).routes(seat)}
    shared = game.players > game.rules.board["doubles_closed_up_to"][0]
    routes = [] if shared else board_values(game.rules)["routes"]
    return {each["id"] for each in routes if each["twin"] in taken and each["id"] not in taken}


@pytest.mark.parametrize("name", GAMES)
def test_routes_that_their_twins_close_are_told(name: str) -> None:
    assert [set(frame["closed"]) for frame in put_together(story(name)["frames"])] == [
        twin_closed(game) for game in positions(name)
    ]
    assert (name in {"switzerland-2-2", "north-america-classic-3-1"}) == bool(twin_closed(positions(name)[-1]))


@pytest.mark.parametrize("name", GAMES)
def test_who_still_has_a_last_turn_is_told(name: str) -> None:
    """Those who really had one: the game was played to its end."""
    game = game_of(name)
    seats = [turn.seat for turn in game.history]
    for number, position in enumerate(positions(name)):
        told = view_values(position.view(0))["last_turn_of"]
        assert told == (list(dict.fromkeys(seats[number:])) if position.view(0).last_turns else [])


@pytest.mark.parametrize("name", GAMES)
def test_turned_cards_that_cost_are_told(name: str) -> None:
    for move in story(name)["moves"]:
        costly = [event["card"] for event in move["events"] if event.get("costs")]
        asked = sum(event["count"] for event in move["events"] if event["kind"] == "charged")
        colours = {event["card"] for event in move["events"] if event["kind"] == "paid"} | {"locomotive"}
        assert len(costly) == asked
        assert set(costly) <= colours
