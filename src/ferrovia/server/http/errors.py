"""Errors over HTTP: each becomes a code with parameters; never a traceback, never a sentence."""

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from ferrovia.protocol.messages import RefusalValues
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.dependencies import state_of
from ferrovia.server.http.middleware import SECURITY_HEADERS
from ferrovia.server.http.responses import ClientGone, refusal_response

log = logging.getLogger(__name__)
CLIENT_GONE: Final = 499
"""Nobody reads this status but the metrics."""
REFUSAL: Final = {"application/json": {"schema": TypeAdapter(RefusalValues).json_schema()}}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": "Refused, and why", "content": REFUSAL} for status in ("4XX", "5XX")
}
"""For the OpenAPI description."""


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error with its code."""

    @app.exception_handler(RequestRefused)
    async def refused(request: Request, refusal: RequestRefused) -> Response:
        state_of(request).services.metrics.refused.labels(refusal.code).inc()
        return refusal_response(refusal)

    @app.exception_handler(ClientGone)
    async def gone(request: Request, error: ClientGone) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        places = sorted({".".join(str(part) for part in detail["loc"][:4])[:100] for detail in error.errors()})[:10]
        return refusal_response(RequestRefused("bad-message", at=places))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        page: Response | None = await state_of(request).pages.lost(request) if error.status_code == 404 else None
        if page is not None:
            return page
        code = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code, "bad-message")
        response = refusal_response(RequestRefused(code), error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("request-failed", exc_info=error, extra={"method": request.method})
        state_of(request).services.metrics.errors.inc()
        state_of(request).services.metrics.requests.labels("500").inc()  # its answer passes by the middleware
        response = refusal_response(RequestRefused("failed"))
        response.headers.update({**SECURITY_HEADERS, "cache-control": "no-store"})
        return response
