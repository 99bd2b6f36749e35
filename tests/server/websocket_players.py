"""People at a table: clients that speak the protocol over real WebSockets and remember every frame."""

import asyncio
import json
import random
from typing import Any

import websockets

from tests.server.server_process import Server


class Person:
    """A connection at a table that keeps all frames and answers when it is asked."""

    def __init__(
        self, server: Server, table: str, key: str | None, seed: int = 0, tokens: tuple[str, ...] = ()
    ) -> None:
        self.server, self.table, self.key, self.tokens = server, table, key, tokens
        self.random = random.Random(seed)
        self.frames: list[str] = []
        self.acknowledged: list[tuple[str, int, str]] = []
        """(id, seq, move) of every request that was accepted."""
        self.refused: list[dict[str, Any]] = []
        self.last: dict[str, Any] | None = None
        self.seq = 0
        self.sent = 0
        self.asking: tuple[str, dict[str, Any]] | None = None
        """A request that has not been answered."""

    @property
    def over(self) -> bool:
        return self.last is not None and self.last["table"]["status"] in ("over", "ended")

    async def connect(self) -> Any:
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        address = f"{self.server.socket_address}/ws/{self.table}"
        socket = await websockets.connect(address, additional_headers=headers, max_size=None, open_timeout=30)
        await socket.send(json.dumps({"message": "hello", "since": self.seq, "tokens": list(self.tokens)}))
        return socket

    async def play(self, moves: int = 10_000) -> None:
        """Play until the game is over, or for this many moves."""
        socket = await self.connect()
        try:
            if self.asking:
                await socket.send(json.dumps(self.asking[1]))
            while not self.over:
                self.take(await socket.recv())
                if self.sent >= moves:
                    return
                if self.asking is None and (request := self.choose()):
                    self.sent += 1
                    self.asking = (request["id"], request)
                    await socket.send(json.dumps(request))
        finally:
            await socket.close()

    def take(self, frame: str) -> None:
        """Remember a frame."""
        self.frames.append(frame)
        message = json.loads(frame)
        if message["message"] in ("snapshot", "update"):
            assert message["seq"] >= self.seq, "the server went back in time"
            self.last, self.seq = message, message["seq"]
        elif message["message"] == "accepted":
            assert self.asking
            assert self.asking[0] == message["id"]
            self.acknowledged.append((message["id"], message["seq"], self.asking[1]["move"]))
            self.asking = None
        elif message["message"] == "refused":
            self.refused.append(message)
            self.asking = None

    def choose(self) -> dict[str, Any] | None:
        """A legal move of a seat of ours that is asked."""
        if self.last is None:
            return None
        for sight in self.last["sights"]:
            if sight["legal"]:
                moves = [*sight["legal"]["moves"], *self.claims(sight["legal"]["claims"])]
                name = f"{self.random.getrandbits(64):016x}"
                move = self.random.choice(moves)
                return {"message": "move", "id": name, "seq": self.seq, "seat": sight["seat"], "move": move}
        return None

    def claims(self, claims: dict[str, list[str]]) -> list[str]:
        """Every claim, and those that are there more often: games should end."""
        return 3 * [f"claim {route} {payment}" for route, payments in claims.items() for payment in payments]


def together(*coroutines: Any) -> None:
    """Run them all at the same time."""

    async def run() -> None:
        await asyncio.gather(*coroutines)

    asyncio.run(run())


def refused(answer: tuple[int, Any]) -> tuple[int, str]:
    """Status and code of a request that was not carried out."""
    assert set(answer[1]) == {"code", "rule", "parameters"}, answer
    return answer[0], answer[1]["code"]
