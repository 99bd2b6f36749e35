"""Cheapest paths for observations: Dijkstra's algorithm over sets of cities, with a circular bucket queue.

`engine.ticket_ways` finds exact paths for people. Here a train costs four and a missing card one (up to three per
route), and a route on the path of another ticket costs half, so that the paths of a seat's tickets share routes.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import add, bit, lowest, popcount, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import CITIES, COLOURS, GRAY, LENGTH, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import Private, Public
from ferrovia.observation.space import BUCKETS, ObservationSpace
from ferrovia.rules.board import Board

PER_TRAIN: Final = 4
MOST_MISSING: Final = 3


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


@inlined
def claimable_later(board: Board, public: Public, seat: int, word: int) -> Any:
    """The routes a seat may still claim with its trains, cards apart: one word of the set."""
    trains = min(int(public.trains[seat]), LENGTH)
    return public.open[seat, word] & board.shorter[trains, word] & ~public.own[seat, word]


@kernel
def set_costs(board: Board, public: Public, own: Private, seat: int, space: ObservationSpace) -> None:
    """Compute what each route costs the seat."""
    most = most_of_a_colour(own)
    for route in range(board.routes):
        length = int(board.route_length[route])
        colour = int(board.route_colour[route])
        cards = most if colour == GRAY else int(own.hand[colour])
        cards += int(own.hand[LOCOMOTIVE]) if board.route_wild[route] else 0
        missing = max(0, length - cards)
        space.missing[route] = missing
        wanted = claimable_later(board, public, seat, route >> 6) & bit(route & 63)
        space.cost[route] = price(length, missing) if wanted else 0


@kernel
def join_cities(board: Board, public: Public, seat: int, space: ObservationSpace) -> None:
    """Find the neighbours of each city in the seat's own network."""
    for city in range(board.cities):
        space.joined[city] = np.uint64(0)
    for word in range(WORDS):
        left = public.own[seat, word]
        while left:
            route = word * 64 + lowest(left)
            left = without_lowest(left)
            space.joined[board.route_ends[route, 0]] |= bit(int(board.route_ends[route, 1]))
            space.joined[board.route_ends[route, 1]] |= bit(int(board.route_ends[route, 0]))


@inlined
def relax(board: Board, city: int, now: int, space: ObservationSpace) -> Any:
    """Queue the cities that the routes of a city lead to; return their costs as bits. Without a branch: a route that
    costs nothing puts its end into the bucket being emptied, which forgets it."""
    costs = np.uint64(0)
    for number in range(board.city_first[city], board.city_first[city + 1]):
        cost = int(space.cost[board.city_route[number]])
        space.bucket[(now + cost) & (BUCKETS - 1)] |= bit(int(board.city_neighbour[number]))
        costs |= bit(cost)
    return costs


@kernel
def clear_search(space: ObservationSpace) -> None:
    """Forget the search before."""
    for bucket in range(BUCKETS):
        space.bucket[bucket] = np.uint64(0)
    for city in range(CITIES):
        space.turn[city] = CITIES


@kernel
def spread(board: Board, origin: Any, goals: Any, space: ObservationSpace) -> int:
    """The goal that is cheapest to reach from a set of cities; -1 if none can be reached. Of cities at the same cost
    the one with the lowest number comes first, as soon as one of its neighbours in the network, or a route, leads to
    it."""
    clear_search(space)
    space.bucket[0] = origin
    waiting = bit(0)
    reached = np.uint64(0)
    now = 0
    while waiting:
        ahead = lowest(waiting)
        waiting >>= np.uint64(ahead)
        now += ahead
        place = now & (BUCKETS - 1)
        cities = space.bucket[place] & ~reached
        while cities:
            city = lowest(cities)
            space.distance[city] = now
            space.turn[city] = popcount(reached)
            if goals & bit(city):
                return city
            reached |= bit(city)
            waiting |= relax(board, city, now, space)
            cities = (cities | space.joined[city]) & ~reached
        space.bucket[place] = np.uint64(0)
        waiting &= ~bit(0)
    return NONE


@inlined
def route_back(board: Board, city: int, space: ObservationSpace) -> int:
    """The route to claim by which a city was reached first at its cost; -1 if it was over the seat's network."""
    best = NONE
    turn = CITIES
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        other = int(board.city_neighbour[number])
        cost = int(space.cost[route])
        if cost and space.distance[other] + cost == space.distance[city] and space.turn[other] < turn:
            turn = int(space.turn[other])
            best = route
    return best


@inlined
def first_reached(cities: Any, space: ObservationSpace) -> int:
    """The city of a set that was reached first."""
    first = lowest(cities)
    while cities:
        city = lowest(cities)
        cities = without_lowest(cities)
        first = city if space.turn[city] < space.turn[first] else first
    return first


@kernel
def trace(board: Board, city: int, space: ObservationSpace) -> int:
    """Walk back from a city to the origin and list the routes to claim; return the trains they take."""
    trains = 0
    for word in range(WORDS):
        space.way[word] = 0
    while space.distance[city] > 0:
        route = route_back(board, city, space)
        if route == NONE:
            city = first_reached(space.joined[city], space)
        else:
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
