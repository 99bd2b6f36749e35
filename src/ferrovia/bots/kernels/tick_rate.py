"""Calibration of the processor's clock, for bots with a time limit."""

import time
from functools import cache
from typing import Final

from ferrovia.bots.kernels.ticks import ticks
from ferrovia.core.compile import entry

SPAN: Final = 0.05
"""Seconds to measure for; the error is far below a thousandth."""


@entry
def read_ticks() -> int:
    """The current reading of the clock."""
    return int(ticks())


@cache
def ticks_per_second() -> float:
    """Ticks per second, measured once."""
    read_ticks()  # compile first
    start, first = read_both()
    while time.perf_counter() - start < SPAN:
        pass
    end, last = read_both()
    return (last - first) / (end - start)


def read_both() -> tuple[float, int]:
    """Seconds and ticks at one moment: the best of three readings, because the system may interrupt one."""
    _, seconds, count = min(read_once() for _ in range(3))
    return seconds, count


def read_once() -> tuple[float, float, int]:
    """The duration of a reading, and its values."""
    before = time.perf_counter()
    count = read_ticks()
    after = time.perf_counter()
    return after - before, (before + after) / 2, count
