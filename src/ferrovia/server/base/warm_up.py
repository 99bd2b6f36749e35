"""Warm-up: how far the kernels are compiled and loaded. The page is served from the first second; what needs a game
waits."""

import asyncio
from typing import Final

from ferrovia.server.base.refusals import RequestRefused

KERNEL_FREE: Final = (
    *("/api/rules", "/api/bots", "/api/keys", "/api/network", "/api/profile", "/api/warm-up", "/api/openapi.json"),
)
"""Requests that are answered before the kernels are there, with everything below them."""
LESSONS: Final = "/api/lessons"
"""Listing the lessons needs no kernels; starting one does."""


class WarmUp:
    """Progress of one process. Without a warm-up under way it is ready."""

    def __init__(self, ready: bool = True) -> None:
        self.done, self.total = 0, 1
        self.ready = asyncio.Event()
        self.closing = asyncio.Event()
        if ready:
            self.ready.set()

    @property
    def share(self) -> float:
        """The share of the work that is done; 1 once everything is ready, not before."""
        return 1.0 if self.ready.is_set() else min(0.99, self.done / max(1, self.total))

    def advance(self, done: int, total: int) -> None:
        """Note how many kernels are compiled."""
        self.done, self.total = done, total

    async def admit(self, path: str) -> None:
        """Hold a request that needs the kernels until they are there."""
        if path.startswith(("/api/", "/ws/")) and path != LESSONS and not path.startswith(KERNEL_FREE):
            await self._wait()

    async def _wait(self) -> None:
        """Wait until everything is ready; RequestRefused if the server closes before."""
        if self.ready.is_set():
            return
        waits = [asyncio.ensure_future(event.wait()) for event in (self.ready, self.closing)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        if not self.ready.is_set():
            raise RequestRefused("busy")
