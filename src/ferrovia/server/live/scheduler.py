"""Scheduler: what a server process does on its own, at its start and from then on."""

import asyncio
import contextlib
import logging
import time
from dataclasses import replace
from functools import partial
from typing import Final

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import clock, server_time
from ferrovia.server.live import audit, clocks
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.ownership import RENEWAL_SECONDS
from ferrovia.server.live.services import Services
from ferrovia.server.store import statements

log = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 0.5
HEARTBEAT_SECONDS: Final = 15.0
ARCHIVE_SECONDS: Final = 3600.0
SETTLING_SECONDS: Final = 2.0
IDLE_SECONDS: Final = 60.0
TROUBLE_SECONDS: Final = 60.0
"""When to look again at a table where something went wrong."""
DAY: Final = 86_400.0
PAUSE: Final = 0.01
"""Seconds between two audits, so that people at other tables do not notice."""
HOPELESS: Final = frozenset({"other-rules", "damaged"})
"""Refusals after which a table is left alone until it is repaired."""


class Scheduler:
    """Runs due tables, presence, audits and the archive."""

    def __init__(self, services: Services, hub: Hub, first: bool = True) -> None:
        self.services, self.hub, self.first = services, hub, first

    async def start(self) -> None:
        """Start all background work."""
        services, tasks = self.services, self.services.tasks
        clock.start(*await services.store.read(statements.times))
        self.hub.unchecked = set(await services.store.read(statements.unfinished_ids))
        tasks.spawn(services.bots.start(after=SETTLING_SECONDS))  # only players of games with bots wait for them
        tasks.spawn(services.bus.listen(self.hub.hear, self.hub.catch_up))
        if services.ownership.peer:
            await self.renew_leases()
            tasks.repeat(RENEWAL_SECONDS, self.renew_leases)
        tasks.repeat(SWEEP_SECONDS, self.sweep)
        tasks.repeat(HEARTBEAT_SECONDS, self.heartbeat)
        if not services.settings.shared:  # no other process can be working on what was left
            await self.sweep(ahead=clocks.LEASE)
        if self.first:  # of several processes that started together
            tasks.spawn(self.audit_unfinished())
        tasks.repeat(ARCHIVE_SECONDS, self.archive_old)

    async def renew_leases(self) -> None:
        """Stay the owner of this process's tables, and let go of those that were lost."""
        self.hub.let_go(await self.services.ownership.renew())

    async def sweep(self, ahead: float = 0.0) -> None:
        """Handle every table where something is due, or will be within `ahead` seconds."""
        store = self.services.store
        if store.frozen:
            return
        for table, due_at in await store.read(partial(statements.due, now=server_time() + ahead)):
            until = server_time() + clocks.LEASE
            if await store.write(partial(statements.take_duty, table=table, due_at=due_at, until=until)):
                await self._look_after(table, until)

    async def _look_after(self, name: str, until: float) -> None:
        """Handle one table, which this process has leased until then."""
        again: float | None = server_time() + TROUBLE_SECONDS
        try:
            again = await (await self.hub.find(name)).automation.look_after()
        except RequestRefused as refusal:
            log.warning("duty-refused", extra={"table": name, "code": refusal.code})
            again = None if refusal.code in HOPELESS else again
        except Exception:  # a failure at one table must not affect the others
            log.exception("duty-failed", extra={"table": name})
        await self.services.store.write(partial(statements.take_duty, table=name, due_at=until, until=again))

    async def heartbeat(self) -> None:
        """Record who is connected here, learn who is elsewhere, and drop idle tables from memory."""
        tables, presence = self.hub.tables, self.services.presence
        if self.first:
            await self.services.store.keep(partial(statements.write_time, at=server_time()))
        await presence.beat([(name, seat) for name, table in tables.items() for seat in sorted(table.seats_here)])
        watched = {name: table for name, table in tables.items() if table.subscribers}
        for name, (seen, gone) in (await presence.look_up(watched)).items():
            watched[name].stored = replace(watched[name].stored, seen=seen, gone=gone)
            watched[name].broadcaster.tell_if_changed()
        self._drop_idle()

    def _drop_idle(self) -> None:
        for name, table in list(self.hub.tables.items()):
            if table.subscribers or table.automation.busy or table.lock.locked():
                table.idle_since = time.monotonic()
            elif time.monotonic() - table.idle_since > IDLE_SECONDS:
                self.hub.drop(name)

    async def audit_unfinished(self) -> None:
        """At the start: audit every unfinished game, including those nobody comes back to."""
        unchecked = list(self.hub.unchecked)
        for table in unchecked:
            await asyncio.sleep(PAUSE)
            if table in self.hub.unchecked:
                with contextlib.suppress(RequestRefused):
                    await self.hub.find(table)
        log.info("games-checked", extra={"tables": len(unchecked)})

    async def archive_old(self) -> None:
        """Archive tables where nothing has happened for a long time."""
        days = self.services.settings.archive_days
        if not days or self.services.store.frozen:
            return
        before, after = server_time() - days * DAY, (0.0, "")
        while idle := await self.services.store.read(partial(statements.idle_ids, before=before, after=after)):
            after = idle[-1]
            for _, table in idle:
                live = self.hub.tables.get(table)
                if (live is None or not live.subscribers) and await audit.archive_table(self.services, table):
                    self.hub.drop(table)
