"""The board as the published styles see it: free and own routes, fewest hops, fewest trains, completed tickets."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.board_queries import goal
from ferrovia.bots.kernels.published.styles import RING, StyleMemory
from ferrovia.core.bits import bit, has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import LENGTH, NONE, WORDS
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import Public
from ferrovia.rules.board import Board

FAR: Final = 30_000


@kernel
def join_graph(board: Board, public: Public, seat: int, shortest: int, style: StyleMemory) -> None:
    """The routes to travel: the seat's own, and free ones of at least this length."""
    for word in range(WORDS):
        long_enough = public.open[seat, word]
        if shortest > 1:
            long_enough &= ~board.shorter[min(shortest - 1, LENGTH), word]
        style.free[word] = long_enough
        style.own[word] = public.own[seat, word]
    style.measured = 0


@kernel
def points_at(board: Board, ticket: int, city: int) -> int:
    """What a ticket scores when it leads to a city."""
    best = 0
    for target in range(board.ticket_targets[ticket]):
        if board.ticket_target[ticket, target] & bit(city):
            best = max(best, int(board.ticket_points[ticket, target]))
    return best


@kernel
def reach(board: Board, public: Public, seat: int, cities: Any) -> Any:
    """The cities that a seat's own routes connect to some cities, including these."""
    before = np.uint64(0)
    while cities != before:
        before = cities
        for word in range(WORDS):
            routes = public.own[seat, word]
            while routes:
                route = word * 64 + lowest(routes)
                routes = without_lowest(routes)
                ends = bit(int(board.route_ends[route, 0])) | bit(int(board.route_ends[route, 1]))
                if cities & ends:
                    cities |= ends
    return cities


@kernel
def ticket_joined(board: Board, public: Public, seat: int, ticket: int) -> bool:
    """Whether a ticket is completed, with any target."""
    return bool(reach(board, public, seat, board.ticket_origin[ticket]) & goal(board, ticket))


@kernel
def hop_on(board: Board, city: int, routes: Any, seen: Any, tail: int, style: StyleMemory) -> tuple[Any, int]:
    """Reach the cities one route of a set away from a city; returns the cities seen and the length of the queue."""
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        other = other_end(board, route, city)
        if has(routes, route) and not seen & bit(other):
            seen |= bit(other)
            style.via[other] = route
            style.queue[tail] = other
            tail += 1
    return seen, tail


@kernel
def find_hops(board: Board, origin: Any, cities: Any, style: StyleMemory) -> int:
    """The city, of several, with the fewest hops from an origin, with the way back in `via`; -1 if there is none.

    As published, free routes are considered before own ones: of two paths with the same number of hops, the one with
    fewer own routes may be found first.
    """
    seen = origin
    head = 0
    tail = 0
    while origin:
        style.via[lowest(origin)] = NONE
        style.queue[tail] = lowest(origin)
        tail += 1
        origin = without_lowest(origin)
    while head < tail:
        city = int(style.queue[head])
        head += 1
        if cities & bit(city):
            return city
        seen, tail = hop_on(board, city, style.free, seen, tail, style)
        seen, tail = hop_on(board, city, style.own, seen, tail, style)
    return NONE


@kernel
def look_around(board: Board, source: int, city: int, style: StyleMemory) -> None:
    """Relax the routes of a city."""
    far = int(style.distance[source, city])
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        mine = has(style.own, route)
        if mine or has(style.free, route):
            other = other_end(board, route, city)
            cost = far if mine else far + int(board.route_length[route])
            if cost < style.distance[source, other]:
                style.distance[source, other] = cost
                style.through[source, other] = route
                style.ring[cost & (RING - 1)] |= bit(other)


@kernel
def measure_from(board: Board, source: int, style: StyleMemory) -> None:
    """Fewest trains from a city to all others, unless they are known. Dijkstra; routes are short, so cities wait in a
    ring of buckets by distance."""
    if style.measured & bit(source):
        return
    style.measured |= bit(source)
    for city in range(board.cities):
        style.distance[source, city] = FAR
        style.through[source, city] = NONE
    for place in range(RING):
        style.ring[place] = 0
    style.distance[source, source] = 0
    style.ring[0] = bit(source)
    far = 0
    empty = 0
    while empty < RING:
        waiting = style.ring[far & (RING - 1)]
        if waiting:
            city = lowest(waiting)
            style.ring[far & (RING - 1)] = without_lowest(waiting)
            empty = 0
            if style.distance[source, city] == far:  # otherwise a shorter path to it was found since
                look_around(board, source, city, style)
        else:
            far += 1
            empty += 1


@kernel
def nearest_target(board: Board, ticket: int, city: int, style: StyleMemory) -> int:
    """The city a ticket leads to that is nearest to a city whose distances are known; the first if none can be
    reached."""
    targets = goal(board, ticket)
    best = lowest(targets)
    while targets:
        target = lowest(targets)
        targets = without_lowest(targets)
        if style.distance[city, target] < style.distance[city, best]:
            best = target
    return best


@kernel
def ticket_ends(board: Board, ticket: int, style: StyleMemory) -> tuple[int, int]:
    """The two cities of a ticket; with several, the nearest pair."""
    origins = board.ticket_origin[ticket]
    start = NONE
    end = NONE
    while origins:
        city = lowest(origins)
        origins = without_lowest(origins)
        measure_from(board, city, style)
        target = nearest_target(board, ticket, city, style)
        if start == NONE or style.distance[city, target] < style.distance[start, end]:
            start = city
            end = target
    return start, end
