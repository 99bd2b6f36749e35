"""Scripted players of a load test, over real WebSockets."""

import asyncio
import contextlib
import json
import random
import time
import urllib.error
import urllib.request
from typing import Any, NamedTuple

import websockets

OVERLOADED = 4504
"""The close code for spectators beyond capacity."""


class Acknowledged(NamedTuple):
    """When a move was acknowledged, and how many seconds that took."""

    at: float
    took: float


class OpenedTable(NamedTuple):
    """A table, the port of the server at which its players arrive, and their keys."""

    port: int
    name: str
    keys: list[str]


class TableRefused(Exception):
    """A server does not open a table; the message says why."""


def headers_of(key: str | None) -> dict[str, str]:
    """The headers of a player, or of a spectator without a key. Everybody has an address, as a proxy would say it."""
    home = random.Random(key or random.getrandbits(48)).getrandbits(24)
    address = f"10.{home >> 16}.{home >> 8 & 255}.{home & 255}"
    return {"x-forwarded-for": address} | ({"authorization": f"Bearer {key}"} if key else {})


def post(port: int, path: str, body: Any, key: str | None = None) -> Any:
    """A request to the server."""
    headers = {"content-type": "application/json"} | headers_of(key)
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data=json.dumps(body).encode(), headers=headers, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def open_table(ports: list[int], rules: str) -> OpenedTable:
    """Open a table for two people. A proxy would choose the server by the table's address."""
    port = random.choice(ports)
    keys = [post(port, "/api/keys", {})["key"] for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"rules": rules, "seats": seats, "options": {"autopilot": False}}
    try:
        table = post(port, "/api/tables", body, keys[0])["table"]
    except urllib.error.HTTPError as error:
        refusal = json.load(error)
        raise TableRefused(", ".join([refusal["code"], *refusal["parameters"].get("why", [])])) from None
    post(port, "/api/join", {"code": table["code"]}, keys[1])
    return OpenedTable(port, table["id"], keys)


async def connected(table: OpenedTable, key: str | None) -> Any:
    """A connection that has said hello; without a key, that of a spectator."""
    connection = await websockets.connect(
        f"ws://127.0.0.1:{table.port}/ws/{table.name}",
        additional_headers=headers_of(key),
        compression=None,
        max_size=None,
        open_timeout=300,
        ping_interval=None,
    )
    await connection.send('{"message":"hello"}')
    return connection


class Player:
    """A connection that moves when it has to, after a while."""

    def __init__(self, table: OpenedTable, key: str, thought: float) -> None:
        self.table, self.key, self.thought = table, key, thought
        self.moves: list[Acknowledged] = []
        self.sent: dict[str, float] = {}
        self.chance = random.Random(key)
        self.planned: asyncio.Task[None] | None = None
        self.socket: Any = None
        self.sight: Any = None
        self.seq = 0

    async def connect(self) -> None:
        """Connect, and leave what comes for later."""
        self.socket = await connected(self.table, self.key)

    async def play(self, until: float) -> None:
        """Play until the time or the game is over."""
        if self.socket is None:
            await self.connect()
        async with self.socket as socket:
            while (left := until - time.time()) > 0:
                try:
                    text = await asyncio.wait_for(socket.recv(), left)
                except TimeoutError:
                    return
                if not await self.take(socket, str(text)):
                    return

    async def take(self, socket: Any, text: str) -> bool:
        """Handle one message; return whether the game continues."""
        message = json.loads(text)
        if message["message"] == "accepted":
            taken = time.perf_counter() - self.sent.pop(message["id"])
            self.moves.append(Acknowledged(time.time(), taken))
        elif message["message"] == "refused":
            raise SystemExit(f"refused: {text}")
        elif "sights" in message:
            if message["table"]["status"] != "playing":
                return bool(message["table"]["status"] == "lobby")
            self.sight, self.seq = message["sights"][0], message["seq"]
        if self.sight and self.sight["legal"] and not self.sent:
            self.plan(socket, self.sight, self.seq)
        return True

    def plan(self, socket: Any, sight: Any, seq: int) -> None:
        """Think, then move; an update in the meantime restarts the thinking."""
        if self.planned:
            self.planned.cancel()
        self.planned = asyncio.get_running_loop().create_task(self.move(socket, sight, seq))

    async def move(self, socket: Any, sight: Any, seq: int) -> None:
        """Mostly draw, and claim now and then, like people."""
        await asyncio.sleep(self.chance.expovariate(1 / self.thought) if self.thought else 0)
        legal, name = sight["legal"], f"{self.chance.getrandbits(48):x}"
        claims = [f"claim {route} {payments[0]}" for route, payments in legal["claims"].items()]
        quiet = [move for move in legal["moves"] if move != "tickets"] or legal["moves"]
        move = self.chance.choice(claims if claims and self.chance.random() < 0.4 else quiet or claims)
        self.sent[name] = time.perf_counter()
        request = {"message": "move", "id": name, "seq": seq, "seat": sight["seat"], "move": move}
        with contextlib.suppress(websockets.ConnectionClosed):  # the time is over
            await socket.send(json.dumps(request))


async def watch(table: OpenedTable, until: float) -> str:
    """Watch a table as a spectator until the time is over; says whether one may."""
    async with await connected(table, None) as socket:
        try:
            await socket.recv()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(until - time.time()):
                    while True:
                        await socket.recv()
            return "admitted"
        except websockets.ConnectionClosed:
            return "refused: overloaded" if socket.close_code == OVERLOADED else f"closed with {socket.close_code}"
