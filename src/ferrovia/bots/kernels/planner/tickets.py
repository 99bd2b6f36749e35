"""Tickets: which of an offer to keep, and when to draw more."""

from typing import Any

from ferrovia.bots.kernels.board_queries import goal, returns_in_order
from ferrovia.bots.kernels.planner.forest import is_joined, most_points
from ferrovia.bots.kernels.planner.making import plan_wanted, take_stock
from ferrovia.bots.kernels.planner.roads import grown, price_routes, spread
from ferrovia.bots.kernels.planner.space import FAR, PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import add, lowest, remove, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import KEEP_WORDS, NONE, WORDS
from ferrovia.engine.actions import KEEP, WORD_KEEP
from ferrovia.engine.redeal import unseen_tickets
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

RISK = PLANNER_OPTIONS["risk"].place
TURNS_A_ROUTE = 2.5  # one turn to claim it, plus drawing the cards of a short one


@kernel
def hold_tickets(board: Board, view: ViewRecord, answer: int, plan: PlanSpace) -> None:
    """The tickets the seat would hold after an answer to the offer."""
    for word in range(WORDS):
        plan.tickets[word] = view.own.tickets[word]
    for place in range(len(view.own.offer)):
        if view.own.offer[place] != NONE:
            add(plan.tickets, int(view.own.offer[place]))
    for number in range(board.keep_size[answer]):
        remove(plan.tickets, int(view.own.offer[board.keep_returned[answer, number]]))


@kernel
def value_tickets(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> float:
    """The joint value of the tickets in `plan.tickets`: points of those that can be completed, minus the risk and the
    cost of their paths, minus the points of the others."""
    plan_wanted(board, view, plan.tickets, plan, options)
    value = 0.0
    for word in range(WORDS):
        left = plan.tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            joined = is_joined(board, plan, ticket)
            value += float(most_points(board, ticket)) if joined else -float(board.ticket_loss[ticket])
    for number in range(plan.count):
        if plan.path[number, 0] | plan.path[number, 1]:
            sure = max(0.0, 1.0 - options[RISK] * float(plan.hops[number]))
            value += sure * (plan.points[number] + float(board.ticket_loss[plan.ticket[number]]))
    for word in range(WORDS):
        routes = plan.wanted[word]
        while routes:
            value -= plan.price[word * 64 + lowest(routes)]
            routes = without_lowest(routes)
    return value


@kernel
def choose_keep(board: Board, view: ViewRecord, mask: Any, plan: PlanSpace, options: Any) -> int:
    """The answer to an offer that leaves the best tickets. Of answers that differ only in the order of returned
    tickets, the first will do."""
    take_stock(board, view, plan, options)
    best = NONE
    most = -FAR
    for word in range(KEEP_WORDS):
        answers = mask[WORD_KEEP + word]
        while answers:
            answer = word * 64 + lowest(answers)
            answers = without_lowest(answers)
            if returns_in_order(board, answer):
                hold_tickets(board, view, answer, plan)
                value = value_tickets(board, view, plan, options)
                if value > most:
                    most = value
                    best = answer
    plan.best = most
    return KEEP + best


@kernel
def value_of_new_ticket(board: Board, view: ViewRecord, plan: PlanSpace, ticket: int, options: Any) -> float:
    """The value of drawing this ticket now, with the plan as it is."""
    points = float(most_points(board, ticket))
    if is_joined(board, plan, ticket):
        return points
    city = spread(board, plan, grown(plan, board.ticket_origin[ticket]), grown(plan, goal(board, ticket)))
    loss = float(board.ticket_loss[ticket])
    if city == NONE:
        return -loss
    trains = 0
    hops = 0
    cost = plan.distance[city]
    while plan.through[city] != NONE:
        route = int(plan.through[city])
        if plan.cost[route] > 0.0:
            trains += int(board.route_length[route])
            hops += 1
        city = other_end(board, route, city)
    if trains > int(view.public.trains[view.seat]) - int(plan.trains) or float(hops) * TURNS_A_ROUTE > plan.slack:
        return -loss
    sure = max(0.0, 1.0 - options[RISK] * float(hops))
    return float(max(-loss, sure * (points + loss) - loss - cost))


@kernel
def sort_in(plan: PlanSpace, count: int, value: float) -> None:
    """Insert a value, largest first."""
    place = count
    while place > 0 and plan.detail[place - 1] < value:
        plan.detail[place] = plan.detail[place - 1]
        place -= 1
    plan.detail[place] = value


@kernel
def plan_is_free(plan: PlanSpace) -> None:
    """Make planned routes free of further cost."""
    for word in range(WORDS):
        routes = plan.wanted[word]
        while routes:
            plan.cost[word * 64 + lowest(routes)] = 0.0
            routes = without_lowest(routes)


@kernel
def value_of_drawing(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> float:
    """Expected value of drawing tickets: the best of those drawn must be kept, others may be."""
    unseen_tickets(board, view, plan.tickets)
    price_routes(board, view, plan, options)
    plan_is_free(plan)
    count = 0
    for word in range(WORDS):
        left = plan.tickets[word]
        while left:
            sort_in(plan, count, value_of_new_ticket(board, view, plan, word * 64 + lowest(left), options))
            left = without_lowest(left)
            count += 1
    drawn = min(int(board.later_tickets), int(view.public.ticket_deck), count)
    return expected_best(plan, count, drawn)


@kernel
def expected_best(plan: PlanSpace, count: int, drawn: int) -> float:
    """Expected value of the best of this many, plus the others where they are worth something."""
    value = 0.0
    chance_none = 1.0  # probability that none of the earlier values is among those drawn
    for place in range(count):
        rest = count - place
        chance = min(1.0, float(drawn) / float(rest))
        if plan.detail[place] > 0.0:
            value += plan.detail[place] * float(drawn) / float(count)
        else:
            value += plan.detail[place] * chance * chance_none
        chance_none *= 1.0 - chance
    return value
