"""The order in which edges are decided: city by city, so that as few cities as possible are half decided at a time."""

from typing import Any

import numpy as np

from ferrovia.engine.bits import bit, lowest, popcount, without_lowest
from ferrovia.engine.compile import kernel
from ferrovia.engine.trail_space import NEVER


@kernel
def swap_edges(space: Any, one: int, other: int) -> None:
    """Two edges change places."""
    start, finish, length = int(space.edge_from[one]), int(space.edge_to[one]), int(space.edge_length[one])
    space.edge_from[one] = space.edge_from[other]
    space.edge_to[one] = space.edge_to[other]
    space.edge_length[one] = space.edge_length[other]
    space.edge_from[other] = start
    space.edge_to[other] = finish
    space.edge_length[other] = length


@kernel
def next_city(space: Any, frontier: Any, opened: Any) -> int:
    """The city of the frontier that brings in the fewest new ones."""
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
def arrange(space: Any, begin: int, end: int, start: int) -> int:
    """Put a part's edges in order, beginning with a city; returns how wide the frontier gets, widths weighed as states."""
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
def arrange_well(space: Any, begin: int, end: int) -> None:
    """Try every city as the first and keep the best order: worth its time when much is to be searched."""
    best = -1
    lowest_cost = 0
    left = space.later[begin]
    while left:
        cost = arrange(space, begin, end, lowest(left))
        if best < 0 or cost < lowest_cost:
            lowest_cost = cost
            best = lowest(left)
        left = without_lowest(left)
    arrange(space, begin, end, best)


@kernel
def price_of(space: Any, edge: int) -> int:
    """Trains of an edge if a way between odd cities can hold it; NEVER for a loop and a dead end."""
    if space.edge_from[edge] == space.edge_to[edge] or space.leaves & bit(int(space.edge_to[edge])):
        return NEVER
    return int(space.edge_length[edge])


@kernel
def clear_cities(space: Any, begin: int, end: int) -> None:
    """Nothing is kept or dropped yet."""
    space.loss = 0
    space.touched = np.uint64(0)
    for edge in range(begin, end):
        for city in (int(space.edge_from[edge]), int(space.edge_to[edge])):
            space.group[city] = np.uint64(0)
            space.detour[city] = NEVER
            space.cheapest[city] = space.edge_length[edge] if space.leaves & bit(city) else NEVER


@kernel
def look_back(space: Any, begin: int, end: int) -> None:
    """Note for each edge, last to first, what is still to come from there on."""
    space.rest[end] = 0
    space.later[end] = np.uint64(0)
    for edge in range(end - 1, begin - 1, -1):
        start, finish, price = int(space.edge_from[edge]), int(space.edge_to[edge]), price_of(space, edge)
        space.rest[edge] = int(space.rest[edge + 1]) + int(space.edge_length[edge])
        space.later[edge] = space.later[edge + 1] | bit(start) | bit(finish)
        space.edge_price[edge] = price
        space.cheapest_from[edge] = space.cheapest[start]
        space.cheapest_to[edge] = space.cheapest[finish]
        space.cheapest[start] = min(int(space.cheapest[start]), price)
        space.cheapest[finish] = min(int(space.cheapest[finish]), price)


@kernel
def prepare(space: Any, begin: int, end: int) -> None:
    """Note for each edge what comes before and after, and for each city what it takes to leave it."""
    clear_cities(space, begin, end)
    look_back(space, begin, end)
    space.begun[begin] = np.uint64(0)
    for edge in range(begin, end):
        start, finish, price = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_price[edge])
        space.begun[edge + 1] = space.begun[edge] | bit(start) | bit(finish)
        space.detour[start] = min(int(space.detour[start]), price + int(space.cheapest[finish]))
        space.detour[finish] = min(int(space.detour[finish]), price + int(space.cheapest[start]))
