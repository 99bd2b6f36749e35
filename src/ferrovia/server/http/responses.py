"""Responses of the HTTP interface: JSON without a detour, refusals, and work that is dropped if the client hangs up."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from ferrovia.protocol.messages import RefusalValues
from ferrovia.server.base.refusals import RequestRefused

Value = TypeVar("Value")


class ClientGone(Exception):
    """Raised when a client has hung up before its answer was ready."""


class JsonResponse(Response):
    """Values encoded by orjson, or bytes that are JSON already. FastAPI would check and copy every value first."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else orjson.dumps(content)


def refusal_response(refusal: RequestRefused, status: int | None = None) -> Response:
    """A refusal as a response, by default with the status of its code."""
    body: RefusalValues = {"code": refusal.code, "rule": refusal.rule, "parameters": refusal.parameters}
    return JsonResponse(body, refusal.status if status is None else status)


async def unless_gone(request: Request, work: Coroutine[Any, Any, Value]) -> Value:
    """Await something for a client; drop it, and raise ClientGone, if the client hangs up first."""
    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait({job, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ClientGone
        return await job
    finally:
        job.cancel()
        gone.cancel()


async def hung_up(request: Request) -> None:
    """Return when the client hangs up. Call it after the body has been read: the same channel carries both."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
