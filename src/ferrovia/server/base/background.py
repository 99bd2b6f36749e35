"""Background tasks of one process: started, watched, repeated, cancelled together."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from ferrovia.server.base.refusals import RequestRefused

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that nobody awaits; their errors are logged."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine function at this interval."""
        self.spawn(self._repeat(seconds, work))

    async def _repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:  # the next try may succeed; without it clocks would stand still
                log.exception("background-try-failed")

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, RequestRefused):  # the store is down, or a table was archived meanwhile
            log.warning("background-refused", extra={"code": error.code})
        elif error:
            log.error("background-failed", exc_info=error)

    async def close(self) -> None:
        """Cancel all of them and wait for their end."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
