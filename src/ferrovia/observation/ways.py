"""Cheapest paths for observations: Dijkstra's algorithm over sets of cities, with a circular bucket queue.

`engine.ticket_ways` finds exact paths for people. Here a train costs four and a missing card one (up to three per
route), and a route on the path of another ticket costs half, so that the paths of a seat's tickets share routes.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import add, bit, has, lowest, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import COLOURS, GRAY, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import Private, Public
from ferrovia.observation.space import BUCKETS, ObservationSpace
from ferrovia.rules.board import Board

PER_TRAIN: Final = 4
MOST_MISSING: Final = 3
FAR: Final = 30_000


@inlined
def most_of_a_colour(own: Private) -> int:
    """Number of cards in the colour the hand has most of."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, int(own.hand[colour]))
    return most


@inlined
def price(length: int, missing: int) -> int:
    """The cost of an open route."""
    return PER_TRAIN * length + min(missing, MOST_MISSING)


@kernel
def set_costs(board: Board, public: Public, own: Private, seat: int, space: ObservationSpace) -> None:
    """Compute what each route costs the seat."""
    most = most_of_a_colour(own)
    trains = int(public.trains[seat])
    for route in range(board.routes):
        length = int(board.route_length[route])
        colour = int(board.route_colour[route])
        cards = most if colour == GRAY else int(own.hand[colour])
        cards += int(own.hand[LOCOMOTIVE]) if board.route_wild[route] else 0
        missing = max(0, length - cards)
        space.missing[route] = missing
        space.cost[route] = NONE
        if has(public.own[seat], route):
            space.cost[route] = 0
        elif length <= trains and has(public.open[seat], route):
            space.cost[route] = price(length, missing)


@inlined
def put(space: ObservationSpace, city: int, now: int, cost: int) -> None:
    """Queue a city at a cost above the cost reached."""
    place = (now + cost) & (BUCKETS - 1)
    if space.waiting & bit(cost):
        space.bucket[place] |= bit(city)
    else:
        space.bucket[place] = bit(city)
        space.waiting |= bit(cost)


@inlined
def relax(board: Board, city: int, now: int, space: ObservationSpace) -> Any:
    """Relax the routes of a city; return the cities reached at no cost."""
    same = np.uint64(0)
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        cost = int(space.cost[route])
        other = other_end(board, route, city)
        if cost >= 0 and now + cost < space.distance[other]:
            space.distance[other] = now + cost
            space.through[other] = route
            if cost == 0:
                same |= bit(other)
            else:
                put(space, other, now, cost)
    return same


@kernel
def spread(board: Board, origin: Any, goals: Any, space: ObservationSpace) -> int:
    """The goal that is cheapest to reach from a set of cities; -1 if none can be reached."""
    for city in range(board.cities):
        space.distance[city] = 0 if origin & bit(city) else FAR
        space.through[city] = NONE
    space.bucket[0] = origin
    space.waiting = bit(0)
    now = 0
    while space.waiting:
        ahead = lowest(space.waiting)
        space.waiting >>= np.uint64(ahead)
        now += ahead
        cities = space.bucket[now & (BUCKETS - 1)]
        while cities:
            city = lowest(cities)
            cities = without_lowest(cities)
            if space.distance[city] == now:
                if goals & bit(city):
                    return city
                cities |= relax(board, city, now, space)
        space.waiting &= ~bit(0)
    return NONE


@kernel
def trace(board: Board, city: int, space: ObservationSpace) -> int:
    """Walk back from a city to the origin and list the routes to claim; return the trains they take."""
    trains = 0
    for word in range(WORDS):
        space.way[word] = 0
    while space.through[city] != NONE:
        route = int(space.through[city])
        if space.cost[route] > 0:
            add(space.way, route)
            trains += int(board.route_length[route])
        city = other_end(board, route, city)
    return trains


@inlined
def all_targets(board: Board, ticket: int) -> Any:
    """The cities that complete a ticket."""
    cities = np.uint64(0)
    for target in range(board.ticket_targets[ticket]):
        cities |= board.ticket_target[ticket, target]
    return cities


@kernel
def reprice(board: Board, routes: Any, half: bool, space: ObservationSpace) -> None:
    """Set the cost of routes to claim, halved where they are planned anyway."""
    for word in range(WORDS):
        left = routes[word]
        while left:
            route = word * 64 + lowest(left)
            left = without_lowest(left)
            full = price(int(board.route_length[route]), int(space.missing[route]))
            space.cost[route] = (full + 1) >> 1 if half else full


@kernel
def find_way(board: Board, ticket: int, trains: int, space: ObservationSpace) -> int:
    """The trains of the cheapest path that completes a ticket, its routes in `space.way`; -1 if it is out of reach."""
    city = spread(board, board.ticket_origin[ticket], all_targets(board, ticket), space)
    needed = NONE if city == NONE else trace(board, city, space)
    if needed > trains:  # a detour over planned routes: search again without them
        reprice(board, space.planned, False, space)
        city = spread(board, board.ticket_origin[ticket], all_targets(board, ticket), space)
        needed = trace(board, city, space)
        reprice(board, space.planned, True, space)
    if needed > trains:
        needed = NONE
    if needed == NONE:
        for word in range(WORDS):
            space.way[word] = 0
    return needed


@kernel
def length_of(board: Board, low: Any, high: Any) -> int:
    """The trains a set of routes takes."""
    trains = 0
    for half in range(WORDS):
        left = np.uint64(high) if half else np.uint64(low)
        while left:
            trains += int(board.route_length[half * 64 + lowest(left)])
            left = without_lowest(left)
    return trains
