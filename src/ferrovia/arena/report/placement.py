"""Where cities are drawn: as the layout says or, without one, so that distances on paper are like those by rail."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from ferrovia.drawing.land.projection import project
from ferrovia.rules.resolved import Rules

ROUNDS: Final = 300


def positions(rules: Rules) -> dict[str, tuple[float, float]]:
    """A place for every city, x to the right and y down, in no unit in particular."""
    if rules.layout is not None:
        return {city: project(rules.layout, *place) for city, place in rules.layout.positions}
    places = by_rail(rules)
    return {city: (float(x), float(y)) for city, (x, y) in zip(rules.city_ids, places, strict=True)}


def by_rail(rules: Rules) -> Any:
    """Places whose distances are as near as can be to the trains between the cities (SMACOF from a circle)."""
    wanted = distances(len(rules.city_ids), rail_ends(rules))
    angles = np.arange(len(wanted)) * (2 * np.pi / max(len(wanted), 1))
    places = np.stack([np.cos(angles), np.sin(angles)], axis=1) * wanted.max(initial=1.0) / 2
    weights = 1 / np.maximum(wanted, 1e-9) ** 2
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(ROUNDS):
        now = np.linalg.norm(places[:, None] - places[None], axis=2)
        pull = -weights * wanted / np.maximum(now, 1e-9)
        np.fill_diagonal(pull, 0)
        pull -= np.diag(pull.sum(axis=1))
        places = inverse @ pull @ places
    return lying(places)


def lying(places: Any) -> Any:
    """Turned so that the longest side lies level."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    return centred @ axes.T


def rail_ends(rules: Rules) -> list[tuple[int, int, int]]:
    """The ends and the length of every route."""
    cities = {city: number for number, city in enumerate(rules.city_ids)}
    return [(cities[route.start], cities[route.end], route.length) for route in rules.map.routes]


def distances(cities: int, routes: Iterable[tuple[int, int, int]]) -> Any:
    """Fewest trains between any two cities (Floyd and Warshall); what is not joined lies a little beyond the rest."""
    table = np.full((cities, cities), np.inf)
    np.fill_diagonal(table, 0)
    for start, end, length in routes:
        table[start, end] = table[end, start] = min(length, table[start, end])
    for middle in range(cities):
        table = np.minimum(table, table[:, middle : middle + 1] + table[middle : middle + 1])
    farthest = table[np.isfinite(table)].max(initial=1.0)
    return np.where(np.isfinite(table), table, 1.3 * farthest)
