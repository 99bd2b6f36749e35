"""What runs in the background and is repeated: what cannot be done now is no bug of the server."""

import asyncio
import gc
import logging

import pytest

from ferrovia.server.base.background import BackgroundTasks, finished
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


@pytest.mark.parametrize(
    ("error", "told"), [(RequestRefused("stale"), []), (ValueError("a bug"), ["background-failed"])]
)
def test_a_refusal_for_a_client_that_has_hung_up_is_no_news(
    error: Exception, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """asyncio would log it with a traceback; a bug is still told."""

    async def run() -> None:
        async def refuse() -> None:
            await asyncio.sleep(0)
            raise error

        request = asyncio.create_task(finished(asyncio.create_task(refuse())))
        await asyncio.sleep(0)
        request.cancel()
        await asyncio.gather(request, return_exceptions=True)
        for _ in range(5):
            await asyncio.sleep(0)
        del request
        gc.collect()

    asyncio.run(run())
    assert [each.getMessage() for each in caplog.records] == told
