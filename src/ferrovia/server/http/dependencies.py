"""What requests reach: the parts of this server process, and what FastAPI passes to a route.

Dependencies are `async`: others would run in threads of their own, and update limits outside the event loop.
"""

from threading import Thread
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Path, Request, Response
from starlette.datastructures import State
from starlette.requests import HTTPConnection

from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.load import LoadMonitor
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.warm_up import WarmUp
from ferrovia.server.http.credentials import welcome
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.operator import Operator
from ferrovia.server.live.public_games import PublicGames
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store.readiness import Readiness
from ferrovia.server.workers.replay_pool import ReplayPool

if TYPE_CHECKING:
    from ferrovia.server.http.bots import BotStream
    from ferrovia.server.http.links import NetworkListener
    from ferrovia.server.http.static import StaticPages

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9]+$")]
SeatPath = Annotated[int, Path(ge=0, le=4)]


class AppState(State):
    """The parts of a server process, as `app.state`."""

    settings: Settings
    limits: AddressLimits
    replays: ReplayPool
    warm_up: WarmUp
    pages: "StaticPages"
    streams: "set[BotStream]"
    listener: "NetworkListener | None"
    """Lets other computers in, where the person at this one may do that."""

    # from the start of the server on
    since: float
    services: Services
    hub: Hub
    load: LoadMonitor
    operator: Operator
    public_games: PublicGames
    readiness: Readiness
    drawing: Thread
    """Draws the boards ahead."""


def state_of(connection: HTTPConnection) -> AppState:
    """The parts of the process that a request reaches."""
    state: AppState = connection.app.state
    return state


async def the_hub(request: Request) -> Hub:
    """The hub of this process."""
    return state_of(request).hub


async def the_services(request: Request) -> Services:
    """The services of this process."""
    return state_of(request).services


TheHub = Annotated[Hub, Depends(the_hub)]
TheServices = Annotated[Services, Depends(the_services)]


async def caller_of(services: TheServices, request: Request, response: Response) -> Identity:
    """The identity behind a request that changes something; a new browser gets its key here."""
    return await welcome(request, response, services.settings, services.players)


async def the_table(hub: TheHub, table: TableId) -> LiveTable:
    """The table named in the path."""
    return await hub.find(table)


Caller = Annotated[Identity, Depends(caller_of)]
TheTable = Annotated[LiveTable, Depends(the_table)]
