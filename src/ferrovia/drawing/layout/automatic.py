"""Graph layout for a map without one: stress majorisation of distances by rail, then fewer crossings."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.drawing.land.projection import Point
from ferrovia.rules.distances import Link, shortest_paths

SWEEPS: Final = 60
TURNS: Final = 16
"""Directions in which a city looks for a position where its tracks cross fewer others."""
BESIDE: Final = 1.3
"""Distance between unconnected cities, relative to the longest distance by rail."""
APART: Final = 0.01
"""Initial perturbation, so that two cities with equal distances do not coincide."""
GOLDEN_ANGLE: Final = 2.4

Floats = NDArray[np.float64]
Ends = NDArray[np.int64]
"""Array (tracks, 2) of cities."""


def automatic_places(cities: int, links: list[Link]) -> list[Point]:
    """A position for each city; `links` says which are connected, and at which distance."""
    wanted = wanted_distances(cities, links)
    places = refined(classical_scaling(wanted), wanted)
    ends = np.array(sorted({(min(a, b), max(a, b)) for a, b, _ in links}), np.int64).reshape(-1, 2)
    if crossings(places, ends):
        moved = uncrossed(places, ends)
        trials = [refined(moved, wanted, sweeps) for sweeps in (8, 2, 1, 0)]
        places = min([places, *trials], key=lambda trial: crossings(trial, ends))
    return [(float(x), float(y)) for x, y in places]


def wanted_distances(cities: int, links: list[Link]) -> Floats:
    """The distance by rail between any two cities; unconnected ones are a little further apart than all others."""
    table = shortest_paths(cities, links)
    farthest = table[np.isfinite(table)].max(initial=0.0) or 1.0
    return np.where(np.isfinite(table), table, BESIDE * farthest)


def classical_scaling(wanted: Floats) -> Floats:
    """Classical multidimensional scaling: the two principal axes of the distances."""
    squares = wanted**2
    rows = squares.mean(axis=1)
    values, vectors = np.linalg.eigh((rows[:, None] + rows - squares - squares.mean()) / 2)
    axes = vectors[:, ::-1][:, :2] * np.sqrt(np.maximum(values[::-1][:2], 1e-9))
    if axes.shape[1] < 2:  # a single city has one axis only
        axes = np.zeros((len(wanted), 2))
    largest = np.abs(axes).argmax(axis=0)
    axes *= np.where(axes[largest, [0, 1]] < 0, -1.0, 1.0)  # an eigenvector's sign is arbitrary
    angles = GOLDEN_ANGLE * np.arange(len(wanted))
    moved: Floats = axes + APART * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return moved


def refined(places: Floats, wanted: Floats, sweeps: int = SWEEPS) -> Floats:
    """Stress majorisation: each city in turn moves to where its distances fit best; near ones count most."""
    places = places.copy()
    weights = 1 / np.maximum(wanted, 1e-9) ** 2
    np.fill_diagonal(weights, 0.0)
    totals = weights.sum(axis=1)
    for _ in range(sweeps if len(places) > 1 else 0):
        for city, row in enumerate(wanted):
            away = places[city] - places
            stretch = row / np.maximum(np.hypot(away[:, 0], away[:, 1]), 1e-9)
            places[city] = weights[city] @ (places + stretch[:, None] * away) / totals[city]
    return places


def uncrossed(places: Floats, ends: Ends) -> Floats:
    """Move cities whose tracks cross others to a place around their neighbours where they cross fewer."""
    places = places.copy()
    for _ in range(2):
        for city in range(len(places)):
            mine = ends[(ends == city).any(axis=1)]
            if crossed(places, mine, ends):
                places[city] = least_crossed(places, city, mine, ends)
    return places


def least_crossed(places: Floats, city: int, mine: Ends, ends: Ends) -> Floats:
    """The first of several positions for a city where its tracks cross the fewest others."""
    trial = places.copy()

    def crossed_at(place: Floats) -> int:
        trial[city] = place
        return crossed(trial, mine, ends)

    return min(candidates(places, city, mine), key=crossed_at)


def candidates(places: Floats, city: int, mine: Ends) -> list[Floats]:
    """A city's own position, and positions in two rings around the centroid of its neighbours."""
    others = places[np.where(mine[:, 0] == city, mine[:, 1], mine[:, 0])]
    middle = others.mean(axis=0)
    reach = float(np.hypot(*(others - places[city]).T).mean())
    turns = [math.tau * turn / TURNS for turn in range(TURNS)]
    rings = [middle + part * reach * np.array([math.cos(t), math.sin(t)]) for part in (0.4, 0.8) for t in turns]
    return [places[city].copy(), middle, *rings]


def crossings(places: Floats, ends: Ends) -> int:
    """The number of crossings between straight tracks."""
    return crossed(places, ends, ends) // 2


def crossed(places: Floats, mine: Ends, ends: Ends) -> int:
    """The number of tracks these tracks cross."""
    shared = (mine[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    across = (turn(places, mine, ends, 0) * turn(places, mine, ends, 1)) < 0
    back = (turn(places, ends, mine, 0) * turn(places, ends, mine, 1)).T < 0
    return int((across & back & ~shared).sum())


def turn(places: Floats, lines: Ends, others: Ends, end: int) -> Floats:
    """On which side of each line one end of each other line lies: the sign of an array (lines, others)."""
    start, along = places[lines[:, 0]], places[lines[:, 1]] - places[lines[:, 0]]
    to = places[others[:, end]][None] - start[:, None]
    sides: Floats = along[:, None, 0] * to[..., 1] - along[:, None, 1] * to[..., 0]
    return sides
