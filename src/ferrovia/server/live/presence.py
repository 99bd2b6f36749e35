"""Presence: which players are connected, to this or another server process."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import StoredTable
from ferrovia.server.store import statements
from ferrovia.server.store.access import StorePort

PRESENT_SECONDS: Final = 40.0
"""How long a player counts as connected to another process after its last heartbeat."""


class Presence:
    """Tracks who is connected. Processes tell each other through the store."""

    def __init__(self, store: StorePort, shared: bool) -> None:
        self.store, self.shared = store, shared

    def of(self, stored: StoredTable, here: set[int]) -> list[bool]:
        """For each seat, whether its player is connected; `here`: the seats connected to this process."""
        return [seat in here or self._seen_elsewhere(stored, seat) for seat in range(stored.row.players)]

    def _seen_elsewhere(self, stored: StoredTable, seat: int) -> bool:
        lately = server_time() - stored.seen.get(seat, 0.0) < PRESENT_SECONDS
        return self.shared and lately and seat not in stored.gone

    async def changed(self, stored: StoredTable, seats: list[int], here: set[int], alone: bool = False) -> None:
        """A connection with these seats was opened or closed: record when, and tell the other processes, unless this
        one serves the table alone."""
        now = server_time()
        came, went = [seat for seat in seats if seat in here], [seat for seat in seats if seat not in here]
        await self._note(stored.row.id, came, went, now, alone)
        stored.seen.update(dict.fromkeys(seats, now))
        stored.gone.difference_update(came)
        stored.gone.update(went)

    async def confirm(self, stored: StoredTable, here: set[int]) -> None:
        """A player who left another process may be connected to this one, on another screen: say so."""
        still = sorted(here & stored.gone)
        if still:
            await self._note(stored.row.id, still, [], server_time())
            stored.gone.difference_update(still)

    async def _note(self, table: str, came: list[int], went: list[int], at: float, quiet: bool = False) -> None:
        await self.store.keep(partial(statements.see_and_tell, table=table, came=came, went=went, at=at, quiet=quiet))

    async def beat(self, seats: list[tuple[str, int]]) -> None:
        """Heartbeat: these seats of these tables are connected here."""
        if seats:
            await self.store.keep(partial(statements.see, seats=seats, at=server_time()))

    async def look_up(self, tables: Iterable[str]) -> dict[str, tuple[dict[int, float], set[int]]]:
        """When the seats of some tables were last seen, and which of them leaving; empty for a single process."""
        names = list(tables)
        return await self.store.read(partial(statements.seen_at, names=names)) if self.shared and names else {}
