"""How fast the processor's clock ticks on this machine, for bots that think for a time."""

import time
from functools import cache
from typing import Final

from ferrovia.bots.ticks import ticks
from ferrovia.engine.compile import entry

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
    start, first = time.perf_counter(), read_ticks()
    while (seconds := time.perf_counter() - start) < SPAN:
        pass
    return (read_ticks() - first) / seconds
