"""Ownership of tables, where several processes share a store: a lease says which one serves a table.

The connections of a table are forwarded to its owner, so that nobody else has to hear of its entries. A lease saves
work, it does not protect: a process that writes an entry must have seen the previous one, owner or not. So a table may
be taken from an owner that cannot be reached, without waiting for its lease to run out.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from ferrovia.server.base import tokens
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.store import leases, statements
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.leases import Owner

log = logging.getLogger(__name__)
LEASE_SECONDS: Final = 5.0
RENEWAL_SECONDS: Final = 1.0


class TableOwnership:
    """The tables that this process owns. Without a `peer`, its address for other processes, it owns none, and every
    process may serve every table."""

    def __init__(self, store: StorePort, peer: str) -> None:
        self.store, self.peer = store, peer.rstrip("/")
        self.process = tokens.new_id()
        self.tables: dict[str, object] = {}
        """Each with a mark of its latest claim: a table that was lost may have been claimed again since."""
        self.held: Counter[str] = Counter()
        """Tables for which connections are on their way or served."""
        self.until = 0.0
        self.closing = False

    def owns(self, table: str) -> bool:
        """Whether all connections of a table are here, so that an entry need not be notified."""
        return table in self.tables and server_time() < self.until

    def serves(self, table: str) -> bool:
        """Whether connections of a table may stay here: no other process has taken it."""
        return not self.peer or table in self.tables

    @contextlib.contextmanager
    def hold(self, table: str) -> Iterator[None]:
        """While a connection is served, or on its way to be: the table is not forgotten."""
        self.held[table] += 1
        try:
            yield
        finally:
            self.held[table] -= 1
            if not self.held[table]:
                del self.held[table]

    def forget(self, table: str) -> None:
        """Nobody is connected to a table any more. It stays ours in the store until another process is asked for it
        and cannot reach this one."""
        if table not in self.held:
            self.tables.pop(table, None)

    async def renew(self) -> set[str]:
        """Extend the lease; returns the tables that others took after it had run out."""
        if self.closing:
            return set()
        work = partial(leases.renew, process=self.process, peer=self.peer, clock=server_time, seconds=LEASE_SECONDS)
        renewed = await self.store.keep(work)
        self.until = renewed.until
        return set() if renewed.unbroken else await self.check()

    async def check(self) -> set[str]:
        """Look which tables are still ours; returns those that are not, which are then forgotten."""
        before = dict(self.tables)
        if not before:
            return set()
        kept = await self.store.read(partial(leases.owned, process=self.process, names=list(before)))
        lost = {name for name, mark in before.items() if name not in kept and self.tables.get(name) is mark}
        for name in lost:
            del self.tables[name]
        return lost

    async def is_alive(self, owner: Owner) -> bool:
        """Whether another process still renews its lease, however slow it is to answer."""
        return await self.store.read(partial(leases.is_alive, process=owner.process, now=server_time()))

    async def others(self) -> list[str]:
        """The addresses of the other processes that share the store and renew their leases."""
        if not self.peer:
            return []
        peers = await self.store.read(partial(leases.alive_peers, now=server_time()))
        return [peer for peer in peers if peer != self.peer]

    async def elsewhere(self, table: str, unreachable: str = "") -> Owner | None:
        """The owner to which a connection belongs; None if it belongs here. A table is taken from an owner that could
        not be reached: `unreachable` is its process."""
        if not self.peer or self.owns(table):
            return None
        # To claim a table that does not exist would fail, and roll back what others write in the same transaction.
        if not await self.store.read(partial(statements.has_table, table=table)):
            raise RequestRefused("no-such-table")
        return await self._claim(table, unreachable)

    async def _claim(self, table: str, unreachable: str) -> Owner | None:
        claimed = partial(leases.claim, table=table, process=self.process, now=server_time(), unreachable=unreachable)
        owner: Owner | None = await self.store.keep(claimed)
        if owner is not None:
            self.tables.pop(table, None)
            return owner
        self.tables[table] = object()
        if unreachable:
            log.warning("table-taken-over", extra={"table": table})
        return None

    async def release(self) -> None:
        """Give all tables back: this process is about to stop."""
        self.closing = True
        self.tables.clear()
        if self.peer:
            with contextlib.suppress(RequestRefused, asyncio.CancelledError):
                await self.store.keep(partial(leases.release, process=self.process))
