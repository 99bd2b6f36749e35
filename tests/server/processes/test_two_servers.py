"""Several server processes on one PostgreSQL: one game, whichever process serves a player, whichever is killed."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

import ferrovia
from ferrovia.server.live.clocks import LEASE
from ferrovia.server.store import statements
from tests.server.postgres_process import Postgres
from tests.server.processes.server_pair import PAYLOAD, Pair, check_end, finished, go_on, reach
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together


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
    """A player takes a seat at one process and is at the other a moment later, before the notification."""
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


def test_a_game_survives_the_loss_of_every_connection_to_the_database(pair):
    """PostgreSQL was restarted: pending writes are refused or done, and the game continues."""
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
    found = re.search(r"^ferrovia_bot_seconds_count (\S+)$", text, re.MULTILINE)
    assert found
    return float(found[1])


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


def test_each_process_is_killed_in_the_middle_of_a_game(pair):
    """First one: everybody continues at the other. Then that too: everybody continues when the first is back."""
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
    _, entries = pair.log(table)
    assert [(entry.kind, entry.seat) for entry in entries] == [("open", None), ("start", None), ("move", 1)]
    person = Person(pair.second, table, key)
    together(person.play(moves=5))
    assert len(person.acknowledged) >= 4
