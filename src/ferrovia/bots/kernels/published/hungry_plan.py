"""The plan of `hungry`: one tree that joins all cities of its tickets, grown from the two that lie farthest apart."""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.published.graph import FAR, measure_from
from ferrovia.bots.kernels.published.styles import StyleMemory, StylePlan, clear_plan
from ferrovia.core.bits import add, bit, has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import GRAY, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.routes import other_end
from ferrovia.rules.board import Board


@kernel
def is_in_graph(board: Board, city: int, style: StyleMemory) -> bool:
    """Whether any own or free route touches a city."""
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        if has(style.own, route) or has(style.free, route):
            return True
    return False


@kernel
def farthest_pair(cities: Any, style: StyleMemory) -> tuple[int, int]:
    """The two cities with the longest way between them; -1: no two can be joined, or all are."""
    first = NONE
    second = NONE
    longest = 0
    while cities:
        city = lowest(cities)
        cities = without_lowest(cities)
        others = cities
        while others:
            other = lowest(others)
            others = without_lowest(others)
            if longest < style.distance[city, other] < FAR:
                longest = int(style.distance[city, other])
                first = city
                second = other
    return first, second


@kernel
def nearest_member(city: int, members: Any, nearest: int, style: StyleMemory) -> int:
    """The member of a set that is nearer to a city than so many trains, the nearest; -1: none."""
    best = NONE
    while members:
        member = lowest(members)
        members = without_lowest(members)
        if style.distance[city, member] < nearest:
            nearest = int(style.distance[city, member])
            best = member
    return best


@kernel
def grow_way(board: Board, city: int, end: int, style: StyleMemory) -> None:
    """Put the missing routes of the shortest way from a city to another, whose distances are known, into the tree."""
    while style.through[end, city] != NONE:
        route = int(style.through[end, city])
        if not has(style.own, route):
            add(style.tree, route)
        city = other_end(board, route, city)


@kernel
def join_sides(board: Board, starts: Any, ends: Any, style: StyleMemory) -> None:
    """Join the two sides where they are nearest."""
    nearest = FAR
    first = NONE
    second = NONE
    while starts:
        city = lowest(starts)
        starts = without_lowest(starts)
        member = nearest_member(city, ends, nearest, style)
        if member != NONE:
            nearest = int(style.distance[city, member])
            first = city
            second = member
    if first != NONE:
        grow_way(board, first, second, style)


@kernel
def grow_tree(board: Board, cities: Any, first: int, second: int, style: StyleMemory) -> bool:
    """Let each city join the nearest member of either side, then join the sides. False: it cannot be begun.

    As published the nearest distance is never reset: a city that is not nearer than all before it joins the member,
    and the side, that the last one joined.
    """
    starts = bit(first)
    ends = bit(second)
    cities &= ~(starts | ends)
    nearest = FAR
    anchor = NONE
    at_start = True
    while cities:
        city = lowest(cities)
        cities = without_lowest(cities)
        member = nearest_member(city, starts, nearest, style)
        if member != NONE:
            nearest = int(style.distance[city, member])
            anchor = member
            at_start = True
        member = nearest_member(city, ends, nearest, style)
        if member != NONE:
            nearest = int(style.distance[city, member])
            anchor = member
            at_start = False
        if anchor == NONE:
            return False
        if at_start:
            starts |= bit(city)
        else:
            ends |= bit(city)
        grow_way(board, city, anchor, style)
    join_sides(board, starts, ends, style)
    return True


@kernel
def place_of(board: Board, route: int) -> int:
    """Where the need of a route's colour is counted; gray is a colour of its own, in the last place."""
    colour = int(board.route_colour[route])
    return LOCOMOTIVE if colour == GRAY else colour


@kernel
def plan_route(board: Board, route: int, plan: StylePlan) -> None:
    """Count a route into a plan."""
    length = int(board.route_length[route])
    plan.need[place_of(board, route)] += length
    plan.points += board.route_points[length]
    plan.trains += length
    add(plan.routes, route)


@kernel
def plan_double(board: Board, route: int, twin: int, plan: StylePlan) -> None:
    """Count a double: the first of its routes whose colour is not needed yet, else the one needed less. Of two in one
    colour either will do."""
    first = min(route, twin)
    second = max(route, twin)
    need = int(plan.need[place_of(board, first)])
    other = int(plan.need[place_of(board, second)])
    plan_route(board, second if other < need else first, plan)
    if board.route_colour[first] == board.route_colour[second]:
        add(plan.routes, first)
        add(plan.routes, second)


@kernel
def count_tree(board: Board, doubles: bool, style: StyleMemory) -> None:
    """Count the routes of the tree that have a free twin, or those that have none."""
    for word in range(WORDS):
        routes = style.tree[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            twin = int(board.route_twin[route])
            double = twin != NONE and has(style.free, twin)
            if double and doubles:
                plan_double(board, route, twin, style.trial)
            elif not double and not doubles:
                plan_route(board, route, style.trial)


@kernel
def plan_tree(board: Board, cities: Any, style: StyleMemory) -> None:
    """Plan, in `trial`, to join some cities. There is no plan if all are joined or none can be; for no cities at all
    there is an empty one."""
    waiting = cities
    while waiting:
        measure_from(board, lowest(waiting), style)
        waiting = without_lowest(waiting)
    clear_plan(style.trial, int(cities == np.uint64(0)))
    for word in range(WORDS):
        style.tree[word] = 0
    first, second = farthest_pair(cities, style)
    if first == NONE or not grow_tree(board, cities, first, second, style):
        return
    style.trial.exists = 1
    count_tree(board, False, style)
    count_tree(board, True, style)
