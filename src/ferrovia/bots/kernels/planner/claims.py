"""Claims: the current value of each, and which route outside the tickets' paths to save for."""

from typing import Any

from ferrovia.bots.kernels.planner.payment import cheapest_payment
from ferrovia.bots.kernels.planner.roads import missing_cards, most_of_a_colour
from ferrovia.bots.kernels.planner.space import FAR, PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import add, has, lowest, popcount, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import LENGTH, NONE, WORDS
from ferrovia.engine.routes import ends_of
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

SHARE = PLANNER_OPTIONS["share"].place
CONTEST = PLANNER_OPTIONS["contest"].place
CARD = PLANNER_OPTIONS["card"].place
EXTRA = PLANNER_OPTIONS["extra"].place
PATH = PLANNER_OPTIONS["path"].place
EXTRAS = PLANNER_OPTIONS["extras"].place


@kernel
def path_bonus(board: Board, plan: PlanSpace, route: int, options: Any) -> float:
    """Points for extending the largest part of the network, where the longest path counts."""
    if board.longest_path_points == 0 or plan.largest == NONE:
        return 0.0
    return options[PATH] if plan.parts[plan.largest] & ends_of(board, route) else 0.0


@kernel
def new_attractions(board: Board, plan: PlanSpace, route: int) -> float:
    """Points for attractions touched for the first time."""
    if board.attraction_points == 0:
        return 0.0
    touched = ends_of(board, route) & board.attractions
    for number in range(plan.part_count):
        touched &= ~plan.parts[number]
    return float(popcount(touched) * int(board.attraction_points))


@kernel
def ticket_share(plan: PlanSpace, route: int, options: Any) -> float:
    """What a route contributes to tickets: for each, its share of what is missing."""
    share = 0.0
    for number in range(plan.count):
        if has(plan.path[number], route):
            share += options[SHARE] * plan.points[number] / float(plan.hops[number])
    return share


@kernel
def contest(view: ViewRecord, plan: PlanSpace, cities: Any) -> float:
    """Number of opponents with a route at an end of this one; twice for one who is at both."""
    rivals = 0
    for other in range(view.public.players):
        rivals += int(other != view.seat) * popcount(plan.touched[other] & cities)
    return float(rivals)


@kernel
def value_of_route(board: Board, plan: PlanSpace, route: int, options: Any) -> float:
    """What a route brings, regardless of its cost."""
    points = float(board.route_points[board.route_length[route]])
    return points + path_bonus(board, plan, route, options) + new_attractions(board, plan, route)


@kernel
def value_of_claim(board: Board, view: ViewRecord, plan: PlanSpace, route: int, options: Any) -> float:
    """The value of claiming a route now, regardless of its cards. Claims that take trains the plan needs are
    excluded."""
    value = value_of_route(board, plan, route, options)
    if has(plan.wanted, route):
        risk = options[CONTEST] * contest(view, plan, ends_of(board, route))
        return float(value + ticket_share(plan, route, options) + risk)
    if int(view.public.trains[view.seat]) - int(board.route_length[route]) < plan.trains:
        return -FAR
    return float(value - options[EXTRA])


@kernel
def best_claim(board: Board, view: ViewRecord, mask: Any, plan: PlanSpace, options: Any) -> int:
    """The most valuable legal claim after paying for its cards; -1 if there is none. Its value is left in
    `plan.best`."""
    best = NONE
    plan.best = -FAR
    for word in range(WORDS):
        routes = mask[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            value = value_of_claim(board, view, plan, route, options)
            if value > plan.best:  # otherwise no payment can make it the best
                cheapest_payment(board, view, plan, route)
                if value - plan.paid > plan.best:
                    plan.best = value - plan.paid
                    best = route
    return best


@kernel
def least_harmful_claim(board: Board, view: ViewRecord, mask: Any, plan: PlanSpace, options: Any) -> int:
    """The legal claim that brings the most for its cards, ignoring the trains of the plan; -1 if none is legal."""
    best = NONE
    most = -FAR
    for word in range(WORDS):
        routes = mask[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            cheapest_payment(board, view, plan, route)
            value = value_of_route(board, plan, route, options) - plan.paid
            if best == NONE or value > most:
                most = value
                best = route
    return best


@inlined
def rate(board: Board, view: ViewRecord, plan: PlanSpace, route: int, most: int, options: Any) -> float:
    """Points per turn from saving for a route and claiming it; 0 if there is no time for it."""
    turns = 1.0 + options[CARD] * float(missing_cards(board, view, route, most))
    if turns > plan.slack:
        return 0.0
    return float(value_of_route(board, plan, route, options) / turns)


@kernel
def add_extra(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> bool:
    """Save for one more route outside the tickets' paths, the one with the most points per turn; return whether there
    is one."""
    spare = int(view.public.trains[view.seat]) - int(plan.trains) - int(plan.extra_trains)
    most = most_of_a_colour(view)
    best = NONE
    points = 0.0
    for word in range(WORDS):
        routes = (
            view.public.open[view.seat, word] & board.shorter[max(0, min(spare, LENGTH)), word] & ~plan.routes[word]
        )
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            value = rate(board, view, plan, route, most, options)
            if value > points:
                points = value
                best = route
    if best == NONE:
        return False
    add(plan.routes, best)
    plan.extra_trains += board.route_length[best]
    plan.slack -= 1.0 + options[CARD] * float(missing_cards(board, view, best, most))
    return True


@kernel
def add_extras(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """Save for as many routes outside the tickets' paths as the option allows."""
    plan.extra_trains = 0
    left = int(options[EXTRAS])
    while left > 0 and add_extra(board, view, plan, options):
        left -= 1
