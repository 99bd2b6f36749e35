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
    joined: Array = uint64("neighbours of each city in the seat's network", CITIES, of="cities")
    parts: Array = uint64("cities of each connected part of the seat's network", CITIES, of="cities")
    way: Array = uint64("routes to claim on the way found last", WORDS, of="routes")
    planned: Array = uint64("routes to claim on the ways of all unfinished tickets", WORDS, of="routes")
    offered: Array = uint64("routes to claim on the way of each offered ticket", OFFER, WORDS, of="routes")
    distance: Array = int16("cost of reaching each city", CITIES)
    count: int = int16("connected parts of the network")
    cost: Array = int8("cost of each route that the seat can claim, 0 of any other", ROUTES)
    missing: Array = int8("cards missing for each route as if no other were wanted", ROUTES)
    turn: Array = int8("when each city was reached: how many cities were before it", CITIES)
    trail: TrailSpace = part(TrailSpace, "scratch space of the longest trail")


OBSERVATION_SPACE: Final[np.dtype[Any]] = dtype_of(ObservationSpace)
