"""`--workers`: several processes behind one address, and what cannot be."""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator

import psutil
import pytest

from tests.cli.in_process import ferrovia
from tests.server.ports import free_port
from tests.server.postgres_process import Postgres
from tests.server.processes.server_pair import check_same_sights, check_story, finished, go_on, log_of, reach
from tests.server.server_process import Server
from tests.server.websocket_players import Person


@pytest.fixture(scope="module")
def house(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One address, two processes behind it."""
    log = tmp_path_factory.mktemp("workers") / "log.txt"
    found = Server(postgres.new_database(), log, "--workers", "2", "--bots", "1")
    try:
        found.start()
        end = time.monotonic() + 120
        while log.read_text().count("ready store=postgresql") < 2 and time.monotonic() < end:
            time.sleep(0.05)
        yield found
    finally:
        found.kill()


def workers(server: Server) -> list[psutil.Process]:
    """The processes behind an address."""
    assert server.process
    found = []
    for child in psutil.Process(server.process.pid).children():
        with contextlib.suppress(psutil.Error):  # one that has just died
            found += [child] if "spawn_main" in " ".join(child.cmdline()) else []
    return found


def connections(process: psutil.Process, port: int) -> int:
    """How many a process has at a port."""
    found = process.net_connections("tcp")
    return sum(each.laddr.port == port and each.status == psutil.CONN_ESTABLISHED for each in found)


def test_one_worker_checks_the_games_at_the_start(house):
    end = time.monotonic() + 30
    while "games-checked" not in house.log.read_text() and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(0.5)
    assert house.log.read_text().count("games-checked") == 1


def test_several_workers_behind_one_port(house):
    """Everybody comes to one of the two by chance; one of them is killed on the way."""
    key = house.key()
    table = house.open("new-york", "me me", key)["id"]
    assert len(workers(house)) == 2

    async def run() -> list[Person]:
        came = [await come(house, table, None, mix=number >= 3) for number in range(7)]
        came.append(await come(house, table, key, mix=True))
        await reach(came[-1][0], 20)
        workers(house)[0].kill()
        await finished([playing for _, playing in came])
        return [person for person, _ in came]

    everybody = asyncio.run(run())
    row, entries = log_of(house.store, table)
    assert row.status == "over"
    for each in everybody:
        check_story(row, entries, each)
    check_same_sights(everybody)
    assert not everybody[-1].refused


async def come(house: Server, table: str, key: str | None, mix: bool) -> tuple[Person, asyncio.Task[None]]:
    """A player or spectator; `mix`: both processes then have a connection to serve. The system assigns a connection at
    random."""
    for _ in range(200):
        person = Person(house, table, key)
        playing = asyncio.create_task(go_on(person, [house]))
        await reach(person, 1)
        if not mix or all(connections(worker, house.port) for worker in workers(house)):
            return person, playing
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    raise AssertionError("all connections go to one process")


def test_connections_are_spread_over_the_workers(house):
    for _ in range(30):  # a worker may still be on its way
        found = spread(house)
        if min(found) >= 10:
            return
        time.sleep(1)
    raise AssertionError(found)


def spread(house):
    """How many of sixty connections each worker has."""
    address = ("127.0.0.1", house.port)
    with contextlib.ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(socket.create_connection(address))
        end = time.monotonic() + 10
        while sum(found := [connections(worker, house.port) for worker in workers(house)]) < 60:
            assert time.monotonic() < end
            time.sleep(0.1)
    return found


def test_no_other_server_can_take_the_address(house, tmp_path):
    other = ("serve", "--store", house.store, "--workers", "2", "--port", str(house.port))
    code, _, words = ferrovia(*other)
    assert code != 0
    assert "cannot listen" in words


def test_a_worker_that_died_is_replaced(house):
    for worker in workers(house)[:1]:
        worker.kill()
        with contextlib.suppress(psutil.TimeoutExpired):
            worker.wait(10)
    end = time.monotonic() + 60
    while len(workers(house)) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    assert len(workers(house)) == 2


def test_all_workers_stop_when_the_server_is_told_to(house):
    assert house.process
    family = psutil.Process(house.process.pid).children(recursive=True)
    house.process.send_signal(signal.SIGTERM)
    house.process.wait(30)
    _, alive = psutil.wait_procs(family, timeout=5)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(house.process.pid, signal.SIGKILL)
    assert alive == []


# ── what cannot be ────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(*arguments: str) -> tuple[int, str]:
    """Exit code and words of a server that does not start."""
    code, printed, words = ferrovia("serve", "--port", str(free_port()), *arguments)
    assert printed == ""
    return code, words


def test_several_workers_on_sqlite_are_refused(tmp_path):
    code, words = serve("--store", str(tmp_path / "tables.sqlite"), "--workers", "2")
    assert code != 0
    assert len(words.splitlines()) == 1
    assert "several server processes need PostgreSQL" in words
    assert list(tmp_path.iterdir()) == []


def test_a_server_whose_database_is_not_there_says_so_in_one_sentence():
    address = f"postgresql://ada:Schwarzenburg@127.0.0.1:{free_port()}/tables"
    code, words = serve("--store", address)
    assert "Schwarzenburg" not in words
    assert "cannot be opened" in words
    assert len(words.splitlines()) == 1, words
    assert code != 0
