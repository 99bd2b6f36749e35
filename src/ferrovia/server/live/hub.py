"""Hub: the live tables of this process. It finds tables, opens them, and keeps them in memory while they are needed."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from ferrovia.errors import FerroviaError
from ferrovia.protocol.options import NewTable
from ferrovia.server.base import tokens
from ferrovia.server.base.background import finished
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import StoredTable
from ferrovia.server.live import steps
from ferrovia.server.live.audit import check
from ferrovia.server.live.automation import Automation
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import listings, statements
from ferrovia.server.store.notifications import ANOTHER_OWNER

log = logging.getLogger(__name__)


class Hub:
    """The live tables of this process, by id."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, LiveTable] = {}
        self.coming: dict[str, asyncio.Task[LiveTable]] = {}
        """Tables that are being loaded."""
        self.unchecked: set[str] = set()
        """Games that were going on when this process began: each is audited before it is played on."""

    async def find(self, table: str) -> LiveTable:
        """A table, loaded from the store if it is not live."""
        if table in self.tables:
            live = self.tables[table]
            live.idle_since = time.monotonic()  # not dropped before the caller uses it
            if self.services.settings.shared:  # a notification may still be on its way
                async with live.lock:
                    await live.refresh()
            return live
        if table not in self.coming:
            task = asyncio.get_running_loop().create_task(self._load(table))
            self.coming[table] = task
            task.add_done_callback(lambda _: self.coming.pop(table, None))
        return await finished(self.coming[table])

    async def _load(self, table: str) -> LiveTable:
        if table in self.unchecked:
            await check(self.services, table)
            self.unchecked.discard(table)
        try:
            stored = (
                await self.services.store.read(partial(statements.load, table=table))
                if len(table) == tokens.ID_LENGTH
                else None
            )
            if stored is None:
                raise RequestRefused("no-such-table")
            return self._enter(self._table(stored))
        except (FerroviaError, ValueError, TypeError, KeyError) as error:  # its row is inconsistent
            log.error("table-damaged", extra={"table": table, "why": type(error).__name__})
            raise RequestRefused("damaged") from None

    async def glance(self, names: Iterable[str], address: str) -> list[LiveTable]:
        """Tables for a list, at the expense of an address: those that are not live do not become live."""
        wanted = [name for name in names if name not in self.tables]
        read = partial(self.services.store.read_here, partial(statements.load_some, names=wanted))
        seen = await self.services.offload.run(address, lambda: self._seen(read().values())) if wanted else {}
        tables = []
        for name in names:
            with contextlib.suppress(FerroviaError, RequestRefused, ValueError, TypeError, KeyError):
                tables.append(seen[name] if name in seen else await self.find(name))
        return tables

    def _seen(self, stored: Iterable[StoredTable]) -> dict[str, LiveTable]:
        """Tables that can be read, by id, with the results of their games; made in a thread."""
        tables = {}
        for stored_table in stored:
            with contextlib.suppress(FerroviaError, RequestRefused, ValueError, TypeError, KeyError):
                table = self._table(stored_table)
                table.broadcaster.common()  # works out the result
                tables[stored_table.row.id] = table
        return tables

    def _table(self, stored: StoredTable) -> LiveTable:
        table = LiveTable(self.services, stored)
        table.automation = Automation(self.services, table)
        return table

    def drop(self, table: str) -> None:
        """Drop a table from memory."""
        self.tables.pop(table, None)
        self.services.ownership.forget(table)
        self.services.metrics.tables.set(len(self.tables))

    def _enter(self, table: LiveTable) -> LiveTable:
        self.tables[table.row.id] = table
        self.services.metrics.tables.set(len(self.tables))
        return table

    async def open(
        self, new: NewTable, caller: Identity, address: str, secret: bytes | None = None, listed: bool = False
    ) -> LiveTable:
        """Open a new table; `secret` is that of a lesson, a `listed` one is public."""
        rules, bots = self.services.library.find(new.rules), frozenset(self.services.bots.bots)
        step = steps.open_table(new, rules, caller.client, bots, server_time(), secret)
        await self.services.store.write(partial(listings.create_listed if listed else statements.create, step=step))
        table = self._enter(self._table(StoredTable(step.row, step.holders or (), public=listed)))
        table.opener = address
        table.automation.drive()
        return table

    async def rematch(self, table: LiveTable, caller: Identity, pay: Callable[[], None]) -> LiveTable:
        """The table of a rematch; the first to ask opens it, and pays for it."""
        if not caller.seats(table.stored) and not caller.hosts(table.row):
            raise RequestRefused("not-your-seat")
        async with table.lock:
            await table.refresh()
            if table.row.rematch is None or await self._is_closed(table.row.rematch):
                step, new = steps.rematch(table.stored, table.rules, server_time())
                pay()
                if await self.services.store.write(partial(statements.append_and_create, step=step, new=new)):
                    table.follow([step.entry], replace(table.stored, row=step.row))
                    self._enter(self._table(StoredTable(new.row, new.holders or ()))).automation.drive()
                else:
                    await table.refresh()
        if table.row.rematch is None:
            raise RequestRefused("stale")
        return await self.find(table.row.rematch)

    async def _is_closed(self, name: str) -> bool:
        """Whether a table was closed before its game was over, or no longer exists."""
        stored = await self.services.store.read(partial(statements.load, table=name))
        return stored is None or stored.row.status == "ended"

    async def by_code(self, code: str) -> LiveTable:
        """The table at which a code opens a seat."""
        table = await self.services.store.read(partial(statements.by_code, code=code.upper()))
        if table is None:
            raise RequestRefused("no-such-code")
        return await self.find(table)

    async def close_signed_out(self) -> None:
        """Close connections of browsers whose keys no longer stand for the same player."""
        connected = [subscriber for table in self.tables.values() for subscriber in table.subscribers]
        changed = await self.services.players.changed(subscriber.caller for subscriber in connected)
        for subscriber in connected:
            if subscriber.caller in changed:
                subscriber.lose()

    # ── notifications ────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, table: str, seq: int) -> None:
        """A process, perhaps this one, wrote an entry or noticed a change of presence."""
        live = self.tables.get(table)
        if seq == ANOTHER_OWNER:
            if table in self.services.ownership.tables:
                self.services.tasks.spawn(self.check_owned())
        elif live is not None and (seq > live.row.seq or seq == statements.PRESENCE):
            self.services.tasks.spawn(live.hear(seq))

    async def check_owned(self) -> None:
        """Let go of tables that other processes have taken."""
        self.let_go(await self.services.ownership.check())

    def let_go(self, names: Iterable[str]) -> None:
        """Close the connections of tables that have another owner."""
        for name in names:
            if name in self.tables:
                self.tables[name].leave()
                self.services.tasks.spawn(self.tables[name].tell_new_owner())

    async def catch_up(self) -> None:
        """Notifications may have been missed: refresh every live table."""
        await self.check_owned()
        for table in list(self.tables.values()):
            self.services.tasks.spawn(table.hear(table.row.seq + 1))
