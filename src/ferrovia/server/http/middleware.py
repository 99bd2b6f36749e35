"""Middleware around every request: rate and size limits, origin check, security headers."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.credentials import address_of, check_origin
from ferrovia.server.http.dependencies import AppState
from ferrovia.server.http.responses import refusal_response

LARGEST_BODY: Final = 1 << 16
SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class RequestMiddleware:
    """ASGI middleware: rate and size limits, and security headers."""

    def __init__(self, app: ASGIApp, state: AppState) -> None:
        self.app, self.state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the handshake of a WebSocket, which has its own limits from then on."""
        match scope["type"]:
            case "http":
                await self._request(scope, receive, self._with_headers(scope, send))
            case "websocket":
                await self._handshake(scope, receive, send)
            case _:
                await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(Request(scope))
            await self.state.warm_up.admit(scope["path"])
            await self.app(scope, self._counted(receive), send)
        except RequestRefused as refusal:
            self.state.services.metrics.refused.labels(refusal.code).inc()
            await refusal_response(refusal)(scope, receive, send)

    async def _handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_address(address_of(HTTPConnection(scope)))
            await self.state.warm_up.admit(scope["path"])
        except RequestRefused as refusal:
            await WebSocket(scope, receive, send).send_denial_response(refusal_response(refusal))
        else:
            await self.app(scope, receive, send)

    def _check_address(self, address: str) -> None:
        self.state.services.moderation.check_address(address)
        self.state.limits.requests.check(address)

    def _check(self, request: Request) -> None:
        self._check_address(address_of(request))
        if request.url.path.startswith("/api"):
            check_origin(request, self.state.settings)
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > LARGEST_BODY:
            raise RequestRefused("too-large")

    def _counted(self, receive: Receive) -> Receive:
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise HTTPException(413)  # FastAPI, which reads the body, would treat any other error as invalid JSON
            return message

        return counted

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
                self.state.services.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        return sender
