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
MOST_KEPT: Final = 64 << 20
MOST_WAITING: Final = 200
MOST_OF_ONE: Final = 5
"""Most waiting records, in total and per address: addresses take turns, so more of one would only wait."""
PER_MINUTE: Final = 30.0
"""Records an address may have read per minute; cached ones cost nothing."""


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
        self.kept: OrderedDict[str, CompressedBody] = OrderedDict()
        self.coming: dict[str, asyncio.Task[CompressedBody]] = {}
        self.waiting = ConcurrencyLimiter(MOST_OF_ONE)

    async def story(
        self, question: ReplayRequest, offered: dict[str, Rules], customer: str, pay: Callable[[], None]
    ) -> CompressedBody:
        """The replay of a game. `pay` is called if it has to be built; RequestRefused if that is impossible."""
        key = question.key
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        if key not in self.coming:
            hashes = {name: rules.hash for name, rules in offered.items()}
            self._let_in(customer, pay)
            self.coming[key] = asyncio.get_running_loop().create_task(self._read(question, hashes, customer))
            self.coming[key].add_done_callback(lambda _: self._let_out(key, customer))
        return await asyncio.shield(self.coming[key])

    def _let_in(self, customer: str, pay: Callable[[], None]) -> None:
        """Admit a request, or refuse it without a charge."""
        if len(self.coming) >= MOST_WAITING:
            raise RequestRefused("busy")
        self.waiting.take(customer, "too-fast")
        try:
            pay()
        except RequestRefused:
            self.waiting.give_back(customer)
            raise

    def _let_out(self, key: str, customer: str) -> None:
        self.coming.pop(key, None)
        self.waiting.give_back(customer)

    async def _read(self, question: ReplayRequest, offered: dict[str, str], customer: str) -> CompressedBody:
        asked = {"record": question.record, "seat": question.seat, "times": question.times, "offered": offered}
        try:
            origin = QuestionOrigin(customer, size=max(1.0, len(question.record) / LETTERS))
            reading = self.readers.answer(asked, SECONDS, origin)
            found = await asyncio.wait_for(reading, PATIENCE_SECONDS)
        except NoAnswer as error:
            found = {"failed": str(error)}
        except TimeoutError:
            log.error("no-reader-in-time")
            raise RequestRefused("busy") from None
        if "failed" in found:
            log.warning("reader-failed", extra={"why": found["failed"]})
            raise RequestRefused("bad-record", line=0)
        if "line" in found:
            raise RequestRefused("bad-record", line=found["line"])
        if "refused" in found:
            raise RequestRefused(found["refused"], seat=question.seat)
        return self._keep(question.key, CompressedBody(None, base64.b64decode(found["story"]), found["tag"]))

    def _keep(self, key: str, story: CompressedBody) -> CompressedBody:
        self.kept[key] = story
        while len(self.kept) > 1 and sum(each.size for each in self.kept.values()) > MOST_KEPT:
            self.kept.popitem(last=False)
        return story

    def open(self) -> None:
        """Start the child process before the first request, once the server has started."""
        self.readers.start_later(SETTLING_SECONDS)

    async def close(self) -> None:
        for task in list(self.coming.values()):
            task.cancel()
        await self.readers.close()
