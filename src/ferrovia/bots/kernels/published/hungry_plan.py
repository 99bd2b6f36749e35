"""The plan of `hungry`: one tree that connects all cities of its tickets, grown from the two that are farthest
apart."""

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
    """The two cities farthest apart; -1 if no two can be connected, or all are."""
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
    """The nearest member of a set that is closer to a city than this many trains; -1 if there is none."""
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
    """Add the missing routes of the shortest path from a city to another, whose distances are known, to the tree."""
    while style.through[end, city] != NONE:
        route = int(style.through[end, city])
        if not has(style.own, route):
            add(style.tree, route)
        city = other_end(board, route, city)


@kernel
def join_sides(board: Board, starts: Any, ends: Any, style: StyleMemory) -> None:
    """Connect the two sides where they are nearest."""
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
    """Connect each city to the nearest member of either side, then connect the sides; False if it cannot start.

    As published, the nearest distance is never reset: a city that is not nearer than all before it connects to the
    member, and the side, of the previous one.
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
    """Add a route to a plan."""
    length = int(board.route_length[route])
    plan.need[place_of(board, route)] += length
    plan.points += board.route_points[length]
    plan.trains += length
    add(plan.routes, route)


@kernel
def plan_double(board: Board, route: int, twin: int, plan: StylePlan) -> None:
    """Add a double: the first of its routes whose colour is not needed yet, else the one needed less. Of two in one
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
    """Plan, in `trial`, to connect some cities. There is no plan if all are connected or none can be; for no cities at
    all, the plan is empty."""
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
