"""Connections, under HTTP and under WebSockets: none holds a place or memory for ever, whatever its client does.

A client may be silent in the middle of a request, or read nothing of what it is told: after `--patience` seconds it is
cut off. A request has a size, however it is spread over its head, its body and what frames them; and frames that are
no messages of ours are counted as messages are.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ferrovia.server.base.rate_limits import TokenBucket
from ferrovia.server.base.settings import Settings

if TYPE_CHECKING:
    from websockets.frames import Frame

LARGEST_REQUEST: Final = 1 << 19
"""Bytes of a whole request. Bodies have a limit of their own, with an answer; this one is for heads without end."""
FRAMES: Final = 10
"""So many pings, pongs and pieces of messages for each message that a connection may send."""
BURST: Final = 3.0
INVALID_TEXT: Final = 1007
TICKS: Final = 10
"""uvicorn ticks ten times a second."""


class SlowReaderGuard(asyncio.Protocol):
    """Cuts off whoever reads nothing: what was written waits for it in our memory."""

    patience: ClassVar[float]
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Too much waits to be read."""
        super().pause_writing()
        self.unread = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """It has been read."""
        self.stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.stop_waiting()
        super().connection_lost(exc)

    def stop_waiting(self) -> None:
        """Nobody waits for it any more."""
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class HttpProtocol(SlowReaderGuard, HttpToolsProtocol):
    """Requests that come in time and whole."""

    hurry: asyncio.TimerHandle | None = None
    size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock starts: a connection is there to ask for something."""
        super().connection_made(transport)
        self.start_clock()

    def start_clock(self) -> None:
        """A request has to be there in time."""
        if self.hurry is None:
            self.hurry = self.loop.call_later(self.patience, self.transport.close)

    def stop_clock(self) -> None:
        """It is there, or nobody wants it any more."""
        if self.hurry is not None:
            self.hurry.cancel()
            self.hurry = None

    def on_message_begin(self) -> None:
        """Its first byte."""
        self.size = 0
        self.start_clock()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """Its last."""
        self.stop_clock()
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Whatever comes; a request that is not complete grows by it."""
        super().data_received(data)
        self.size += len(data)
        if self.hurry is not None and self.size > LARGEST_REQUEST and not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.send_400_response("Request too large.")
            else:
                self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """From here on another protocol sees to the connection."""
        self.stop_clock()
        self.stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.stop_clock()
        super().connection_lost(exc)


class WebSocketProtocol(SlowReaderGuard, WebSocketsSansIOProtocol):
    """Frames that somebody may send, and as many as somebody may send."""

    rate: ClassVar[float]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = min(self.close_timeout, self.patience)
        self.bucket = TokenBucket(self.rate, self.rate * BURST)

    def count(self) -> None:
        """A frame that is no message: messages are counted where they are read."""
        if not self.bucket.take():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answered, unless the answers are not read: they would pile up."""
        self.count()
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: "Frame") -> None:
        """Perhaps to a ping of ours."""
        self.count()
        super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        """A piece of a message; it may be empty, and there may be many."""
        self.count()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. Text that is none closes the connection, and is not worth a trace in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def is_text(content: bytes) -> bool:
    """Whether it can be read as UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def protocols(settings: Settings) -> dict[str, type[asyncio.Protocol]]:
    """The protocols of a server, as uvicorn wants to be told of them."""
    patience, rate = settings.patience, settings.messages_per_second * FRAMES
    return {
        "http": type("HttpProtocol", (HttpProtocol,), {"patience": patience}),
        "ws": type("WebSocketProtocol", (WebSocketProtocol,), {"patience": patience, "rate": rate}),
    }


class TableServer(uvicorn.Server):
    """Says goodbye before it stops, and cuts off whoever does not even read that it was closed."""

    def __init__(self, config: uvicorn.Config, patience: float, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.patience, self.end_streams = patience, end_streams
        self.closing: dict[Any, float] = {}
        """Connections that were closed but still have something to read, and since when."""

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % TICKS == 0:
            self.cut_off(time.monotonic())
        return await super().on_tick(counter)

    def cut_off(self, now: float) -> None:
        """Closing waits for the client to read what was written; not for ever."""
        closing = [each for each in self.server_state.connections if each.transport.is_closing()]
        self.closing = {each: self.closing.get(each, now) for each in closing}
        for connection, since in self.closing.items():
            if now - since > self.patience:
                connection.transport.abort()

    async def shutdown(self, sockets: Any = None) -> None:
        """Streams end by themselves when they hear of it; nobody has to wait for them."""
        self.end_streams()
        await super().shutdown(sockets)
