"""Frames of a WebSocket as they arrive, below the application: a read may bring thousands of them."""

import asyncio
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

    aborted = False

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def write(self, data: Any) -> None:
        pass

    def pause_reading(self) -> None:
        pass

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


def counting(count: Any, parsed: list[None]) -> Any:
    """A method that also notes that it was called."""

    def counted(protocol: Any) -> None:
        parsed.append(None)
        count(protocol)

    return counted
