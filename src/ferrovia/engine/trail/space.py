"""Scratch space of the longest-trail search: one record, declared once, provided by the caller.

The kernels have no heap, so everything they remember is in here. A record is reused from call to call and never cleared
as a whole. The transposition table (see `table`) is a separate array, because the caller chooses its size.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.fields import Array, dtype_of, int8, int16, uint64
from ferrovia.core.limits import CITIES, ROUTES, WORDS

NEVER: Final = 16000  # more trains than any network has: "impossible"
GAVE_UP: Final = -1  # a quick search has used up its budget
NOT_KEPT: Final = -1  # the table has no row for this position
TABLE_WORDS: Final = 3  # words per stored state
TABLE_CAPACITY: Final = 16384  # 400 kB: the hardest networks found need no more


class TrailSpace:
    """Scratch space of one search for the longest trail. An edge is a chain of routes without a choice along it."""

    near: Array = uint64("cities joined to a city by an edge", CITIES, of="cities")
    group: Array = uint64("cities joined to a city by kept edges; empty: it has none yet", CITIES, of="cities")
    group_from: Array = uint64("group of an edge's first city before the edge was kept", ROUTES, of="cities")
    group_to: Array = uint64("group of an edge's second city before the edge was kept", ROUTES, of="cities")
    later: Array = uint64("cities with an edge from this one on", ROUTES + 1, of="cities")
    begun: Array = uint64("cities with an edge before this one", ROUTES + 1, of="cities")
    left: Array = uint64("routes not yet made into edges", WORDS, of="routes")
    leaves: Any = uint64("cities at the end of a dead end", of="cities")
    key: Array = uint64("the position looked for in the table", TABLE_WORDS, of="position")
    odd: Any = uint64("cities of odd degree in what is not dropped", of="cities")
    touched: Any = uint64("cities with a kept edge", of="cities")

    first: Array = int16("trains of the longest dead end at a city", CITIES)
    second: Array = int16("trains of the second longest dead end at a city", CITIES)
    cheapest: Array = int16("trains of the shortest undecided edge of a city, dead ends left out", CITIES)
    detour: Array = int16("lower bound of the trains on two consecutive edges from a city", CITIES)
    edge_length: Array = int16("trains of an edge", ROUTES)
    edge_price: Array = int16(
        "trains of an edge on a path between odd cities; loops and dead ends are on no such path", ROUTES
    )
    cheapest_from: Array = int16("what `cheapest` of the first city becomes after this edge", ROUTES)
    cheapest_to: Array = int16("what `cheapest` of the second city becomes after this edge", ROUTES)
    rest: Array = int16("trains from this edge on", ROUTES + 1)
    needed: Array = int16("least loss any decision from this edge on can lead to", ROUTES + 1)
    loss: int = int16("trains of the dropped edges")
    patience: int = int16("decisions left before a quick search gives up; 0: it never does")

    link: Array = int16("exclusive or of the routes at a city", CITIES, of="routes")
    degree: Array = int8("routes at a city that are not pruned", CITIES)
    first_by: Array = int8("the city through which the longest dead end leaves", CITIES, of="cities")
    second_by: Array = int8("the city through which the second longest leaves", CITIES, of="cities")
    edge_from: Array = int8("first city of an edge", ROUTES, of="cities")
    edge_to: Array = int8("second city of an edge", ROUTES, of="cities")
    turn: Array = int8("decisions tried on an edge: 0 none, 1 kept, 2 kept and dropped", ROUTES + 1)


TRAIL_SPACE: np.dtype[Any] = dtype_of(TrailSpace)


def trail_space() -> Any:
    """Scratch space for `longest_trail`."""
    return np.zeros(1, TRAIL_SPACE)[0]


def trail_table(capacity: int = TABLE_CAPACITY) -> Array:
    """An empty transposition table. Any capacity, even 0, gives the same answers; only hard networks profit from a
    large one."""
    return np.zeros((capacity, TABLE_WORDS), np.uint64)
