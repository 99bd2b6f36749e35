"""Processes that answer lines: one question a line, one answer a line, as JSON, with limits of time and memory. One
that crashes or is slow delays nobody else.

    Processes       so many of them, for whoever asks
    serve_lines     what such a process does
"""

import asyncio
import contextlib
import json
import logging
import os
import resource
import secrets
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import IO, Any, Final

from ferrovia.server.queueing import FairLine

log = logging.getLogger("ferrovia.processes")
Values = dict[str, Any]
Answering = Callable[[Values], Values]
READY: Final = "ready"
"""The name of the first thing a process says."""
END: Final = signal.SIGUSR1
"""What tells a process to end in good order. Others, like that of Ctrl-C, are meant for the server."""
START_SECONDS: Final = 900.0
"""The first start on a machine compiles the bots."""
LATE_SECONDS: Final = 3.0
"""A process notices by itself that time is up; one that does not is dismissed."""
FAREWELL_SECONDS: Final = 8.0
"""Whoever is dismissed ends what its bot has started, and itself; one that does not is killed."""
AGAIN_SECONDS: Final = 0.05
LONGEST_LINE: Final = 1 << 20
MOST_NOISE: Final = 100
"""Lines a process may write that are no answers."""
MEGABYTE: Final = 1 << 20


class NoAnswer(Exception):
    """A process that failed; the sentence says how, for the log, and nothing of what was said or known there."""


class Gone(Exception):
    """A process that was no longer there when it was asked: no fault of the question's."""


class Processes:
    """At most so many of them; whoever asks waits for a free one, each customer in turn."""

    def __init__(self, size: int, *arguments: str) -> None:
        self.size, self.arguments = size, arguments
        self.free: FairLine[Process] = FairLine()
        self.processes: set[Process] = set()
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

    def new_process(self) -> "Process":
        """For a free place."""
        return Process(*self.arguments)

    def _hire(self) -> None:
        if not self.closed and len(self.processes) < self.size:
            process = self.new_process()
            self.processes.add(process)
            self.started = True
            self.hiring += 1
            self._later(self._begin(process))

    async def _begin(self, process: "Process") -> None:
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
            except Gone:
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

    def _dismiss(self, process: "Process") -> None:
        """In good order, for a program that its bot has started would outlive it; another one comes in its place."""
        task = asyncio.get_running_loop().create_task(self._replace(process))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def _replace(self, process: "Process") -> None:
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


class Process:
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
            raise Gone
        name = secrets.token_hex(8)
        try:
            self.process.stdin.write(json.dumps({**question, "name": name}).encode() + b"\n")
            await self.process.stdin.drain()
            await self._answer(name)  # that it has begun
        except (OSError, RuntimeError, NoAnswer):  # uvloop calls it a RuntimeError that a pipe is closed
            raise Gone from None
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


# ── in the process ────────────────────────────────────────────────────────────────────────────────────────────────────


class TimeUp(BaseException):
    """Raised into an answer that takes too long."""


class Ended(SystemExit):
    """Raised when the server has no more questions."""


def serve_lines(prepare: Callable[[], Answering], megabytes: int) -> None:
    """Answer questions until there are no more, in so much memory. `prepare` is what takes time before the first."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends its processes itself
        signal.signal(number, signal.SIG_IGN)
    signal.signal(END, end)
    signal.signal(signal.SIGALRM, time_is_up)
    sys.unraisablehook = raise_again
    limit = megabytes * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    questions, answers = pipes_of_our_own()
    with questions, answers:
        answer = prepare()
        print(json.dumps({"name": READY}), file=answers, flush=True)
        for line in questions:
            question = json.loads(line)
            name = {"name": question["name"]}
            print(json.dumps(name), file=answers, flush=True)  # from here on whatever happens is due to the question
            print(json.dumps({**in_time(answer, question), **name}), file=answers, flush=True)


def in_time(answer: Answering, question: Values) -> Values:
    """An answer; or that it took too long or too much, or what went wrong."""
    try:
        with alarm(question["seconds"]):
            return answer(question)
    except Ended:
        raise
    except TimeUp:
        return {"failed": "it took too long"}
    except MemoryError:
        return {"failed": "memory"}
    except BaseException as error:  # a bot may want to end the whole process
        return {"failed": type(error).__name__}


def end(*_: Any) -> None:
    """The programs that bots have started are ended on the way out; whoever says it again does not interrupt that."""
    signal.signal(END, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, end)
    raise Ended(0)


def time_is_up(*_: Any) -> None:
    """The alarm."""
    raise TimeUp


def raise_again(lost: "sys.UnraisableHookArgs") -> None:
    """A signal that comes while foreign code calls back into Python is raised there, and goes no farther: it is raised
    once more when that code is likely to have returned. Anything else that is lost so is told, as ever."""
    if issubclass(lost.exc_type, (TimeUp, Ended)):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(lost)


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeUp after so many seconds, wherever Python is then."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pipes_of_our_own() -> tuple[IO[str], IO[str]]:
    """Where questions come from and answers go to. What a bot writes to standard output goes to the log instead, and
    what it reads from standard input is nothing."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers
