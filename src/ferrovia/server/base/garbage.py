"""Garbage collection of a server: full collections at long intervals, not whenever Python finds it time.

A full collection looks at every object of every table and stops the event loop meanwhile: 0.2 s with a thousand tables,
several times a minute. What is young is still collected at once, and most of what ends is freed without a collector.
"""

import gc
from typing import Final

COLLECT_SECONDS: Final = 600.0
"""Between two full collections."""
NEVER: Final = 1_000_000


def spare_long_lived() -> None:
    """Exempt what is loaded by now from collections, and leave full ones to `collect_all`."""
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


async def collect_all() -> None:
    """A full collection."""
    gc.collect()
