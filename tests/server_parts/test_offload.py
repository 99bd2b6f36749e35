"""Expensive work: one job at a time, addresses in turn, each charged for what its jobs take."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.workers import offload as module
from ferrovia.server.workers.offload import Offloader


def together(test: Callable[[Offloader], Coroutine[Any, Any, None]], seconds: float = 60.0) -> None:
    async def run() -> None:
        offload = Offloader(seconds)
        try:
            await test(offload)
        finally:
            offload.close()

    asyncio.run(run())


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_addresses_take_turns_and_work_is_done_elsewhere() -> None:
    async def test(offload: Offloader) -> None:
        gate, order, threads = threading.Event(), [], set()

        def work(name: str) -> None:
            gate.wait(10)
            order.append(name)
            threads.add(threading.current_thread())

        jobs = [asyncio.create_task(offload.run("many", lambda n=n: work(f"many {n}"))) for n in range(3)]  # type: ignore[misc]
        await settle()
        jobs.append(asyncio.create_task(offload.run("one", lambda: work("one"))))
        await settle()
        gate.set()
        await asyncio.gather(*jobs)
        assert order == ["many 0", "one", "many 1", "many 2"]
        assert len(threads) == 1
        assert threading.current_thread() not in threads

    together(test)


def test_an_address_pays_for_the_time_its_jobs_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "thread_time", iter([0.0, 5.0, 0.0, 5.0]).__next__)

    async def test(offload: Offloader) -> None:
        await offload.run("rich", lambda: None)
        with pytest.raises(RequestRefused, match="too-fast"):
            await offload.run("rich", lambda: None)
        await offload.run("other", lambda: None)

    together(test, seconds=3.0)


def test_nothing_is_done_for_a_caller_who_is_gone() -> None:
    async def test(offload: Offloader) -> None:
        gate, done = threading.Event(), []
        first = asyncio.create_task(offload.run("a", lambda: gate.wait(10)))
        await settle()
        gone = asyncio.create_task(offload.run("b", lambda: done.append("gone")))
        await settle()
        gone.cancel()
        await settle()
        gate.set()
        await first
        await offload.run("c", lambda: done.append("here"))
        assert done == ["here"]
        assert offload.waiting.total == 0

    together(test)


def test_a_job_that_cannot_be_stopped_keeps_its_turn() -> None:
    async def test(offload: Offloader) -> None:
        gate, running = threading.Event(), []

        def work() -> None:
            running.append("begun")
            gate.wait(10)
            running.append("done")

        first = asyncio.create_task(offload.run("a", work))
        await settle()
        first.cancel()
        second = asyncio.create_task(offload.run("b", lambda: running.append("second")))
        await settle()
        gate.set()
        await second
        assert running == ["begun", "done", "second"]

    together(test)


def test_too_many_waiting_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)

    async def test(offload: Offloader) -> None:
        gate = threading.Event()
        jobs = [asyncio.create_task(offload.run(address, lambda: gate.wait(10))) for address in ("a", "b")]
        await settle()
        with pytest.raises(RequestRefused, match="busy"):
            await offload.run("c", lambda: None)
        gate.set()
        await asyncio.gather(*jobs)

    together(test)
