"""Attacks by bots: those that hang, die, hoard, lie or chatter hold up nobody but their own table, and not for long."""

import contextlib
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.server.attack_tools import Wire, log_of, metric, move_request, process_of, seated, serving, wait_for
from tests.server.server_process import Server

PATIENCE = 1.0
"""--bot-seconds."""
SLACK = 60.0
"""A new process has to be started, on a busy machine."""
BOTS = {
    "sleeper": "time.sleep(10_000)",
    "leaver": "os._exit(3)",
    "quitter": "raise SystemExit(0)",
    "raiser": "raise RuntimeError('no ' * 1000)",
    "hoarder": "kept = [bytearray(1 << 26) for _ in range(10_000)]",
    "spinner": "any(False for _ in iter(int, 1))",
    "cheat": "return 'claim everything'",
    "silent": "return None",
    "killer": "os.kill(os.getpid(), signal.SIGSEGV)",
    "closer": "os.closerange(0, 3); return moves[0]",
    "liar": 'os.write(1, b\'{"move": "draw", "reason": {}, "memory": ""}\\n\' * 3); return moves[0]',
    "counter": "os.write(1, b'1\\n' * 3); return moves[0]",
}
CODE = """\
import os, signal, time
from ferrovia.bots.base.bot import Bot

class Strange(Bot):
    def choose(self, view, moves):
        {words}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers all of them; two processes in which they can do what they like."""
    folder = tmp_path_factory.mktemp("bots")
    options = ["--bots", "2", "--bot-seconds", str(PATIENCE), "--bot-memory", "2048"]
    for name, words in BOTS.items():
        (folder / f"{name}.py").write_text(CODE.format(words=words))
        options += ["--bot", f"{name}={folder / name}.py"]
    options += ["--bot", "program=exec:sleep 4321"]
    with serving(folder, *options) as found:
        key = found.key()
        assert has_moved(found, found.open("switzerland", "me driver", key)["id"], key, seconds=180)
        yield found


def bot_moves(server: Server, table: str, key: str) -> int:
    """How often seat 1 has moved."""
    happenings = log_of(server, table, key)["sights"][0]["happenings"]
    return sum(entry["kind"] == "move" and entry["seat"] == 1 for entry in happenings)


def has_moved(server: Server, table: str, key: str, seconds: float = PATIENCE + SLACK) -> bool:
    """Whether the bot at seat 1 moves before we lose patience."""
    return bool(wait_for(lambda: bot_moves(server, table, key), seconds))


def keep_going(server: Server, wire: Wire, table: str, key: str, moves: int, most: float) -> bool:
    """Whether the bot in seat 1 makes this many moves while we make ours."""
    end, number = time.monotonic() + most, 0
    while bot_moves(server, table, key) < moves and time.monotonic() < end:
        state = log_of(server, table, key)
        if any(sight["legal"] for sight in state["sights"]):
            number += 1
            wire.say(move_request(state, f"go-{number}")).answer(f"go-{number}")
        else:
            time.sleep(0.05)
    return bot_moves(server, table, key) >= moves


def check_replaced(server: Server, name: str) -> None:
    """A bot's move is made for it, and another table does not wait meanwhile."""
    key = server.key()
    strange = server.open("switzerland", f"me {name}", key)["id"]
    other = server.open("switzerland", "me driver", key)["id"]
    assert has_moved(server, other, key)
    assert has_moved(server, strange, key)
    with seated(server, other, key) as wire:
        assert keep_going(server, wire, other, key, 3, PATIENCE + SLACK)


HARMFUL = ("liar", "counter")


@pytest.mark.parametrize("name", [name for name in BOTS if name not in HARMFUL])
def test_a_bot_that_does_not_play_is_replaced(server: Server, name: str) -> None:
    check_replaced(server, name)


def test_a_program_that_hangs_is_ended(server: Server) -> None:
    def left() -> list[int]:
        everybody = psutil.process_iter(["cmdline"])
        return [each.pid for each in everybody if (each.info["cmdline"] or [])[:2] == ["sleep", "4321"]]

    try:
        key = server.key()
        table = server.open("switzerland", "me program", key)["id"]
        assert has_moved(server, table, key)
        assert wait_for(lambda: not left(), 5)
    finally:
        for process in left():
            psutil.Process(process).kill()


def test_a_bot_that_never_answers_is_given_up(server: Server) -> None:
    key = server.key()
    table = server.open("switzerland", "me sleeper", key)["id"]
    assert has_moved(server, table, key)
    failures = metric(server, "ferrovia_bot_failures_total")
    with seated(server, table, key) as wire:
        assert keep_going(server, wire, table, key, 4, 4 * PATIENCE + SLACK)
    assert metric(server, "ferrovia_bot_failures_total") - failures <= 2


BOT_CHILD = "ferrovia.server.workers.bot_child"


def worker_processes(server: Server) -> list[psutil.Process]:
    """The processes in which bots think."""
    found = []
    for child in process_of(server).children():
        with contextlib.suppress(FileNotFoundError, psutil.Error):  # it is about to start, or to end
            if BOT_CHILD in child.cmdline():
                found.append(forked(child))
    return found


def forked(child: psutil.Process) -> psutil.Process:
    """The process that another one stands in for (`tests/server/forked_child.py`)."""
    words = child.cmdline()
    forks = Path(words[words.index(BOT_CHILD) - 1])
    return psutil.Process(int(forks.with_name(str(child.pid)).read_text("ascii")))


def test_a_process_that_is_killed_while_its_bot_thinks(server: Server) -> None:
    key = server.key()
    table = server.open("switzerland", "me spinner", key)["id"]
    time.sleep(PATIENCE / 3)
    busiest = max(worker_processes(server), key=lambda each: each.cpu_percent(0.2))
    busiest.send_signal(signal.SIGKILL)
    assert has_moved(server, table, key)
    other = server.open("switzerland", "me driver", key)["id"]
    with seated(server, other, key) as wire:
        assert keep_going(server, wire, other, key, 3, SLACK)


@pytest.mark.parametrize("name", HARMFUL)
def test_a_bot_that_chatters_harms_no_other_table(server: Server, name: str) -> None:
    """It has been in both processes; then both are asked by others."""
    key = server.key()
    strange = [server.open("switzerland", f"me {name}", key)["id"] for _ in range(4)]
    for table in strange:
        assert has_moved(server, table, key)
    failures = metric(server, "ferrovia_bot_failures_total")
    for _ in range(4):
        after = server.open("switzerland", "me driver", key)["id"]
        assert has_moved(server, after, key)
    assert metric(server, "ferrovia_bot_failures_total") == failures


# ── processes that are killed, or cannot be started ───────────────────────────────────────────────────────────────────


def settled(server: Server) -> bool:
    """Whether they are there and none has anything to do."""

    def worked() -> float:
        return float(sum(worker.cpu_times().user for worker in worker_processes(server)))

    before = worked()
    time.sleep(0.3)
    return bool(worker_processes(server)) and before == worked()


def moved(server: Server, seconds: float) -> bool:
    """Whether a bot moves at a new table."""
    key = server.key()
    table = server.open("switzerland", "me driver", key)["id"]
    return bool(wait_for(lambda: log_of(server, table, key)["seq"] >= 3, seconds))


def asked(server: Server, table: str, key: str) -> dict[str, Any] | None:
    """Where the table stands, once it is our turn."""
    state = log_of(server, table, key)
    return state if any(sight["legal"] for sight in state["sights"]) else None


def test_processes_killed_in_the_middle_of_a_game(server: Server) -> None:
    """Like on a machine that is out of memory. That is no fault of the bot's: it moves itself, a bit later."""
    assert wait_for(lambda: settled(server), 60)
    key = server.key()
    table = server.open("switzerland", "me driver", key)["id"]
    failures = metric(server, "ferrovia_bot_failures_total")
    with seated(server, table, key) as wire:
        for number in range(6):
            if number == 3:
                for worker in worker_processes(server):
                    worker.send_signal(signal.SIGKILL)
            state = wait_for(lambda: asked(server, table, key), SLACK)
            assert state, "the game does not go on"
            name = f"move-{number}"
            assert wire.say(move_request(state, name)).answer(name)["message"] == "accepted"
    assert moved(server, SLACK)
    assert moved(server, SLACK), "they were not replaced"
    assert metric(server, "ferrovia_bot_failures_total") - failures <= 1, "one may have been at it"


def test_processes_that_cannot_be_started_at_first(tmp_path: Path) -> None:
    """No file is left just when the server starts its bots; then there are enough."""
    with serving(tmp_path, "--bots", "1") as server:
        process = process_of(server)
        hard = process.rlimit(resource.RLIMIT_NOFILE)[1]
        process.rlimit(resource.RLIMIT_NOFILE, (process.num_fds(), hard))
        assert wait_for(lambda: "worker-failed-to-start" in server.log.read_text(), SLACK)
        process.rlimit(resource.RLIMIT_NOFILE, (hard, hard))
        server.wait_until_ready()
        assert moved(server, SLACK)
