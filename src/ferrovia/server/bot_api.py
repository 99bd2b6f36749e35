"""For programs that play: a stream of lines to read and one address to post moves to, in any language.

The stream's lines are the messages of docs/bots.md, the same that a program in the arena reads: `hello`, `game`,
`choose`, `over`. A program joins by a link or a code (see routes), shows its key as a bearer, and posts its moves.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from ferrovia.game import Game
from ferrovia.happenings import name_visible
from ferrovia.server import referee
from ferrovia.server.door import address_of, identify
from ferrovia.server.entries import MOVE, START, TAKE_BACK
from ferrovia.server.hall import Hall
from ferrovia.server.messages import PostMove
from ferrovia.server.refusals import Refusal
from ferrovia.server.routes import TheHall, TheTable, Whoever
from ferrovia.server.seats import Who
from ferrovia.server.store import statements
from ferrovia.server.table import Table
from ferrovia.wire import choose_message, game_message, hello_message, line_of, over_message

router = APIRouter(prefix="/api/bot")
ALIVE_SECONDS: Final = 15.0
"""An empty line tells the program, and every proxy between, that the stream is alive."""


class Listener:
    """A stream as a watcher of its table: it only needs to know that something happened."""

    def __init__(self, who: Who, seats: list[int]) -> None:
        self.who, self.seats, self.host = who, seats, False
        self.news = asyncio.Event()
        self.lost = False

    def send(self, frame: bytes) -> None:
        """Something happened; what, the stream finds out by itself."""
        self.news.set()

    def lose(self) -> None:
        """The seat is somebody else's now."""
        self.lost = True
        self.news.set()


def own_seat(table: Table, who: Who | None, seat: int | None) -> tuple[Who, int]:
    """The seat a program plays: the one it names or, without a name, its only one."""
    if who is None:
        raise Refusal("no-key")
    seats = who.seats(table.stored)
    if seat is None and len(seats) == 1:
        return who, seats[0]
    if seat is None or seat not in seats:
        raise Refusal("not-your-seat", seat=seat)
    return who, seat


@router.get("/tables/{table}/stream")
async def stream(
    hall: TheHall, request: Request, table: TheTable, seat: Annotated[int | None, Query(ge=0, le=4)] = None
) -> StreamingResponse:
    """The game from a seat, a line of JSON for each message, until it is over."""
    who, number = own_seat(table, identify(request), seat)
    address = address_of(request)
    request.app.state.sockets.take(address, "too-many-sockets")
    lines = tell(hall, request, table, Listener(who, [number]), number, address)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def tell(
    hall: Hall, request: Request, table: Table, listener: Listener, seat: int, address: str
) -> AsyncIterator[bytes]:
    """The lines of a stream."""
    table.watchers.add(listener)
    try:
        await hall.came_or_went(table, [seat])
        yield line_of(hello_message(table.rules))
        told = 0
        while not listener.lost:
            listener.news.clear()
            for message in await news(hall, table, seat, told):
                yield line_of(message)
                told = table.row.seq
            if table.row.status in ("over", "ended"):
                return
            try:
                await asyncio.wait_for(listener.news.wait(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"
    finally:
        table.watchers.discard(listener)
        request.app.state.sockets.give_back(address)
        await hall.came_or_went(table, [seat])


async def news(hall: Hall, table: Table, seat: int, told: int) -> list[dict[str, Any]]:
    """What a program has to be told now: that the game began, that it is asked, that it is over."""
    game = table.game
    if game is None or (table.row.moved <= told and told):
        return []
    found: list[dict[str, Any]] = [] if told else [game_message(table.row.players, seat, 0)]
    if table.row.status == "over":
        return [*found, over_message(game.scores())]
    if seat in table.asked:
        found.append({**await question(hall, table, game, seat, told), "seq": table.row.seq})
    return found


async def question(hall: Hall, table: Table, game: Game, seat: int, told: int) -> dict[str, Any]:
    """The question, with what the seat may know of all that happened since the last one."""
    row, view = table.row, game.view(seat)
    entries = await hall.read(partial(statements.entries, table=row.id, after=told))
    undone = sum(entry.kind == TAKE_BACK for entry in entries)
    raw = [row.setup if entry.kind == START else entry.events for entry in entries if entry.kind in (START, MOVE)]
    events = [event for each in raw for event in name_visible(table.rules, referee.read_events(each), seat)]
    return choose_message(view, view.legal_moves(), events, undone)


@router.post("/tables/{table}/moves")
async def post_move(table: TheTable, who: Whoever, wish: PostMove) -> dict[str, int]:
    """A program's move; the same `id` again is the same move."""
    asking, seat = own_seat(table, who, wish.seat)
    return {"seq": await table.move(asking, seat, wish.move, wish.id, wish.seq)}
