"""Load of this process, and admission control: beyond its capacity a server takes on no more games and spectators, so
that the games going on keep their pace."""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from ferrovia.server.base.refusals import RequestRefused

log = logging.getLogger(__name__)
Reason = Literal["moves", "processor", "event-loop", "store", "memory", "descriptors", "bots"]
BEAT_SECONDS: Final = 0.25
WEIGHT: Final = 0.05
"""Of the latest beat in the averages: five seconds count, and a single hiccup does not."""
LIMITS: Final[dict[Reason, float]] = {
    "moves": 0.15,  # seconds that a move takes beyond the storage's own, on average; `--overload-lag`
    "processor": 0.85,  # of one core, on average: its thread cannot have more; `--overload-processor`
    "event-loop": 0.15,  # seconds that the event loop is late, on average; `--overload-lag`
    "store": 1.0,  # seconds until a write is on disk
    "memory": 0.9,  # of what this process has and could still get
    "descriptors": 0.9,  # of those this process may have
    "bots": 20.0,  # seconds of work that wait for the bots
}
RELIEF: Final = 0.7
"""An overload ends at this share of the limit, so that it does not flicker."""
FEW_TABLES: Final = 25
"""This many tables are always carried: if anything is slow then, games are not the cause."""
ADOPTED: Final = BEAT_SECONDS / 3600
"""How much of a slower write a beat takes for the storage's own while games could be the cause: within hours it is."""
SYSTEM: Final = Path("/")


class LoadMonitor:
    """Measures what games compete for, and what players notice. `gauges` say the store's latency, the share of
    descriptors and the bots' backlog; `tables` how many there are; `lag` how late the event loop, and a move, may be;
    `writing` how long a write takes on average, 0 while nothing was written; `processor` how much of a core the event
    loop may use."""

    def __init__(
        self,
        gauges: dict[Reason, Callable[[], float]],
        tables: Callable[[], int],
        lag: float,
        processor: float = LIMITS["processor"],
        writing: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.limits, self.tables = {**LIMITS, "event-loop": lag, "moves": lag, "processor": processor}, tables
        self.lag = self.moves = self.processor = self.memory = 0.0
        self.writing, self.storage = writing, 0.0
        """The storage's own time for a write: what one takes while few games are played. The rest is waiting."""
        self.noted: list[float] = []
        """How long each move since the last beat took."""
        self.gauges: dict[Reason, Callable[[], float]] = {
            "moves": lambda: self.moves,
            "processor": lambda: self.processor,
            "event-loop": lambda: self.lag,
            "memory": lambda: self.memory,
            **gauges,
        }
        self.overloaded: set[Reason] = set()

    async def watch(self) -> None:
        """Measure for ever."""
        while True:
            began, used = time.monotonic(), time.thread_time()  # games are played here, and wait for nothing else
            await asyncio.sleep(BEAT_SECONDS)
            passed = time.monotonic() - began
            self.beat(passed - BEAT_SECONDS, (time.thread_time() - used) / passed)

    def note_move(self, seconds: float) -> None:
        """A move took this long, from when it was read to its acknowledgement."""
        self.noted.append(seconds)

    def beat(self, late: float, busy: float = 0.0) -> None:
        """Update all gauges. `late` is the lag of the event loop in seconds, for which a move also waits before it is
        read; `busy` the share of a core that its thread used."""
        late, noted, self.noted = max(0.0, late), self.noted, []
        self._learn_storage(self.writing())
        delay = late + (max(0.0, sum(noted) / len(noted) - self.storage) if noted else 0.0)
        self.lag += (late - self.lag) * WEIGHT
        self.moves += (delay - self.moves) * WEIGHT
        self.processor += (busy - self.processor) * WEIGHT
        self.memory = used_memory()
        for reason, gauge in self.gauges.items():
            self._judge(reason, gauge())

    def _learn_storage(self, write: float) -> None:
        slower = write > self.storage > 0.0 and self.tables() > FEW_TABLES
        self.storage += (write - self.storage) * (ADOPTED if slower else 1.0)

    def _judge(self, reason: Reason, value: float) -> None:
        limit = self.limits[reason]
        if reason not in self.overloaded and value > limit and self.tables() > FEW_TABLES:
            self.overloaded.add(reason)
            log.warning("overloaded", extra={"why": reason, "value": round(value, 3), "limit": limit})
        elif reason in self.overloaded and (value < limit * RELIEF or self.tables() <= FEW_TABLES):
            self.overloaded.discard(reason)
            log.info("relieved", extra={"why": reason})

    def share(self, reason: Reason) -> float:
        """How much of a limit is used up: beyond 1 it is an overload, if there are more than a few tables."""
        return self.gauges[reason]() / self.limits[reason]

    def check(self, bots: bool = True) -> None:
        """RequestRefused if there is no capacity for one more game, or spectator; only a game with `bots` needs
        those."""
        reasons = self.overloaded - (set() if bots else {"bots"})
        if reasons:
            raise RequestRefused("overloaded", why=sorted(reasons))


def used_memory(system: Path = SYSTEM) -> float:
    """How much of the memory that this process has and could still get it has already; 0 where that is not known."""
    with contextlib.suppress(OSError, ValueError, KeyError, IndexError):
        pages = int((system / "proc/self/statm").read_text().split()[1])
        own = pages * os.sysconf("SC_PAGE_SIZE")
        return own / (own + max(0, min(machine_memory(system), container_memory(system))))
    return 0.0


def machine_memory(system: Path) -> float:
    """Bytes that the machine can still give."""
    lines = dict(line.split(":", 1) for line in (system / "proc/meminfo").read_text().splitlines())
    return int(lines["MemAvailable"].split()[0]) * 1024


def container_memory(system: Path) -> float:
    """Bytes that a control group can still give; what it could drop does not count."""
    group = system / "sys/fs/cgroup"
    try:
        most = int((group / "memory.max").read_text())
        stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
        return most - int((group / "memory.current").read_text()) + int(stat["inactive_file"])
    except (OSError, ValueError, KeyError):  # no group, or no limit
        return float("inf")
