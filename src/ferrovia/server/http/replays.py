"""Written games over HTTP: those played here, and any record somebody has."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ferrovia.protocol.replay import ReadRecord, Replay
from ferrovia.server.base.compressed import PRIVATE, answer
from ferrovia.server.base.rate_limits import Buckets
from ferrovia.server.http.identity import address_of
from ferrovia.server.http.tables import TableId, TheHall, finished_log
from ferrovia.server.live import referee
from ferrovia.server.live.hub import Hall
from ferrovia.server.store import statements
from ferrovia.server.workers.replay_pool import Question, ReadingRoom

router = APIRouter(prefix="/api")


@router.get("/tables/{table}/replay", responses={200: {"model": Replay}})
async def replay_table(
    hall: TheHall, request: Request, table: TableId, seat: Annotated[int | None, Query(ge=0, le=4)] = None
) -> Response:
    """A finished game to look at, with its statistics; with `seat` only what that seat knew."""
    put_away = await hall.read(partial(statements.archived_record, table=table))
    if put_away:
        return await shown(hall, request, Question(put_away, seat))
    found = await hall.find(table)
    row, entries = await finished_log(hall, request, found)
    times = tuple(round(entry.at, 1) for entry in referee.moves_that_count(entries))
    return await shown(hall, request, Question(str(referee.record_of(found.rules, row, entries)), seat, times))


@router.post("/replays", responses={200: {"model": Replay}})
async def read_record(hall: TheHall, request: Request, wish: ReadRecord) -> Response:
    """Any record to look at, with its statistics. It is not kept."""
    return await shown(hall, request, Question(wish.record, wish.seat))


async def shown(hall: Hall, request: Request, question: Question) -> Response:
    """The story of a record."""
    room: ReadingRoom = request.app.state.reading
    readings: Buckets = request.app.state.readings
    customer = address_of(request)
    known = hall.shelf.rules | hall.shelf.others
    story = await room.story(question, known, customer, partial(readings.check, customer))
    return await answer(request, story, PRIVATE)
