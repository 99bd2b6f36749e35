"""When frames leave: a move's update and its acknowledgement in one write, a snapshot before anything is stored, and
whether or not it can be."""

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket

from ferrovia.protocol.options import NewSeat, NewTable
from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services, open_services
from ferrovia.server.sockets.connection import SocketConnection

KEY = "k" * 43


class Client:
    """A client at the other end of a connection, which plays one move for seat 0. It is over with the `last` kind of
    message it waits for, or when the connection is closed."""

    def __init__(self, last: str = "accepted") -> None:
        self.last = last
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.turns: dict[str, int] = {}
        """In which turn of the event loop each kind of message was written."""
        self.turn = 0
        self.closed: int | None = None
        """The code with which the server closed the connection."""
        self.over = asyncio.Event()
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.say(message="hello", tokens=[KEY])

    def say(self, **message: Any) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def count_turns(self) -> None:
        while True:
            self.turn += 1
            await asyncio.sleep(0)

    async def receive(self) -> dict[str, Any]:
        return await self.to_server.get()

    async def send(self, frame: Any) -> None:
        if frame["type"] == "websocket.close":
            self.closed = self.closed or frame["code"]
            self.over.set()
        if frame["type"] != "websocket.send":
            return
        message = json.loads(frame["text"])
        self.turns[message["message"]] = self.turn
        if message["message"] == "snapshot":
            moves = message["sights"][0]["legal"]["moves"]
            self.say(message="move", id="once", seq=message["seq"], seat=0, move=moves[0])
        if message["message"] == self.last:
            self.over.set()


class Served:
    """A connection of a client to a table of its own."""

    def __init__(self, services: Services, client: Client) -> None:
        self.services, self.client, self.hub = services, client, Hub(services)

    async def serve(self, before: Callable[[], None] = lambda: None) -> None:
        """Serve it until the client is over, or for a minute; `before` happens just before it connects."""
        wish = NewTable(rules="switzerland", seats=[NewSeat("me"), NewSeat("me")])
        table = await self.hub.open(wish, Identity(KEY), "here")
        while table.row.status != "playing" or table.automation.busy:
            await asyncio.sleep(0.01)
        scope = {"type": "websocket", "headers": [], "client": ("127.0.0.1", 1)}
        websocket = WebSocket(scope, self.client.receive, self.client.send)
        await websocket.accept()
        socket = SocketConnection(self.services, self.hub, websocket, AddressLimits(Settings()))
        before()
        serving = asyncio.create_task(socket.serve(table.row.id))
        counting = asyncio.create_task(self.client.count_turns())
        try:
            async with asyncio.timeout(60):
                await self.client.over.wait()
        finally:
            self.client.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await asyncio.wait({serving}, timeout=60)
            counting.cancel()


def test_a_move_is_acknowledged_in_one_write_with_its_update(tmp_path: Path) -> None:
    services = open_services(Settings(store=str(tmp_path / "tables.sqlite")))

    async def story() -> dict[str, int]:
        client = Client()
        await Served(services, client).serve()
        await services.close()
        return client.turns

    turns = asyncio.run(story())
    assert list(turns)[-2:] == ["update", "accepted"]
    assert turns["update"] == turns["accepted"]


def test_a_snapshot_does_not_wait_until_the_store_can_be_written(tmp_path: Path) -> None:
    """A disk may take long, or a thousand players come at once: each sees the table first."""
    services = open_services(Settings(store=str(tmp_path / "tables.sqlite")))

    async def story() -> list[str]:
        client, free = Client(last="snapshot"), threading.Event()
        holding: set[asyncio.Task[bool]] = set()

        def hold_store() -> None:
            holding.add(asyncio.create_task(services.store.keep(lambda connection: free.wait(60))))

        connected = asyncio.create_task(Served(services, client).serve(hold_store))
        await client.over.wait()
        seen = list(client.turns)
        free.set()
        await asyncio.gather(connected, *holding)
        await services.close()
        return seen

    async def in_time() -> list[str]:
        async with asyncio.timeout(50):
            return await story()

    assert asyncio.run(in_time()) == ["snapshot"]


def test_a_player_stays_connected_while_presence_cannot_be_written(tmp_path: Path) -> None:
    """Whoever was sent away after the snapshot would be back in a second, and so on until the store can be written."""
    file = tmp_path / "tables.sqlite"
    services = open_services(Settings(store=str(file)))

    def spoil_store() -> None:
        with contextlib.closing(sqlite3.connect(file)) as base:
            base.execute("DROP TABLE presence")

    async def story() -> Client:
        client = Client()
        await Served(services, client).serve(spoil_store)
        await services.close()
        return client

    client = asyncio.run(story())
    assert list(client.turns) == ["snapshot", "table", "update", "accepted"], "the others are told all the same"
    assert client.closed in (None, 1000)
