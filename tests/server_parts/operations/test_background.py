"""What runs in the background and is repeated: what cannot be done now is no bug of the server."""

import asyncio
import logging

import pytest

from ferrovia.server.base.background import BackgroundTasks
from ferrovia.server.base.refusals import RequestRefused


def test_a_store_that_does_not_answer_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """The operator is asked to report tracebacks; and the next run takes place all the same."""
    failures: list[Exception] = [RequestRefused("store-failed"), ValueError("a bug")]

    async def run() -> None:
        tasks, done = BackgroundTasks(), asyncio.Event()

        async def work() -> None:
            if failures:
                raise failures.pop(0)
            done.set()

        tasks.repeat(0.0, work)
        await done.wait()
        await tasks.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    told = [(each.getMessage(), each.levelname, each.exc_info is not None) for each in caplog.records]
    assert told == [("background-refused", "WARNING", False), ("background-try-failed", "ERROR", True)]
