"""Warm-up: how far the kernels are compiled and loaded. The page is served from the first second; what needs a game
waits."""

import asyncio
import time
from collections.abc import Callable
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

    def __init__(self, ready: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.done, self.total = 0, 1
        self.clock = clock
        self.began = self.advanced = clock()
        self.shown = 0.0
        self.ready = asyncio.Event()
        self.closing = asyncio.Event()
        if ready:
            self.ready.set()

    @property
    def share(self) -> float:
        """The completed share of the work, estimated between reports from the rate so far. It never falls, and is 1
        only once everything is ready."""
        if self.ready.is_set():
            return 1.0
        rate = self.done / max(1.0, self.advanced - self.began)
        done = self.done + rate * (self.clock() - self.advanced)
        self.shown = max(self.shown, min(0.99, done / max(1, self.total)))
        return self.shown

    def advance(self, done: int, total: int) -> None:
        """Record how many kernels are compiled."""
        self.done, self.total, self.advanced = done, total, self.clock()

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
            for wait in waits:
                wait.cancel()
        if not self.ready.is_set():
            raise RequestRefused("busy")
