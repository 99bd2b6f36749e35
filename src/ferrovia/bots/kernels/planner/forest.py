"""The plan: routes that complete the tickets at low total cost (a Steiner forest), within the trains and the time left.

Tickets are connected one after another, the most valuable first, each by its cheapest path, where routes already
planned cost nothing; then every path is searched once more, given all the others. What does not pay off or does not fit
is dropped.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.board_queries import goal
from ferrovia.bots.kernels.planner.roads import grown, spread
from ferrovia.bots.kernels.planner.space import FAR, NEAR, PLANNED, PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import NONE, WORDS
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

TICKET = PLANNER_OPTIONS["ticket"].place


@inlined
def most_points(board: Board, ticket: int) -> int:
    """What a ticket scores with its best target."""
    best = int(board.ticket_points[ticket, 0])
    for target in range(1, board.ticket_targets[ticket]):
        best = max(best, int(board.ticket_points[ticket, target]))
    return best


@kernel
def is_joined(board: Board, plan: PlanSpace, ticket: int) -> bool:
    """Whether the seat's network completes a ticket with any target."""
    return bool(grown(plan, board.ticket_origin[ticket]) & goal(board, ticket))


@kernel
def list_tickets(board: Board, tickets: Any, plan: PlanSpace) -> None:
    """The tickets still to be completed, most valuable first."""
    plan.count = 0
    for word in range(WORDS):
        left = tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            if not is_joined(board, plan, ticket):
                insert_by_points(board, plan, ticket)


@kernel
def insert_by_points(board: Board, plan: PlanSpace, ticket: int) -> None:
    """Insert a ticket into the list; a full list drops the least valuable."""
    place = int(plan.count)
    while place > 0 and most_points(board, ticket) > most_points(board, int(plan.ticket[place - 1])):
        place -= 1
    if place >= PLANNED:
        return
    plan.count = min(PLANNED, int(plan.count) + 1)
    for later in range(plan.count - 1, place, -1):
        plan.ticket[later] = plan.ticket[later - 1]
    plan.ticket[place] = ticket


@kernel
def choose_goal(board: Board, plan: PlanSpace, ticket: int, options: Any) -> int:
    """The city to go to, of several targets the one with the best balance; -1 if there is none. Sets the path to it."""
    start = grown(plan, board.ticket_origin[ticket])
    if board.ticket_targets[ticket] == 1:
        return spread(board, plan, start, grown(plan, board.ticket_target[ticket, 0]))
    spread(board, plan, start, np.uint64(0))
    best = NONE
    value = 0.0
    for target in range(board.ticket_targets[ticket]):
        cities = board.ticket_target[ticket, target]
        while cities:
            city = lowest(cities)
            cities = without_lowest(cities)
            balance = options[TICKET] * float(board.ticket_points[ticket, target]) - plan.distance[city]
            if plan.distance[city] < FAR and (best == NONE or balance > value):
                best = city
                value = balance
    return best


@kernel
def add_way(board: Board, plan: PlanSpace, number: int, city: int) -> None:
    """Record the routes to a city as a ticket's path; they cost nothing from now on."""
    while plan.through[city] != NONE:
        route = int(plan.through[city])
        if plan.price[route] > NEAR:
            plan.path[number, route >> 6] |= bit(route & 63)
            plan.uses[route] += 1
            plan.cost[route] = 0.0
        city = other_end(board, route, city)


@kernel
def remove_way(plan: PlanSpace, number: int) -> None:
    """Remove a ticket's path; routes that no other path uses cost their price again."""
    for word in range(WORDS):
        routes = plan.path[number, word]
        plan.path[number, word] = 0
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            plan.uses[route] -= 1
            if plan.uses[route] == 0:
                plan.cost[route] = plan.price[route]


@kernel
def plan_ticket(board: Board, plan: PlanSpace, number: int, options: Any) -> None:
    """Find a ticket's path, given the others. `gain` is its value beyond its own cost; a ticket that cannot be
    completed or does not pay off has none."""
    ticket = int(plan.ticket[number])
    city = choose_goal(board, plan, ticket, options)
    plan.gain[number] = -FAR
    if city == NONE:
        return
    plan.points[number] = float(board.ticket_points[ticket, target_of(board, ticket, city, plan)])
    plan.gain[number] = options[TICKET] * plan.points[number] - plan.distance[city]
    if plan.gain[number] > 0.0:
        add_way(board, plan, number, city)


@inlined
def target_of(board: Board, ticket: int, city: int, plan: PlanSpace) -> int:
    """The target of a ticket that a city belongs to, directly or through the seat's network."""
    joined = grown(plan, bit(city))
    best = 0
    points = -1
    for target in range(board.ticket_targets[ticket]):
        if joined & board.ticket_target[ticket, target] and board.ticket_points[ticket, target] > points:
            best = target
            points = int(board.ticket_points[ticket, target])
    return best


@kernel
def collect(board: Board, plan: PlanSpace) -> None:
    """The union of all paths, and the trains it takes."""
    plan.trains = 0
    for word in range(WORDS):
        routes = np.uint64(0)
        for number in range(plan.count):
            routes |= plan.path[number, word]
            plan.hops[number] = popcount(plan.path[number, 0]) + popcount(plan.path[number, 1])
        plan.wanted[word] = routes
        while routes:
            plan.trains += board.route_length[word * 64 + lowest(routes)]
            routes = without_lowest(routes)


@kernel
def drop_worst(plan: PlanSpace) -> None:
    """Give up the ticket whose path gains least."""
    worst = NONE
    for number in range(plan.count):
        if plan.path[number, 0] | plan.path[number, 1] and (worst == NONE or plan.gain[number] < plan.gain[worst]):
            worst = number
    remove_way(plan, worst)
    plan.gain[worst] = -FAR


@kernel
def forget_claimed(view: ViewRecord, plan: PlanSpace) -> None:
    """Remove routes that the seat owns by now from the paths."""
    for number in range(plan.count):
        for word in range(WORDS):
            plan.path[number, word] &= ~view.public.own[view.seat, word]


@kernel
def plan_forest(board: Board, view: ViewRecord, tickets: Any, plan: PlanSpace, options: Any) -> None:
    """Plan paths for these tickets. Prices and components must be known."""
    list_tickets(board, tickets, plan)
    for number in range(plan.count):
        plan.path[number, 0] = 0
        plan.path[number, 1] = 0
        plan_ticket(board, plan, number, options)
    for number in range(plan.count if plan.count > 1 else 0):
        remove_way(plan, number)
        plan_ticket(board, plan, number, options)
    collect(board, plan)
    while plan.trains > view.public.trains[view.seat]:
        drop_worst(plan)
        collect(board, plan)
