"""All use of uvicorn's internals: limits on connections, below HTTP and WebSockets.

A client may stall in the middle of a request, or not read what it is sent: after `--patience` seconds it is cut off. A
request has a maximum size, however it is spread over head, body and framing; and frames that are not our messages are
counted like messages. `transports` uses these classes only if the installed uvicorn is one they were tested with.
"""

import asyncio
import os
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ferrovia.server.base.address_limits import MESSAGE_BURST
from ferrovia.server.base.rate_limits import TokenBucket
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.credentials import network_of
from ferrovia.server.sockets.connection_limits import ConnectionGate
from ferrovia.server.sockets.transports import FRAMES, INVALID_TEXT

if TYPE_CHECKING:
    from websockets.frames import Frame

LARGEST_REQUEST: Final = 1 << 19
"""Bytes of a whole request. Bodies have a limit of their own, with a response; this one is for endless framing."""
LARGEST_HEAD: Final = 1 << 15
"""Bytes of all headers together; each counts a little more than it has. Half a megabyte of short ones took 33 ms of
the event loop; browsers send one kilobyte, and proxies pass on 8 to 32."""
HEADER_BYTES: Final = 32
"""What a header counts besides its name and value."""
MOST_PIPELINED: Final = 32
"""Requests that may wait on a connection for the one before them. Browsers and proxies send one at a time; uvicorn
would queue whatever comes, thousands with each read."""
MOST_AHEAD: Final = 1 << 17
"""Bytes that may wait with them. They are not parsed before their turn: as headers they would take ten times as much
memory."""
SLICE: Final = 1 << 11
"""Bytes of a connection that are parsed at once: at most 341 frames of a WebSocket, or 512 headers. A read may bring a
hundred times as many."""
TICKS: Final = 10
"""uvicorn ticks ten times a second."""


class SlowReaderGuard(asyncio.Protocol):
    """Write timeout: cuts off a client that does not read, because what was written stays in our memory."""

    patience: ClassVar[float]
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The write buffer is full: start the timer."""
        super().pause_writing()
        self.unread = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again: stop the timer."""
        self.stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        self.stop_waiting()
        super().connection_lost(exc)

    def stop_waiting(self) -> None:
        """Stop the write timer."""
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class PatientFlow(FlowControl):
    """Reads on only when nothing waits and uvicorn does not want to stop for a large body: it would take in another
    read with every answer, and whenever a request reads its body."""

    full = waiting = False

    def pause_reading(self) -> None:
        """A request has more of its body than it reads."""
        self.full = True
        self.settle()

    def resume_reading(self) -> None:
        """It reads on, or does not need the rest."""
        self.full = False
        self.settle()

    def hold(self, waiting: bool) -> None:
        """Stop reading while something waits, then read on."""
        self.waiting = waiting
        self.settle()

    def settle(self) -> None:
        """Read, unless there is a reason not to."""
        if self.full or self.waiting:
            super().pause_reading()
        else:
            super().resume_reading()


class HttpProtocol(SlowReaderGuard, HttpToolsProtocol):
    """HTTP with a deadline and a size limit for each request, parsed bit by bit."""

    gate: ClassVar[ConnectionGate]
    proxies: ClassVar[_TrustedHosts]
    """Those that uvicorn believes about where requests come from."""
    hurry: asyncio.TimerHandle | None = None
    running: RequestResponseCycle | None = None
    """The request that is being answered, or was last; `cycle` is the latest that came."""
    parsing: asyncio.Handle | None = None
    """What will parse the next part of `unparsed`."""
    size = 0
    head = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.unparsed = bytearray()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer: a new connection has to send a request in time, if there is room for it at all."""
        super().connection_made(transport)
        self.flow: PatientFlow = PatientFlow(transport)
        self.start_clock()
        host = self.client[0] if self.client else "unknown"
        if not self.gate.admit(transport, network_of(host), proxy=host in self.proxies):
            transport.abort()

    def start_clock(self) -> None:
        """Start the request timer."""
        if self.hurry is None:
            self.hurry = self.loop.call_later(self.patience, self.transport.close)

    def stop_clock(self) -> None:
        """Stop the request timer."""
        if self.hurry is not None:
            self.hurry.cancel()
            self.hurry = None

    def on_message_begin(self) -> None:
        """A request starts, unless too many wait already: an error ends the parsing, and the connection."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests at a time")
        self.size = self.head = 0
        self.start_clock()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes of the headers; an error ends the parsing, and the response is 400."""
        self.head += len(name) + len(value) + HEADER_BYTES
        if self.head > LARGEST_HEAD:
            raise ValueError("the headers of a request are too large")
        super().on_header(name, value)

    def on_message_complete(self) -> None:
        """A request has come in time: stop its timer."""
        self.stop_clock()
        self.gate.spoke(self.transport)
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """Go on with what waits."""
        super().on_response_complete()
        self.go_on()

    def data_received(self, data: bytes) -> None:
        """Parse the beginning of what has come; the rest later, so that others have their turn."""
        self.unparsed += data
        if self.parsing is None:
            self.parse()

    def parse(self) -> None:
        """Parse a part of what has come, unless a request waits for the one before it."""
        self.parsing = None
        if not self.pipeline and not self.transport.is_closing():
            part = bytes(self.unparsed[:SLICE])
            del self.unparsed[:SLICE]
            super().data_received(part)
            self.check_size(len(part))
        self.go_on()

    def check_size(self, more: int) -> None:
        """Count the bytes of an incomplete request."""
        self.size += more
        if self.hurry is not None and self.size > LARGEST_REQUEST and not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.send_400_response("Request too large.")
            else:
                self.transport.abort()

    def go_on(self) -> None:
        """Read on, or, as long as there is something left, parse its next part when its turn comes."""
        if self.parsing is not None or self.transport.is_closing():
            return
        self.flow.hold(bool(self.pipeline or self.unparsed))
        if self.pipeline and len(self.unparsed) > MOST_AHEAD:
            self.transport.abort()
        elif self.unparsed and not self.pipeline:
            self.parsing = self.loop.call_soon(self.parse)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol. What came behind the handshake was sent too early."""
        self.stop_clock()
        self.stop_waiting()
        self.gate.spoke(self.transport)
        self.unparsed.clear()
        self.flow.hold(False)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers, and let the running request know: uvicorn tells only the latest, which may wait for it."""
        self.gate.forget(self.transport)
        self.stop_clock()
        if self.parsing is not None:
            self.parsing.cancel()
        self.drop_waiting()
        if self.running is not None and not self.running.response_complete:
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(exc)

    def drop_waiting(self) -> None:
        """Free what waits at once: requests and connection refer to each other, and are collected rarely."""
        self.unparsed.clear()
        for cycle, _ in self.pipeline:
            cycle.on_response = no_response
        self.pipeline.clear()


def no_response() -> None:
    """A request that is never answered."""


class WebSocketProtocol(SlowReaderGuard, WebSocketsSansIOProtocol):
    """WebSocket with a rate limit on frames, below that on messages."""

    gate: ClassVar[ConnectionGate]
    rate: ClassVar[float]

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self.gate.forget(self.transport)
        super().connection_lost(exc)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = min(self.close_timeout, self.patience)
        self.bucket = TokenBucket(self.rate, self.rate * MESSAGE_BURST)

    def data_received(self, data: bytes) -> None:
        """Parse what has come bit by bit, until the client is cut off for it."""
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def count(self) -> None:
        """Count a frame. Messages are counted once more, and more strictly, where they are read."""
        if not self.bucket.take():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: answers would pile up."""
        self.count()
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: "Frame") -> None:
        """Count a pong."""
        self.count()
        super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        """Count a fragment of a message; it may be empty, and there may be many."""
        self.count()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message on. Text that is not UTF-8 closes the connection, without a traceback in the log."""
        self.count()
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def is_text(content: bytes) -> bool:
    """Whether it is valid UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def protocols(settings: Settings) -> dict[str, type[asyncio.Protocol]]:
    """The `http` and `ws` options of uvicorn."""
    common = {"patience": settings.patience, "gate": ConnectionGate(settings.sockets_per_client)}
    proxies = _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
    rate = settings.messages_per_second * FRAMES
    return {
        "http": type("HttpProtocol", (HttpProtocol,), {**common, "proxies": proxies}),
        "ws": type("WebSocketProtocol", (WebSocketProtocol,), {**common, "rate": rate}),
    }


class TableServer(uvicorn.Server):
    """Server that ends streams before it stops, and cuts off clients that do not read the closing handshake."""

    def __init__(self, config: uvicorn.Config, patience: float, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.patience, self.end_streams = patience, end_streams
        self.closing: dict[Any, float] = {}
        """Connections that were closed but still have something to read, and since when."""

    async def on_tick(self, counter: int) -> bool:
        """Called ten times per second."""
        if counter % TICKS == 0:
            self.cut_off(time.monotonic())
        return await super().on_tick(counter)

    def cut_off(self, now: float) -> None:
        """Cut off closing connections whose client does not read what was written within the patience."""
        closing = [protocol for protocol in self.server_state.connections if protocol.transport.is_closing()]
        self.closing = {protocol: self.closing.get(protocol, now) for protocol in closing}
        for connection, since in self.closing.items():
            if now - since > self.patience:
                connection.transport.abort()

    async def listen_too(self, listening: socket.socket) -> asyncio.Server:
        """Serve at one more socket, as at those the server began with."""

        def protocol() -> asyncio.Protocol:
            shared = {"server_state": self.server_state, "app_state": self.lifespan.state}
            return self.config.http_protocol_class(config=self.config, **shared)  # type: ignore[call-arg]

        loop = asyncio.get_running_loop()
        server = await loop.create_server(protocol, sock=listening, backlog=self.config.backlog)
        self.servers.append(server)
        return server

    def hang_up(self, place: tuple[str, int]) -> None:
        """Close the connections that came in at an address; what is being answered is still sent."""
        for connection in list(self.server_state.connections):
            if connection.transport.get_extra_info("sockname") == place:
                connection.shutdown()

    async def shutdown(self, sockets: Any = None) -> None:
        """End streams first, so that the shutdown does not wait for them."""
        self.end_streams()
        await super().shutdown(sockets)
