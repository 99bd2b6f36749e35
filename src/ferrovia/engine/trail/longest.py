"""The longest trail of a network: RULES 6.3, "the longest continuous path of own routes … may make loops and visit a
city again, but may use each train only once", measured in trains; RULES 7.10 needs no more, because a country route is
a dead end in the map itself.

Dead ends are pruned first, leaf by leaf, which solves every network without a cycle. What is left (see `core`) is
mostly a single loop; only what has no closed form is searched (see `search`).
"""

from typing import Any

import numpy as np

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.routes import other_end
from ferrovia.engine.trail.core import core_edges, longest_ring
from ferrovia.engine.trail.parts import longest_part
from ferrovia.engine.trail.space import TRAIL_SPACE, TrailSpace, trail_space, trail_table
from ferrovia.rules.board import Board

__all__ = ["TRAIL_SPACE", "TrailSpace", "longest_trail", "trail_space", "trail_table"]


@kernel
def add_routes(board: Board, low: Any, high: Any, space: TrailSpace) -> tuple[Any, Any]:
    """Count the routes at each city; return the set of cities and the set of leaves."""
    known = np.uint64(0)
    several = np.uint64(0)
    for half in range(2):
        routes = np.uint64(high) if half else np.uint64(low)
        while routes:
            route = lowest(routes) + 64 * half
            routes = without_lowest(routes)
            for end in range(2):
                city = int(board.route_ends[route, end])
                again = popcount(known & bit(city))  # 0 resets what an earlier call left; a branch would be slower
                space.degree[city] = again * int(space.degree[city]) + 1
                space.link[city] = again * int(space.link[city]) ^ route
                space.first[city] = 0
                space.second[city] = 0
                several |= known & bit(city)
                known |= bit(city)
    return known, known & ~several


@kernel
def add_dead_end(space: TrailSpace, city: int, length: int, neighbour: int) -> None:
    """Keep the two longest dead ends of a city: a trail can begin in one and end in the other."""
    first, second = int(space.first[city]), int(space.second[city])
    first_by, second_by = int(space.first_by[city]), int(space.second_by[city])
    space.first[city] = max(first, length)
    space.first_by[city] = neighbour if length > first else first_by
    space.second[city] = max(second, min(first, length))
    space.second_by[city] = first_by if length > first else neighbour if length > second else second_by


@kernel
def peel(board: Board, space: TrailSpace, cities: Any, leaves: Any) -> tuple[Any, int]:
    """Prune dead ends, leaf by leaf; return the remaining cities and the longest trail inside what was pruned."""
    best = 0
    while leaves:
        city = lowest(leaves)
        leaves = without_lowest(leaves)
        cities &= ~bit(city)
        if int(space.degree[city]) > 0:  # 0 at the last city of a tree, whose neighbour took the route
            route = int(space.link[city])
            neighbour = other_end(board, route, city)
            length = int(space.first[city]) + int(board.route_length[route])
            best = max(best, length + int(space.first[neighbour]))
            add_dead_end(space, neighbour, length, city)
            space.link[neighbour] = int(space.link[neighbour]) ^ route
            degree = int(space.degree[neighbour]) - 1
            space.degree[neighbour] = degree
            leaves |= bit(neighbour) if degree == 1 else np.uint64(0)
    return cities, best


@kernel
def longest_trail(board: Board, low: Any, high: Any, space: TrailSpace, table: Any) -> int:
    """RULES 6.3: trains of the longest trail in a set of routes (two words); 0 without a route."""
    cities, leaves = add_routes(board, low, high, space)
    core, best = peel(board, space, cities, leaves)
    if core:
        count = core_edges(board, low, high, space, core)
        best = longest_ring(board, space, best)
        best = longest_part(space, table, count, best)
    return best
