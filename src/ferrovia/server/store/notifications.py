"""Notifications between server processes: a table's id and an entry's number, never what happened."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from ferrovia.server.store.leases import MOVED
from ferrovia.server.store.statements import CHANNEL

log = logging.getLogger(__name__)
PAUSE: Final = 1.0
ALIVE: Final[dict[str, Any]] = {
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "connect_timeout": 10,
}
"""TCP keepalives: a connection that only listens would not notice for hours that the other end is gone."""

Hear = Callable[[str, int], None]
ANOTHER_OWNER: Final = -1
"""Takes the place of an entry's number, where a table has another owner."""


class NotificationBus:
    """Notification bus of a single process, which never says anything."""

    async def listen(self, hear: Hear, catch_up: Callable[[], Awaitable[None]]) -> None:
        """Call `hear` with every notification, forever; after a gap that may have lost some, call `catch_up`."""
        await asyncio.Event().wait()


class PostgresNotificationBus(NotificationBus):
    """Notification bus over PostgreSQL's LISTEN, on its own connection."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://")

    async def listen(self, hear: Hear, catch_up: Callable[[], Awaitable[None]]) -> None:
        """Listen as long as the process lives; a lost connection is reopened."""
        import psycopg

        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                await self._listen_once(hear, catch_up)
            log.warning("bus-lost")
            await asyncio.sleep(PAUSE)

    async def _listen_once(self, hear: Hear, catch_up: Callable[[], Awaitable[None]]) -> None:
        import psycopg

        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, **ALIVE) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await catch_up()
            async for notice in connection.notifies():
                self._pass_on(notice, hear)

    def _pass_on(self, notice: Any, hear: Hear) -> None:
        table, _, seq = notice.payload.partition(" ")
        if seq.isdigit() or seq == MOVED:
            hear(table, ANOTHER_OWNER if seq == MOVED else int(seq))


def open_bus(url: str) -> NotificationBus:
    """The bus of a store."""
    return PostgresNotificationBus(url) if url.startswith("postgresql") else NotificationBus()
