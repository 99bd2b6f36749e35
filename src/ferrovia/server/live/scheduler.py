"""What a server has to do by itself: bots that are due, clocks that run out, people who are gone."""

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Final

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.live import clocks
from ferrovia.server.store import statements

if TYPE_CHECKING:
    from ferrovia.server.live.hub import Hub

log = logging.getLogger(__name__)
IDLE_SECONDS: Final = 60.0
TROUBLE_SECONDS: Final = 60.0
"""When to look again at a table at which something went wrong."""
HOPELESS: Final = frozenset({"other-rules", "damaged"})
"""At such a table there is nothing to do before somebody mends it."""


async def sweep(hub: "Hub", ahead: float = 0.0) -> None:
    """See to everything that is due, or will be that soon."""
    for table, due_at in await hub.read(partial(statements.due, now=time.time() + ahead)):
        until = time.time() + clocks.LEASE
        if await hub.write(partial(statements.take_duty, table=table, due_at=due_at, until=until)):
            await look_after(hub, table, until)


async def look_after(hub: "Hub", name: str, until: float) -> None:
    """One table, which is ours until then."""
    again: float | None = time.time() + TROUBLE_SECONDS
    try:
        again = await (await hub.find(name)).automation.look_after()
    except RequestRefused as refusal:
        log.warning("duty-refused", extra={"table": name, "code": refusal.code})
        again = None if refusal.code in HOPELESS else again
    except Exception:  # one table's trouble is its own
        log.exception("duty-failed", extra={"table": name})
    await hub.write(partial(statements.take_duty, table=name, due_at=until, until=again))


async def heartbeat(hub: "Hub") -> None:
    """Note who is there; forget tables that nobody looks at."""
    there = [(name, seat) for name, table in hub.tables.items() for seat in sorted(table.seats_here)]
    if there:
        await hub.write(partial(statements.see, seats=there, at=time.time()))
    await hub.refresh_presence()
    for name, table in list(hub.tables.items()):
        if table.subscribers or table.automation.task or table.lock.locked():
            table.idle_since = time.monotonic()
        elif time.monotonic() - table.idle_since > IDLE_SECONDS:
            hub.tables.pop(name)
    hub.metrics.tables.set(len(hub.tables))
