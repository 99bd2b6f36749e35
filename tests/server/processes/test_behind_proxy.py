"""Two servers, each with `--peer`, on one PostgreSQL behind a real nginx: each table has an owner, to which connections
are forwarded; it may be killed, or stopped for an upgrade, in the middle of games."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.server.nginx_process import Proxy
from tests.server.ports import free_port
from tests.server.postgres_process import Postgres
from tests.server.processes.server_pair import check_same_sights, check_story, finished, go_on, log_of, reach
from tests.server.server_process import Server
from tests.server.websocket_players import Person


@pytest.fixture(scope="module")
def house(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """An address with two servers behind it, which take turns."""
    folder, store = tmp_path_factory.mktemp("proxied"), postgres.new_database()
    servers = []
    for number in range(2):
        port = free_port()
        peer = ("--peer", f"http://127.0.0.1:{port}", "--bots", "1")
        servers.append(Server(store, folder / f"{number}.txt", *peer, port=port).start(wait=False))
    proxy = Proxy(folder, servers)
    proxy.store = store
    try:
        for server in servers:
            server.wait_until_ready()
        yield proxy.start()
    finally:
        proxy.kill()
        for server in servers:
            server.kill()


def owner_of(house: Proxy, table: str) -> Server:
    """The server that owns a table, by the store."""
    wanted = "SELECT peer FROM owners JOIN processes ON process = processes.id WHERE table_id = %s"
    with psycopg.connect(house.store) as connection:
        row = connection.execute(wanted, (table,)).fetchone()
    assert row
    return next(server for server in house.servers if row[0] == server.address)


def sockets_at(server: Server) -> int:
    """Connections that a server serves itself."""
    found = re.search(r"^ferrovia_sockets (\S+)$", server.call("GET", "/metrics")[1], re.MULTILINE)
    assert found
    return int(float(found[1]))


def other(house: Proxy, server: Server) -> Server:
    return house.servers[1 - house.servers.index(server)]


def test_the_owner_is_killed_and_the_next_one_upgraded_while_people_play(house: Proxy, tmp_path: Path) -> None:
    """Everybody comes by one address. `kill -9` of the owner, then an orderly stop of the next one: no move is lost,
    none is made twice, and nobody is told anything but the game."""
    keys = [house.key() for _ in range(2)]
    table = house.open("new-york", "me open", keys[0])
    assert house.call("POST", "/api/join", {"code": table["code"]}, keys[1])[0] == 200
    people = [Person(house, table["id"], key, 4) for key in (*keys, None, None)]

    async def run() -> None:
        playing = [asyncio.create_task(go_on(person, [house])) for person in people]
        await reach(people[0], 15)
        first = owner_of(house, table["id"])
        while sockets_at(first) < len(people):  # nginx gave some of them to the other, which forwards
            await asyncio.sleep(0.05)
        assert sockets_at(other(house, first)) == 0
        first.kill()
        await reach(people[0], 30)
        second = owner_of(house, table["id"])
        assert second is not first
        first.start(wait=False)
        await asyncio.to_thread(first.wait_until_ready)
        await asyncio.to_thread(second.stop)
        await finished(playing)
        second.start(wait=False)
        await asyncio.to_thread(second.wait_until_ready)

    asyncio.run(run())
    row, entries = log_of(house.store, table["id"])
    assert row.status == "over"
    for person in people:
        assert not person.refused
        check_story(row, entries, person)
    check_same_sights(people)


def test_an_entry_written_elsewhere_reaches_the_owner(house: Proxy) -> None:
    """Requests that are not forwarded are answered by any process; the owner's players hear of them."""
    key, friend = house.key(), house.key()
    table = house.open("new-york", "me open", key)

    async def run() -> str:
        watching = Person(house, table["id"], key)
        async with await watching.connect() as socket:
            watching.take(await socket.recv())
            elsewhere = other(house, owner_of(house, table["id"]))
            assert elsewhere.call("POST", "/api/join", {"code": table["code"]}, friend)[0] == 200
            while watching.last is None or watching.last["table"]["status"] == "lobby":
                watching.take(await asyncio.wait_for(socket.recv(), 20))
            return str(watching.last["table"]["status"])

    assert asyncio.run(run()) == "playing"


def test_a_stream_is_forwarded(house: Proxy) -> None:
    """A program at the other process gets its lines from the owner."""
    key = house.key()
    table = house.open("new-york", "me me", key)["id"]

    async def run() -> list[dict[str, object]]:
        person = Person(house, table, key)
        async with await person.connect() as socket:
            person.take(await socket.recv())
            elsewhere = other(house, owner_of(house, table))
            address = f"{elsewhere.address}/api/bot/tables/{table}/stream?seat=1"
            request = urllib.request.Request(address, headers={"authorization": f"Bearer {key}"})

            def lines() -> list[dict[str, object]]:
                with urllib.request.urlopen(request, timeout=20) as stream:
                    return [json.loads(stream.readline()) for _ in range(3)]

            return await asyncio.to_thread(lines)

    found = asyncio.run(run())
    assert [line["message"] for line in found] == ["hello", "game", "choose"]


def test_what_the_owner_refuses_is_refused(house: Proxy) -> None:
    """A connection that is forwarded closes with the owner's code."""
    key = house.key()
    table = house.open("new-york", "me open", key)["id"]

    async def run() -> tuple[int, int]:
        async with await Person(house, table, key).connect() as socket:
            await socket.recv()
            owner = owner_of(house, table)
            codes = []
            for server in (owner, other(house, owner)):
                stranger = Person(server, table, None, tokens=("x" * 43,))
                async with await stranger.connect() as refused:
                    await refused.wait_closed()
                codes.append(refused.close_code)
            return codes[0], codes[1]

    owner, forwarded = asyncio.run(run())
    assert owner == forwarded == 4401
