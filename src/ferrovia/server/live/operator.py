"""The operator's orders, carried out: stored, known to every process within seconds, and applied to what is live."""

import asyncio
import logging
from functools import partial
from typing import Final

from ferrovia.errors import FerroviaError
from ferrovia.protocol.admin import OrderKind
from ferrovia.server.base.moderation import EVERYTHING, READ_ONLY, Order
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import orders, statements

log = logging.getLogger(__name__)
REFRESH_SECONDS: Final = 5.0
"""How soon a process learns of orders that another one was given."""


class Operator:
    """Gives orders, and follows those that were given."""

    def __init__(self, services: Services, hub: Hub) -> None:
        self.services, self.hub = services, hub
        self.lock = asyncio.Lock()
        """Refreshes take turns: one that read the orders earlier must not be applied later."""

    async def start(self) -> None:
        """Follow the orders there are, and those to come."""
        await self.refresh()
        self.services.tasks.repeat(REFRESH_SECONDS, self.refresh)

    async def refresh(self) -> None:
        """Adopt the stored orders, and apply them."""
        async with self.lock:
            store, moderation = self.services.store, self.services.moderation
            before = moderation.orders
            moderation.adopt(await store.read(orders.all_orders), server_time())
            if moderation.orders != before:
                self._drop_banned()
            stopped = moderation.read_only is not None
            resumed = store.frozen and not stopped
            if resumed:
                await self._read_clocks()  # first: a move would write the clocks of before
            store.frozen = stopped
            if resumed:
                self._drive_all()

    async def give(self, kind: OrderKind, key: str, note: str = "", until: float | None = None) -> None:
        order = Order(kind, key, note, server_time(), until)
        await self.services.store.keep(partial(orders.give_order, order=order))
        log.info("order-given", extra={"kind": kind, "key": key, "note": note})
        await self.refresh()

    async def lift(self, kind: OrderKind, key: str) -> None:
        """Lift an order, if there is one."""
        if await self.services.store.keep(partial(orders.lift_order, kind=kind, key=key)):
            log.info("order-lifted", extra={"kind": kind, "key": key})
        await self.refresh()

    async def set_read_only(self, on: bool, note: str) -> None:
        """Stop all games, or let them go on; players get back the time during which they could not move."""
        await self.refresh()
        current = self.services.moderation.read_only
        if on and current is None:
            await self.give(READ_ONLY, EVERYTHING, note)
        elif not on and current is not None:
            if await self.services.store.keep(partial(orders.go_on, now=server_time())):
                log.info("order-lifted", extra={"kind": READ_ONLY, "key": EVERYTHING})
            await self.refresh()

    def _drop_banned(self) -> None:
        """Close the connections of banned addresses; they are refused when they come back."""
        for table in self.hub.tables.values():
            for subscriber in list(table.subscribers):
                if self.services.moderation.bans(subscriber.address):
                    subscriber.lose()

    async def _read_clocks(self) -> None:
        """Read the clocks of all live tables again: players got time back."""
        for table in list(self.hub.tables.values()):
            try:
                await self._read_clock(table)
            except (FerroviaError, ValueError, TypeError, KeyError) as error:  # the other games go on all the same
                log.error("table-damaged", extra={"table": table.row.id, "why": type(error).__name__})

    async def _read_clock(self, table: LiveTable) -> None:
        async with table.lock:
            stored = await self.services.store.read(partial(statements.load, table=table.row.id))
            if stored is not None and stored.row.seq == table.row.seq:
                table.adopt(stored)
                table.broadcaster.announced_presence = []  # with the new clocks
                table.broadcaster.tell_if_changed()

    def _drive_all(self) -> None:
        """Let bots move again, and full tables start."""
        for table in list(self.hub.tables.values()):
            table.automation.drive()
