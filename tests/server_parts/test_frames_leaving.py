"""What a client is told of its own move leaves in one write: the update, and the acknowledgement behind it."""

import asyncio
import json
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket

from ferrovia.protocol.options import NewTable, SeatWish
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import open_services
from ferrovia.server.sockets.connection import SocketConnection, SocketLimits

KEY = "k" * 43


class Client:
    """A client at the other end of a connection, which plays one move for seat 0."""

    def __init__(self) -> None:
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.turns: dict[str, int] = {}
        """In which turn of the event loop each kind of message was written."""
        self.turn = 0
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
        if frame["type"] != "websocket.send":
            return
        message = json.loads(frame["text"])
        self.turns[message["message"]] = self.turn
        if message["message"] == "snapshot":
            moves = message["sights"][0]["legal"]["moves"]
            self.say(message="move", id="once", seq=message["seq"], seat=0, move=moves[0])
        elif message["message"] == "accepted":
            self.over.set()


def test_a_move_is_acknowledged_in_one_write_with_its_update(tmp_path: Path) -> None:
    services = open_services(Settings(store=str(tmp_path / "tables.sqlite")))

    async def story() -> dict[str, int]:
        hub, client = Hub(services), Client()
        wish = NewTable(rules="switzerland", seats=[SeatWish("me"), SeatWish("me")])
        table = await hub.open(wish, Identity(KEY), "here")
        while table.row.status != "playing":
            await asyncio.sleep(0.01)
        scope = {"type": "websocket", "headers": [], "client": ("127.0.0.1", 1)}
        websocket = WebSocket(scope, client.receive, client.send)
        await websocket.accept()
        socket = SocketConnection(services, hub, websocket, SocketLimits(Settings()))
        serving = asyncio.create_task(socket.serve(table.row.id))
        counting = asyncio.create_task(client.count_turns())
        try:
            async with asyncio.timeout(60):
                await client.over.wait()
        finally:
            client.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await serving
            counting.cancel()
            await services.close()
        return client.turns

    turns = asyncio.run(story())
    assert list(turns)[-2:] == ["update", "accepted"]
    assert turns["update"] == turns["accepted"]
