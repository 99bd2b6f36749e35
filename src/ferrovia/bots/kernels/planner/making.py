"""The plan of a turn: paths for as many tickets as time allows, further routes, and the value of cards."""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.planner.cards import value_cards
from ferrovia.bots.kernels.planner.claims import add_extras
from ferrovia.bots.kernels.planner.clock import read_clock, turns_of_plan
from ferrovia.bots.kernels.planner.forest import collect, drop_worst, forget_claimed, plan_forest
from ferrovia.bots.kernels.planner.roads import find_own_parts, price_routes
from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import NONE, WORDS
from ferrovia.engine.routes import ends_of
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

LATE = PLANNER_OPTIONS["late"].place
GRACE = PLANNER_OPTIONS["grace"].place
AGE = PLANNER_OPTIONS["age"].place


@kernel
def find_rivals(board: Board, view: ViewRecord, plan: PlanSpace) -> None:
    """The cities where each seat has a route."""
    for seat in range(view.public.players):
        cities = np.uint64(0)
        for word in range(WORDS):
            routes = view.public.own[seat, word]
            while routes:
                cities |= ends_of(board, word * 64 + lowest(routes))
                routes = without_lowest(routes)
        plan.touched[seat] = cities


@kernel
def take_stock(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """Assess the table before planning."""
    find_rivals(board, view, plan)
    find_own_parts(board, view, int(view.seat), plan)
    read_clock(board, view, plan, options)


@kernel
def want_ways(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """Plan the routes of the tickets' paths, and value cards by what they do for them."""
    collect(board, plan)
    plan.routes[0] = plan.wanted[0]
    plan.routes[1] = plan.wanted[1]
    value_cards(board, view, plan, options)


@inlined
def turns_allowed(view: ViewRecord, plan: PlanSpace, options: Any) -> float:
    """Turns the tickets' paths may take; in the last round there is nothing left to hope for."""
    if view.public.last_turns != NONE:
        return 1.0
    return float(plan.turns / options[LATE] + options[GRACE])


@kernel
def shorten(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """Give up tickets, worst first, while there is not enough time for all."""
    want_ways(board, view, plan, options)
    allowed = turns_allowed(view, plan, options)
    while plan.trains > 0 and turns_of_plan(plan, options) > allowed:
        drop_worst(plan)
        want_ways(board, view, plan, options)


@kernel
def plan_wanted(board: Board, view: ViewRecord, tickets: Any, plan: PlanSpace, options: Any) -> None:
    """Paths for these tickets, as far as trains and time allow."""
    price_routes(board, view, plan, options)
    plan_forest(board, view, tickets, plan, options)
    shorten(board, view, plan, options)


@kernel
def plan_holds(view: ViewRecord, plan: PlanSpace, options: Any) -> bool:
    """Whether the last plan still holds: no opponent took a route of it, and the seat's new routes are all part of it.
    A route that an opponent took elsewhere cannot make another plan better."""
    if plan.age >= options[AGE] or plan.trains > view.public.trains[view.seat]:
        return False
    for word in range(WORDS):
        own = view.public.own[view.seat, word]
        lost = plan.wanted[word] & ~(own | view.public.open[view.seat, word])
        beside = own & ~plan.network[word] & ~plan.wanted[word]
        if lost | beside or plan.held[word] != view.own.tickets[word]:
            return False
    return True


@kernel
def remember(view: ViewRecord, plan: PlanSpace) -> None:
    """Store what the plan was made for."""
    plan.turn = view.public.turns
    for word in range(WORDS):
        plan.network[word] = view.public.own[view.seat, word]
        plan.held[word] = view.own.tickets[word]


@kernel
def make_plan(board: Board, view: ViewRecord, fresh: bool, plan: PlanSpace, options: Any) -> None:
    """The plan of a turn."""
    take_stock(board, view, plan, options)
    if not fresh and plan_holds(view, plan, options):
        plan.age += 1
        forget_claimed(view, plan)
        shorten(board, view, plan, options)
    else:
        plan.age = 0
        plan_wanted(board, view, view.own.tickets, plan, options)
    remember(view, plan)
    plan.slack = plan.turns - turns_of_plan(plan, options)
    add_extras(board, view, plan, options)
    value_cards(board, view, plan, options)
