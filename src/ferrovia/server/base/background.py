"""Background tasks of one process: started, monitored, repeated, cancelled together."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ferrovia.server.base.refusals import RequestRefused

log = logging.getLogger(__name__)
Value = TypeVar("Value")


async def finished(task: asyncio.Task[Value]) -> Value:
    """The result of a task that goes on when its caller is cancelled, as a request is whose client hangs up."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(check_unheard)
        raise


def check_unheard(task: asyncio.Task[Any]) -> None:
    """Log the error of a task that nobody waits for any more. A refusal was for the client."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, RequestRefused):
        log.error("background-failed", exc_info=error)


class BackgroundTasks:
    """Tasks that are not awaited; their errors are logged."""

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
            except RequestRefused as refusal:
                log.warning("background-refused", extra={"code": refusal.code})
            except Exception:  # the next run may succeed; without it clocks would stop
                log.exception("background-try-failed")

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, RequestRefused):  # the store is down, or a table was archived in the meantime
            log.warning("background-refused", extra={"code": error.code})
        elif error:
            log.error("background-failed", exc_info=error)

    async def close(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
