"""How fast the processor's clock ticks on this machine, for bots that think for a time."""

import time
from functools import cache
from typing import Final

from ferrovia.bots.kernels.ticks import ticks
from ferrovia.core.compile import entry

SPAN: Final = 0.05
"""Seconds to measure for: the error is far below a thousandth."""


@entry
def read_ticks() -> int:
    """What the clock shows."""
    return int(ticks())


@cache
def ticks_per_second() -> float:
    """Measured once."""
    read_ticks()  # compiled first
    start, first = read_both()
    while time.perf_counter() - start < SPAN:
        pass
    end, last = read_both()
    return (last - first) / (end - start)


def read_both() -> tuple[float, int]:
    """Seconds and ticks at one moment: the best of three readings, since the system may halt us in the midst of one."""
    _, seconds, count = min(read_once() for _ in range(3))
    return seconds, count


def read_once() -> tuple[float, float, int]:
    """How long the reading took, and what it showed."""
    before = time.perf_counter()
    count = read_ticks()
    after = time.perf_counter()
    return after - before, (before + after) / 2, count
