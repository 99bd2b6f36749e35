"""Forwarding: connections of a table that another process owns are relayed to it.

WebSockets and the streams of programs are forwarded. Other requests end soon: any process answers them from the store,
and notifies the owner of what it writes.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import websockets
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.tokens import ID_LENGTH
from ferrovia.server.http.credentials import address_of, check_origin
from ferrovia.server.http.dependencies import AppState
from ferrovia.server.http.responses import refusal_response
from ferrovia.server.live.ownership import TableOwnership
from ferrovia.server.sockets import close_codes
from ferrovia.server.sockets.owner_connections import (
    MISDIRECTED,
    OwnerStream,
    OwnerUnreachable,
    connect,
    host_of,
    streamed,
)
from ferrovia.server.store.leases import Owner

log = logging.getLogger(__name__)
Value = TypeVar("Value")
FORWARDED: Final = "x-ferrovia-process"
"""Names the process to which a connection was forwarded. Such a connection is not forwarded again."""
TRIES: Final = 3
"""Owners to try while a table changes hands."""
ANSWER_SECONDS: Final = 2.0
PATIENCE: Final = 10
"""How often to wait so long for the answer of an owner that is busy, and renews its lease."""
PLACES: Final = re.compile(rf"/(?:ws/(\w{{{ID_LENGTH}}})|api/bot/tables/(\w{{{ID_LENGTH}}})/stream)")
KEPT: Final = ("authorization", "cookie", "origin", "user-agent", "sec-fetch-site", "accept")
NO_CODE: Final = frozenset((1005, 1006, 1015))
"""Close codes that cannot be sent."""


class OwnerForwarding:
    """ASGI middleware: serves connections of tables that this process owns, relays the others to the owner."""

    def __init__(self, app: ASGIApp, state: AppState) -> None:
        self.app, self.state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or relay."""
        place = PLACES.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        ownership = self.state.services.ownership if place else None
        if place is None or ownership is None or not ownership.peer:
            return await self.app(scope, receive, send)
        table, unreachable = place[1] or place[2], ""
        for _ in range(TRIES):
            owner = await owner_elsewhere(ownership, table, unreachable)
            if owner is None:
                with ownership.hold(table):
                    return await self.app(scope, receive, send)
            if FORWARDED in HTTPConnection(scope).headers:
                return await respond(scope, receive, send, Response(status_code=MISDIRECTED))
            if await self._relayed(scope, receive, send, owner):
                return None
            unreachable = owner.process
        return await respond(scope, receive, send, refusal_response(RequestRefused("busy")))

    async def _relayed(self, scope: Scope, receive: Receive, send: Send, owner: Owner) -> bool:
        """Whether the owner could be reached."""
        headers = {**forwarded_headers(HTTPConnection(scope)), FORWARDED: owner.process}
        try:
            if scope["type"] == "http":
                response = await self._stream_from(Request(scope, receive), owner, headers)
                await response(scope, receive, send)
            else:
                await self._relay_socket(WebSocket(scope, receive, send), owner, headers)
        except OwnerUnreachable as error:
            log.warning("owner-unreachable", extra={"peer": owner.peer, "why": str(error)})
            return False
        except websockets.InvalidStatus as refused:
            body = bytes(refused.response.body or b"")  # it is a bytearray, which Starlette does not send
            answer = Response(body, refused.response.status_code, media_type="application/json")
            await respond(scope, receive, send, answer)
        except RequestRefused as refusal:
            await respond(scope, receive, send, refusal_response(refusal))
        return True

    async def _relay_socket(self, websocket: WebSocket, owner: Owner, headers: dict[str, str]) -> None:
        """A WebSocket from its handshake to its end. Errors are raised before it is accepted."""
        address, limits = address_of(websocket), self.state.limits
        check_origin(websocket, self.state.settings)
        limits.sockets.take(address, "too-many-sockets")
        try:
            async with await self._answered(connect(websocket, owner, headers), owner, hang_up) as upstream:
                with contextlib.suppress(OSError, WebSocketDisconnect):  # the client has hung up
                    await websocket.accept()
                    await self._relay(websocket, upstream, address)
        finally:
            limits.sockets.give_back(address)

    async def _answered(self, work: Coroutine[Any, Any, Value], owner: Owner, drop: Callable[[Value], None]) -> Value:
        """The answer of an owner. A busy one may take a while as long as it renews its lease; it keeps its tables then,
        and the client is told to come again. `drop` closes an answer that comes when nobody waits for it any more."""
        ownership = self.state.services.ownership
        task = asyncio.create_task(work)
        try:
            for _ in range(PATIENCE):
                await asyncio.wait({task}, timeout=ANSWER_SECONDS)
                if task.done():
                    return await task
                if not await ownership.is_alive(owner):
                    raise OwnerUnreachable("lease run out")
            if task.done():  # in the meantime
                return await task
            raise RequestRefused("busy")
        except BaseException:
            task.cancel()
            task.add_done_callback(partial(drop_result, drop=drop))
            raise

    async def _stream_from(self, request: Request, owner: Owner, headers: dict[str, str]) -> OwnerStream:
        """The owner's response to a request for a stream."""
        host = host_of(request, owner)
        target = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
        first = [f"GET {target} HTTP/1.1", f"host: {host}", "connection: close"]
        lines = [*first, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        return await self._answered(streamed(owner, "\r\n".join(lines).encode("latin-1")), owner, OwnerStream.close)

    async def _relay(self, websocket: WebSocket, upstream: ClientConnection, address: str) -> None:
        tasks = {
            asyncio.create_task(self._upwards(websocket, upstream, address)),
            asyncio.create_task(downwards(upstream, websocket)),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            code = next(iter(done)).result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await websocket.close(code)

    async def _upwards(self, websocket: WebSocket, upstream: ClientConnection, address: str) -> int:
        """What the client sends; returns the code with which to close."""
        try:
            while True:
                message = await websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return 1000
                self.state.limits.messages.check(address)
                text = message.get("text")
                await upstream.send(text if text is not None else message["bytes"])
        except RequestRefused:
            return close_codes.TOO_FAST
        except (websockets.ConnectionClosed, WebSocketDisconnect, OSError):
            return closed_with(upstream)


def hang_up(upstream: ClientConnection) -> None:
    """End a connection that nobody uses."""
    upstream.transport.abort()


def drop_result(task: asyncio.Task[Value], drop: Callable[[Value], None]) -> None:
    """Drop what a task has returned, if it has returned anything."""
    if not task.cancelled() and task.exception() is None:
        drop(task.result())


async def owner_elsewhere(ownership: TableOwnership, table: str, unreachable: str) -> Owner | None:
    """The other process that owns a table. None also if there is no such table, or the store fails: the route says
    so."""
    try:
        return await ownership.elsewhere(table, unreachable)
    except RequestRefused:
        return None


async def respond(scope: Scope, receive: Receive, send: Send, response: Response) -> None:
    """Respond to a request, or to the handshake of a WebSocket, which is thereby refused."""
    if scope["type"] == "http":
        await response(scope, receive, send)
    else:
        await WebSocket(scope, receive, send).send_denial_response(response)


async def downwards(upstream: ClientConnection, websocket: WebSocket) -> int:
    """What the owner sends; returns the code with which it closed."""
    with contextlib.suppress(websockets.ConnectionClosed, WebSocketDisconnect, RuntimeError, OSError):
        while True:
            await websocket.send_text(await upstream.recv(decode=True))
    return closed_with(upstream)


def closed_with(upstream: ClientConnection) -> int:
    """The code with which an owner closed; a client that lost it comes again."""
    code = upstream.close_code
    return close_codes.COME_AGAIN if code is None or code in NO_CODE else code


def forwarded_headers(connection: HTTPConnection) -> dict[str, str]:
    """The headers of a request that its owner needs, with the address it comes from."""
    headers = {name: connection.headers[name] for name in KEPT if name in connection.headers}
    client = connection.client.host if connection.client else "unknown"
    return {**headers, "x-forwarded-for": client, "x-forwarded-proto": connection.url.scheme.replace("ws", "http")}
