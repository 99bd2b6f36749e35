"""Readiness of a store: whether it can be written, tried at most once a second."""

import asyncio
import time
from typing import Final

from sqlalchemy import Connection

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.store import statements
from ferrovia.server.store.access import StorePort

KEY: Final = "probe"
FRESH_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 5.0


def write_probe(connection: Connection) -> None:
    """Write a row that nobody reads, so that a full disk or a read-only database shows."""
    statements.put_about(connection, KEY, str(time.time()))


class Readiness:
    """Tries the store for everybody who asks; one attempt at a time, however long it takes."""

    def __init__(self, store: StorePort) -> None:
        self.store = store
        self.attempt: asyncio.Task[None] | None = None
        self.until = 0.0
        """Until when the last successful attempt counts."""

    async def check(self) -> None:
        """RequestRefused unless the store can be written."""
        if time.monotonic() < self.until:
            return
        if self.attempt is None or self.attempt.done():
            self.attempt = asyncio.get_running_loop().create_task(self._try())
        try:
            await asyncio.wait_for(asyncio.shield(self.attempt), PATIENCE_SECONDS)
        except TimeoutError:
            raise RequestRefused("store-failed") from None

    async def _try(self) -> None:
        await self.store.keep(write_probe)
        self.until = time.monotonic() + FRESH_SECONDS
