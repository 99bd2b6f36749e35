"""HTTP interface for programs that play, in any language: a stream of lines to read and one address to post moves to.

The lines are the messages of docs/bots.md, the same that a program in the arena reads: `hello`, `game`, `choose`,
`over`. A program joins by a link or a code (see `tables`), authenticates with its key as a bearer token, and posts its
moves.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from ferrovia.game.events import Event, name_visible
from ferrovia.game.game import Game
from ferrovia.protocol.answers import Explanation, Moved
from ferrovia.protocol.bot_lines import (
    BotChoose,
    BotLine,
    EndOfStream,
    choose_message,
    game_message,
    hello_message,
    line_of,
    over_message,
)
from ferrovia.protocol.requests import ExplainMove, PostMove
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import MOVE, START, TAKE_BACK, LogEntry, TableRow
from ferrovia.server.http.credentials import address_of, identify
from ferrovia.server.http.dependencies import Caller, TheServices, TheTable, state_of
from ferrovia.server.live import referee
from ferrovia.server.live.history import is_short
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import statements

router = APIRouter(prefix="/api/bot")
ALIVE_SECONDS: Final = 15.0
"""An empty line tells the program, and every proxy in between, that the stream is alive."""


UNBUFFERED: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers that keep proxies from buffering lines."""


class JsonLinesResponse(StreamingResponse):
    """JSON lines, one per message."""

    media_type = "application/x-ndjson"


class BotStream:
    """A stream as a subscriber of its table: it only needs to know that something happened."""

    def __init__(self, caller: Identity, address: str, seats: list[int]) -> None:
        self.caller, self.address, self.seats, self.host = caller, address, seats, False
        self.news = asyncio.Event()
        self.why: EndOfStream | None = None
        """Why it ends before the game does."""

    def send(self, frame: bytes) -> None:
        """Wake the stream, which finds out what happened."""
        self.news.set()

    def fits(self, seats: list[int]) -> bool:
        """Whether its seat is still the program's; other seats of the same program have streams of their own."""
        return set(self.seats) <= set(seats)

    def lose(self) -> None:
        """End the stream: the seat has changed hands."""
        self.end("seat-lost")

    def move_on(self) -> None:
        """End the stream: another process serves the table."""
        self.end("restart")

    def end(self, why: EndOfStream) -> None:
        """End the stream with a reason."""
        self.why = self.why or why
        self.news.set()


def end_streams(streams: Iterable[BotStream]) -> None:
    """Before the server stops, end every stream, so that it does not wait for them."""
    for stream in streams:
        stream.end("restart")


class StreamProgress:
    """What a program has received on this stream."""

    def __init__(self) -> None:
        self.begun = False
        self.seq = 0
        """The entry up to which it knows what happened; it was asked then."""
        self.events: list[tuple[int, int]] = []
        """For each move it knows of: its number, and how many events it was."""


def own_seat(table: LiveTable, caller: Identity | None, seat: int | None) -> tuple[Identity, int]:
    """The seat a program plays: the one it names or, without a name, its only one."""
    if caller is None:
        raise RequestRefused("no-key")
    seats = caller.seats(table.stored)
    if seat is None and len(seats) == 1:
        return caller, seats[0]
    if seat is None or seat not in seats:
        raise RequestRefused("not-your-seat", seat=seat)
    return caller, seat


@router.get("/tables/{table}/stream", response_class=JsonLinesResponse)
async def stream_game(
    services: TheServices, request: Request, table: TheTable, seat: Annotated[int | None, Query(ge=0, le=4)] = None
) -> JsonLinesResponse:
    """The game as one seat sees it, a JSON line per message, until it is over."""
    caller, number = own_seat(table, await identify(request, services.players), seat)
    address = address_of(request)
    state_of(request).limits.sockets.take(address, "too-many-sockets")
    return JsonLinesResponse(
        stream_lines(services, request, table, BotStream(caller, address, [number]), number), headers=UNBUFFERED
    )


async def stream_lines(
    services: Services, request: Request, table: LiveTable, stream: BotStream, seat: int
) -> AsyncIterator[bytes]:
    table.subscribers.add(stream)
    state_of(request).streams.add(stream)
    if not services.ownership.serves(table.row.id):  # it was taken in the meantime
        stream.move_on()
    try:
        await table.presence_changed([seat])
        if table.row.seats[seat].away:
            with contextlib.suppress(RequestRefused):
                await table.come_back(stream.caller, seat)
        yield line_of(hello_message(table.rules))
        progress = StreamProgress()
        while stream.why is None:
            stream.news.clear()
            status = table.row.status
            try:
                fresh = await new_messages(services, table, seat, progress, stream.address)
            except RequestRefused:  # the store fails, or the address has spent its budget: come back in a moment
                fresh = []
                stream.end("restart")
            for message in fresh:
                yield line_of(message)
            if status == "over":
                return
            if status == "ended":
                stream.end("ended")
            try:
                await asyncio.wait_for(stream.news.wait(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"
        yield line_of({"message": "bye", "why": stream.why})
    finally:
        table.subscribers.discard(stream)
        state_of(request).streams.discard(stream)
        state_of(request).limits.sockets.give_back(stream.address)
        services.tasks.spawn(table.presence_changed([seat]))  # whatever this awaits is cancelled with the stream


async def new_messages(
    services: Services, table: LiveTable, seat: int, progress: StreamProgress, address: str
) -> list[BotLine]:
    """What a program has to know now: that the game started, that it has to choose, that the game is over."""
    row, game, asked = table.row, table.game, table.asked  # now: they may change while the store is read
    if game is None:
        return []
    messages: list[BotLine] = [] if progress.begun else [game_message(row.players, seat, 0)]
    progress.begun = True
    if row.status == "over":
        return [*messages, over_message(game.scores())]
    if seat in asked and row.moved >= progress.seq:
        question = await new_question(services, table.rules, row, game, seat, progress, address)
        messages += [question] if question else []
    return messages


class SeenEntry(NamedTuple):
    """A log entry with the events a seat may know."""

    entry: LogEntry
    events: list[Event]


def read_seen(connection: Connection, rules: Rules, row: TableRow, seat: int, since: int) -> list[SeenEntry]:
    """The entries after one, as far as a seat may know them; read in a thread."""
    seen = []
    for entry in statements.entries(connection, row.id, since):
        if entry.seq <= row.seq:
            raw = referee.read_events(row.setup if entry.kind == START else entry.events)
            seen.append(SeenEntry(entry, list(name_visible(rules, raw, seat)) if entry.kind in (START, MOVE) else []))
    return seen


async def new_question(
    services: Services, rules: Rules, row: TableRow, game: Game, seat: int, progress: StreamProgress, address: str
) -> BotChoose | None:
    """The question, with what the seat may know of the events since the last one; None if it is the same question."""
    read = partial(read_seen, rules=rules, row=row, seat=seat, since=progress.seq)
    if is_short(row, [seat], progress.seq):
        seen = await services.store.read(read)
    else:
        seen = await services.offload.run(address, partial(services.store.read_here, read))
    entries = [entry for entry, _ in seen]
    same = game.phase == "opening" and not any(entry.seat == seat or entry.kind == TAKE_BACK for entry in entries)
    if progress.seq and (same or not any(entry.kind in (MOVE, TAKE_BACK) for entry in entries)):
        return None
    undone = 0
    fresh: list[tuple[int, list[Event]]] = []
    for entry, named in seen:
        if entry.kind == TAKE_BACK:
            fresh = [(number, events) for number, events in fresh if number <= entry.number]
            undone += sum(count for number, count in progress.events if number > entry.number)
            progress.events = [(number, count) for number, count in progress.events if number <= entry.number]
        elif entry.kind in (START, MOVE):
            fresh.append((entry.number, named))
    progress.seq = row.seq
    progress.events += [(number, len(events)) for number, events in fresh]
    view = game.view(seat)
    events = [event for _, events in fresh for event in events]
    return {**choose_message(view, view.legal_moves(), events, undone), "seq": row.seq}


@router.post("/tables/{table}/moves")
async def post_move(table: TheTable, caller: Caller, body: PostMove) -> Moved:
    """Make a program's move; idempotent by `id`."""
    asking, seat = own_seat(table, caller, body.seat)
    return {"seq": await table.move(asking, seat, body.move, body.id, body.seq)}


@router.post("/tables/{table}/explain")
async def explain_move(table: TheTable, caller: Caller, body: ExplainMove) -> Explanation:
    """Why a program may not make a move: the code, the rule and its parameters."""
    asking, seat = own_seat(table, caller, body.seat)
    return {"seq": table.row.seq, "refusal": table.explain(asking, seat, body.move)}
