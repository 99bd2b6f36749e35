"""Ownership of tables, where several processes share a store: a lease says which one serves a table.

The connections of a table are forwarded to its owner, so that nobody else has to hear of its entries. A lease saves
work, it does not protect: whoever writes an entry must have seen the previous one, owner or not. So a table may be
taken from an owner that cannot be reached, without waiting for its lease to run out.
"""

import asyncio
import contextlib
import logging
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
        self.tables: set[str] = set()
        self.until = 0.0
        self.closing = False

    def owns(self, table: str) -> bool:
        """Whether all connections of a table are here, so that an entry need not be notified."""
        return table in self.tables and server_time() < self.until

    def forget(self, table: str) -> None:
        """Nobody is connected to a table any more. It stays ours in the store until another process is asked for it
        and cannot reach this one."""
        self.tables.discard(table)

    async def renew(self) -> set[str]:
        """Extend the lease; returns the tables that others took after it had run out."""
        if self.closing:
            return set()
        now = server_time()
        until = now + LEASE_SECONDS
        renewed = partial(leases.renew, process=self.process, peer=self.peer, now=now, until=until)
        unbroken = await self.store.keep(renewed)
        self.until = until
        return set() if unbroken else await self.check()

    async def check(self) -> set[str]:
        """Look which tables are still ours; returns those that are not, which are then forgotten."""
        names = list(self.tables)
        if not names:
            return set()
        kept = await self.store.read(partial(leases.owned, process=self.process, names=names))
        lost = set(names) - kept
        self.tables -= lost
        return lost

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
            self.tables.discard(table)
            return owner
        self.tables.add(table)
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
