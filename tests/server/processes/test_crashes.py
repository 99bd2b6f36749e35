"""kill -9 at any moment, hundreds of times: nothing is lost, nothing is repeated, and every acknowledgement is true."""

import asyncio
import contextlib
import json
import os
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

import ferrovia
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.table_log import MOVE, LogEntry
from ferrovia.server.live.audit import complaints
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.cli.in_process import ferrovia as ferrovia_command
from tests.server.server_process import Server
from tests.server.websocket_players import Person

LONGEST_MOMENT = 0.1
"""Seconds a server lives on after its last move that was waited for: more moves are under way then."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    found = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt", "--bots", "1").start()
    yield found
    found.kill()


async def keep_playing(person: Person, stop: asyncio.Event) -> None:
    """Reconnect whenever the server is gone, and go on; what was asked and not answered is asked again."""
    while not stop.is_set() and not person.over:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            await person.play()
        await asyncio.sleep(0.01)


def open_tables(own_server: Server, count: int) -> list[Person]:
    """Tables of people only, on two sets of rules."""
    people = []
    for number in range(count):
        key = own_server.key()
        rules, seats = (("switzerland", "me me me"), ("new-york", "me me"))[number % 2]
        table = own_server.open(rules, seats, key)
        people.append(Person(own_server, table["id"], key, seed=number))
    return people


async def until_moved(people: list[Person], moves: int) -> None:
    """Wait until the server has acknowledged some more moves: a busy machine may take long for it."""
    wanted = moves + sum(len(person.acknowledged) for person in people)
    for _ in range(3000):
        if sum(len(person.acknowledged) for person in people) >= wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no move in 30 s")


@pytest.mark.parametrize("kills", [12, pytest.param(400, marks=pytest.mark.slow)])
def test_nothing_is_lost_when_the_server_is_killed(own_server, kills):
    """The log is written before anybody sees the move."""
    chance = random.Random(7)
    people = open_tables(own_server, 6)

    async def run() -> None:
        stop = asyncio.Event()
        playing = [asyncio.create_task(keep_playing(person, stop)) for person in people]
        for _ in range(kills):
            if chance.random() < 0.9:  # now and then before it is even ready
                await until_moved(people, chance.randrange(6))
            await asyncio.sleep(chance.uniform(0.0, LONGEST_MOMENT))
            await asyncio.to_thread(own_server.kill)
            await asyncio.to_thread(own_server.start, wait=False)
            for place, person in enumerate(people):
                if person.over:  # another game takes its place, so that there is always something to lose
                    await asyncio.to_thread(own_server.wait_until_ready)
                    finished.append(person)
                    people[place] = (await asyncio.to_thread(open_tables, own_server, 1))[0]
                    playing.append(asyncio.create_task(keep_playing(people[place], stop)))
        stop.set()
        await asyncio.sleep(0)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    finished: list[Person] = []
    asyncio.run(run())
    own_server.kill()
    everybody = finished + people
    moves = sum(len(person.acknowledged) for person in everybody)
    assert moves > kills, f"only {moves} moves in {kills} lives: the test shows nothing"
    assert not [refusal for person in everybody for refusal in person.refused]
    engine = open_engine(f"sqlite:///{own_server.store}")
    assert [complaint for _, complaint in complaints(RulesLibrary(), engine) if complaint] == []
    with engine.connect() as connection:
        for person in everybody:
            compare(person, statements.entries(connection, person.table, 0))
    engine.dispose()


def compare(person: Person, entries: list[LogEntry]) -> None:
    """Everything that a client received is in the log, once; and its requests made one entry each."""
    by_seq = {entry.seq: entry for entry in entries}
    assert list(by_seq) == list(range(1, len(entries) + 1))
    for request, seq, move in person.acknowledged:
        assert (by_seq[seq].request or "").endswith(f":move:{request}")
        assert by_seq[seq].text == str(ferrovia.parse_move(move))
    requests = [entry.request for entry in entries if entry.kind == MOVE]
    assert len(requests) == len(set(requests)), "a move was made twice"
    told: dict[int, str] = {}
    for frame in person.frames:
        message = json.loads(frame)
        for sight in message.get("sights", [])[:1]:
            for happening in sight["happenings"]:
                text = json.dumps(happening)
                assert told.setdefault(happening["seq"], text) == text, "two stories of one entry"
                assert (by_seq[happening["seq"]].kind, by_seq[happening["seq"]].seat) == (
                    happening["kind"],
                    happening["seat"],
                )


def test_a_state_that_differs_from_its_log_is_mended_at_the_start(own_server):
    person = open_tables(own_server, 1)[0]
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
