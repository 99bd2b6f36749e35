"""Processes that answer lines: one question a line, one answer a line, as JSON, with limits of time and memory. One
that crashes or is slow delays nobody else. What such a process does is in `lines`."""

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from collections.abc import Coroutine
from typing import Any, Final

from ferrovia.server.workers.child import END, READY, Values
from ferrovia.server.workers.fair_queue import FairQueue

log = logging.getLogger(__name__)
START_SECONDS: Final = 900.0
"""The first start on a machine compiles the bots."""
LATE_SECONDS: Final = 3.0
"""A process notices by itself that time is up; one that does not is dismissed."""
FAREWELL_SECONDS: Final = 8.0
"""Whoever is dismissed ends what its bot has started, and itself; one that does not is killed."""
LONGEST_LINE: Final = 1 << 20
MOST_NOISE: Final = 100
"""Lines a process may write that are no answers."""


class NoAnswer(Exception):
    """A process that failed; the sentence says how, for the log, and nothing of what was said or known there."""


class ChildGone(Exception):
    """A process that was no longer there when it was asked: no fault of the question's."""


class ProcessPool:
    """At most so many of them; whoever asks waits for a free one, each customer in turn."""

    def __init__(self, size: int, *arguments: str) -> None:
        self.size, self.arguments = size, arguments
        self.free: FairQueue[ChildProcess] = FairQueue()
        self.processes: set[ChildProcess] = set()
        self.restarts: set[asyncio.Task[None]] = set()
        self.leaving: set[asyncio.Task[None]] = set()
        self.started = self.closed = False
        self.hiring = 0

    async def start(self, after: float = 0.0) -> None:
        """Have one there before the first question comes, when there is time for it."""
        await asyncio.sleep(after)
        if not self.started:
            self._hire()

    def start_later(self, after: float) -> None:
        """The same, without waiting for it."""
        self._later(self.start(after))

    def _grow(self) -> None:
        """One more, if there may be: each takes memory, so they come as they are needed. And one after the other: what
        the first one compiles, the next find."""
        if not self.hiring:
            self._hire()

    def new_process(self) -> "ChildProcess":
        """For a free place."""
        return ChildProcess(*self.arguments)

    def _hire(self) -> None:
        if not self.closed and len(self.processes) < self.size:
            process = self.new_process()
            self.processes.add(process)
            self.started = True
            self.hiring += 1
            self._later(self._begin(process))

    async def _begin(self, process: "ChildProcess") -> None:
        try:
            await process.start()
        except NoAnswer:
            self.processes.discard(process)
            log.error("worker-failed-to-start")
            self._later(self._hire_again())
            return
        finally:
            self.hiring -= 1
        self.free.put(process)
        if self.free.waiting:
            self._grow()

    async def _hire_again(self) -> None:
        await asyncio.sleep(1)
        self._hire()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.restarts.add(task)
        task.add_done_callback(self.restarts.discard)

    async def answer(self, question: Values, seconds: float, customer: str) -> Values:
        """What one of them says within so many seconds; NoAnswer if nothing. One that is found dead, or has to be
        dismissed, is replaced."""
        while True:
            if not self.free.free:
                self._grow()
            process = await self.free.get(customer)
            try:
                found = await asyncio.wait_for(process.ask({**question, "seconds": seconds}), seconds + LATE_SECONDS)
            except ChildGone:
                self._dismiss(process)
            except TimeoutError:
                self._dismiss(process)
                raise NoAnswer("it took too long") from None
            except BaseException:
                self._dismiss(process)
                raise
            else:
                self.free.put(process)
                return found

    def _dismiss(self, process: "ChildProcess") -> None:
        """In good order, for a program that its bot has started would outlive it; another one comes in its place."""
        task = asyncio.get_running_loop().create_task(self._replace(process))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def _replace(self, process: "ChildProcess") -> None:
        process.end()
        await process.gone()
        self.processes.discard(process)
        self._hire()

    async def close(self) -> None:
        """Dismiss them all, and wait until they are gone."""
        self.closed = True
        for task in list(self.restarts):
            task.cancel()
        for process in self.processes:
            process.end()
        await asyncio.gather(*(process.gone() for process in self.processes))
        await asyncio.gather(*self.leaving)


class ChildProcess:
    """One process: `python -m ARGUMENTS`, a module that calls `serve_lines`."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = ("-m", *arguments)
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Until it says that it is ready."""
        pipe = asyncio.subprocess.PIPE
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *self.arguments, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
            )
            await asyncio.wait_for(self._answer(READY), START_SECONDS)
        except (OSError, RuntimeError) as error:  # no memory, or no file for its pipes
            self.kill()
            raise NoAnswer(f"it did not start: {error}") from None
        except TimeoutError:
            self.kill()
            raise NoAnswer("it did not start") from None

    async def ask(self, question: Values) -> Values:
        """One question, one answer."""
        assert self.process
        assert self.process.stdin
        if self.process.returncode is not None:
            raise ChildGone
        name = secrets.token_hex(8)
        try:
            self.process.stdin.write(json.dumps({**question, "name": name}).encode() + b"\n")
            await self.process.stdin.drain()
            await self._answer(name)  # that it has begun
        except (OSError, RuntimeError, NoAnswer):  # uvloop calls it a RuntimeError that a pipe is closed
            raise ChildGone from None
        return await self._answer(name)

    async def _answer(self, name: str) -> Values:
        """The line that belongs to a question. Whatever else comes that way was said by a bot."""
        assert self.process
        assert self.process.stdout
        for _ in range(MOST_NOISE):
            try:
                line = await self.process.stdout.readline()
            except (ValueError, OSError):
                break
            if not line:
                break
            with contextlib.suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict) and found.get("name") == name:
                    return found
        raise NoAnswer("its process crashed")

    def end(self) -> None:
        """Let it end what its bot has started, and itself."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(END)

    def kill(self) -> None:
        """At once."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def gone(self) -> None:
        """Wait until it is, but not for ever."""
        if self.process:
            try:
                await asyncio.wait_for(self.process.wait(), FAREWELL_SECONDS)
            except TimeoutError:
                self.kill()
                await self.process.wait()
