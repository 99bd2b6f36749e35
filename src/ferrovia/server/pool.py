"""Bots in processes of their own, with limits of time and memory: one that crashes or is slow delays nobody else."""

import asyncio
import base64
import contextlib
import json
import logging
import secrets
import signal
import sys
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from ferrovia.server.queueing import FairLine
from ferrovia.view import View

log = logging.getLogger("ferrovia.pool")
READY: Final = "ready"
"""The name of the first thing a process says."""
END: Final = signal.SIGUSR1
"""What tells a process to end in good order. Others, like that of Ctrl-C, are meant for the server."""
START_SECONDS: Final = 900.0
"""The first start on a machine compiles the bots."""
LATE_SECONDS: Final = 3.0
"""A process notices by itself that time is up; one that does not is dismissed."""
FAREWELL_SECONDS: Final = 3.0
"""Whoever is dismissed ends what its bot has started, and itself; one that does not is killed."""
LONGEST_LINE: Final = 1 << 20
MOST_NOISE: Final = 100
"""Lines a process may write that are no answers."""


class NoAnswer(Exception):
    """A bot that failed; the sentence says how, for the log, and nothing of what the bot said or knew."""


class Gone(Exception):
    """A process that was no longer there when it was asked: no fault of the bot's."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot chose."""

    move: str
    reason: dict[str, Any] = field(default_factory=dict)
    memory: str = ""
    stood_in: bool = False
    """Another one chose, for the bot had no answer."""


class Pool:
    """At most so many processes; whoever asks waits for a free one, each customer in turn."""

    def __init__(self, size: int, memory: int, maps: tuple[str, ...] = ()) -> None:
        self.size, self.memory, self.maps = size, memory, maps
        self.free: FairLine[Worker] = FairLine()
        self.workers: set[Worker] = set()
        self.restarts: set[asyncio.Task[None]] = set()
        self.leaving: set[asyncio.Task[None]] = set()
        self.started = self.closed = False
        self.hiring = 0

    async def start(self, after: float = 0.0) -> None:
        """Have one there before the first question comes, when there is time for it."""
        await asyncio.sleep(after)
        if not self.started:
            self._hire()

    def _grow(self) -> None:
        """One more, if there may be: each takes memory, so they come as they are needed. And one after the other: what
        the first one compiles, the next find."""
        if not self.hiring:
            self._hire()

    def new_worker(self) -> "Worker":
        """For a free place."""
        return Worker(self.memory, self.maps)

    def _hire(self) -> None:
        if not self.closed and len(self.workers) < self.size:
            worker = self.new_worker()
            self.workers.add(worker)
            self.started = True
            self.hiring += 1
            self._later(self._begin(worker))

    async def _begin(self, worker: "Worker") -> None:
        try:
            await worker.start()
        except NoAnswer:
            self.workers.discard(worker)
            log.error("worker-failed-to-start")
            self._later(self._hire_again())
            return
        finally:
            self.hiring -= 1
        self.free.put(worker)
        if self.free.waiting:
            self._grow()

    async def _hire_again(self) -> None:
        await asyncio.sleep(1)
        self._hire()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.restarts.add(task)
        task.add_done_callback(self.restarts.discard)

    async def ask(self, bot: str, view: View, memory: str, seconds: float, customer: str) -> Answer:
        """A bot's move; NoAnswer if there is none in time."""
        question = {
            "bot": bot,
            "rules": view.rules.id,
            "view": base64.b64encode(view.array.tobytes()).decode(),
            "seed": secrets.randbits(64),
            "memory": memory,
            "seconds": seconds,
        }
        found = await self._answer(question, seconds, customer)
        if "failed" in found:
            raise NoAnswer(found["failed"])
        return Answer(found["move"], found["reason"], found["memory"])

    async def _answer(self, question: dict[str, Any], seconds: float, customer: str) -> dict[str, Any]:
        """What a process says. One that is found dead, or has to be killed, is replaced."""
        while True:
            if not self.free.free:
                self._grow()
            worker = await self.free.get(customer)
            try:
                found = await asyncio.wait_for(worker.ask(question), seconds + LATE_SECONDS)
            except Gone:
                self._dismiss(worker)
            except TimeoutError:
                self._dismiss(worker)
                raise NoAnswer("it took too long") from None
            except BaseException:
                self._dismiss(worker)
                raise
            else:
                self.free.put(worker)
                return found

    def _dismiss(self, worker: "Worker") -> None:
        """In good order, for a program that its bot has started would outlive it; another one comes in its place."""
        task = asyncio.get_running_loop().create_task(self._replace(worker))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def _replace(self, worker: "Worker") -> None:
        worker.end()
        await worker.gone()
        self.workers.discard(worker)
        self._hire()

    async def close(self) -> None:
        """Dismiss them all, and wait until they are gone."""
        self.closed = True
        for task in list(self.restarts):
            task.cancel()
        for worker in self.workers:
            worker.end()
        await asyncio.gather(*(worker.gone() for worker in self.workers))
        await asyncio.gather(*self.leaving)


class Worker:
    """One process."""

    def __init__(self, memory: int, maps: tuple[str, ...]) -> None:
        self.arguments = ("-m", "ferrovia.server.worker", str(memory), *maps)
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

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
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

    async def _answer(self, name: str) -> dict[str, Any]:
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
