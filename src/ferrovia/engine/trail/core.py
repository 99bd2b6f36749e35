"""The core of a network: what is left after pruning dead ends, with as few edges as possible.

A best trail ends only where it has used every route, so it never ends in a city of even degree (unless it is a closed
trail that covers the whole component). A city with exactly two routes and no dead end is therefore passed through or
not used at all, and chains of such cities become one edge. Dead ends come back as at most two edges per city, the two
longest.
"""

from typing import Any

import numpy as np

from ferrovia.core.bits import bit, lowest, remove, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.routes import other_end
from ferrovia.engine.trail.space import NEVER, TrailSpace
from ferrovia.rules.board import Board


@kernel
def add_edge(space: TrailSpace, count: int, start: int, finish: int, length: int) -> int:
    """Append an edge; return the new number of edges."""
    space.edge_from[count] = start
    space.edge_to[count] = finish
    space.edge_length[count] = length
    space.edge_price[count] = NEVER if start == finish or space.leaves & bit(finish) else length
    space.odd ^= bit(start) ^ bit(finish)
    if start != finish:
        space.near[start] |= bit(finish)
        space.near[finish] |= bit(start)
    return count + 1


@kernel
def find_anchors(space: TrailSpace, core: Any) -> Any:
    """Anchors: the cities of the core where a trail has a choice, with three routes or more, or a dead end."""
    anchors = np.uint64(0)
    cities = core
    while cities:
        city = lowest(cities)
        cities = without_lowest(cities)
        if int(space.degree[city]) > 2 or int(space.first[city]) > 0:
            anchors |= bit(city)
            space.near[city] = np.uint64(0)
    return anchors


@kernel
def add_dead_ends(space: TrailSpace, anchors: Any, count: int) -> int:
    """Add the two longest dead ends of each city, each as one edge to the city where it ends."""
    while anchors:
        city = lowest(anchors)
        anchors = without_lowest(anchors)
        for rank in range(2):
            length = int(space.second[city]) if rank else int(space.first[city])
            if length > 0:
                leaf = int(space.second_by[city]) if rank else int(space.first_by[city])
                space.near[leaf] = np.uint64(0)
                space.leaves |= bit(leaf)
                count = add_edge(space, count, city, leaf, length)
    return count


@kernel
def walk_chain(board: Board, space: TrailSpace, start: int, route: int, stop: Any) -> tuple[int, int]:
    """Follow the routes from a city until one of `stop`, removing them from `left`; return that city and the trains."""
    city = start
    length = 0
    while True:
        remove(space.left, route)
        length += int(board.route_length[route])
        city = other_end(board, route, city)
        if stop & bit(city):
            return city, length
        route = int(space.link[city]) ^ route


@kernel
def add_chains(board: Board, space: TrailSpace, core: Any, anchors: Any) -> int:
    """Turn the chains between anchors into edges; return the number of edges."""
    count = 0
    for half in range(2):
        routes = space.left[half]
        while routes:
            route = lowest(routes) + 64 * half
            ends = bit(int(board.route_ends[route, 0])) | bit(int(board.route_ends[route, 1]))
            if ends & ~core:
                remove(space.left, route)  # pruned
            elif ends & anchors:
                start = lowest(ends & anchors)
                city, length = walk_chain(board, space, start, route, anchors)
                count = add_edge(space, count, start, city, length)
            routes = without_lowest(routes) & space.left[half]
    return count


@kernel
def longest_ring(board: Board, space: TrailSpace, best: int) -> int:
    """Rings that no anchor touches are trails of their own; keep the longest."""
    for half in range(2):
        while space.left[half]:
            route = lowest(space.left[half]) + 64 * half
            start = int(board.route_ends[route, 0])
            best = max(best, walk_chain(board, space, start, route, bit(start))[1])
    return best


@kernel
def core_edges(board: Board, low: Any, high: Any, space: TrailSpace, core: Any) -> int:
    """Build the edges of the core and its dead ends; return their number. Rings without an anchor stay in `left`."""
    space.odd = np.uint64(0)
    space.leaves = np.uint64(0)
    space.left[0] = low
    space.left[1] = high
    anchors = find_anchors(space, core)
    count = add_chains(board, space, core, anchors)
    return add_dead_ends(space, anchors, count)
