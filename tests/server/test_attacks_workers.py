"""Attacks on the processes in which bots think: they are killed, or cannot be started."""

import resource
import signal
import time
from pathlib import Path
from typing import Any

import psutil
from attacks import dial, log_of, move_request, process_of, seated, serving, wait_for
from serving import Server

SLACK = 20.0
"""A new process has to be started, on a busy machine."""


def workers(server: Server) -> list[psutil.Process]:
    """The processes in which bots think."""
    return [child for child in process_of(server).children() if "ferrovia.server.worker" in child.cmdline()]


def settled(server: Server) -> bool:
    """Whether all of them are there, two for bots and one for hints, and none has anything to do."""

    def worked() -> float:
        return sum(worker.cpu_times().user for worker in workers(server))

    before = worked()
    time.sleep(0.7)
    return len(workers(server)) == 3 and before == worked()


def kill_all(server: Server) -> None:
    """Like a machine that is out of memory."""
    for worker in workers(server):
        worker.send_signal(signal.SIGKILL)


def moved(server: Server, seconds: float) -> bool:
    """Whether a bot moves at a new table."""
    key = server.key()
    table = server.open("switzerland", "me driver", key)["id"]
    return bool(wait_for(lambda: log_of(server, table, key)["seq"] >= 3, seconds, pause=0.2))


def asked(server: Server, table: str, key: str) -> dict[str, Any] | None:
    """Where the table stands, once it is our turn."""
    state = log_of(server, table, key)
    return state if any(sight["legal"] for sight in state["sights"]) else None


def test_processes_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--bots", "2") as server:
        assert moved(server, 180)
        assert wait_for(lambda: settled(server), 60)
        key = server.key()
        table = server.open("switzerland", "me driver", key)["id"]
        with seated(server, table, key) as wire:
            for number in range(12):
                if number in (4, 8):
                    kill_all(server)
                    time.sleep(0.2)
                state = wait_for(lambda: asked(server, table, key), SLACK)
                assert state, "the game does not go on"
                name = f"move-{number}"
                assert wire.say(move_request(state, name)).answer(name)["message"] == "accepted"
        assert moved(server, SLACK)
        assert moved(server, SLACK), "they were not replaced"


def test_processes_that_cannot_be_started_at_first(tmp_path: Path) -> None:
    """More visitors than the server may have files, just when it hires its bots; then they are gone."""
    with serving(tmp_path, "--bots", "1") as server:
        process = process_of(server)
        hard = process.rlimit(resource.RLIMIT_NOFILE)[1]
        process.rlimit(resource.RLIMIT_NOFILE, (process.num_fds() + 30, hard))
        lines = [dial(server) for _ in range(120)]
        time.sleep(4)
        for line in lines:
            line.close()
        process.rlimit(resource.RLIMIT_NOFILE, (hard, hard))
        server.wait_until_ready()
        assert moved(server, SLACK)
