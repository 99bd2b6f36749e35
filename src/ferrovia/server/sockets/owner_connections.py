"""Connections to the process that owns a table: WebSockets, and the streams of programs."""

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import websockets
from starlette.requests import HTTPConnection
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection

from ferrovia.protocol.requests import LARGEST
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.store.leases import Owner

CONNECT_SECONDS: Final = 2.0
"""How long the system of an owner may take to accept a connection, at all its addresses together."""
UNREACHABLE: Final = (
    *(OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, websockets.InvalidHandshake),
    *(websockets.InvalidURI, ValueError),  # a redirect, which is not followed
)
MISDIRECTED: Final = 421
HEAD_BYTES: Final = 1 << 16
FIRST_LINE: Final = re.compile(r"HTTP/1\.[01] ([245]\d\d)(?: |$)")
"""Of a Ferrovia server's response, which never redirects."""
FIELD: Final = re.compile(r"([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*?)[ \t]*", re.ASCII)


class OwnerUnreachable(Exception):
    """The owner of a table cannot be reached, or says that it is not the owner."""


class OwnerStream(StreamingResponse):
    """An owner's response to a request for a stream. Its connection ends with it, also if it is never sent."""

    def __init__(
        self, body: AsyncIterator[bytes], status: int, headers: dict[str, str], writer: asyncio.StreamWriter
    ) -> None:
        super().__init__(body, status, headers)
        self.writer = writer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.closing(self):
            await super().__call__(scope, receive, send)

    def close(self) -> None:
        """Hang up."""
        self.writer.close()


def host_of(connection: HTTPConnection, owner: Owner) -> str:
    """The host name by which a client came. RequestRefused if its header is anything but a name and a port: it becomes
    part of an address."""
    host = connection.headers.get("host", urlsplit(owner.peer).netloc)
    with contextlib.suppress(ValueError):  # the port is not a number, or too large
        parts = urlsplit(f"//{host}")
        if host.isascii() and "@" not in host and parts.netloc == host and parts.hostname and parts.port != 0:
            return host
    raise RequestRefused("bad-message")


@contextlib.contextmanager
def reaching_owner() -> Iterator[None]:
    """Turn the errors of a connection to the owner into OwnerUnreachable; a client that hangs up raises OSError too."""
    try:
        yield
    except websockets.InvalidStatus as refused:
        if refused.response.status_code == MISDIRECTED:
            raise OwnerUnreachable("misdirected") from None
        if 300 <= refused.response.status_code < 400:
            raise OwnerUnreachable("redirects") from None
        raise
    except UNREACHABLE as error:
        raise OwnerUnreachable(type(error).__name__) from None


async def connect(websocket: WebSocket, owner: Owner, headers: dict[str, str]) -> ClientConnection:
    """A connection to the owner, which sees the name by which the client came."""
    host = host_of(websocket, owner)
    with reaching_owner():
        return await websockets.connect(
            f"ws://{host}{websocket.url.path}",
            sock=await reach(owner),
            proxy=None,  # a proxy would connect to the client's host header instead of the owner
            additional_headers=headers,
            user_agent_header=None,
            compression=None,
            open_timeout=None,
            ping_interval=None,  # both ends of the relay ping already
            max_size=None,
            write_limit=LARGEST,
        )


async def reach(owner: Owner) -> socket.socket:
    """A TCP connection to the owner, at the first of its addresses that accepts one; a name may have some at which it
    does not listen. The system accepts it for a process that is too busy to do so."""
    parts, loop = urlsplit(owner.peer), asyncio.get_running_loop()
    places = await loop.getaddrinfo(parts.hostname, parts.port or 80, type=socket.SOCK_STREAM)
    until, failure = loop.time() + CONNECT_SECONDS, OSError("no address")
    for left, (family, kind, protocol, _, address) in zip(range(len(places), 0, -1), places, strict=True):
        try:
            async with asyncio.timeout((until - loop.time()) / left):  # a silent address leaves time for the others
                return await connected(socket.socket(family, kind, protocol), address)
        except OSError as error:
            failure = error
    raise failure


async def connected(connection: socket.socket, address: Any) -> socket.socket:
    """A socket, connected to an address."""
    try:
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, address)
    except BaseException:
        connection.close()
        raise
    return connection


async def streamed(owner: Owner, request: bytes) -> OwnerStream:
    """Send a request to the owner; its response."""
    with reaching_owner():
        reader, writer = await asyncio.open_connection(sock=await reach(owner), limit=HEAD_BYTES)
        try:
            writer.write(request)
            status, fields = read_head(await reader.readuntil(b"\r\n\r\n"))
        except BaseException:
            writer.close()
            raise
    kept = {name: value for name, value in fields.items() if name not in ("transfer-encoding", "connection", "date")}
    body = chunks(reader) if "transfer-encoding" in fields else rest(reader)
    return OwnerStream(body, status, kept, writer)


def read_head(head: bytes) -> tuple[int, dict[str, str]]:
    """The status and the headers of a response. OwnerUnreachable if no Ferrovia server sent it: another program has the
    address."""
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    status = FIRST_LINE.match(first)
    pairs = [FIELD.fullmatch(line) for line in lines]
    if status is None or not all(pairs):
        raise OwnerUnreachable("malformed")
    if int(status[1]) == MISDIRECTED:
        raise OwnerUnreachable("misdirected")
    return int(status[1]), {pair[1].lower(): pair[2] for pair in pairs if pair}


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The chunks of a body (RFC 9112, 7.1)."""
    with contextlib.suppress(OSError, EOFError, ValueError):
        while size := int((await reader.readline()).split(b";")[0], 16):
            yield (await reader.readexactly(size + 2))[:-2]


async def rest(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """A body that ends with its connection."""
    with contextlib.suppress(OSError):
        while chunk := await reader.read(HEAD_BYTES):
            yield chunk
