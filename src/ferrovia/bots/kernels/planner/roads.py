"""Shortest paths: what routes cost, what the seat's network connects, and the cheapest path between sets of cities."""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.planner.space import FAR, PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import bit, has, lowest, popcount, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import COLOURS, GRAY, LOCOMOTIVE, NONE
from ferrovia.engine.routes import other_end
from ferrovia.engine.scoring import list_parts
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

TURN = PLANNER_OPTIONS["turn"].place
CARD = PLANNER_OPTIONS["card"].place
TRAIN = PLANNER_OPTIONS["train"].place
POINTS = PLANNER_OPTIONS["points"].place
TUNNEL = PLANNER_OPTIONS["tunnel"].place
LEAST = 0.05  # no path is free: of two that cost nothing the shorter one is better


@kernel
def most_of_a_colour(view: ViewRecord) -> int:
    """The largest number of cards of one colour in the hand."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, int(view.own.hand[colour]))
    return most


@inlined
def missing_cards(board: Board, view: ViewRecord, route: int, most: int) -> int:
    """Cards missing for a route, ignoring all other routes. `most`: the largest number of one colour."""
    colour = int(board.route_colour[route])
    held = most if colour == GRAY else int(view.own.hand[colour])
    if board.route_wild[route]:
        held += int(view.own.hand[LOCOMOTIVE])
    return max(0, int(board.route_length[route]) - held)


@inlined
def price_of(board: Board, view: ViewRecord, route: int, most: int, options: Any) -> float:
    """The turns a route takes, in points, minus the points it brings."""
    length = int(board.route_length[route])
    missing = float(missing_cards(board, view, route, most))
    if board.route_tunnel[route]:
        missing += options[TUNNEL]
    price = options[TURN] * (1.0 + options[CARD] * missing) + options[TRAIN] * length
    return float(max(LEAST * length, price - options[POINTS] * float(board.route_points[length])))


@kernel
def price_routes(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """The price of every route: own ones are free, those out of reach infinite."""
    seat = int(view.seat)
    most = most_of_a_colour(view)
    trains = int(view.public.trains[seat])
    for route in range(board.routes):
        if has(view.public.own[seat], route):
            plan.price[route] = 0.0
        elif has(view.public.open[seat], route) and board.route_length[route] <= trains:
            plan.price[route] = price_of(board, view, route, most, options)
        else:
            plan.price[route] = FAR
        plan.cost[route] = plan.price[route]
        plan.uses[route] = 0


@kernel
def find_own_parts(board: Board, view: ViewRecord, seat: int, plan: PlanSpace) -> None:
    """The components of a seat's network, and which is the largest."""
    plan.part_count = list_parts(board, view.public, seat, plan.parts)
    plan.largest = NONE
    for number in range(plan.part_count):
        if plan.largest == NONE or popcount(plan.parts[number]) > popcount(plan.parts[plan.largest]):
            plan.largest = number


@inlined
def grown(plan: PlanSpace, cities: Any) -> Any:
    """Cities together with everything the seat's network connects to them."""
    for number in range(plan.part_count):
        if plan.parts[number] & cities:
            cities |= plan.parts[number]
    return cities


@inlined
def nearest(plan: PlanSpace, waiting: Any) -> int:
    """The cheapest city of a set."""
    best = lowest(waiting)
    waiting = without_lowest(waiting)
    while waiting:
        city = lowest(waiting)
        waiting = without_lowest(waiting)
        if plan.distance[city] < plan.distance[best]:
            best = city
    return best


@kernel
def spread(board: Board, plan: PlanSpace, start: Any, goal: Any) -> int:
    """Costs from a set of cities to the others (Dijkstra), until a goal is reached; returns that city, or -1."""
    for city in range(board.cities):
        plan.distance[city] = FAR
        plan.through[city] = NONE
    waiting = start
    left = start
    while left:
        plan.distance[lowest(left)] = 0.0
        left = without_lowest(left)
    done = np.uint64(0)
    while waiting:
        city = nearest(plan, waiting)
        if goal & bit(city):
            return city
        waiting &= ~bit(city)
        done |= bit(city)
        for number in range(board.city_first[city], board.city_first[city + 1]):
            route = int(board.city_route[number])
            cost = plan.distance[city] + plan.cost[route]
            other = other_end(board, route, city)
            if cost < plan.distance[other]:
                plan.distance[other] = cost
                plan.through[other] = route
                waiting |= bit(other)
    return NONE
