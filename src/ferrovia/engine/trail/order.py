"""The order in which edges are decided: city by city, to keep the frontier of half-decided cities small."""

from typing import Any

import numpy as np

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.trail.space import NEVER, TrailSpace


@kernel
def swap_edges(space: TrailSpace, one: int, other: int) -> None:
    """Swap two edges."""
    start, finish = int(space.edge_from[one]), int(space.edge_to[one])
    length, price = int(space.edge_length[one]), int(space.edge_price[one])
    space.edge_from[one] = space.edge_from[other]
    space.edge_to[one] = space.edge_to[other]
    space.edge_length[one] = space.edge_length[other]
    space.edge_price[one] = space.edge_price[other]
    space.edge_from[other] = start
    space.edge_to[other] = finish
    space.edge_length[other] = length
    space.edge_price[other] = price


@kernel
def next_city(space: TrailSpace, frontier: Any, opened: Any) -> int:
    """The city of the frontier that adds the fewest new cities."""
    best = -1
    fewest = 65
    while frontier:
        city = lowest(frontier)
        frontier = without_lowest(frontier)
        fresh = popcount(space.near[city] & ~opened)
        if fresh < fewest:
            fewest = fresh
            best = city
    return best


@kernel
def arrange(space: TrailSpace, begin: int, end: int, start: int) -> int:
    """Order a component's edges city by city; return the cost, where each half-decided city quadruples the states."""
    opened = bit(start)
    closed = np.uint64(0)
    place = begin
    cost = 0
    while place < end:
        city = next_city(space, opened & ~closed, opened)
        for edge in range(place, end):
            if int(space.edge_from[edge]) == city or int(space.edge_to[edge]) == city:
                swap_edges(space, edge, place)
                place += 1
        opened |= space.near[city]
        closed |= bit(city)
        cost += 1 << min(2 * popcount(opened & ~closed), 40)
    return cost


@kernel
def best_start(space: TrailSpace, begin: int, end: int) -> int:
    """The start city for which `arrange` finds the narrowest order. It tries all, because a long search follows."""
    best = -1
    lowest_cost = 0
    left = space.later[begin]
    while left:
        cost = arrange(space, begin, end, lowest(left))
        if best < 0 or cost < lowest_cost:
            lowest_cost = cost
            best = lowest(left)
        left = without_lowest(left)
    return best


@kernel
def clear_cities(space: TrailSpace, begin: int, end: int) -> None:
    """Mark every edge as undecided."""
    space.loss = 0
    space.touched = np.uint64(0)
    for edge in range(begin, end):
        for city in (int(space.edge_from[edge]), int(space.edge_to[edge])):
            space.group[city] = np.uint64(0)
            space.detour[city] = NEVER
            space.cheapest[city] = space.edge_length[edge] if space.leaves & bit(city) else NEVER


@kernel
def look_back(space: TrailSpace, begin: int, end: int) -> None:
    """Record for each edge, from the last to the first, what is still to come."""
    space.rest[end] = 0
    space.later[end] = np.uint64(0)
    for edge in range(end - 1, begin - 1, -1):
        start, finish, price = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_price[edge])
        space.rest[edge] = int(space.rest[edge + 1]) + int(space.edge_length[edge])
        space.later[edge] = space.later[edge + 1] | bit(start) | bit(finish)
        space.cheapest_from[edge] = space.cheapest[start]
        space.cheapest_to[edge] = space.cheapest[finish]
        space.cheapest[start] = min(int(space.cheapest[start]), price)
        space.cheapest[finish] = min(int(space.cheapest[finish]), price)


@kernel
def prepare(space: TrailSpace, begin: int, end: int, start: int) -> None:
    """Order a component's edges; record what comes before and after each, and what it takes to leave each city."""
    arrange(space, begin, end, start)
    clear_cities(space, begin, end)
    look_back(space, begin, end)
    space.begun[begin] = np.uint64(0)
    for edge in range(begin, end):
        start, finish, price = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_price[edge])
        space.begun[edge + 1] = space.begun[edge] | bit(start) | bit(finish)
        space.detour[start] = min(int(space.detour[start]), price + int(space.cheapest[finish]))
        space.detour[finish] = min(int(space.detour[finish]), price + int(space.cheapest[start]))
