"""The plan: routes that join the tickets, cheap altogether (a Steiner forest), within the trains and the time left.

Tickets are joined one after the other, the dearest first, each by its cheapest way when what is planned already costs
nothing; then every way is looked for once more, given all the others. What does not pay or does not fit is dropped.
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
    """What a ticket brings with its best target."""
    best = int(board.ticket_points[ticket, 0])
    for target in range(1, board.ticket_targets[ticket]):
        best = max(best, int(board.ticket_points[ticket, target]))
    return best


@kernel
def is_joined(board: Board, plan: PlanSpace, ticket: int) -> bool:
    """Whether the own network joins a ticket to any target."""
    return bool(grown(plan, board.ticket_origin[ticket]) & goal(board, ticket))


@kernel
def list_tickets(board: Board, tickets: Any, plan: PlanSpace) -> None:
    """The tickets still to be joined, the dearest first."""
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
    """Put a ticket in its place of the list; a full list forgets the cheapest."""
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
    """The city to go to, of several targets the one with the best balance; -1: none. Sets the way to it."""
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
    """Note the routes that lead to a city as a ticket's way; they cost nothing from now on."""
    while plan.through[city] != NONE:
        route = int(plan.through[city])
        if plan.price[route] > NEAR:
            plan.path[number, route >> 6] |= bit(route & 63)
            plan.uses[route] += 1
            plan.cost[route] = 0.0
        city = other_end(board, route, city)


@kernel
def remove_way(plan: PlanSpace, number: int) -> None:
    """Forget a ticket's way; routes that no other way uses cost their price again."""
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
    """Find a ticket's way, the others being planned. `gain`: what it is worth beyond its own cost; a ticket that
    cannot be joined or does not pay has none."""
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
    """Which target of a ticket a city belongs to, directly or through the own network."""
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
    """The routes of all ways together, and the trains they take."""
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
    """Give up the ticket whose way gains least."""
    worst = NONE
    for number in range(plan.count):
        if plan.path[number, 0] | plan.path[number, 1] and (worst == NONE or plan.gain[number] < plan.gain[worst]):
            worst = number
    remove_way(plan, worst)
    plan.gain[worst] = -FAR


@kernel
def forget_claimed(view: ViewRecord, plan: PlanSpace) -> None:
    """Take routes that are one's own by now out of the ways."""
    for number in range(plan.count):
        for word in range(WORDS):
            plan.path[number, word] &= ~view.public.own[view.seat, word]


@kernel
def plan_forest(board: Board, view: ViewRecord, tickets: Any, plan: PlanSpace, options: Any) -> None:
    """Plan ways for these tickets. Prices and parts must be known."""
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
