"""The forwarding of one process, and owners that answer as a test says."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import websockets
from starlette.types import Message, Receive, Scope, Send
from websockets.utils import accept_key

from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.ownership import TableOwnership
from ferrovia.server.sockets.forwarding import OwnerForwarding
from ferrovia.server.store import leases, statements
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.opening import open_store
from tests.server.store.store_harness import ID, opened

HERE = "http://127.0.0.1:1"
HANG_UP: Message = {"type": "websocket.disconnect", "code": 1001}


class Gateway:
    """The forwarding of one process, in front of routes that only say that they were reached."""

    def __init__(self, url: str) -> None:
        settings = Settings(store=url)
        self.store = StorePort(open_store(settings.url))
        self.ownership = TableOwnership(self.store, HERE)
        services = SimpleNamespace(ownership=self.ownership)
        state = SimpleNamespace(services=services, limits=AddressLimits(settings), settings=settings)
        self.forwarding = OwnerForwarding(self.serve, state)
        self.served = 0
        self.sent: list[Message] = []

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.served += 1

    async def open(self) -> None:
        await self.store.write(partial(statements.create, step=opened()))
        await self.ownership.renew()

    async def own(self, peer: str) -> TableOwnership:
        """Another process, which takes the table from any owner."""
        other = TableOwnership(self.store, peer)
        await other.renew()
        owner = await other.elsewhere(ID)
        assert owner is None or await other.elsewhere(ID, owner.process) is None
        return other

    async def owner(self) -> str:
        found = await self.store.read(partial(leases.owner_of, table=ID))
        assert found
        return found.process

    async def come(self, kind: str = "websocket", gone: bool = False, **headers: str) -> None:
        """A client connects, and hangs up when it has been accepted or, if it is `gone`, just before."""
        messages: list[Message] = [{"type": "websocket.connect"}, HANG_UP]
        path = f"/ws/{ID}" if kind == "websocket" else f"/api/bot/tables/{ID}/stream"
        pairs = [
            (name.replace("_", "-").encode(), value.encode()) for name, value in ({"host": "a.test"} | headers).items()
        ]
        scope: Scope = {"type": kind, "path": path, "query_string": b"", "headers": pairs, "client": ("127.0.0.1", 5)}
        scope.update(scheme="http" if kind == "http" else "ws", extensions={"websocket.http.response": {}})

        async def receive() -> Message:
            if not messages:
                await asyncio.Event().wait()
            return messages.pop(0)

        async def send(message: Message) -> None:
            self.sent.append(message)
            if gone:
                raise OSError("the client has hung up")

        await self.forwarding(scope, receive, send)

    @property
    def said(self) -> tuple[str, int | None]:
        """The kind of the first message to the client, and its status."""
        return self.sent[0]["type"], self.sent[0].get("status")


def at_gateway(url: str, story: Callable[[Gateway], Awaitable[None]]) -> None:
    """Run a story at an open gateway."""

    async def run() -> None:
        gateway = Gateway(url)
        try:
            await gateway.open()
            async with asyncio.timeout(60):
                await story(gateway)
        finally:
            gateway.store.close()

    asyncio.run(run())


@contextlib.asynccontextmanager
async def listening(before: Callable[[], Awaitable[int]] | None = None) -> AsyncIterator[str]:
    """The address of a process that accepts WebSockets, unless `before` returns a status."""

    async def first(connection: Any, request: Any) -> Any:
        return connection.respond(await before(), "") if before else None

    async with websockets.serve(lambda socket: socket.wait_closed(), "127.0.0.1", 0, process_request=first) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@contextlib.asynccontextmanager
async def raw(answer: bytes, wait: float = 0.0) -> AsyncIterator[str]:
    """The address of something that answers with these bytes, after a while."""

    async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError), contextlib.closing(writer):
            await asyncio.sleep(wait)
            writer.write(answer)
            await writer.drain()

    async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def accepted(head: bytes) -> bytes:
    """The answer to the handshake of a WebSocket."""
    key = next(line.split(b": ")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key"))
    upgrade = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    return f"{upgrade}sec-websocket-accept: {accept_key(key.decode())}\r\n\r\n".encode()


@contextlib.contextmanager
def silent() -> Iterator[tuple[str, int]]:
    """An address that neither accepts nor refuses: its queue of connections is full."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(8):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        yield listener.getsockname()
