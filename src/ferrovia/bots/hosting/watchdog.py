"""Watchdog: calls foreign code under a time limit.

Python cannot stop a function from outside, so the call runs in its own thread. When time is up, the caller stops
waiting and an exception is injected into the thread, which ends loops in Python but not a long sleep or a loop in C. A
bot that must be stoppable in every case runs as a program (`exec:`).
"""

import ctypes
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeVar

import numpy as np

from ferrovia.bots.hosting.faults import BotFailed, failure_of

Value = TypeVar("Value")

deadline: Any = np.zeros(1)
"""When the current call must be over; 0 between calls. An arena worker shares it with the process that can kill it: C
code that holds the GIL leaves no thread here to check the clock."""


class Stopped(SystemExit):
    """Injected into a thread whose time is up. `except Exception` does not catch it, and a thread may end with it
    silently."""


class Watchdog:
    """One thread that makes calls one after another, and that can be abandoned."""

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self.results: queue.SimpleQueue[tuple[Any, BotFailed | None]] = queue.SimpleQueue()
        self.left_behind = False
        self.thread = threading.Thread(target=self._work, daemon=True, name="bot")
        self.thread.start()

    def call(self, function: Callable[[], Value], limit: float) -> Value:
        """The function's result; BotFailed if it raises anything or takes too long."""
        with output_is_ours():
            result, failure = self._outcome(function, limit)
        if failure is not None:
            raise failure
        return result  # type: ignore[no-any-return]

    def _outcome(self, function: Callable[[], Any], limit: float) -> tuple[Any, BotFailed | None]:
        deadline[0] = time.monotonic() + limit
        try:
            self.calls.put(function)
            return self.results.get(timeout=limit)
        except queue.Empty:
            self._stop()
            return None, BotFailed("stall", f"it did not answer within {limit:g} s")
        finally:
            deadline[0] = 0.0

    def close(self) -> None:
        """Let the thread end."""
        self.calls.put(None)

    def _work(self) -> None:
        while (function := self.calls.get()) is not None:
            try:
                self.results.put((function(), None))
            except BaseException as error:  # sys.exit() counts as a failure too
                if self.left_behind:
                    return
                self.results.put((None, safe_failure_of(error)))

    def _stop(self) -> None:
        self.left_behind = True
        self.close()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(Stopped))


class _Output:
    """Standard output per thread, because calls may run in several threads."""

    lock = threading.Lock()
    calls = 0
    ours: IO[str] | None = None


@contextmanager
def output_is_ours() -> Iterator[None]:
    """Redirect what a bot prints to stderr: a program may be reading our standard output, or a person in the middle of
    a game."""
    with _Output.lock:
        if not _Output.calls:
            _Output.ours, sys.stdout = sys.stdout, sys.stderr
        _Output.calls += 1
    try:
        yield
    finally:
        with _Output.lock:
            _Output.calls -= 1
            if not _Output.calls:
                sys.stdout = _Output.ours


def safe_failure_of(error: BaseException) -> BotFailed:
    """The failure an exception stands for, even if the exception cannot describe itself."""
    try:
        return failure_of(error)
    except BaseException:
        return BotFailed("crash", f"it raised {type(error).__name__}")
