"""Bots in processes of their own, with limits of time and memory: one that crashes or is slow delays nobody else."""

import asyncio
import base64
import contextlib
import json
import logging
import sys
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from ferrovia.view import View

log = logging.getLogger("ferrovia.pool")
START_SECONDS: Final = 900.0
"""The first start on a machine compiles the bots."""
LONGEST_LINE: Final = 1 << 20


class NoAnswer(Exception):
    """A bot that failed; the sentence says how, for the log."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot chose."""

    move: str
    reason: dict[str, Any] = field(default_factory=dict)
    memory: str = ""


class Pool:
    """So many processes; whoever asks waits for a free one, in the order of asking."""

    def __init__(self, size: int, memory: int, maps: tuple[str, ...] = ()) -> None:
        self.size, self.memory, self.maps = size, memory, maps
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        self.workers: set[Worker] = set()
        self.restarts: set[asyncio.Task[None]] = set()
        self.started = self.closed = False

    async def start(self, after: float = 0.0) -> None:
        """Hire them all, once: when there is time for it, or when the first question comes."""
        await asyncio.sleep(after)
        if not self.started:
            self.started = True
            await self._hire()  # what the first one compiles, the others find
            await asyncio.gather(*(self._hire() for _ in range(self.size - 1)))

    async def _hire(self) -> None:
        worker = Worker(self.memory, self.maps)
        self.workers.add(worker)
        try:
            await worker.start()
        except NoAnswer:
            self.workers.discard(worker)
            log.error("worker-failed-to-start")
            if not self.closed:
                self._later(self._hire_again())
            return
        self.free.put_nowait(worker)

    async def _hire_again(self) -> None:
        await asyncio.sleep(1)
        await self._hire()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.restarts.add(task)
        task.add_done_callback(self.restarts.discard)

    async def ask(self, bot: str, view: View, seed: int, memory: str, seconds: float) -> Answer:
        """A bot's move; NoAnswer if there is none in time. Its process is then replaced."""
        question = {
            "bot": bot,
            "rules": view.rules.id,
            "view": base64.b64encode(view.array.tobytes()).decode(),
            "seed": seed,
            "memory": memory,
        }
        if not self.started:
            self._later(self.start())
        worker = await self.free.get()
        try:
            found = await asyncio.wait_for(worker.ask(question), seconds)
        except (TimeoutError, NoAnswer, asyncio.CancelledError) as error:
            self._dismiss(worker)
            if isinstance(error, asyncio.CancelledError):
                raise
            raise NoAnswer("it took too long" if isinstance(error, TimeoutError) else str(error)) from None
        self.free.put_nowait(worker)
        if "failed" in found:
            raise NoAnswer(found["failed"])
        return Answer(found["move"], found["reason"], found["memory"])

    def _dismiss(self, worker: "Worker") -> None:
        worker.kill()
        self.workers.discard(worker)
        if not self.closed:
            self._later(self._hire())

    async def close(self) -> None:
        """Dismiss them all."""
        self.closed = True
        for task in list(self.restarts):
            task.cancel()
        for worker in self.workers:
            worker.kill()
        for worker in self.workers:
            await worker.gone()


class Worker:
    """One process."""

    def __init__(self, memory: int, maps: tuple[str, ...]) -> None:
        self.arguments = ("-m", "ferrovia.server.worker", str(memory), *maps)
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Until it says that it is ready."""
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *self.arguments, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
        )
        try:
            await asyncio.wait_for(self._line(), START_SECONDS)
        except TimeoutError:
            self.kill()
            raise NoAnswer("it did not start") from None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """One question, one answer."""
        assert self.process
        assert self.process.stdin
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            await self.process.stdin.drain()
        except OSError as error:
            raise NoAnswer(f"its process is gone: {error}") from None
        return await self._line()

    async def _line(self) -> dict[str, Any]:
        assert self.process
        assert self.process.stdout
        try:
            line = await self.process.stdout.readline()
            found: dict[str, Any] = json.loads(line)
        except (ValueError, OSError):
            raise NoAnswer("its process crashed") from None
        return found

    def kill(self) -> None:
        """At once."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def gone(self) -> None:
        """Wait until it is."""
        if self.process:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.process.wait(), 5)
