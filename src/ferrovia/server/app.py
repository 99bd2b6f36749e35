"""The application: assembles everything, and wraps every request."""

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Any, Final

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, ProcessCollector, generate_latest
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from ferrovia.protocol.messages import Parameter, RefusalValues
from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.compressed import CompressedBody, answer, compress_json
from ferrovia.server.base.garbage import COLLECT_SECONDS, collect_all
from ferrovia.server.base.load import LIMITS, LoadMonitor, Reason
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.warm_up import WarmUp
from ferrovia.server.http import (
    accounts,
    admin,
    admin_accounts,
    bots,
    lessons,
    lobby,
    network,
    profiles,
    push,
    replays,
    rules,
    tables,
    warm_up_routes,
)
from ferrovia.server.http.documentation import add_documentation
from ferrovia.server.http.middleware import HEADERS, RequestMiddleware
from ferrovia.server.http.responses import ClientGone
from ferrovia.server.http.static import add_pages
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.operator import Operator
from ferrovia.server.live.public_games import PublicGames
from ferrovia.server.live.scheduler import Scheduler
from ferrovia.server.live.services import Services, open_services
from ferrovia.server.sockets.connection import serve_socket
from ferrovia.server.sockets.connection_limits import room_for_connections
from ferrovia.server.sockets.forwarding import OwnerForwarding
from ferrovia.server.store.readiness import Readiness
from ferrovia.server.workers.replay_pool import ReplayPool

log = logging.getLogger(__name__)
SIGNED_OUT_SECONDS: Final = 10.0
CLIENT_GONE: Final = 499
"""Nobody reads this status but the metrics."""
ADVISERS_SECONDS: Final = 4.0
"""At home the process for hints starts before the first hint is asked for, but after the opponents."""
REFUSAL: Final = {"application/json": {"schema": TypeAdapter(RefusalValues).json_schema()}}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": "Refused, and why", "content": REFUSAL} for status in ("4XX", "5XX")
}
"""For the OpenAPI description."""


def end_if_failed(started: asyncio.Task[None]) -> None:
    """A server that cannot begin must not keep its visitors waiting."""
    if not started.cancelled() and started.exception():
        signal.raise_signal(signal.SIGTERM)


Warming = Callable[[WarmUp], Awaitable[None]]


def make_app(settings: Settings, first: bool = True, warm: Warming | None = None) -> FastAPI:
    """The application of one server process; of several, the `first` does what must happen once. With `warm` it answers
    at once, and requests that need a game wait until that is done."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        services = open_services(settings)
        hub = Hub(services)
        app.state.services, app.state.hub, app.state.since = services, hub, server_time()
        app.state.operator = Operator(services, hub)
        app.state.public_games = PublicGames(services, hub)
        app.state.readiness = Readiness(services.store)
        app.state.load = watched_load(services, hub, app.state.limits)
        services.tasks.spawn(app.state.load.watch())
        services.tasks.repeat(COLLECT_SECONDS, collect_all)
        services.tasks.repeat(SIGNED_OUT_SECONDS, hub.close_signed_out)

        async def begin() -> None:
            if warm:
                await warm(app.state.warm_up)
                services.tasks.spawn(services.bots.start_another(after=ADVISERS_SECONDS))
            await app.state.operator.start()
            await Scheduler(services, hub, first).start()
            if first and settings.lobby:
                app.state.public_games.start()
            app.state.replays.open()
            app.state.warm_up.ready.set()
            log.info("ready", extra={"store": "postgresql" if settings.shared else "sqlite"})

        try:
            app.state.drawing = rules.draw_ahead(services.library.all)
            started = services.tasks.spawn(begin())
            started.add_done_callback(end_if_failed)
            if not warm:
                await started
            yield
        finally:
            await app.state.replays.close()
            await services.close()
            log.info("closed")

    app = FastAPI(title="Ferrovia", version="1", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.replays = ReplayPool()
    app.state.warm_up = WarmUp(ready=warm is None)
    app.state.streams = set()
    app.state.listener = None  # `launch.serve` sets it where others can be let in
    app.state.limits = AddressLimits(settings)
    for routes in (
        tables,
        rules,
        replays,
        lessons,
        bots,
        profiles,
        network,
        push,
        warm_up_routes,
        admin,
        admin_accounts,
        lobby,
        accounts,
    ):
        app.include_router(routes.router, responses=REFUSALS)
    add_description(app)
    add_watching(app)
    add_documentation(app, settings.docs)
    add_pages(app)
    add_refusals(app)

    @app.websocket("/ws/{table}")
    async def socket(websocket: WebSocket, table: str) -> None:
        state = app.state
        await serve_socket(state.services, state.hub, websocket, table, state.limits, state.load)

    if settings.peer:
        app.add_middleware(OwnerForwarding, app_state=app.state)
    app.router.routes.insert(0, app.router.routes.pop())  # a thousand players may come again at once
    app.add_middleware(RequestMiddleware, settings=settings, app_state=app.state)
    prepare_routes(app)
    return app


def watched_load(services: Services, hub: Hub, limits: AddressLimits) -> LoadMonitor:
    """The monitor of what tables compete for, shown in the metrics."""
    load = LoadMonitor(
        {
            "store": lambda: services.store.latency,
            "descriptors": lambda: limits.sockets.total / room_for_connections(),
            "bots": lambda: services.bots.pool.backlog,
        },
        lambda: len(hub.tables),
        services.settings.overload_lag,
        services.settings.overload_processor,
        lambda: services.store.usual,
    )
    services.metrics.move_delay.set_function(lambda: load.moves)
    services.metrics.processor.set_function(lambda: load.processor)
    services.metrics.lag.set_function(lambda: load.lag)
    services.metrics.store_latency.set_function(lambda: services.store.latency)
    services.metrics.overloaded.set_function(lambda: len(load.overloaded))
    for reason in LIMITS:
        services.metrics.load.labels(reason).set_function(partial(load.share, reason))
        services.metrics.overload.labels(reason).set_function(partial(is_overloaded, load, reason))
    services.metrics.read_only.set_function(lambda: float(services.store.frozen))
    services.metrics.build.labels(version("ferrovia")).set(1)
    ProcessCollector(registry=services.metrics.registry)  # memory, processor time, file descriptors; on Linux
    return load


def is_overloaded(load: LoadMonitor, reason: Reason) -> float:
    """1 if no more tables are admitted for this reason."""
    return float(reason in load.overloaded)


def prepare_routes(app: FastAPI) -> None:
    """Let FastAPI work out every route now: it would do so during the first request, for a quarter of a second."""
    for route in app.router.routes:
        route.matches({"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": []})


def add_description(app: FastAPI) -> None:
    """The OpenAPI description, made once, in a thread, when it is asked for."""
    made: list[CompressedBody] = []
    lock = threading.Lock()

    def describe() -> CompressedBody:
        with lock:
            if not made:
                made.append(compress_json(app.openapi()))
            return made[0]

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return await answer(request, await asyncio.to_thread(describe))


def add_watching(app: FastAPI) -> None:
    """Health and metrics endpoints, for the operator."""

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        """Liveness: this process answers. Restarting it would fix nothing else."""
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> Response:
        """Readiness: games can be played here. The kernels are loaded, and the store can be written."""
        if not app.state.warm_up.ready.is_set():
            raise RequestRefused("busy")
        await app.state.readiness.check()
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Metrics for Prometheus; do not expose them to the public (docs/hosting.md)."""
        return Response(generate_latest(app.state.services.metrics.registry), media_type=CONTENT_TYPE_LATEST)


def failure(
    code: str, status: int, rule: str | None = None, parameters: dict[str, Parameter] | None = None
) -> JSONResponse:
    """A refusal over HTTP."""
    return JSONResponse({"code": code, "rule": rule, "parameters": parameters or {}}, status)


def add_refusals(app: FastAPI) -> None:
    """Turn every error into a code with parameters; never a traceback, never a sentence."""

    @app.exception_handler(RequestRefused)
    async def refused(request: Request, refusal: RequestRefused) -> Response:
        app.state.services.metrics.refused.labels(refusal.code).inc()
        return failure(refusal.code, refusal.status, refusal.rule, refusal.parameters)

    @app.exception_handler(ClientGone)
    async def gone(request: Request, error: ClientGone) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        places = sorted({".".join(str(part) for part in detail["loc"][:4])[:100] for detail in error.errors()})[:10]
        return failure("bad-message", 422, parameters={"at": places})

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        page: Response | None = await app.state.pages.lost(request) if error.status_code == 404 else None
        if page is not None:
            return page
        code = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code, "bad-message")
        response = failure(code, error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("request-failed", exc_info=error, extra={"method": request.method})
        app.state.services.metrics.errors.inc()
        app.state.services.metrics.requests.labels("500").inc()  # its answer passes by the middleware
        response = failure("failed", 500)
        response.headers.update({**HEADERS, "cache-control": "no-store"})
        return response
