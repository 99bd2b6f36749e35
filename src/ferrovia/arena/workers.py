"""Who plays the chunks: threads for compiled bots, whose kernels let go of Python's lock; processes for all others."""

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import Finalize
from typing import Any, ClassVar, Protocol

import numpy as np

from ferrovia.arena.chunk import Chunk, Job, Signals, play_chunk
from ferrovia.checks import whole
from ferrovia.errors import ArenaError
from ferrovia.rules.kinds import show


class Workers(Protocol):
    """Whoever plays chunks. A job that was lost with its worker raises one of `lost`, and may be given again."""

    @property
    def size(self) -> int:
        """How many chunks are played at the same time."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What tells that a worker is gone."""

    @property
    def shared_fate(self) -> bool:
        """Whether all jobs under way are lost when one of them kills its worker, so that nobody knows which."""

    def submit(self, job: Job) -> "Future[Chunk]":
        """Play a job some time."""

    def finished(self) -> int:
        """Games that are done in chunks that are not; 0 where nobody can tell."""

    def stop(self) -> None:
        """Come to an end soon: jobs under way return what they have, or nothing."""

    def close(self) -> None:
        """Nobody will ask again."""


class Threads:
    """Threads of this process."""

    lost: ClassVar[tuple[type[BaseException], ...]] = ()
    shared_fate = False

    def __init__(self, size: int) -> None:
        self.size = size
        self.flag = np.zeros(1, np.int8)
        self.pool = ThreadPoolExecutor(size)
        self.under_way: dict[Future[Chunk], Signals] = {}

    def submit(self, job: Job) -> "Future[Chunk]":
        """Play a job when a thread is free."""
        signals = Signals(self.flag)
        future = self.pool.submit(play_chunk, job, signals)
        self.under_way[future] = signals
        future.add_done_callback(self.under_way.pop)
        return future

    def finished(self) -> int:
        """The kernels count as they play."""
        return sum(int(signals.done[0]) for signals in list(self.under_way.values()))

    def stop(self) -> None:
        """The kernels look at the flag before every decision."""
        self.flag[0] = 1

    def close(self) -> None:
        """Wait for them."""
        self.pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine, started afresh: a thread that is somewhere in the middle must not be copied."""

    lost = (BrokenProcessPool,)
    shared_fate = True

    def __init__(self, size: int) -> None:
        self.size = size
        self.context = multiprocessing.get_context("spawn")
        self.flag = self.context.RawArray("b", 1)
        self.pool = self.new_pool()

    def new_pool(self) -> ProcessPoolExecutor:
        """A pool of workers that have no mind of their own about Ctrl-C."""
        return ProcessPoolExecutor(self.size, self.context, initializer=begin_process, initargs=(self.flag,))

    def submit(self, job: Job) -> "Future[Chunk]":
        """Play a job when a process is free. When one of them dies the others are ended too: begin anew."""
        try:
            return self.pool.submit(play_in_process, job)
        except BrokenProcessPool:
            self.pool.shutdown(wait=False)
            self.pool = self.new_pool()
            return self.pool.submit(play_in_process, job)

    def finished(self) -> int:
        """Nobody asks them."""
        return 0

    def stop(self) -> None:
        """They look at the flag before every move."""
        self.flag[0] = 1

    def close(self) -> None:
        """Wait for them."""
        self.pool.shutdown(cancel_futures=True)


_flag: Any = None


def begin_process(flag: Any) -> None:
    """What a new process does first. Ctrl-C reaches all processes of a terminal, but only the first one decides; and
    only the first one writes results: whatever bots print goes to stderr."""
    from ferrovia.bots.external import dismiss_idle

    global _flag
    _flag = np.frombuffer(flag, np.int8)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Finalize(None, dismiss_idle, exitpriority=1)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_in_process(job: Job) -> Chunk:
    """Play a job in one of the processes."""
    return play_chunk(job, Signals(_flag))


def check_processes(processes: object) -> int:
    """How many to use: by default one for each core."""
    number = (os.cpu_count() or 1) if processes is None else whole(processes)
    if number is None or not 1 <= number <= 1024:
        raise ArenaError(f"processes: a whole number from 1 to 1024, not {show(processes)}")
    return number
