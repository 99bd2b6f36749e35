"""Routes that `greedy` wants: those on the shortest path of each of its tickets, and what each would bring."""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.published.graph import join_graph, points_at, ticket_ends, ticket_joined
from ferrovia.bots.kernels.published.styles import StyleMemory, clear_plan
from ferrovia.core.bits import add, has, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import GRAY, NONE, WORDS
from ferrovia.engine.routes import ends_of, other_end
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board


@kernel
def missing_trains(board: Board, ticket: int, style: StyleMemory) -> int:
    """Trains of a ticket's shortest path; FAR if it cannot be completed."""
    start, end = ticket_ends(board, ticket, style)
    return int(style.distance[start, end])


@kernel
def cities_touched(board: Board, style: StyleMemory) -> Any:
    """The cities at the ends of its own routes."""
    cities = np.uint64(0)
    for word in range(WORDS):
        routes = style.own[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            cities |= ends_of(board, route)
    return cities


@kernel
def value_routes(board: Board, style: StyleMemory) -> None:
    """What each route brings immediately: its points, and attractions touched for the first time."""
    new = board.attractions & ~cities_touched(board, style)
    for route in range(board.routes):
        ends = ends_of(board, route)
        style.worth[route] = board.route_points[board.route_length[route]]
        style.worth[route] += popcount(new & ends) * int(board.attraction_points)


@kernel
def wish_for_way(board: Board, ticket: int, style: StyleMemory) -> None:
    """Count the routes of a ticket's shortest path, each with its share of the ticket's points."""
    start, end = ticket_ends(board, ticket, style)
    trains = int(style.distance[start, end])
    points = points_at(board, ticket, end)
    style.plan.exists = 1
    city = end
    while style.through[start, city] != NONE:
        route = int(style.through[start, city])
        length = int(board.route_length[route])
        if not has(style.own, route):
            style.worth[route] += points * length // trains
            if board.route_colour[route] != GRAY and not has(style.plan.routes, route):
                style.plan.need[board.route_colour[route]] += length
            add(style.plan.routes, route)
        city = other_end(board, route, city)


@kernel
def list_wishes(board: Board, view: ViewRecord, style: StyleMemory) -> None:
    """Consider every ticket that can still be completed, each alone. Only claims change the result."""
    seat = int(view.seat)
    join_graph(board, view.public, seat, 1, style)
    value_routes(board, style)
    clear_plan(style.plan, 0)
    for word in range(WORDS):
        tickets = view.own.tickets[word]
        while tickets:
            ticket = word * 64 + lowest(tickets)
            tickets = without_lowest(tickets)
            joined = ticket_joined(board, view.public, seat, ticket)
            if not joined and missing_trains(board, ticket, style) <= view.public.trains[seat]:
                wish_for_way(board, ticket, style)
