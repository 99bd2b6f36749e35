"""All-pairs shortest paths of a map, in trains (Floyd–Warshall)."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ferrovia.rules.resolved import Rules

Link = tuple[int, int, float]
"""Two cities and the distance between them."""


def trains_between(rules: Rules) -> NDArray[np.float64]:
    """Fewest trains that connect any two cities; infinite where nothing does."""
    cities = {city: number for number, city in enumerate(rules.city_ids)}
    links = [(cities[route.start], cities[route.end], float(route.length)) for route in rules.map.routes]
    return shortest_paths(len(cities), links)


def shortest_paths(cities: int, links: Iterable[Link]) -> NDArray[np.float64]:
    """Shortest distance between any two cities; infinite where no path exists."""
    table = np.full((cities, cities), np.inf)
    np.fill_diagonal(table, 0.0)
    for start, end, length in links:
        table[start, end] = table[end, start] = min(length, table[start, end])
    for middle in range(cities):
        table = np.minimum(table, table[:, middle, None] + table[middle])
    return table
