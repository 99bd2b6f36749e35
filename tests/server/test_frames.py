"""Nothing leaves the server that a seat may not know: frames against views, and frames against re-dealt games."""

import json
from typing import Any

import pytest

import ferrovia
from ferrovia.game.events import name_visible
from ferrovia.game.game import Game
from ferrovia.game.moves import Claim
from ferrovia.game.shuffle import commitment
from ferrovia.protocol.events import events_values
from ferrovia.protocol.options import Options
from ferrovia.protocol.tables import TableInfo
from ferrovia.protocol.views import view_values
from ferrovia.rules.files.loading import built_in_rules
from ferrovia.server.base.table_log import MOVE, LogEntry, Seat, TableRow
from ferrovia.server.live import referee
from ferrovia.server.live.player_views import happening, sight
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

TABLES = [(rules, players) for rules in built_in_rules() for players in (2, 3)]


def as_sent(values: Any) -> Any:
    """What is left of a value on its way through JSON."""
    return json.loads(json.dumps(values))


def expected_sight(game: Game, seat: int, events: list[Any]) -> dict[str, Any]:
    """What a seat may receive, derived from its view and the events it may see, and from nothing else."""
    view = game.view(seat)
    moves = [] if seat < 0 else view.legal_moves()
    claims: dict[str, set[str]] = {}
    for move in moves:
        if isinstance(move, Claim):
            claims.setdefault(move.route, set()).add(str(move).split(" ", 2)[2])
    legal = {"moves": {str(move) for move in moves if not isinstance(move, Claim)}, "claims": claims} if moves else None
    return {"seat": seat, "view": as_sent(view_values(view)), "legal": legal, "events": as_sent(events)}


def told_sight(sight: dict[str, Any]) -> dict[str, Any]:
    """The same for what was sent; nothing may be left over."""
    assert set(sight) == {"seat", "view", "legal", "happenings"}
    legal = sight["legal"] and {
        "moves": set(sight["legal"]["moves"]),
        "claims": {route: set(payments) for route, payments in sight["legal"]["claims"].items()},
    }
    for each in sight["happenings"]:
        assert set(each) == {"seq", "kind", "seat", "number", "at", "values", "events"}
        assert each["kind"] != "move" or each["values"] == {}
    events = [event for each in sight["happenings"] for event in each["events"]]
    return {"seat": sight["seat"], "view": sight["view"], "legal": legal, "events": events}


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_frame_is_what_the_view_allows(server: Server, rules: str, players: int) -> None:
    keys = [server.key() for _ in range(players)]
    table = server.open(rules, "me" + " open" * (players - 1), keys[0])
    for key in keys[1:]:
        server.call("POST", "/api/join", {"code": table["code"]}, key)
    people = [Person(server, table["id"], key, seed) for seed, key in enumerate(keys)]
    watcher = Person(server, table["id"], None)
    together(*(person.play() for person in [*people, watcher]))
    text = server.call("GET", f"/api/tables/{table['id']}/record", key=keys[0])[1]
    finished = ferrovia.parse_record(text).replay()
    for seat, person in [*enumerate(people), (-1, watcher)]:
        check_frames(person, seat, finished)


def check_frames(person: Person, seat: int, finished: Game) -> None:
    """Every frame of a connection against the game as it was then."""
    games, seen = replayed(finished), seen_events(finished, seat)
    told = 0
    for frame in person.frames:
        message = json.loads(frame)
        if "table" in message:
            check_table(message["table"], seat, finished)
        for found in message.get("sights", []):
            assert found["seat"] == seat
            if found["view"] is None:
                continue
            number = max([told, *(each["number"] for each in found["happenings"])])
            first = any(each["kind"] == "start" for each in found["happenings"])
            events = [event for step in seen[0 if first else told + 1 : number + 1] for event in step]
            assert told_sight(found) == expected_sight(games[number], seat, events)
            told = number
    assert told == len(finished.history)


def replayed(finished: Game) -> list[Game]:
    """The game after each number of moves."""
    games, game = [], finished.copy()
    while True:
        games.append(Game.from_state(game.rules, game.states))
        if not game.history:
            return games[::-1]
        game.undo()


def seen_events(game: Game, seat: int) -> list[list[Any]]:
    """What a seat may know of the setup, and of each move."""
    steps = [game.setup_events, *(turn.events for turn in game.history)]
    return [events_values(name_visible(game.rules, events, seat)) for events in steps]


def check_table(info: dict[str, Any], seat: int, finished: Game) -> None:
    """What is said of the table is public; the secret comes with the end, the code only to those who sit there."""
    assert set(info) == set(TableInfo.__annotations__)
    assert info["commitment"] == commitment(finished.secret)
    assert (info["secret"] is not None) == (info["status"] == "over") == (info["result"] is not None)
    assert seat >= 0 or info["code"] is None
    for each in info["seats"]:
        assert set(each) == {"kind", "name", "bot", "away", "present", "clock", "livery"}


def row_of(game: Game, players: int) -> TableRow:
    """A table at which this game is played."""
    return TableRow(
        id="A" * 11,
        rules=game.rules.id,
        rules_hash=game.rules.hash,
        options=Options(),
        secret=bytes(32),
        host="",
        created_at=0,
        changed_at=0,
        seats=(Seat("person"),) * players,
        status="playing",
        state=game.states.tobytes(),
        moves=len(game.history),
    )


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_frames_do_not_depend_on_what_is_hidden(rules: str, players: int) -> None:
    """Re-deal everything a seat cannot see: its frames are the same, byte by byte, also for what happens next."""
    game = Game(rules, players, seed=11)
    number = 0
    while not game.over and number < 60:
        number += 1
        for seat in (*range(players), -1):
            compare_with_redeal(game, seat, players, number)
        moves = game.legal_moves()
        game.play(moves[number * 7 % len(moves)])


def compare_with_redeal(game: Game, seat: int, players: int, seed: int) -> None:
    """The frames of a seat in the game and in its determinization."""
    other = game.view(seat).redeal(seed)
    assert frame_of(game, seat, players) == frame_of(other, seat, players)
    if game.seat == seat or seat < 0:
        return
    for move in ("take red", "take blue", "take green"):  # another seat does something everybody can see
        if game.phase == "turn" and game.explain(move) is None:
            assert told_of(game, seat, move) == told_of(other, seat, move)
            return


def frame_of(game: Game, seat: int, players: int) -> str:
    return sight(referee.game_of(game.rules, row_of(game, players)), seat).decode()


def told_of(game: Game, seat: int, move: str) -> str:
    """What a seat receives of another's move, except for the card that chance put into the market."""
    played = referee.play(game, game.seat or 0, move)
    entry = LogEntry(1, MOVE, game.seat, played.move, 1, 0.0, played.events)
    told = json.loads(happening(game.rules, entry, seat, b""))
    return json.dumps(told["events"][:1])  # what follows is chance: another card comes to the market
