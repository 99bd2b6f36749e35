"""kill -9 at any moment, hundreds of times: nothing is lost, nothing is repeated, nobody was told what is not true."""

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import websockets

import ferrovia
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.table_log import MOVE
from ferrovia.server.live.audit import complaints
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.server.server_process import Server, free_port
from tests.server.websocket_players import Person

LONGEST_LIFE = 0.4


class ForkedServer:
    """Starts and kills a server that is forked from a process with everything loaded."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "tables.sqlite"
        self.server = Server(str(self.store), folder / "log.txt", port=free_port())
        command = [
            sys.executable,
            str(Path(__file__).parent / "fork_server.py"),
            str(self.store),
            str(self.server.port),
        ]
        self.log = (folder / "log.txt").open("ab")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)

    def say(self, word: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n".encode())
        self.process.stdin.flush()
        assert self.process.stdout.readline() == b"done\n", Path(self.log.name).read_text()[-3000:]

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        with contextlib.suppress(OSError):
            self.say("kill")
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()
        self.log.close()


@pytest.fixture
def forked_server(tmp_path):
    found = ForkedServer(tmp_path)
    yield found
    found.close()


async def keep_playing(person: Person, stop: asyncio.Event) -> None:
    """Reconnect whenever the server is gone, and go on; what was asked and not answered is asked again."""
    while not stop.is_set() and not person.over:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            await person.play()
        await asyncio.sleep(0.01)


def open_tables(forked_server: ForkedServer, count: int) -> list[Person]:
    """Tables of people only, on two sets of rules."""
    people = []
    for number in range(count):
        key = forked_server.server.key()
        rules, seats = (("switzerland", "me me me"), ("new-york", "me me"))[number % 2]
        table = forked_server.server.open(rules, seats, key)
        people.append(Person(forked_server.server, table["id"], key, seed=number))
    return people


@pytest.mark.parametrize("kills", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_nothing_is_lost_when_the_server_is_killed(forked_server, kills):
    """The log is written before anybody sees the move."""
    chance = random.Random(7)
    forked_server.say("start")
    forked_server.server.wait_until_ready()
    people = open_tables(forked_server, 6)

    async def run() -> None:
        stop = asyncio.Event()
        playing = [asyncio.create_task(keep_playing(person, stop)) for person in people]
        for _ in range(kills):
            if chance.random() < 0.9:  # now and then before it is even ready
                await asyncio.to_thread(forked_server.server.wait_until_ready)
            await asyncio.sleep(chance.uniform(0.0, LONGEST_LIFE))
            await asyncio.to_thread(forked_server.say, "kill")
            await asyncio.to_thread(forked_server.say, "start")
            for place, person in enumerate(people):
                if person.over:  # another game takes its place, so that there is always something to lose
                    await asyncio.to_thread(forked_server.server.wait_until_ready)
                    finished.append(person)
                    people[place] = (await asyncio.to_thread(open_tables, forked_server, 1))[0]
                    playing.append(asyncio.create_task(keep_playing(people[place], stop)))
        stop.set()
        await asyncio.sleep(0)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    finished: list[Person] = []
    asyncio.run(run())
    forked_server.say("kill")
    everybody = finished + people
    moves = sum(len(person.acknowledged) for person in everybody)
    assert moves > kills, f"only {moves} moves in {kills} lives: the test shows nothing"
    assert not [refusal for person in everybody for refusal in person.refused]
    engine = open_engine(f"sqlite:///{forked_server.store}")
    assert [complaint for _, complaint in complaints(RulesLibrary(), engine) if complaint] == []
    with engine.connect() as connection:
        for person in everybody:
            compare(person, statements.entries(connection, person.table, 0))
    engine.dispose()


def compare(person: Person, entries: list) -> None:
    """All that a client was told is in the log, once; and its requests made one entry each."""
    by_seq = {entry.seq: entry for entry in entries}
    assert list(by_seq) == list(range(1, len(entries) + 1))
    for request, seq, move in person.acknowledged:
        assert by_seq[seq].request.endswith(f":move:{request}")
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


def test_a_state_that_differs_from_its_log_is_mended_at_the_start(forked_server):
    forked_server.say("start")
    forked_server.server.wait_until_ready()
    person = open_tables(forked_server, 1)[0]
    asyncio.run(person.play(moves=8))
    forked_server.say("kill")
    with contextlib.closing(sqlite3.connect(forked_server.store)) as base, base:
        (state,) = base.execute("SELECT state FROM tables").fetchone()
        base.execute("UPDATE tables SET state = ?", (state[:100] + os.urandom(8) + state[108:],))
    command = [sys.executable, "-m", "ferrovia", "verify", "--store", str(forked_server.store)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "not what its log makes: state" in found.stderr
    forked_server.say("start")
    forked_server.server.wait_until_ready()
    for _ in range(100):
        if "state-mended" in (forked_server.store.parent / "log.txt").read_text():
            break
        asyncio.run(asyncio.sleep(0.1))
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0
    asyncio.run(person.play())
    assert person.over
