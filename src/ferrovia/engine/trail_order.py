"""The order in which edges are decided: city by city, so that as few cities as possible are half decided at a time."""

from typing import Any

import numpy as np

from ferrovia.engine.bits import bit, lowest, popcount, without_lowest
from ferrovia.engine.compile import kernel
from ferrovia.engine.trail_space import NEVER


@kernel
def connected(space: Any, city: int) -> Any:
    """The cities that edges join to this one, itself included."""
    reached = bit(city)
    fresh = reached
    while fresh:
        city = lowest(fresh)
        found = space.near[city] & ~reached
        reached |= found
        fresh = without_lowest(fresh) | found
    return reached


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
def arrange_well(space: Any, begin: int, end: int, cities: Any) -> None:
    """Try every city as the first and keep the best order: worth its time when much is to be searched."""
    best = -1
    lowest_cost = 0
    left = cities
    while left:
        cost = arrange(space, begin, end, lowest(left))
        if best < 0 or cost < lowest_cost:
            lowest_cost = cost
            best = lowest(left)
        left = without_lowest(left)
    arrange(space, begin, end, best)


@kernel
def prepare(space: Any, begin: int, end: int, cities: Any) -> None:
    """Clear the cities, then note for each edge which cities come before and after, and what is left from there on."""
    space.loss = 0
    space.touched = np.uint64(0)
    while cities:
        city = lowest(cities)
        cities = without_lowest(cities)
        space.group[city] = np.uint64(0)
        space.cheapest[city] = NEVER
    space.rest[end] = 0
    space.later[end] = np.uint64(0)
    for edge in range(end - 1, begin - 1, -1):
        start, finish, length = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_length[edge])
        space.rest[edge] = int(space.rest[edge + 1]) + length
        space.later[edge] = space.later[edge + 1] | bit(start) | bit(finish)
        space.cheapest_from[edge] = space.cheapest[start]
        space.cheapest_to[edge] = space.cheapest[finish]
        if start != finish:  # dropping a loop makes no city even
            space.cheapest[start] = min(int(space.cheapest[start]), length)
            space.cheapest[finish] = min(int(space.cheapest[finish]), length)
    space.begun[begin] = np.uint64(0)
    for edge in range(begin, end):
        space.begun[edge + 1] = space.begun[edge] | bit(int(space.edge_from[edge])) | bit(int(space.edge_to[edge]))
