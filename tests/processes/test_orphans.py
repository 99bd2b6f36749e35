"""A server that is killed leaves nothing behind: no process, and nobody who holds its address."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.server.seeded_server import REAL_CHILDREN
from tests.server.server_process import Server

SLEEP = "86431"
SECONDS = 30.0


def children(server: Server) -> list[psutil.Process]:
    assert server.process is not None
    return list(psutil.Process(server.process.pid).children(recursive=True))


def is_running(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def until(condition: Callable[[], bool], seconds: float = SECONDS) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv(REAL_CHILDREN, "1")
    options = ("--bots", "1", "--bot", f"sleeper=exec:sleep {SLEEP}", "--bot-seconds", "600")
    return Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt", *options)


def test_children_of_a_killed_server_end_and_hold_no_socket(server: Server) -> None:
    """While a bot's program thinks: the bot's process has to notice in the middle of an answer."""
    server.start()
    try:
        server.open("switzerland", "me sleeper", server.key())
        assert until(lambda: any("sleep" in child.name() for child in children(server)), 120)
        left = children(server)
        listening = [each for child in left for each in child.net_connections() if each.status == psutil.CONN_LISTEN]
        assert listening == []
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        with socket.socket() as address:
            address.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            address.bind(("127.0.0.1", server.port))
            address.listen()
        assert until(lambda: not any(map(is_running, left))), [child.cmdline() for child in left if is_running(child)]
    finally:
        server.kill()
