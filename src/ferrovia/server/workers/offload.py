"""Offloading: expensive work in a thread beside the event loop, addresses in turn, each charged for its processor
time."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from ferrovia.processes.fair_queue import FairQueue
from ferrovia.server.base.background import finished
from ferrovia.server.base.rate_limits import ConcurrencyLimiter, RateLimiter
from ferrovia.server.base.refusals import RequestRefused

Value = TypeVar("Value")
MINUTE: Final = 60.0
USUAL_SECONDS: Final = 0.05
MOST_WAITING: Final = 400
MOST_OF_ONE: Final = 20
"""Most waiting jobs, in total and of one address. A class behind one address reloads its pages together."""


class Offloader:
    """Runs one job at a time in a thread: more would only compete for the GIL. `seconds`: the processor time an address
    may use per minute."""

    def __init__(self, seconds: float) -> None:
        self.budget = RateLimiter(seconds / MINUTE, seconds)
        self.waiting = ConcurrencyLimiter(MOST_OF_ONE)
        self.turns: FairQueue[None] = FairQueue()
        self.turns.put(None)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="offload")

    async def run(self, address: str, work: Callable[[], Value]) -> Value:
        """The result of a function, run when it is this address's turn. An address over its budget is refused; a caller
        that is cancelled while it waits costs nothing."""
        self.budget.check_credit(address)
        if self.waiting.total >= MOST_WAITING:
            raise RequestRefused("busy")
        self.waiting.take(address, "too-fast")
        try:
            await self.turns.get(address, cost=USUAL_SECONDS)
            job = asyncio.get_running_loop().create_task(self._run(address, work))
            return await finished(job)  # a thread cannot be cancelled: its turn lasts until it is done
        finally:
            self.waiting.give_back(address)

    async def _run(self, address: str, work: Callable[[], Value]) -> Value:
        spent: list[float] = []

        def measured() -> Value:
            began = time.thread_time()
            try:
                return work()
            finally:
                spent.append(time.thread_time() - began)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, measured)
        finally:
            self.budget.charge(address, sum(spent))
            self.turns.correct(address, "", sum(spent) - USUAL_SECONDS)
            self.turns.put(None, 0)

    def close(self) -> None:
        """Wait for the current job; drop the others."""
        self.thread.shutdown(wait=True, cancel_futures=True)
