"""Worker pools that play jobs: threads for compiled bots, whose kernels release the GIL; processes for all others."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import Any, ClassVar, Final, Protocol

import numpy as np

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, PlayedGames, Signals
from ferrovia.errors import ArenaError
from ferrovia.game.checks import whole
from ferrovia.processes.lifetime import end_with_parent, kill_process
from ferrovia.rules.kinds import show

MARGIN: Final = 10.0
"""Seconds beyond a bot's limit before its process is killed: a busy machine may wake it late."""


class Workers(Protocol):
    """A pool of workers. A job that is lost with its worker raises one of `lost`, and may be submitted again."""

    @property
    def size(self) -> int:
        """How many jobs run in parallel."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The exceptions that mean a worker is gone."""

    @property
    def fail_together(self) -> bool:
        """Whether all running jobs are lost when one of them kills its worker, so that the culprit is unknown."""

    def submit(self, job: Job) -> "Future[PlayedGames]":
        """Schedule a job."""

    def finished(self) -> int:
        """Finished games in running jobs; 0 if unknown."""

    def end_stalled(self) -> int:
        """End workers that will not return on their own; return their number."""

    def abandon(self) -> None:
        """Kill all workers immediately. Called from a signal handler."""

    def stop(self) -> None:
        """Finish soon: running jobs return what they have, or nothing."""

    def close(self) -> None:
        """Release the pool; no job follows."""


class Threads:
    """Threads of this process."""

    lost: ClassVar[tuple[type[BaseException], ...]] = ()
    fail_together = False

    def __init__(self, size: int) -> None:
        self.size = size
        self.flag = np.zeros(1, np.int8)
        self.pool = ThreadPoolExecutor(size)
        self.under_way: dict[Future[PlayedGames], Signals] = {}

    def submit(self, job: Job) -> "Future[PlayedGames]":
        """Play a job when a thread is free."""
        signals = Signals(self.flag)
        future = self.pool.submit(play_job, job, signals)
        self.under_way[future] = signals
        future.add_done_callback(self.under_way.pop)
        return future

    def finished(self) -> int:
        """The number of games that the kernels have counted."""
        return sum(int(signals.done[0]) for signals in list(self.under_way.values()))

    def end_stalled(self) -> int:
        """Always 0: kernels always return."""
        return 0

    def abandon(self) -> None:
        """Nothing to do: threads end with this process."""

    def stop(self) -> None:
        """Set the flag that the kernels check before every decision."""
        self.flag[0] = 1

    def close(self) -> None:
        """Wait for the threads."""
        self.pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine, spawned rather than forked: a running thread must not be copied."""

    lost = (BrokenProcessPool,)
    fail_together = True

    def __init__(self, size: int) -> None:
        self.size = size
        self.context = multiprocessing.get_context("spawn")
        self.flag = self.context.RawArray("b", 1)
        self.margin = MARGIN
        self.pool = self.new_pool()

    def new_pool(self) -> ProcessPoolExecutor:
        """A pool of workers that ignore Ctrl-C."""
        self.places = self.context.Value("i", 0)
        self.deadlines = self.context.RawArray("d", 2 * self.size)
        shared = (self.flag, self.places, self.deadlines)
        return ProcessPoolExecutor(self.size, self.context, initializer=begin_process, initargs=shared)

    def submit(self, job: Job) -> "Future[PlayedGames]":
        """Play a job when a process is free. When one dies the pool ends the others too, so start another pool."""
        try:
            return self.pool.submit(play_in_process, job)
        except BrokenProcessPool:
            self.pool.shutdown(wait=False)
            self.pool = self.new_pool()
            return self.pool.submit(play_in_process, job)

    def finished(self) -> int:
        """Always 0: processes do not report progress."""
        return 0

    def end_stalled(self) -> int:
        """Kill workers past their deadline. A bot in C may hold the GIL, so that its process cannot watch the clock; it
        wrote its deadline to shared memory before the call. The pool then loses all jobs, as when a worker dies. One
        snapshot decides: a call that ends between two reads (deadline 0) would look late."""
        shared = np.frombuffer(self.deadlines, np.float64).reshape(-1, 2)
        snapshot, latest = shared.tolist(), time.monotonic() - self.margin
        late = [number for number, (_, deadline) in enumerate(snapshot) if 0 < deadline < latest]
        shared[late, 1] = 0.0  # kill it only once
        self.kill(int(snapshot[number][0]) for number in late)
        return len(late)

    def abandon(self) -> None:
        """Kill all workers: one that is stuck does not notice that its parent is gone."""
        self.kill(self.pool._processes or ())

    def kill(self, processes: Iterable[int]) -> None:
        """Kill these processes if they are still our workers: an id may belong to another program by now."""
        for process in [process for process in processes if process in (self.pool._processes or ())]:
            kill_process(process)

    def stop(self) -> None:
        """Set the flag that workers check before every move."""
        self.flag[0] = 1

    def close(self) -> None:
        """Wait for the processes."""
        self.pool.shutdown(cancel_futures=True)


_flag: Any = None


def begin_process(flag: Any, places: Any, deadlines: Any) -> None:
    """Initialise a worker process. Ctrl-C reaches all processes of a terminal, but only the parent handles it; and only
    the parent writes results: whatever bots print, and however, goes to stderr."""
    from ferrovia.bots.hosting import watchdog
    from ferrovia.bots.hosting.external import dismiss_idle

    global _flag
    _flag = np.frombuffer(flag, np.int8)
    watchdog.deadline = own_place(places, deadlines)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    with suppress(OSError):  # there may be no stderr
        os.dup2(2, 1)
    Finalize(None, dismiss_idle, exitpriority=1)
    end_with_parent(lambda: os._exit(1))


def own_place(places: Any, deadlines: Any) -> Any:
    """The shared memory for this process's deadline: an array of one, with its id stored beside it."""
    with places.get_lock():
        place = places.value % (len(deadlines) // 2)
        places.value += 1
    deadlines[2 * place] = os.getpid()
    return np.frombuffer(deadlines, np.float64)[2 * place + 1 : 2 * place + 2]


def play_in_process(job: Job) -> PlayedGames:
    """Play a job in a worker process."""
    return play_job(job, Signals(_flag))


def check_processes(processes: object) -> int:
    """The number of processes to use: by default one per core."""
    number = (os.cpu_count() or 1) if processes is None else whole(processes)
    if number is None or not 1 <= number <= 1024:
        raise ArenaError(f"processes: a whole number from 1 to 1024, not {show(processes)}")
    return number
