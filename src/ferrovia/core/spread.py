"""Data parallelism over arrays of games: one thread a slice. Compiled kernels release Python's lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise


def spread(count: int, threads: int, work: Callable[[slice], object]) -> None:
    """Call `work` on slices that cover `count` things, one thread each; on this thread where one slice covers all."""
    parts = max(1, min(threads, count))
    cuts = [count * number // parts for number in range(parts + 1)]
    slices = [slice(first, last) for first, last in pairwise(cuts) if first < last]
    if len(slices) < 2:
        for part in slices:
            work(part)
        return
    with ThreadPoolExecutor(len(slices)) as pool:
        list(pool.map(work, slices))
