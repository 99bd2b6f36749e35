"""What goes wrong at one table, or comes twice, or comes too late, harms nobody."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ferrovia.protocol.options import Clock, NewSeat, NewTable, Options
from ferrovia.rules.files.loading import load_rules
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.live import steps
from tests.server.attack_tools import Wire, log_of, move_request, seated, serving, started, wait_for
from tests.server.server_process import Server
from tests.server.test_hosting import verify

SLOW = """\
import time
from ferrovia.bots.base.bot import Bot

class Slow(Bot):
    def choose(self, view, moves):
        if view.phase != "opening":
            time.sleep(2)
        return moves[0]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("troubles")
    (folder / "slow.py").write_text(SLOW)
    with serving(folder, "--bots", "1", "--bot", f"slow={folder / 'slow.py'}") as found:
        yield found


def change(server: Server, statement: str, *values: Any) -> None:
    """Do something to the store behind the server's back."""
    with contextlib.closing(sqlite3.connect(server.store, timeout=30)) as base, base:
        base.execute(statement, values)


def kinds(server: Server, table: str, key: str) -> list[str]:
    """What happened, in order."""
    return [each["kind"] for each in log_of(server, table, key)["sights"][0]["happenings"]]


# ── what comes twice ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_id_for_two_wishes(server: Server) -> None:
    """A phrase and a move are two requests, whatever they are called."""
    key = server.key()
    table = started(server, "me me", key)["id"]
    with seated(server, table, key) as wire:
        wire.say({"message": "say", "id": "x1", "seat": 0, "phrase": "hello"})
        assert wire.answer("x1")["message"] == "accepted"
        wire.say(move_request(log_of(server, table, key), "x1"))
        assert wire.answer("x1")["message"] == "accepted"
    assert kinds(server, table, key) == ["open", "start", "say", "move"]


def test_joining_twice_takes_one_seat(server: Server) -> None:
    host, guest = server.key(), server.key()
    code = server.open("switzerland", "me open open", host)["code"]
    answers = [server.call("POST", "/api/join", {"code": code, "name": "Bia"}, guest)[1] for _ in range(2)]
    assert [answer["seat"] for answer in answers] == [1, 1]
    assert server.call("POST", "/api/join", {"code": code, "name": "Rui", "another": True}, guest)[1]["seat"] == 2


def test_spectators_come_and_go_unnoticed(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]
    with seated(server, table, key) as wire:
        wire.until("table")
        for _ in range(3):
            with seated(server, table, None):
                pass
        wire.say({"message": "ping"})
        assert wire.read() == {"message": "pong"}, "and nothing before it"


def test_players_see_with_the_next_message_how_many_watch(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]
    with seated(server, table, key) as wire:
        wire.until("table")
        with seated(server, table, None) as one, seated(server, table, None):
            play(wire, log_of(server, table, key), "x1")
            assert one.until("update")["table"]["watching"] == 2
        assert wait_for(lambda: server.call("GET", f"/api/tables/{table}", None, key)[1]["watching"] == 0, 30)


# ── what comes too late ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_s_thought_of_what_was_taken_back_is_dropped(server: Server) -> None:
    """The bot is asked again: its answer would be for a position that no longer exists."""
    key = server.key()
    table = started(server, "me slow", key, practice=True)["id"]
    assert wait_for(lambda: kinds(server, table, key).count("move") == 1, 60), "the bot has chosen its tickets"
    with seated(server, table, key) as wire:
        for number in range(3):  # the opening, then both cards
            play(wire, log_of(server, table, key), f"m{number}")
        wire.say({"message": "take-back", "id": "back", "seat": 0, "seq": log_of(server, table, key)["seq"]})
        assert wire.answer("back")["message"] == "accepted"
        time.sleep(1.2)
        play(wire, log_of(server, table, key), "again")
        asked = time.monotonic()
        assert wait_for(lambda: kinds(server, table, key)[-1] == "move" and len(kinds(server, table, key)) > 8, 30)
        assert wait_for(lambda: last_mover(server, table, key) == 1, 30)
        assert time.monotonic() - asked > 1.5, "it has thought as long as it does, of this position"


def play(wire: Wire, log: dict[str, Any], request: str) -> None:
    """The first thing that can be done."""
    wire.say(move_request(log, request))
    assert wire.answer(request)["message"] == "accepted"


def last_mover(server: Server, table: str, key: str) -> int:
    happenings = log_of(server, table, key)["sights"][0]["happenings"]
    return int([each for each in happenings if each["kind"] == "move"][-1]["seat"])


def test_whose_time_is_up_does_not_come_back() -> None:
    """A bot makes this move. The same holds for who comes back by moving."""
    rules = load_rules("switzerland")
    clock = Clock("fischer", start=60, gain=0)
    wish = NewTable("switzerland", [NewSeat("me"), NewSeat("me")], Options(clock))
    row = steps.start(steps.open_table(wish, rules, "client", frozenset(), 0.0).row, rules, 0.0, 60.0).row
    away = steps.go_away(row, 0, "asked", 30.0).row
    assert steps.returned(away, 0, 50.0).seats[0].clock == pytest.approx(10.0), "nobody gains by going"
    with pytest.raises(RequestRefused, match="out-of-time"):
        steps.returned(away, 0, 60.0)


# ── what cannot be read ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_damaged_table_harms_no_other(tmp_path: Path) -> None:
    """Unreadable rows with due work: the server starts, reports them, and serves the others."""
    with serving(tmp_path, "--bots", "1") as server:
        key = server.key()
        names = [started(server, "me me", key)["id"] for _ in range(4)]
        assert server.stop() == 0
        options = "UPDATE tables SET due_at = 0, options = '{\"no\": 1}' WHERE id = ?"
        change(server, options, names[0])
        change(server, "UPDATE tables SET due_at = 0, state = substr(state, 2) WHERE id = ?", names[1])
        change(server, "UPDATE tables SET state = x'' WHERE id = ?", names[2])
        code, said = verify(Path(server.store))
        assert code == 1
        assert "3 wrong" in said
        server.start()
        assert server.call("GET", f"/api/tables/{names[0]}", key=key)[1]["code"] == "damaged"
        for name in names[1:]:
            assert log_of(server, name, key)["sights"][0]["view"]["phase"] == "opening", "mended from its log"
        quick = started(server, "me me", key, clock={"kind": "fischer", "start": 5, "gain": 0})["id"]
        assert wait_for(lambda: "away" in kinds(server, quick, key), 60), "clocks still run"
        assert "table-damaged" in server.log.read_text()


def test_a_false_status_reveals_nothing(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]
    change(server, "UPDATE tables SET status = 'over' WHERE id = ?", table)
    server.stop()
    server.start()
    found = log_of(server, table)["table"]
    assert (found["status"], found["secret"]) == ("over", None), "the game is not over, whatever is kept beside its log"
    change(server, "UPDATE tables SET status = 'playing' WHERE id = ?", table)


def test_what_is_mended_stays_so_where_bots_play(tmp_path: Path) -> None:
    """The log is asked before anybody plays on: a bot must not write the false state back."""
    with serving(tmp_path, "--bots", "1") as server:
        key = server.key()
        table = started(server, "me driver", key)["id"]
        with seated(server, table, key) as wire:
            play(wire, log_of(server, table, key), "first")
        assert wait_for(lambda: kinds(server, table, key).count("move") >= 2, 60)
        server.kill()
        change(server, "UPDATE tables SET state = zeroblob(length(state))")
        server.start()
        with seated(server, table, key) as wire:
            play(wire, log_of(server, table, key), "second")
        assert server.stop() == 0
        assert verify(Path(server.store))[0] == 0
