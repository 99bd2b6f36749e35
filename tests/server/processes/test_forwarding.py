"""Forwarding to an owner that is gone, that has lost the table, or whose client is gone."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
import websockets
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send
from websockets.utils import accept_key

from ferrovia.protocol.options import NewTable, SeatWish
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.ownership import TableOwnership
from ferrovia.server.live.services import Services, open_services
from ferrovia.server.sockets import forwarding
from ferrovia.server.sockets.connection import SocketLimits
from ferrovia.server.sockets.forwarding import FORWARDED, OwnerForwarding
from ferrovia.server.sockets.owner_connections import HEAD_BYTES
from ferrovia.server.store import leases, statements
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.notifications import ANOTHER_OWNER
from ferrovia.server.store.opening import open_store
from tests.server.server_process import free_port
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
        state = SimpleNamespace(services=services, limits=SocketLimits(settings), settings=settings)
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


def test_a_client_that_hangs_up_takes_no_table_from_its_owner(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(gone=True)
            assert gateway.said == ("websocket.accept", None)
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_a_table_of_an_unreachable_owner_is_served_here(database: str, kind: str) -> None:
    async def story(gateway: Gateway) -> None:
        await gateway.own(f"http://127.0.0.1:{free_port()}")
        await gateway.come(kind)
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


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


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize("dead", ["refuses", "silent"])
def test_every_address_of_an_owner_is_tried(
    database: str, kind: str, dead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name may have an IPv6 address too, where nobody listens."""
    known = socket.getaddrinfo

    async def story(gateway: Gateway) -> None:
        refusal = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        async with raw(refusal) as peer:
            with silent() as place:
                places = [place if dead == "silent" else ("127.0.0.1", free_port()), ("127.0.0.1", urlsplit(peer).port)]

                def named(host: Any, *rest: Any, **more: Any) -> Any:
                    if host != "owner.test":
                        return known(host, *rest, **more)
                    return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", each) for each in places]

                monkeypatch.setattr(socket, "getaddrinfo", named)
                owner = await gateway.own("http://owner.test:8000")
                await gateway.come(kind)
                assert gateway.sent[0]["status"] == 404, "what the owner said"
                assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_a_misdirected_connection_follows_the_table_to_its_next_owner(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:

            async def moved() -> int:
                await gateway.own(peer)
                return 421

            async with listening(moved) as first:
                await gateway.own(first)
                await gateway.come()
            assert gateway.said == ("websocket.accept", None)
            assert gateway.served == 0
            assert await gateway.owner() != gateway.ownership.process

    at_gateway(database, story)


def test_a_program_does_not_see_that_its_stream_was_misdirected(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async def restarted() -> int:
            return 421

        async with listening(restarted) as peer:
            await gateway.own(peer)
            await gateway.come("http")
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


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


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize(
    "head",
    [
        b"\r\n\r\n",
        b"HTTP/1.1\r\n\r\n",
        b"HTTP/1.1 fine\r\n\r\n",
        b"HTTP/1.1 999 what\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 301 Moved Permanently\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://a.test/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 308 Permanent Redirect\r\nlocation: ws://a.test:x/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\na b: \x01\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nlong: " + b"x" * (HEAD_BYTES * 2) + b"\r\n\r\n",
    ],
)
def test_what_is_no_answer_of_ours_is_no_owner(database: str, kind: str, head: bytes) -> None:
    """Something else has the address by now."""

    async def story(gateway: Gateway) -> None:
        async with raw(head) as peer:
            await gateway.own(peer)
            await gateway.come(kind)
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_a_busy_owner_keeps_its_tables(database: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slow to answer, but renews its lease."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1000)
    refusal = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

    async def story(gateway: Gateway) -> None:
        async with raw(refusal, wait=1.0) as peer:
            owner = await gateway.own(peer)
            await gateway.come(kind)
            assert gateway.sent[0]["status"] == 404, "what the owner said"
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_a_client_of_an_owner_that_stays_busy_is_told_to_come_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.05)

    async def story(gateway: Gateway) -> None:
        async with raw(b"", wait=30.0) as peer:
            owner = await gateway.own(peer)
            await gateway.come("http")
            assert gateway.sent[0]["status"] == 503
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_an_owner_that_hangs_loses_its_tables_with_its_lease(
    database: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system still accepts connections for it."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1000)

    async def story(gateway: Gateway) -> None:
        async with raw(b"", wait=30.0) as peer:
            owner = await gateway.own(peer)
            coming = asyncio.create_task(gateway.come(kind))
            await asyncio.sleep(0.5)
            assert not coming.done()
            await owner.release()
            await coming
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize("alive", [True, False])
def test_an_answer_that_comes_while_its_owner_is_looked_for_is_not_lost(
    database: str, kind: str, alive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used if the owner is alive; if not, its connection is closed."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1)

    async def story(gateway: Gateway) -> None:
        asked, closed = asyncio.Event(), asyncio.Event()

        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError), contextlib.closing(writer):
                head = await reader.readuntil(b"\r\n\r\n")
                await asked.wait()
                writer.write(accepted(head) if kind == "websocket" else b"HTTP/1.1 200 OK\r\n\r\n")
                if alive and kind == "http":
                    writer.write_eof()
                await reader.read()
                closed.set()

        async def is_alive(owner: Any) -> bool:
            found = {task for task in asyncio.all_tasks() if task.get_coro().__name__ in ("connect", "streamed")}  # type: ignore[union-attr]
            assert len(found) == 1
            asked.set()
            await asyncio.wait(found)
            return alive

        monkeypatch.setattr(gateway.ownership, "is_alive", is_alive)
        async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
            owner = await gateway.own(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            await gateway.come(kind)
            async with asyncio.timeout(20):
                await closed.wait()
            if alive:
                assert gateway.said == (
                    ("websocket.accept", None) if kind == "websocket" else ("http.response.start", 200)
                )
                assert (gateway.served, await gateway.owner()) == (0, owner.process)
            else:
                assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


def accepted(head: bytes) -> bytes:
    """The answer to the handshake of a WebSocket."""
    key = next(line.split(b": ")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key"))
    upgrade = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    return f"{upgrade}sec-websocket-accept: {accept_key(key.decode())}\r\n\r\n".encode()


def test_a_stream_that_its_client_does_not_take_is_closed(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        closed = asyncio.Event()

        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError), contextlib.closing(writer):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await reader.read()
                closed.set()

        async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
            await gateway.own(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            with contextlib.suppress(OSError, ClientDisconnect):
                await gateway.come("http", gone=True)
            async with asyncio.timeout(20):
                await closed.wait()

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_what_was_forwarded_is_not_forwarded_again(database: str, kind: str) -> None:
    """Also if it was meant for the process that had this address before."""

    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(kind, **{FORWARDED: "before"})
            assert gateway.sent[0]["status"] == 421
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("host", ["a.test:99999", "a.test:x", "a.test/metrics?", "me:secret@a.test", "a.test#", "[::"])
def test_a_malformed_host_is_refused(database: str, host: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(host=host)
            assert gateway.said == ("websocket.http.response.start", 422)
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_the_owner_is_not_asked_through_a_proxy(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would connect to whatever host the client names."""
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    monkeypatch.delenv("no_proxy", raising=False)

    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come()
            assert gateway.said == ("websocket.accept", None)
            assert await gateway.owner() == owner.process

    at_gateway(database, story)


def test_what_the_old_owner_wrote_without_a_notification_reaches_the_new_one(database: str) -> None:
    """It has not yet heard that the table was taken from it."""
    caller, wish = Identity("a key"), NewTable("new-york", [SeatWish("me"), SeatWish("open")])

    def process(peer: str) -> tuple[Services, Hub]:
        services = open_services(Settings(store=database, peer=peer))
        return services, Hub(services)

    async def story() -> None:
        (old, old_hub), (new, new_hub) = process("http://old:1"), process("http://new:1")
        try:
            for each in (old, new):
                await each.ownership.renew()
            table = await old_hub.open(wish, caller, "here")
            assert await old.ownership.elsewhere(table.row.id) is None
            heard = asyncio.Event()

            async def listens() -> None:
                heard.set()

            new.tasks.spawn(new.bus.listen(new_hub.hear, listens))
            await heard.wait()
            assert await new.ownership.elsewhere(table.row.id, old.ownership.process) is None
            taken = await new_hub.find(table.row.id)
            assert await table.say(caller, 0, "hello", "once") > taken.row.seq
            old_hub.hear(table.row.id, ANOTHER_OWNER)
            async with asyncio.timeout(20):
                while taken.row.seq < table.row.seq:
                    await asyncio.sleep(0.01)
        finally:
            await old.close()
            await new.close()

    asyncio.run(story())
