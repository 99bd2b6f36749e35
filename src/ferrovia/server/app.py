"""The application of one server process: assembles its parts, starts and stops them."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI, WebSocket
from prometheus_client import ProcessCollector

from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.garbage import COLLECT_SECONDS, collect_all
from ferrovia.server.base.load import LIMITS, LoadMonitor, Reason
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.warm_up import WarmUp
from ferrovia.server.http import (
    accounts,
    admin,
    admin_accounts,
    bots,
    health,
    lessons,
    lobby,
    network,
    profiles,
    push,
    replays,
    rules,
    tables,
)
from ferrovia.server.http.dependencies import AppState
from ferrovia.server.http.documentation import add_description, add_documentation
from ferrovia.server.http.errors import REFUSALS, add_error_handlers
from ferrovia.server.http.middleware import RequestMiddleware
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
ROUTERS: Final = (
    *(tables, rules, replays, lessons, bots, profiles, network, push, lobby, accounts, admin, admin_accounts, health),
)
"""Every module of requests, in the order of docs/reference/protocol.md."""
SIGNED_OUT_SECONDS: Final = 10.0
ADVISERS_SECONDS: Final = 4.0
"""At home the process for hints starts before the first hint is asked for, but after the opponents."""
Warming = Callable[[WarmUp], Awaitable[None]]


def make_app(settings: Settings, first: bool = True, warm: Warming | None = None) -> FastAPI:
    """The application of one server process; of several, the `first` does what must happen once. With `warm` it answers
    at once, and requests that need a game wait until that is done."""
    state = new_state(settings, ready=warm is None)
    lifespan = partial(running, state=state, first=first, warm=warm)
    app = FastAPI(title="Ferrovia", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state = state
    for room in ROUTERS:
        app.include_router(room.router, responses=REFUSALS)
    add_description(app)
    add_documentation(app, settings.docs)
    add_pages(app)
    add_error_handlers(app)

    @app.websocket("/ws/{table}")
    async def socket(websocket: WebSocket, table: str) -> None:
        await serve_socket(state.services, state.hub, websocket, table, state.limits, state.load)

    app.router.routes.insert(0, app.router.routes.pop())  # a thousand players may come again at once
    if settings.peer:
        app.add_middleware(OwnerForwarding, state=state)
    app.add_middleware(RequestMiddleware, state=state)
    prepare_routes(app)
    return app


def new_state(settings: Settings, ready: bool) -> AppState:
    """The parts of a server process that are there before it starts."""
    state = AppState()
    state.settings, state.limits = settings, AddressLimits(settings)
    state.replays, state.warm_up = ReplayPool(), WarmUp(ready)
    state.streams, state.listener = set(), None  # `launch.serve` sets the listener where others can be let in
    return state


@contextlib.asynccontextmanager
async def running(app: FastAPI, state: AppState, first: bool, warm: Warming | None) -> AsyncIterator[None]:
    """The life of a server process: its services are open, and it does its work in the background."""
    services = open_services(state.settings)
    open_parts(state, services)
    try:
        state.drawing = rules.draw_ahead(services.library.all)
        started = services.tasks.spawn(begin(state, first, warm))
        started.add_done_callback(end_if_failed)
        if not warm:
            await started
        yield
    finally:
        await state.replays.close()
        await services.close()
        log.info("closed")


def open_parts(state: AppState, services: Services) -> None:
    """What is there once the services are open."""
    state.since = server_time()
    state.services, state.hub = services, Hub(services)
    state.operator = Operator(services, state.hub)
    state.public_games = PublicGames(services, state.hub)
    state.readiness = Readiness(services.store)
    state.load = watched_load(services, state.hub, state.limits)


async def begin(state: AppState, first: bool, warm: Warming | None) -> None:
    """Start the work in the background, and let requests in."""
    services, tasks = state.services, state.services.tasks
    tasks.spawn(state.load.watch())
    tasks.repeat(COLLECT_SECONDS, collect_all)
    tasks.repeat(SIGNED_OUT_SECONDS, state.hub.close_signed_out)
    if warm:
        await warm(state.warm_up)
        tasks.spawn(services.bots.start_another(after=ADVISERS_SECONDS))
    await state.operator.start()
    await Scheduler(services, state.hub, first).start()
    if first and state.settings.lobby:
        state.public_games.start()
    state.replays.open()
    state.warm_up.ready.set()
    log.info("ready", extra={"store": "postgresql" if state.settings.shared else "sqlite"})


def end_if_failed(started: asyncio.Task[None]) -> None:
    """A server that cannot begin must not keep its visitors waiting."""
    if not started.cancelled() and started.exception():
        signal.raise_signal(signal.SIGTERM)


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
