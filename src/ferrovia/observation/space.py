"""Scratch space of the encoder: one record per thread."""

from typing import Any, Final

import numpy as np

from ferrovia.core.fields import Array, dtype_of, int8, int16, part, uint64
from ferrovia.core.limits import CITIES, OFFER, ROUTES, WORDS
from ferrovia.engine.trail.space import TrailSpace

BUCKETS: Final = 64
"""Buckets of the circular queue: more than any route costs, and one bit of a word for each."""


class ObservationSpace:
    """Scratch space of one observation. Nothing in it outlives the call."""

    bucket: Array = uint64("cities waiting at each cost, modulo the number of buckets", BUCKETS, of="cities")
    waiting: Any = uint64("buckets that hold a city; bit 0 is the cost reached")
    parts: Array = uint64("cities of each connected part of the seat's network", CITIES, of="cities")
    way: Array = uint64("routes to claim on the way found last", WORDS, of="routes")
    planned: Array = uint64("routes to claim on the ways of all unfinished tickets", WORDS, of="routes")
    offered: Array = uint64("routes to claim on the way of each offered ticket", OFFER, WORDS, of="routes")
    distance: Array = int16("cost of reaching each city", CITIES)
    count: int = int16("connected parts of the network")
    cost: Array = int8("cost of each route: 0 on one's own, -1 where one never can", ROUTES)
    missing: Array = int8("cards missing for each route as if no other were wanted", ROUTES)
    through: Array = int8("route by which each city is reached", CITIES, of="route")
    trail: TrailSpace = part(TrailSpace, "scratch space of the longest trail")


OBSERVATION_SPACE: Final[np.dtype[Any]] = dtype_of(ObservationSpace)
