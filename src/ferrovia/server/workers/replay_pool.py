"""Replays of records: built in a child process, cached while there is room."""

import asyncio
import base64
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from ferrovia.processes.pool import NoAnswer, ProcessPool, QuestionOrigin
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.background import finished
from ferrovia.server.base.compressed import CompressedBody
from ferrovia.server.base.rate_limits import ConcurrencyLimiter
from ferrovia.server.base.refusals import RequestRefused

log = logging.getLogger(__name__)
SECONDS: Final = 20.0
PATIENCE_SECONDS: Final = 90.0
"""Includes the time that others' records take, and the start of a process."""
LETTERS: Final = 1000.0
"""The time to read a record grows with its length: it is counted by this many letters."""
SETTLING_SECONDS: Final = 20.0
MEGABYTES: Final = 4096
MOST_CACHED: Final = 64 << 20
MOST_WAITING: Final = 200
MOST_OF_ONE: Final = 5
"""Most waiting records, in total and per address: addresses take turns, so more of one would only wait."""


@dataclass(frozen=True)
class ReplayRequest:
    """A record, whose knowledge to show, and when its moves were made."""

    record: str
    seat: int | None
    times: tuple[float, ...] = ()

    @property
    def key(self) -> str:
        return sha256(json.dumps([self.record, self.seat, self.times]).encode()).hexdigest()


class ReplayPool:
    """Replays of games, each built once."""

    def __init__(self) -> None:
        self.readers = ProcessPool(1, "ferrovia.server.workers.replay_child", str(MEGABYTES))
        self.cache: OrderedDict[str, CompressedBody] = OrderedDict()
        self.pending: dict[str, asyncio.Task[CompressedBody]] = {}
        self.waiting = ConcurrencyLimiter(MOST_OF_ONE)

    async def replay(
        self, question: ReplayRequest, offered: dict[str, Rules], address: str, pay: Callable[[], None]
    ) -> CompressedBody:
        """The replay of a game. `pay` is called if it has to be built; RequestRefused if that is impossible."""
        key = question.key
        if key in self.cache:
            self.cache.move_to_end(key)
            return self.cache[key]
        if key not in self.pending:
            hashes = {name: rules.hash for name, rules in offered.items()}
            self._admit(address, pay)
            self.pending[key] = asyncio.get_running_loop().create_task(self._read(question, hashes, address))
            self.pending[key].add_done_callback(lambda _: self._release(key, address))
        return await finished(self.pending[key])

    def _admit(self, address: str, pay: Callable[[], None]) -> None:
        """Admit a request, or refuse it without a charge."""
        if len(self.pending) >= MOST_WAITING:
            raise RequestRefused("busy")
        self.waiting.take(address, "too-fast")
        try:
            pay()
        except RequestRefused:
            self.waiting.give_back(address)
            raise

    def _release(self, key: str, address: str) -> None:
        self.pending.pop(key, None)
        self.waiting.give_back(address)

    async def _read(self, question: ReplayRequest, offered: dict[str, str], address: str) -> CompressedBody:
        asked = {"record": question.record, "seat": question.seat, "times": question.times, "offered": offered}
        try:
            origin = QuestionOrigin(address, size=max(1.0, len(question.record) / LETTERS))
            reading = self.readers.answer(asked, SECONDS, origin)
            answer = await asyncio.wait_for(reading, PATIENCE_SECONDS)
        except NoAnswer as error:
            answer = {"failed": str(error)}
        except TimeoutError:
            log.error("no-reader-in-time")
            raise RequestRefused("busy") from None
        if "failed" in answer:
            log.warning("reader-failed", extra={"why": answer["failed"]})
            raise RequestRefused("bad-record", line=0)
        if "line" in answer:
            raise RequestRefused("bad-record", line=answer["line"])
        if "refused" in answer:
            raise RequestRefused(answer["refused"], seat=question.seat)
        return self._store(question.key, CompressedBody(None, base64.b64decode(answer["replay"]), answer["tag"]))

    def _store(self, key: str, replay: CompressedBody) -> CompressedBody:
        self.cache[key] = replay
        while len(self.cache) > 1 and sum(body.size for body in self.cache.values()) > MOST_CACHED:
            self.cache.popitem(last=False)
        return replay

    def open(self) -> None:
        """Start the child process before the first request, once the server has started."""
        self.readers.start_later(SETTLING_SECONDS)

    async def close(self) -> None:
        for task in list(self.pending.values()):
            task.cancel()
        await self.readers.close()
