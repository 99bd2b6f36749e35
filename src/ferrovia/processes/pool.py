"""Pool of child processes that answer JSON lines: one question per line, one answer per line, within limits of time and
memory. A process that crashes or is slow delays no other. `line_server` is the child's side."""

import asyncio
import contextlib
import json
import logging
import math
import secrets
import sys
import time
from asyncio.subprocess import SubprocessStreamProtocol
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ferrovia.processes.fair_queue import FairQueue
from ferrovia.processes.line_server import READY, Values

log = logging.getLogger(__name__)
START_SECONDS: Final = 900.0
"""The first start on a machine compiles the bots."""
LATE_SECONDS: Final = 3.0
"""A process notices on its own that its time is up; one that does not is killed."""
FAREWELL_SECONDS: Final = 8.0
"""A process whose input is closed ends what its bot has started, then itself; one that does not is killed."""
LONGEST_LINE: Final = 1 << 20
MOST_KINDS: Final = 1000
LEARNING: Final = 0.2
"""How much the latest time counts in a running average."""
MOST_NOISE: Final = 100
"""Most lines of a process that are not answers."""


class NoAnswer(Exception):
    """A process failed. The sentence says how, for the log, and reveals nothing the process knew."""


class ChildGone(Exception):
    """The process had ended before it was asked, so the question is not to blame."""


@dataclass(frozen=True, slots=True)
class QuestionOrigin:
    """For whom a question is asked, and how long questions of its kind take: that decides when it is its turn."""

    customer: str
    group: str = ""
    """Groups of a customer take turns, too: the tables of an address."""
    kind: str = ""
    """Questions of one kind take about the same time."""
    lane: int = 0
    size: float = 1.0
    """How much longer than others of its kind it will take."""


class ProcessPool:
    """Process pool of at most `size` processes. Questions wait for a free one, shared fairly by time.

    `caps`: how many processes a lane and those after it may have. `bound`: the seconds after which a question is
    overdue."""

    def __init__(
        self, size: int, *arguments: str, caps: Mapping[int, int] | None = None, bound: float = math.inf
    ) -> None:
        self.size, self.arguments = size, arguments
        self.free: FairQueue[ChildProcess] = FairQueue(caps, bound)
        self.costs: dict[str, float] = {}
        """Seconds that a question of each kind takes, a running average."""
        self.processes: set[ChildProcess] = set()
        self.restarts: set[asyncio.Task[None]] = set()
        self.leaving: set[asyncio.Task[None]] = set()
        self.started = self.closed = False
        self.starting = 0

    async def start(self, after: float = 0.0) -> None:
        """Start one process after a delay, before the first question comes."""
        await asyncio.sleep(after)
        if not self.started:
            self._start_one()

    async def start_another(self, after: float) -> None:
        """Start one more process after a delay, before it is needed."""
        await asyncio.sleep(after)
        self._start_one()

    def start_later(self, after: float) -> None:
        """Start one process after a delay, in the background."""
        self._later(self.start(after))

    def _grow(self) -> None:
        """Start one more process if allowed. They start on demand, because each takes memory, and one after another, so
        that later ones find what the first compiled."""
        if not self.starting:
            self._start_one()

    def new_process(self) -> "ChildProcess":
        """A process that has not been started."""
        return ChildProcess(*self.arguments)

    def _start_one(self) -> None:
        if not self.closed and len(self.processes) < self.size:
            process = self.new_process()
            self.processes.add(process)
            self.started = True
            self.starting += 1
            self._later(self._start_process(process))

    async def _start_process(self, process: "ChildProcess") -> None:
        try:
            await process.start()
        except NoAnswer:
            self.processes.discard(process)
            log.error("worker-failed-to-start")
            self._later(self._start_again())
            return
        finally:
            self.starting -= 1
        self.free.put(process)
        if self.free.waiting:
            self._grow()

    async def _start_again(self) -> None:
        await asyncio.sleep(1)
        self._start_one()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.restarts.add(task)
        task.add_done_callback(self.restarts.discard)

    def expected(self, kind: str, unknown: float = 0.0) -> float:
        """Seconds that a question of a kind takes; `unknown` if there was none yet."""
        return self.costs.get(kind, unknown)

    @property
    def backlog(self) -> float:
        """Seconds after which all questions that wait now will have been answered."""
        return sum(waiter.cost for waiter in self.free.waiting) / self.size

    async def answer(
        self, question: Values, seconds: float, origin: QuestionOrigin, patience: float | None = None
    ) -> Values:
        """The answer of a process within a time limit; raises NoAnswer if there is none, and TimeoutError if no process
        is free within the patience. A dead or failing process is replaced."""
        expected = self.expected(origin.kind) * origin.size
        while True:
            if not self.free.free:
                self._grow()
            turn = self.free.get(origin.customer, origin.group, origin.lane, expected)
            process = await asyncio.wait_for(turn, patience)
            if origin.lane and not self.free.free:
                self._grow()  # a short question may come meanwhile
            began = time.monotonic()
            try:
                answer = await asyncio.wait_for(process.ask({**question, "seconds": seconds}), seconds + LATE_SECONDS)
            except ChildGone:
                self._retire(process, origin.lane)
            except TimeoutError:
                self._retire(process, origin.lane)
                self._charge(origin, expected, time.monotonic() - began)
                raise NoAnswer("it took too long") from None
            except BaseException:
                self._retire(process, origin.lane)
                raise
            else:
                self._charge(origin, expected, time.monotonic() - began)
                self.free.put(process, origin.lane)
                return answer

    def _charge(self, origin: QuestionOrigin, expected: float, took: float) -> None:
        """Learn from the time a question took."""
        self.free.correct(origin.customer, origin.group, took - expected)
        if len(self.costs) >= MOST_KINDS:
            self.costs.clear()
        per_size = took / origin.size
        known = self.costs.get(origin.kind, per_size)
        self.costs[origin.kind] = known + (per_size - known) * LEARNING

    def _retire(self, process: "ChildProcess", lane: int) -> None:
        """End a process in good order, so that no program its bot started outlives it, and start another."""
        self.free.lose(lane)
        task = asyncio.get_running_loop().create_task(self._replace(process))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def _replace(self, process: "ChildProcess") -> None:
        process.end()
        await process.gone()
        self.processes.discard(process)
        self._start_one()

    async def close(self) -> None:
        """End all processes and wait until they are gone."""
        self.closed = True
        starting = list(self.restarts)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        for process in self.processes:
            process.end()
        await asyncio.gather(*(process.gone() for process in self.processes))
        await asyncio.gather(*self.leaving)


class ChildProcess:
    """A child process, `python -m ARGUMENTS`: a module that calls `serve_lines`."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = ("-m", *arguments)
        self.process: asyncio.subprocess.Process | None = None
        self.transport: asyncio.SubprocessTransport | None = None
        self.ready = False

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        try:
            await self._spawn()
            await asyncio.wait_for(self._answer(READY), START_SECONDS)
            self.ready = True
        except (OSError, RuntimeError) as error:  # out of memory, or of file descriptors for its pipes
            self.kill()
            raise NoAnswer(f"it did not start: {error}") from None
        except TimeoutError:
            self.kill()
            raise NoAnswer("it did not start") from None

    async def _spawn(self) -> None:
        """Create the process. Cancelled half-way, it is still created, so that there is one to end: an event loop
        may fail to close while pipes of an unknown process are open."""
        spawning = asyncio.ensure_future(self._create())
        try:
            await asyncio.shield(spawning)
        except asyncio.CancelledError:
            await asyncio.wait([spawning])
            raise

    async def _create(self) -> None:
        """As `create_subprocess_exec` does, which keeps the transport to itself."""
        loop, command = asyncio.get_running_loop(), (sys.executable, *self.arguments)
        self.transport, protocol = await loop.subprocess_exec(
            lambda: SubprocessStreamProtocol(LONGEST_LINE, loop), *command, stderr=None, close_fds=True
        )
        self.process = asyncio.subprocess.Process(self.transport, protocol, loop)

    async def ask(self, question: Values) -> Values:
        """Ask one question and return its answer."""
        assert self.process
        assert self.process.stdin
        if self.process.returncode is not None:
            raise ChildGone
        name = secrets.token_hex(8)
        try:
            self.process.stdin.write(json.dumps({**question, "name": name}).encode() + b"\n")
            await self.process.stdin.drain()
            await self._answer(name)  # written once it has begun
        except (OSError, RuntimeError, NoAnswer):  # uvloop raises RuntimeError for a closed pipe
            raise ChildGone from None
        return await self._answer(name)

    async def _answer(self, name: str) -> Values:
        """The line that answers a question. Any other line was printed by a bot."""
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
                answer = json.loads(line)
                if isinstance(answer, dict) and answer.get("name") == name:
                    return answer
        raise NoAnswer("its process crashed")

    def end(self) -> None:
        """Close its input: it ends what its bot has started, then itself. A process that is still starting has started
        nothing, and does not read its input yet."""
        if not self.ready:
            self.kill()
        elif self.process and self.process.stdin:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.close()

    def kill(self) -> None:
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def gone(self) -> None:
        """Wait until it has ended; kill it if that takes too long. Its pipes are closed, too."""
        if self.process and self.transport:
            try:
                await asyncio.wait_for(self.process.wait(), FAREWELL_SECONDS)
            except TimeoutError:
                self.kill()
                await self.process.wait()
            self.transport.close()
