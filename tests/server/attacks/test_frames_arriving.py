"""Requests and frames as they arrive, below the application: a read may bring thousands of them."""

import asyncio
import gc
import weakref
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from ferrovia.server.base.address_limits import MESSAGE_BURST
from ferrovia.server.base.settings import Settings
from ferrovia.server.sockets import transports, uvicorn_internals
from tests.server.attack_tools import BINARY, PING, TEXT, frame

READ = 1 << 18
"""Bytes that the event loop reads at once."""
HANDSHAKE = b"\r\n".join(
    [
        b"GET /ws/AAAAAAAAAAA HTTP/1.1",
        b"host: localhost",
        b"upgrade: websocket",
        b"connection: upgrade",
        b"sec-websocket-version: 13",
        b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
        b"",
        b"",
    ]
)


class Transport(asyncio.Transport):
    """The other end does nothing but send."""

    aborted = paused = False

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def write(self, data: Any) -> None:
        pass

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.aborted = True


async def accept(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


@pytest.mark.parametrize("content", [frame(TEXT, b"{}"), frame(BINARY, b""), frame(PING, b"")])
def test_what_comes_too_fast_is_not_even_parsed(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[None] = []
    protocol_class: Any = uvicorn_internals.protocols(Settings())["ws"]
    monkeypatch.setattr(protocol_class, "count", counting(protocol_class.count, parsed))

    async def run() -> bool:
        config = Config(accept, ws="none", log_config=None)
        config.load()
        protocol, transport = protocol_class(config, ServerState(), {}), Transport()
        protocol.connection_made(transport)
        protocol.data_received(HANDSHAKE)
        await asyncio.sleep(0.05)
        protocol.data_received(content * (READ // len(content)))
        return transport.aborted

    assert asyncio.run(run()), "the client is cut off"
    burst = Settings().messages_per_second * transports.FRAMES * MESSAGE_BURST
    assert burst <= len(parsed) <= burst + uvicorn_internals.SLICE


def http_connection(app: Any) -> tuple[Any, Transport]:
    """A connection as uvicorn makes it."""
    config = Config(app, log_config=None)
    config.load()
    protocol_class: Any = uvicorn_internals.protocols(Settings())["http"]
    protocol, transport = protocol_class(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)
    return protocol, transport


SHORT_HEADERS = b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"a:b\r\n" * 700 + b"\r\n"


def test_requests_are_not_parsed_before_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a megabyte of short headers held the event loop for 60 ms, and became 8 MB of objects."""
    parsed: list[None] = []
    monkeypatch.setattr(
        uvicorn_internals.HttpProtocol, "on_header", counting(uvicorn_internals.HttpProtocol.on_header, parsed)
    )

    async def never(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        protocol, transport = http_connection(never)
        protocol.data_received(SHORT_HEADERS * 30)
        assert 0 < len(parsed) <= uvicorn_internals.SLICE, "at once"
        for _ in range(100):
            await asyncio.sleep(0)
        assert 701 <= len(parsed) < 3 * 701, "one is answered, one waits"
        protocol.data_received(SHORT_HEADERS * 30)
        assert transport.aborted, "so much may not wait"
        protocol.connection_lost(None)

    asyncio.run(run())


def test_a_body_that_nobody_reads_stops_the_reading() -> None:
    """A request that waits for its turn would otherwise collect eight times as much."""

    async def run() -> None:
        wanted = asyncio.Event()

        async def read_late(scope: Any, receive: Any, send: Any) -> None:
            await wanted.wait()
            while (await receive())["more_body"]:
                pass

        protocol, transport = http_connection(read_late)
        protocol.data_received(b"POST / HTTP/1.1\r\ncontent-length: 200000\r\n\r\n" + b"x" * 100_000)
        while protocol.unparsed:
            await asyncio.sleep(0)
        assert transport.paused, "the request does not read"
        wanted.set()
        while len(protocol.cycle.body):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not transport.paused, "it wants the rest"
        protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(run())


def test_requests_are_answered_in_turn() -> None:
    answered: list[int] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        answered.append(len(body))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def run() -> None:
        protocol, transport = http_connection(answer)
        for size in (0, 5, 50_000, 100_000, 7):
            protocol.data_received(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n%s" % (size, b"x" * size))
            while protocol.unparsed and not transport.aborted:
                await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert not transport.aborted
        protocol.connection_lost(None)

    asyncio.run(run())
    assert answered == [0, 5, 50_000, 100_000, 7]


def test_a_lost_connection_leaves_nothing_to_collect() -> None:
    """Full collections are ten minutes apart: what waited would be kept until then."""

    async def never(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    async def run() -> None:
        protocol, _ = http_connection(never)
        left = weakref.ref(protocol)
        protocol.data_received(b"GET / HTTP/1.1\r\n\r\n" * 20)
        await asyncio.sleep(0)
        assert len(protocol.pipeline) == 19
        protocol.connection_lost(None)
        await asyncio.sleep(0.01)
        del protocol
        assert left() is None

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()


def counting(count: Any, parsed: list[None]) -> Any:
    """A method that also notes that it was called."""

    def counted(protocol: Any, *arguments: Any) -> None:
        parsed.append(None)
        count(protocol, *arguments)

    return counted
