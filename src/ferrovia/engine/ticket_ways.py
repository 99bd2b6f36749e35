"""Ticket progress from a view: completed, the cheapest path (Dijkstra) to complete it, or out of reach."""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import bit, has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.fields import Array, dtype_of, int8, int16, uint64
from ferrovia.core.limits import CARD_KINDS, CITIES, COLOURS, GRAY, LENGTH, LOCOMOTIVE, NONE, ROUTES
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import Private, Public
from ferrovia.rules.board import Board

FAR: Final = 30_000
TRIED: Final = 5  # gray routes tried in every colour: at most 8 ** 5 ways to pay
TRAIN: Final = 128  # a train outweighs any number of missing cards


class Way:
    """The cheapest path for a ticket."""

    joined: int = int8("1: it is completed already")
    target: int = int8("the target reached (of several: the cheapest; of joined ones: the dearest); -1: none can be")
    trains: int = int16("trains it takes; -1: it cannot be completed any more")
    cards: int = int16("fewest cards still missing for these routes")
    count: int = int16("routes to claim")
    routes: Array = int8("the routes to claim", ROUTES, of="route")


class WaySpace:
    """Scratch space of the path search."""

    done: int = uint64("cities whose distance is final", of="cities")
    distance: Array = int16("cost of reaching each city", CITIES)
    through: Array = int8("route by which each city is reached", CITIES, of="route")
    plain: Array = int16("cards wanted of each colour where locomotives do not help", CARD_KINDS)
    wild: Array = int16("cards wanted of each colour where they do", CARD_KINDS)
    grays: int = int16("gray routes of the path")
    gray: Array = int8("these routes, the longest first", ROUTES, of="route")
    pick: Array = int8("the colour tried for each of them", ROUTES, of="card")


WAY: Final[np.dtype[Any]] = dtype_of(Way)
WAY_SPACE: Final[np.dtype[Any]] = dtype_of(WaySpace)


@kernel
def missing_alone(board: Board, own: Private, route: int) -> int:
    """Cards missing for one route, ignoring all other routes."""
    best = int(own.hand[board.route_colour[route]])
    if board.route_colour[route] == GRAY:
        best = 0
        for colour in range(COLOURS):
            best = max(best, int(own.hand[colour]))
    best += int(own.hand[LOCOMOTIVE]) if board.route_wild[route] else 0
    return max(0, int(board.route_length[route]) - best)


@kernel
def route_cost(board: Board, public: Public, own: Private, seat: int, route: int) -> int:
    """The cost of travelling a route: nothing on the seat's own, FAR where the seat can never claim it."""
    if has(public.own[seat], route):
        return 0
    if not has(public.open[seat], route):
        return FAR
    return int(board.route_length[route]) * TRAIN + missing_alone(board, own, route)


@kernel
def nearest_city(space: WaySpace, cities: int) -> int:
    """The open city with the lowest cost; -1 if no other can be reached."""
    best = NONE
    for city in range(cities):
        waiting = not space.done & bit(city) and space.distance[city] < FAR
        if waiting and (best == NONE or space.distance[city] < space.distance[best]):
            best = city
    return best


@kernel
def relax(board: Board, public: Public, own: Private, seat: int, city: int, space: WaySpace) -> None:
    """Relax the routes of a city."""
    for number in range(board.city_first[city], board.city_first[city + 1]):
        route = int(board.city_route[number])
        other = other_end(board, route, city)
        cost = int(space.distance[city]) + route_cost(board, public, own, seat, route)
        if cost < space.distance[other]:
            space.distance[other] = cost
            space.through[other] = route


@kernel
def spread(board: Board, public: Public, own: Private, seat: int, origin: Any, space: WaySpace) -> None:
    """Costs from a set of cities to all others (Dijkstra)."""
    space.done = 0
    for city in range(board.cities):
        space.distance[city] = 0 if origin & bit(city) else FAR
        space.through[city] = NONE
    city = nearest_city(space, int(board.cities))
    while city != NONE:
        space.done |= bit(city)
        relax(board, public, own, seat, city, space)
        city = nearest_city(space, int(board.cities))


@kernel
def choose_target(board: Board, ticket: int, space: WaySpace, way: Way) -> int:
    """The target city: the most valuable of the connected ones, otherwise the cheapest to reach; -1 if there is
    none."""
    best = NONE
    way.target = NONE
    for target in range(board.ticket_targets[ticket]):
        cities = board.ticket_target[ticket, target]
        while cities:
            city = lowest(cities)
            cities = without_lowest(cities)
            cost = int(space.distance[city])
            dearer = (
                cost == 0 and board.ticket_points[ticket, target] > board.ticket_points[ticket, max(0, int(way.target))]
            )
            if cost < FAR and (best == NONE or cost < space.distance[best] or dearer):
                best = city
                way.target = target
    return best


@kernel
def trace(board: Board, public: Public, seat: int, city: int, space: WaySpace, way: Way) -> None:
    """Walk back from a city to the origin and list the routes that the seat does not own yet."""
    way.count = 0
    way.trains = 0
    while space.through[city] != NONE:
        route = int(space.through[city])
        if not has(public.own[seat], route):
            way.routes[way.count] = route
            way.count += 1
            way.trains += board.route_length[route]
        city = other_end(board, route, city)


@kernel
def want(board: Board, space: WaySpace, route: int, colour: int) -> None:
    """Add the cards a route takes to the count."""
    if board.route_wild[route]:
        space.wild[colour] += board.route_length[route]
    else:
        space.plain[colour] += board.route_length[route]


@kernel
def want_less(board: Board, space: WaySpace, route: int, colour: int) -> None:
    """Remove a route's cards from the count."""
    if board.route_wild[route]:
        space.wild[colour] -= board.route_length[route]
    else:
        space.plain[colour] -= board.route_length[route]


@kernel
def most_to_spare(board: Board, own: Private, space: WaySpace) -> int:
    """The colour with the most spare cards."""
    best = 0
    for colour in range(board.colours):
        spare = int(own.hand[colour]) - int(space.plain[colour]) - int(space.wild[colour])
        if spare > int(own.hand[best]) - int(space.plain[best]) - int(space.wild[best]):
            best = colour
    return best


@kernel
def want_coloured(board: Board, space: WaySpace, way: Way) -> None:
    """Count the cards of a path's coloured routes, and list its gray ones, longest first."""
    for colour in range(CARD_KINDS):
        space.plain[colour] = 0
        space.wild[colour] = 0
    space.grays = 0
    for length in range(LENGTH, 0, -1):
        for number in range(way.count):
            route = int(way.routes[number])
            if board.route_length[route] == length:
                if board.route_colour[route] != GRAY:
                    want(board, space, route, int(board.route_colour[route]))
                else:
                    space.gray[space.grays] = route
                    space.grays += 1


@kernel
def missing_now(board: Board, own: Private, space: WaySpace) -> int:
    """Cards missing for what is needed: locomotives are used last, and only where they are allowed."""
    without = 0
    helped = 0
    for colour in range(board.colours):
        left = int(own.hand[colour]) - int(space.plain[colour])
        without += max(0, -left)
        helped += max(0, int(space.wild[colour]) - max(0, left))
    return without + max(0, helped - int(own.hand[LOCOMOTIVE]))


@kernel
def next_choice(board: Board, own: Private, space: WaySpace, tried: int) -> bool:
    """Advance the colours of the gray routes being tried, like the digits of a counter; False when all were tried."""
    for place in range(tried):
        route = int(space.gray[place])
        colour = int(space.pick[place])
        want_less(board, space, route, colour)
        colour += 1
        while colour < board.colours and own.hand[colour] == 0:
            colour += 1
        carry = colour >= board.colours
        space.pick[place] = 0 if carry else colour
        want(board, space, route, int(space.pick[place]))
        if not carry:
            return True
    return False


@kernel
def missing_cards(board: Board, own: Private, space: WaySpace, way: Way) -> int:
    """The fewest cards missing for all routes of a path. A few gray routes are tried in every colour of the hand;
    beyond that, the shorter ones take the colour with the most spare cards."""
    want_coloured(board, space, way)
    tried = min(int(space.grays), TRIED)
    for place in range(tried):
        space.pick[place] = 0
        want(board, space, int(space.gray[place]), 0)
    best = FAR
    more = True
    while more:
        for place in range(tried, space.grays):
            space.pick[place] = most_to_spare(board, own, space)
            want(board, space, int(space.gray[place]), int(space.pick[place]))
        best = min(best, missing_now(board, own, space))
        for place in range(tried, space.grays):
            want_less(board, space, int(space.gray[place]), int(space.pick[place]))
        more = best > 0 and next_choice(board, own, space, tried)
    return best


@kernel
def find_way(board: Board, public: Public, own: Private, seat: int, ticket: int, way: Way, space: WaySpace) -> None:
    """The cheapest path for a ticket: fewest trains; among those, the one whose routes, each taken alone, lack the
    fewest cards. The number of turns left is ignored."""
    spread(board, public, own, seat, board.ticket_origin[ticket], space)
    city = choose_target(board, ticket, space, way)
    way.joined = 0
    way.cards = NONE
    way.count = 0
    way.trains = NONE
    if city == NONE:
        return
    trace(board, public, seat, city, space, way)
    way.joined = int(way.trains == 0)
    way.cards = missing_cards(board, own, space, way)
    if way.trains > public.trains[seat]:
        way.trains = NONE
        way.cards = NONE
        way.target = NONE
        way.count = 0
