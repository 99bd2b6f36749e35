"""Warm-up: how far the kernels are compiled and loaded. The page is served from the first second; what needs a game
waits."""

import asyncio
from typing import Final

from ferrovia.server.base.refusals import RequestRefused

KERNEL_FREE: Final = (
    *("/api/rules", "/api/bots", "/api/keys", "/api/network", "/api/profile", "/api/warm-up", "/api/openapi.json"),
)
"""Requests that are answered before the kernels are ready, with everything below them."""
LESSONS: Final = "/api/lessons"
"""Listing the lessons needs no kernels; starting one does."""


class WarmUp:
    """Progress of one process. Without a warm-up it is ready."""

    def __init__(self, ready: bool = True) -> None:
        self.done, self.total = 0, 1
        self.ready = asyncio.Event()
        self.closing = asyncio.Event()
        if ready:
            self.ready.set()

    @property
    def share(self) -> float:
        """The completed share of the work; 1 only once everything is ready."""
        return 1.0 if self.ready.is_set() else min(0.99, self.done / max(1, self.total))

    def advance(self, done: int, total: int) -> None:
        """Record how many kernels are compiled."""
        self.done, self.total = done, total

    async def admit(self, path: str) -> None:
        """Hold a request that needs the kernels until they are ready."""
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
