"""Cards the plan needs, and the value of one more of each kind."""

from typing import Any

from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, GRAY, LENGTH, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.redeal import unseen_cards
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

TURN = PLANNER_OPTIONS["turn"].place
CARD = PLANNER_OPTIONS["card"].place
LOCOMOTIVES = PLANNER_OPTIONS["locomotive"].place
SPARE = PLANNER_OPTIONS["spare"].place
DEEP = PLANNER_OPTIONS["deep"].place
HORIZON = PLANNER_OPTIONS["horizon"].place
BESIDE = PLANNER_OPTIONS["beside"].place
DONE = PLANNER_OPTIONS["done"].place


@kernel
def need_coloured(board: Board, plan: PlanSpace, low: Any, high: Any) -> None:
    """Add the cards that the coloured routes of a set take."""
    for word in range(WORDS):
        routes = low if word == 0 else high
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            if board.route_colour[route] != GRAY:
                plan.need[board.route_colour[route]] += board.route_length[route]


@kernel
def most_to_spare(board: Board, view: ViewRecord, plan: PlanSpace) -> int:
    """The colour with the most cards beyond what is needed."""
    best = 0
    for colour in range(board.colours):
        spare = int(view.own.hand[colour]) - int(plan.need[colour])
        if spare > int(view.own.hand[best]) - int(plan.need[best]):
            best = colour
    return best


@kernel
def need_gray(board: Board, view: ViewRecord, plan: PlanSpace, low: Any, high: Any) -> None:
    """Assign every gray route of a set, longest first, the colour with the most spare cards."""
    for length in range(LENGTH, 0, -1):
        for word in range(WORDS):
            routes = (low if word == 0 else high) & board.shorter[length, word] & ~board.shorter[length - 1, word]
            while routes:
                route = word * 64 + lowest(routes)
                routes = without_lowest(routes)
                if board.route_colour[route] == GRAY:
                    colour = most_to_spare(board, view, plan)
                    plan.colour[route] = colour
                    plan.need[colour] += length


@kernel
def count_lack(board: Board, view: ViewRecord, plan: PlanSpace) -> int:
    """Cards missing in each colour, before locomotives help; returns the total."""
    total = 0
    for colour in range(board.colours):
        plan.lack[colour] = max(0, int(plan.need[colour]) - int(view.own.hand[colour]))
        total += int(plan.lack[colour])
    return total


@kernel
def count_needs(board: Board, view: ViewRecord, plan: PlanSpace) -> int:
    """What the plan takes and lacks, first for the tickets' paths, then for everything; returns how many cards are
    missing after locomotives are used."""
    for card in range(CARD_KINDS):
        plan.need[card] = 0
        plan.lack[card] = 0
    need_coloured(board, plan, plan.wanted[0], plan.wanted[1])
    need_gray(board, view, plan, plan.wanted[0], plan.wanted[1])
    count_lack(board, view, plan)
    for card in range(CARD_KINDS):
        plan.urgent[card] = plan.lack[card]
    low = plan.routes[0] & ~plan.wanted[0]
    high = plan.routes[1] & ~plan.wanted[1]
    if low | high:
        need_coloured(board, plan, low, high)
        need_gray(board, view, plan, low, high)
    return max(0, count_lack(board, view, plan) - int(view.own.hand[LOCOMOTIVE]))


@kernel
def value_cards(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """The value of one more card of each kind: the turns it saves, reduced when there is little time to play it. Of the
    needed kinds, those that are missing most or make a route affordable come first."""
    total = count_needs(board, view, plan)
    needed = options[TURN] * options[CARD] * min(1.0, (plan.soon - 1.0) / options[HORIZON])
    plan.high = needed
    plan.low = needed * options[SPARE]
    plan.worth[LOCOMOTIVE] = needed * options[LOCOMOTIVES]
    plan.saved[LOCOMOTIVE] = needed * options[LOCOMOTIVES]
    for colour in range(board.colours):
        lack = int(plan.lack[colour])
        plan.worth[colour] = plan.low
        plan.saved[colour] = plan.low
        if lack > 0 and total > 0:
            part = 1.0 if plan.urgent[colour] > 0 else options[BESIDE]
            more = options[DEEP] * float(lack - 1)
            more += options[DONE] if lack <= 1 + int(view.own.hand[LOCOMOTIVE]) else 0.0
            plan.worth[colour] = needed * (1.0 + more) * part
            plan.saved[colour] = needed * part


@kernel
def value_blind(board: Board, view: ViewRecord, values: Any) -> float:
    """Expected value of a card drawn blind, given the values of all kinds."""
    total = 0
    worth = 0.0
    for card in range(CARD_KINDS):
        unseen = max(0, unseen_cards(board, view, card))
        total += unseen
        worth += float(unseen) * values[card]
    return worth / float(total) if total > 0 else 0.0


@kernel
def best_face_up(board: Board, view: ViewRecord, plan: PlanSpace) -> int:
    """The most valuable coloured card in the market; -1 if there is none."""
    best = NONE
    for colour in range(board.colours):
        if view.public.market[colour] > 0 and (best == NONE or plan.worth[colour] > plan.worth[best]):
            best = colour
    return best
