"""All live tables of this process, and what has to be done at them when nobody does anything."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ferrovia.errors import FerroviaError
from ferrovia.protocol.bot_lines import EndOfStream
from ferrovia.protocol.options import NewTable
from ferrovia.protocol.requests import JoinByCode, TakeSeat
from ferrovia.server.base import tokens
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.log import LogEntry, Step, StoredTable
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.live import clocks, steps
from ferrovia.server.live.audit import check, check_unfinished, put_away_old
from ferrovia.server.live.scheduler import heartbeat, sweep
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import statements
from ferrovia.server.store.engine import first_line, hold, open_store
from ferrovia.server.store.notifications import open_bus
from ferrovia.server.workers.bot_pool import BotService

log = logging.getLogger(__name__)
Value = TypeVar("Value")
SWEEP_SECONDS: Final = 0.5
HEARTBEAT_SECONDS: Final = 15.0
PRESENT_SECONDS: Final = 40.0
SETTLING_SECONDS: Final = 2.0
ARCHIVE_SECONDS: Final = 3600.0


class OpenStream(Protocol):
    """An answer that goes on until somebody ends it."""

    def end(self, why: EndOfStream) -> None:
        """Say why, and end it."""


class Hub:
    """Finds tables, keeps them while they are needed, and looks after them."""

    def __init__(self, settings: Settings, first: bool = True) -> None:
        self.settings, self.first = settings, first
        self.library = RulesLibrary(settings.map)
        self.store = open_store(settings.url)
        self.held = hold(settings.url)
        self.bus = open_bus(settings.url)
        self.metrics = Metrics()
        self.bot_service = BotService(settings, self.metrics)
        self.tables: dict[str, LiveTable] = {}
        self.coming: dict[str, asyncio.Task[LiveTable]] = {}
        self.unchecked: set[str] = set()
        """Games that were going on when this process began: before one is played on, its log is asked."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.streams: set[OpenStream] = set()

    # ── life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Start everything that runs in the background."""
        self.unchecked = set(await self.read(statements.unfinished_ids))
        self.spawn(self.bot_service.start(after=SETTLING_SECONDS))  # nobody waits for bots but those who play with them
        self.spawn(self.bus.listen(self.hear, self.catch_up))
        self.spawn(self._for_ever(SWEEP_SECONDS, partial(sweep, self)))
        self.spawn(self._for_ever(HEARTBEAT_SECONDS, partial(heartbeat, self)))
        if not self.settings.shared:  # nobody else can be at work on what was left
            await sweep(self, ahead=clocks.LEASE)
        if self.first:  # of several processes that were started together
            self.spawn(check_unfinished(self))
        self.spawn(self._for_ever(ARCHIVE_SECONDS, partial(put_away_old, self)))

    def end_streams(self) -> None:
        """The server is about to stop: whoever reads a stream is told, and need not be waited for."""
        for stream in self.streams:
            stream.end("restart")

    async def stop(self) -> None:
        """Finish in good order: what is written is written, what is thought is forgotten."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bot_service.close()
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)
        if self.held:
            self.held.release()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, RequestRefused):  # a store that is down, a table put away meanwhile
            log.warning("background-refused", extra={"code": error.code})
        elif error:
            log.error("background-failed", exc_info=error)

    async def _for_ever(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:  # the next try may go well; without it clocks would stand still
                log.exception("background-try-failed")

    # ── store ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """What is in the store."""
        try:
            return await self.store.read(work)
        except SQLAlchemyError:
            log.exception("store-failed")
            raise RequestRefused("store-failed") from None

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Write to the store; it is safe when this returns."""
        try:
            return await self.store.write(work)
        except IntegrityError as error:  # what must be there once is there already: mostly a request that came twice
            log.warning("store-clash", extra={"why": first_line(error)})
            raise RequestRefused("store-failed") from None
        except SQLAlchemyError:
            log.exception("store-failed")
            raise RequestRefused("store-failed") from None

    # ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def find(self, table: str) -> LiveTable:
        """A table, read from the store if it is not live."""
        if table in self.tables:
            live = self.tables[table]
            live.idle_since = time.monotonic()  # it is not forgotten before whoever asks looks at it
            if self.settings.shared:  # the word of what others wrote may still be on its way
                async with live.lock:
                    await live.refresh()
            return live
        if table not in self.coming:
            task = asyncio.get_running_loop().create_task(self._load(table))
            self.coming[table] = task
            task.add_done_callback(lambda _: self.coming.pop(table, None))
        return await asyncio.shield(self.coming[table])

    async def _load(self, table: str) -> LiveTable:
        if table in self.unchecked:
            await check(self, table)
        try:
            stored = await self.read(partial(statements.load, table=table)) if len(table) == tokens.ID_LENGTH else None
            if stored is None:
                raise RequestRefused("no-such-table")
            return self._enter(LiveTable(self, stored))
        except (FerroviaError, ValueError, TypeError, KeyError) as error:  # its row makes no sense
            log.error("table-damaged", extra={"table": table, "why": type(error).__name__})
            raise RequestRefused("damaged") from None

    async def glance(self, names: Iterable[str]) -> list[LiveTable]:
        """Tables for who only wants to know how they stand: those that are not live do not become so."""
        stored = await self.read(
            partial(statements.load_some, names=[name for name in names if name not in self.tables])
        )
        found = []
        for name in names:
            with contextlib.suppress(FerroviaError, RequestRefused, ValueError, TypeError, KeyError):
                found.append(LiveTable(self, stored[name]) if name in stored else await self.find(name))
            await asyncio.sleep(0)
        return found

    def _enter(self, table: LiveTable) -> LiveTable:
        self.tables[table.row.id] = table
        self.metrics.tables.set(len(self.tables))
        return table

    async def open(self, new: NewTable, caller: Identity, address: str, secret: bytes | None = None) -> LiveTable:
        """A new table; `secret` is that of a lesson."""
        rules, bots = self.library.find(new.rules), frozenset(self.bot_service.bots)
        step = steps.open_table(new, rules, caller.client, bots, time.time(), secret)
        await self.write(partial(statements.create, step=step))
        table = self._enter(LiveTable(self, StoredTable(step.row, step.holders or ())))
        table.opener = address
        table.automation.drive()
        return table

    async def rematch(self, table: LiveTable, caller: Identity, pay: Callable[[], None]) -> LiveTable:
        """The table at which the same people play on; whoever asks first opens it, and pays for it."""
        if not caller.seats(table.stored) and not caller.hosts(table.row):
            raise RequestRefused("not-your-seat")
        async with table.lock:
            await table.refresh()
            if table.row.rematch is None or await self._is_closed(table.row.rematch):
                step, new = steps.rematch(table.stored, table.rules, time.time())
                pay()
                if await self.write(partial(statements.append_and_create, step=step, new=new)):
                    table.follow([step.entry], replace(table.stored, row=step.row))
                    self._enter(LiveTable(self, StoredTable(new.row, new.holders or ()))).automation.drive()
                else:
                    await table.refresh()
        if table.row.rematch is None:
            raise RequestRefused("stale")
        return await self.find(table.row.rematch)

    async def _is_closed(self, name: str) -> bool:
        """Whether a table was closed before its game was over, or is no longer there."""
        stored = await self.read(partial(statements.load, table=name))
        return stored is None or stored.row.status == "ended"

    # ── seats ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def by_code(self, code: str) -> LiveTable:
        """The table at which a code opens a seat."""
        found = await self.read(partial(statements.by_code, code=code.upper()))
        if found is None:
            raise RequestRefused("no-such-code")
        return await self.find(found)

    async def join(self, wish: JoinByCode, caller: Identity) -> tuple[LiveTable, int]:
        """Sit down at a free seat of the table with that code."""
        table = await self.by_code(wish.code)
        taken: list[int] = []

        def make(stored: StoredTable) -> Step | None:
            seats = stored.row.seats
            taken[:] = caller.seats(stored)[:1]
            if taken and not wish.another:  # the same request again, most likely
                return None
            free = [number for number, seat in enumerate(seats) if seat.kind == "open"]
            free.sort(key=lambda number: seats[number].token is not None)  # who has a link comes to a seat of his own
            if not free or stored.row.status != "lobby":
                raise RequestRefused("no-such-code")
            taken[:] = free[:1]
            return steps.take_seat(stored, free[0], caller.client, wish.name, wish.program, time.time(), by_link=False)

        await table.change(make)
        return table, taken[0]

    async def take(self, table: LiveTable, wish: TakeSeat, caller: Identity) -> int:
        """Sit down by a seat's secret link, or play a seat from another screen too."""
        link = Identity(wish.token)
        if caller.client == link.client:  # whoever made the link would have the same key
            raise RequestRefused("no-key")
        taken: list[int] = []

        def make(stored: StoredTable) -> Step | None:
            seat = caller.seat_by(link, stored)
            taken[:] = [seat]
            if stored.row.seats[seat].kind == "open":
                now = time.time()
                return steps.take_seat(stored, seat, caller.client, wish.name, wish.program, now, by_link=True)
            held = seat in caller.seats(stored)
            return None if held else steps.hold_seat(stored, seat, caller.client, time.time())

        await table.change(make)
        return taken[0]

    def reseat(self, table: LiveTable) -> None:
        """Seats have changed hands: connections that no longer hold one are closed, and come back as what they are."""
        for subscriber in list(table.subscribers):
            if not subscriber.fits(subscriber.caller.seats(table.stored)):
                subscriber.lose()

    # ── news ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def presence_changed(self, table: LiveTable, seats: list[int]) -> None:
        """A connection was opened or closed: note the time, tell the others."""
        now = time.time()
        if seats:
            here = table.seats_here
            came, went = [seat for seat in seats if seat in here], [seat for seat in seats if seat not in here]
            await self.write(partial(statements.see_and_tell, table=table.row.id, came=came, went=went, at=now))
            table.stored.seen.update(dict.fromkeys(seats, now))
            table.stored.gone.difference_update(came)
            table.stored.gone.update(went)
        table.broadcaster.tell_if_changed()

    async def still_here(self, table: LiveTable) -> None:
        """A player who left one process may still be at this one, on another screen: say so."""
        here = sorted(table.seats_here & table.stored.gone)
        if here:
            note = partial(statements.see_and_tell, table=table.row.id, came=here, went=[], at=time.time())
            await self.write(note)
            table.stored.gone.difference_update(here)

    async def refresh_presence(self) -> None:
        """Who is at other processes, and who has not been seen there for long."""
        watched = {name: table for name, table in self.tables.items() if table.subscribers}
        if not self.settings.shared or not watched:
            return
        for name, (seen, gone) in (await self.read(partial(statements.seen_at, names=list(watched)))).items():
            table = watched[name]
            table.stored = replace(table.stored, seen=seen, gone=gone)
            table.broadcaster.tell_if_changed()

    def seen_elsewhere(self, stored: StoredTable, seat: int) -> bool:
        """Whether another process has seen a seat's player of late."""
        lately = time.time() - stored.seen.get(seat, 0.0) < PRESENT_SECONDS
        return self.settings.shared and lately and seat not in stored.gone

    def hear(self, table: str, seq: int) -> None:
        """A process, perhaps this one, wrote an entry or saw somebody come or go."""
        live = self.tables.get(table)
        if live is not None and (seq > live.row.seq or seq == statements.PRESENCE):
            self.spawn(live.hear(seq))

    async def catch_up(self) -> None:
        """Something may have been missed: look at every live table."""
        for table in list(self.tables.values()):
            self.spawn(table.hear(table.row.seq + 1))

    def counted(self, entries: list[LogEntry]) -> None:
        """For the metrics."""
        for entry in entries:
            self.metrics.entries.labels(entry.kind).inc()
