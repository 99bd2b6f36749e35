"""Several server processes on one PostgreSQL: one game, whoever serves whom, whichever of them is killed."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
import websockets
from people import Person, together
from postgres import Postgres, free_port
from serving import Server

import ferrovia
from ferrovia.rules.loading import load_rules
from ferrovia.server.clocks import LEASE
from ferrovia.server.entries import Entry, Row
from ferrovia.server.settings import Settings
from ferrovia.server.sights import happening
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine

PAYLOAD = re.compile(r"[A-Za-z0-9]{11} \d+")
GONE = (OSError, websockets.WebSocketException, TimeoutError)
SLEEPY = """
import time
import ferrovia

class Sleepy(ferrovia.Bot):
    def choose(self, view, moves):
        time.sleep(600)
"""


class Pair:
    """Two server processes, `first` and `second`, that share a database. A bot called `sleepy` never answers at the
    first one; at the second one it is a quick one."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        bot = folder / "sleepy.py"
        bot.write_text(SLEEPY)
        patient = ("--bots", "1", "--bot-seconds", "600")
        self.first = Server(url, folder / "first.txt", *patient, "--bot", f"sleepy={bot}")
        self.second = Server(url, folder / "second.txt", *patient, "--bot", "sleepy=random")

    def start(self) -> None:
        """Both at the same time, on a database with nothing in it."""
        for server in (self.first, self.second):
            server.start(wait=False)
        for server in (self.first, self.second):
            server.wait_until_ready()

    def open(self, rules: str, players: int, bots: str = "") -> tuple[str, list[str]]:
        """A table that is opened at the first process; the others join at the second. Its id, and everybody's key."""
        keys = [self.first.key() for _ in range(players)]
        table = self.first.open(rules, f"me {'open ' * (players - 1)}{bots}", keys[0])
        for key in keys[1:]:
            assert self.second.call("POST", "/api/join", {"code": table["code"]}, key)[0] == 200
        return str(table["id"]), keys

    def log(self, table: str) -> tuple[Row, list[Entry]]:
        """What the database holds of a table."""
        return log_of(self.url, table)

    def logs(self) -> str:
        """What both said."""
        return "".join((self.folder / name).read_text() for name in ("first.txt", "second.txt"))


def log_of(url: str, table: str) -> tuple[Row, list[Entry]]:
    """What a database holds of a table."""
    engine = open_engine(Settings(store=url).url)
    try:
        with engine.connect() as connection:
            stored = statements.load(connection, table)
            assert stored is not None
            return stored.row, statements.entries(connection, table, 0)
    finally:
        engine.dispose()


@pytest.fixture(scope="module")
def both(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    game = ferrovia.Game("new-york", 2, secret=bytes(32))  # if there is something to compile, then before anybody waits
    game.play(game.legal_moves()[0])
    game.view(0).ticket_progress()
    game.scores()
    game.events(0)
    found = Pair(postgres.new_database(), tmp_path_factory.mktemp("processes"))
    try:
        found.start()
        yield found
    finally:
        found.first.kill()
        found.second.kill()


@pytest.fixture
def pair(both: Pair) -> Pair:
    """Both are up, whatever the test before did to them."""
    for server in (both.first, both.second):
        if server.process is None:
            server.start(wait=False)
    for server in (both.first, both.second):
        server.wait_until_ready()
    return both


# ── what everybody was told, and what is in the log ───────────────────────────────────────────────────────────────────


def messages(person: Person, *kinds: str) -> list[dict[str, Any]]:
    """The frames of these kinds."""
    return [found for found in map(json.loads, person.frames) if found["message"] in kinds]


def check_story(row: Row, entries: list[Entry], person: Person) -> None:
    """A person was told every entry of the log once, in order, as its seat may know it; and what it was told to have
    done is there."""
    assert [entry.seq for entry in entries] == list(range(1, row.seq + 1))
    updates = messages(person, "snapshot", "update")
    seats = {sight["seat"] for message in updates for sight in message["sights"]}
    rules = load_rules(row.rules)
    for seat in seats:
        sights = [sight for message in updates for sight in message["sights"] if sight["seat"] == seat]
        told = [each for sight in sights for each in sight["happenings"]]
        kept = [happening(rules, entry, seat, row.setup) for entry in entries]
        assert told == json.loads(json.dumps(kept))
    by_seq = {entry.seq: entry for entry in entries}
    for request, seq, move in person.acknowledged:
        entry = by_seq[seq]
        assert entry.request.endswith(f":move:{request}")
        assert entry.text == str(ferrovia.parse_move(move))
    requests = [entry.request for entry in entries if entry.request]
    assert len(requests) == len(set(requests)), "a request was carried out twice"


def public(table: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on who looks and when."""
    info = {name: value for name, value in table.items() if name not in ("mine", "host", "code")}
    hidden = ("present", "clock")
    seats = [{name: value for name, value in seat.items() if name not in hidden} for seat in info["seats"]]
    return {**info, "seats": seats}


def check_same_sights(people: list[Person]) -> None:
    """Wherever somebody is connected: the table is the same after the same entry, and so is a seat's view of it."""
    tables: dict[int, Any] = {}
    views: dict[tuple[int, int], Any] = {}
    compared = 0
    for person in people:
        for message in messages(person, "snapshot", "update"):
            compared += message["seq"] in tables
            assert tables.setdefault(message["seq"], public(message["table"])) == public(message["table"])
            for sight in message["sights"]:
                seen = (sight["view"], sight["legal"])
                assert views.setdefault((message["seq"], sight["seat"]), seen) == seen
    assert compared > len(tables) / 2


def check_end(pair: Pair, table: str, people: list[Person]) -> None:
    """After a game: everybody saw the end, and both processes tell the same of it."""
    row, entries = pair.log(table)
    assert row.status == "over"
    for person in people:
        assert person.over
        check_story(row, entries, person)
    check_same_sights(people)
    records = [server.call("GET", f"/api/tables/{table}/record") for server in (pair.first, pair.second)]
    assert records[0] == records[1]
    status, text = records[0]
    assert status == 200
    game = ferrovia.parse_record(text).replay()
    assert game.over
    assert game.states.tobytes() == row.state


# ── one game at two processes ─────────────────────────────────────────────────────────────────────────────────────────


def test_people_at_different_processes_play_one_game(pair):
    with psycopg.connect(pair.url, autocommit=True) as listening:
        listening.execute(f"LISTEN {statements.CHANNEL}")
        table, keys = pair.open("new-york", 3)
        places = (pair.first, pair.second, pair.second)
        people = [Person(place, table, key, seed) for seed, (place, key) in enumerate(zip(places, keys, strict=True))]
        watchers = [Person(place, table, None) for place in (pair.first, pair.second)]
        together(finished([person.play() for person in (*people, *watchers)]))
        heard = [notice.payload for notice in listening.notifies(timeout=1)]
    assert [person.refused for person in people] == [[], [], []]
    check_end(pair, table, [*people, *watchers])
    assert all(PAYLOAD.fullmatch(payload) for payload in heard), "the bus carries ids and numbers and nothing else"
    numbers = [int(payload.split()[1]) for payload in heard if payload.startswith(table)]
    assert [number for number in numbers if number] == list(range(2, people[0].seq + 1)), "every entry was told, once"


def test_who_is_there_is_seen_at_the_other_process(pair):
    table, keys = pair.open("new-york", 2)
    here, there = (Person(place, table, key) for place, key in zip((pair.first, pair.second), keys, strict=True))

    async def run() -> None:
        async with await here.connect() as socket:
            found = await until(socket, lambda info: info["seats"][0]["present"])
            assert found["seats"][1]["present"] is False
            async with await there.connect() as other:
                await until(other, lambda info: info["seats"][0]["present"])
                await until(socket, lambda info: info["seats"][1]["present"])

    asyncio.run(run())


def test_who_leaves_is_missed_at_the_other_process(pair):
    table, keys = pair.open("new-york", 2)
    here, there = (Person(place, table, key) for place, key in zip((pair.first, pair.second), keys, strict=True))

    async def run() -> None:
        async with await there.connect() as other:
            async with await here.connect() as socket:
                await until(other, lambda info: info["seats"][0]["present"])
                await until(socket, lambda info: info["seats"][1]["present"])
            await until(other, lambda info: not info["seats"][0]["present"], seconds=3)

    asyncio.run(run())


async def until(socket: Any, wanted: Any, seconds: float = 30.0) -> dict[str, Any]:
    """The first message about a table that is as wanted."""
    async with asyncio.timeout(seconds):
        while True:
            message = json.loads(await socket.recv())
            if "table" in message and wanted(message["table"]):
                found: dict[str, Any] = message["table"]
                return found


def test_a_request_that_reaches_two_processes_is_carried_out_once(pair):
    """A connection is lost, the client comes back elsewhere and asks again while the first request is on its way."""
    key = pair.first.key()
    table = pair.first.open("new-york", "me me", key)["id"]
    people = [Person(place, table, key) for place in (pair.first, pair.second)]

    async def run() -> list[dict[str, Any]]:
        async with await people[0].connect() as one, await people[1].connect() as other:
            for socket in (one, other):
                await until(socket, lambda info: info["status"] == "playing")
            async with await psycopg.AsyncConnection.connect(pair.url) as connection:
                await connection.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (table,))
                request = request_of(pair.first.call("GET", f"/api/tables/{table}/log", key=key)[1])
                for socket in (one, other):
                    await socket.send(json.dumps(request))
                await two_wait(pair.url)
            return [await answer_to(socket) for socket in (one, other)]

    first, second = asyncio.run(run())
    assert (first["message"], second["message"]) == ("accepted", "accepted"), (first, second)
    assert first["seq"] == second["seq"]


def request_of(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A move that may be made now."""
    sight = next(sight for sight in snapshot["sights"] if sight["legal"])
    move = sight["legal"]["moves"][0]
    return {"message": "move", "id": "once", "seq": snapshot["seq"], "seat": sight["seat"], "move": move}


async def two_wait(url: str) -> None:
    """Until two connections wait for a lock."""
    wanted = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    end = time.monotonic() + 20
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while time.monotonic() < end:
            found = await (await connection.execute(wanted)).fetchone()
            if found and found[0] >= 2:
                return
            await asyncio.sleep(0.02)
    raise AssertionError("nobody waits")


async def answer_to(socket: Any) -> dict[str, Any]:
    """The answer to a request."""
    async with asyncio.timeout(30):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["message"] in ("accepted", "refused"):
                return message


LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s AND datname = current_database()"


def test_a_process_that_has_not_heard_yet_looks_before_it_answers(pair):
    """Somebody sits down at one process and is at the other a moment later, faster than the word of it."""
    key, friend = pair.first.key(), pair.first.key()
    table = pair.first.open("new-york", "me open", key)

    async def run() -> list[int]:
        async with await Person(pair.second, table["id"], None).connect() as watching:
            await until(watching, lambda info: info["status"] == "lobby")
            with psycopg.connect(pair.url, autocommit=True) as connection:
                lost = connection.execute(LISTENERS, (f"LISTEN {statements.CHANNEL}",)).fetchall()
            assert len(lost) == 2
            assert pair.first.call("POST", "/api/join", {"code": table["code"]}, friend)[0] == 200
            async with await Person(pair.second, table["id"], friend).connect() as socket:
                return list((await until(socket, lambda info: True))["mine"])

    assert asyncio.run(run()) == [1]


def test_what_was_missed_while_the_bus_was_lost_is_made_up_for(pair):
    table, keys = pair.open("new-york", 2)
    people = [Person(place, table, key, 5) for place, key in zip((pair.first, pair.second), keys, strict=True)]
    watcher = Person(pair.second, table, None)

    async def run() -> None:
        playing = [asyncio.create_task(person.play()) for person in (*people, watcher)]
        for seq in (10, 30):
            await reach(people[0], seq)
            with psycopg.connect(pair.url, autocommit=True) as connection:
                connection.execute(LISTENERS, (f"LISTEN {statements.CHANNEL}",))
        await finished(playing)

    asyncio.run(run())
    check_end(pair, table, [*people, watcher])


async def finished(playing: list[Awaitable[None]]) -> None:
    """Wait for the end of a game; not for ever."""
    async with asyncio.timeout(300):
        await asyncio.gather(*playing)


async def reach(person: Person, seq: int) -> None:
    """Wait until a person has seen so many entries."""
    async with asyncio.timeout(120):
        while person.seq < seq:
            await asyncio.sleep(0.01)


def test_a_game_survives_the_loss_of_every_connection_to_the_database(pair):
    """PostgreSQL was restarted: what was being written is refused or done, and the game goes on."""
    table, keys = pair.open("new-york", 2)
    people = [Person(place, table, key, 6) for place, key in zip((pair.first, pair.second), keys, strict=True)]
    everybody = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    async def run() -> None:
        playing = [asyncio.create_task(person.play()) for person in people]
        for seq in (10, 20, 30):
            await reach(people[0], seq)
            with psycopg.connect(pair.url, autocommit=True) as connection:
                connection.execute(everybody)
        await finished(playing)

    asyncio.run(run())
    assert {refusal["code"] for person in people for refusal in person.refused} <= {"store-failed"}
    check_end(pair, table, people)


# ── bots ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def wait_for_bots(pair: Pair) -> None:
    """The first start of a bot's process on a machine compiles; afterwards it takes a moment."""
    for server in (pair.first, pair.second):
        table = server.open("new-york", "me passenger", server.key())["id"]
        end = time.monotonic() + 240
        while len(pair.log(table)[1]) < 3 and time.monotonic() < end:
            time.sleep(0.05)


def thoughts(server: Server) -> float:
    """How many moves bots have thought about at a process."""
    text = server.call("GET", "/metrics")[1]
    return float(re.search(r"^ferrovia_bot_seconds_count (\S+)$", text, re.MULTILINE)[1])  # type: ignore[index]


def test_one_process_thinks_for_a_bot(pair):
    wait_for_bots(pair)
    table, keys = pair.open("new-york", 2, "passenger")
    people = [Person(place, table, key, 4) for place, key in zip((pair.first, pair.second), keys, strict=True)]
    before = thoughts(pair.first) + thoughts(pair.second)

    async def run() -> None:
        playing = [asyncio.create_task(person.play()) for person in people]
        await reach(people[0], 60)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    asyncio.run(run())
    time.sleep(1)
    _, entries = pair.log(table)
    moves = sum(entry.seat == 2 and entry.kind == "move" for entry in entries)
    assert moves >= 10
    assert thoughts(pair.first) + thoughts(pair.second) - before <= moves + 3


# ── kill -9 ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def go_on(person: Person, others: list[Server]) -> None:
    """Play to the end; where the process is gone, at another one. What was not answered is asked again."""
    while not person.over:
        try:
            await person.play()
        except GONE:
            person.server = others[(others.index(person.server) + 1) % len(others)]
            await asyncio.sleep(0.05)


def test_each_process_is_killed_in_the_middle_of_a_game(pair):
    """First one: everybody goes on at the other. Then that too: everybody goes on when the first one is back."""
    table, keys = pair.open("new-york", 2)
    servers = [pair.first, pair.second]
    people = [Person(place, table, key, 9) for place, key in zip(servers, keys, strict=True)]
    watcher = Person(pair.second, table, None)

    async def run() -> None:
        playing = [asyncio.create_task(go_on(person, servers)) for person in (*people, watcher)]
        await reach(people[0], 20)
        pair.first.kill()
        await reach(people[0], 40)
        assert {person.server for person in people} == {pair.second}
        pair.second.kill()
        pair.first.start(wait=False)
        await finished(playing)

    asyncio.run(run())
    assert [person.refused for person in people] == [[], []]
    assert {person.server for person in (*people, watcher)} == {pair.first}
    pair.second.start()
    check_end(pair, table, [*people, watcher])


def test_a_bot_whose_process_is_killed_is_played_by_the_other(pair):
    """Nobody is connected, and the other process has never heard of the table: it finds it when its time has come."""
    wait_for_bots(pair)
    key = pair.first.key()
    table = pair.first.open("new-york", "me sleepy", key)["id"]
    end = time.monotonic() + 30
    while pair.log(table)[0].status != "playing" and time.monotonic() < end:
        time.sleep(0.05)
    due, end = pair.log(table)[0].due_at, time.monotonic() + LEASE - 1
    assert due
    while (pair.log(table)[0].due_at or 0) <= due and time.monotonic() < end:
        time.sleep(0.1)
    assert (pair.log(table)[0].due_at or 0) > due, "the first one thinks, and the second one would think too"
    pair.first.kill()
    began = time.monotonic()
    while len(pair.log(table)[1]) < 3 and time.monotonic() < began + 60:
        time.sleep(0.1)
    seconds = time.monotonic() - began
    _, entries = pair.log(table)
    assert [(entry.kind, entry.seat) for entry in entries] == [("open", None), ("start", None), ("move", 1)]
    assert seconds < LEASE + 10
    person = Person(pair.second, table, key)
    together(person.play(moves=5))
    assert len(person.acknowledged) >= 4


# ── --workers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    """Somebody who plays or watches; `mix`: both processes have somebody to serve then. The system gives a connection
    to one of them by chance."""
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
    other = [sys.executable, "-m", "ferrovia", "serve", "--store", house.store, "--workers", "2"]
    found = subprocess.run([*other, "--port", str(house.port)], capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode != 0
    assert "cannot listen" in found.stderr


def test_a_worker_that_died_is_replaced(house):
    for worker in workers(house)[:1]:
        worker.kill()
        with contextlib.suppress(psutil.TimeoutExpired):
            worker.wait(10)
    end = time.monotonic() + 6
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
    command = [sys.executable, "-m", "ferrovia", "serve", "--port", str(free_port()), *arguments]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert found.stdout == ""
    return found.returncode, found.stderr


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
