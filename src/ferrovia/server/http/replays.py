"""Replays over HTTP: of games played here, and of any record."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ferrovia.protocol.replays import GameReplay
from ferrovia.protocol.requests import ReadRecord
from ferrovia.server.base.compressed import PRIVATE, answer
from ferrovia.server.http.credentials import address_of
from ferrovia.server.http.dependencies import TableId, TheHub, TheServices, state_of
from ferrovia.server.http.tables import finished_record
from ferrovia.server.live.services import Services
from ferrovia.server.store import statements
from ferrovia.server.workers.replay_pool import ReplayRequest

router = APIRouter(prefix="/api")


@router.get("/tables/{table}/replay", responses={200: {"model": GameReplay}})
async def replay_table(
    hub: TheHub,
    services: TheServices,
    request: Request,
    table: TableId,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Response:
    """The replay of a finished game, with its statistics; with `seat`, only what that seat knew."""
    archived = await services.store.read(partial(statements.archived_record, table=table))
    if archived:
        return await shown(services, request, ReplayRequest(archived, seat))
    record = await finished_record(services, request, await hub.find(table))
    return await shown(services, request, ReplayRequest(record.text, seat, record.times))


@router.post("/replays", responses={200: {"model": GameReplay}})
async def read_record(services: TheServices, request: Request, body: ReadRecord) -> Response:
    """The replay of any record, with its statistics. The record is not stored."""
    return await shown(services, request, ReplayRequest(body.record, body.seat))


async def shown(services: Services, request: Request, question: ReplayRequest) -> Response:
    """The replay of a record."""
    state, address = state_of(request), address_of(request)
    known = services.library.rules | services.library.others
    replay = await state.replays.replay(question, known, address, partial(state.limits.replays.check, address))
    return await answer(request, replay, PRIVATE)
