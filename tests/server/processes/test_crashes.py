"""kill -9 at any moment, hundreds of times: nothing is lost, nothing is repeated, and every acknowledgement is true."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.in_process import ferrovia as ferrovia_command
from tests.server.ports import free_port
from tests.server.processes.siege import Siege
from tests.server.server_process import Server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    found = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt", "--bots", "1").start()
    yield found
    found.kill()


@pytest.mark.parametrize("kills", [12, pytest.param(400, marks=pytest.mark.slow)])
def test_nothing_is_lost_when_the_server_is_killed(own_server, kills):
    """The log is written before anybody sees the move."""
    siege = Siege([own_server])
    asyncio.run(siege.run(kills))
    own_server.kill()
    siege.check(kills)


@pytest.mark.parametrize("kills", [8, pytest.param(250, marks=pytest.mark.slow)])
def test_nothing_is_lost_when_either_of_two_servers_is_killed(postgres, tmp_path, kills):
    """Tables change their owner again and again; players come to either server, and are forwarded."""
    servers, store = [], postgres.new_database()
    for number in range(2):
        port = free_port()
        options = ("--peer", f"http://127.0.0.1:{port}", "--bots", "1")
        servers.append(Server(store, tmp_path / f"{number}.txt", *options, port=port).start(wait=False))
    try:
        for server in servers:
            server.wait_until_ready()
        siege = Siege(servers)
        asyncio.run(siege.run(kills))
    finally:
        for server in servers:
            server.kill()
    siege.check(kills)


def test_a_state_that_differs_from_its_log_is_mended_at_the_start(own_server):
    person = Siege([own_server], tables=1).people[0]
    asyncio.run(person.play(moves=8))
    own_server.kill()
    with contextlib.closing(sqlite3.connect(own_server.store)) as base, base:
        (state,) = base.execute("SELECT state FROM tables").fetchone()
        base.execute("UPDATE tables SET state = ?", (state[:100] + os.urandom(8) + state[108:],))
    code, _, errors = ferrovia_command("verify", "--store", own_server.store)
    assert code == 1
    assert "not what its log makes: state" in errors
    own_server.start()
    for _ in range(100):
        if "state-mended" in own_server.log.read_text():
            break
        asyncio.run(asyncio.sleep(0.1))
    assert ferrovia_command("verify", "--store", own_server.store)[0] == 0
    asyncio.run(person.play())
    assert person.over
