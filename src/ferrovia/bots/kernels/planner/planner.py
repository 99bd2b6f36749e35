"""`planner`: plans routes for its tickets, collects cards for the plan, and values claims, all in points.

It finds cheap paths for its tickets that share routes (`forest`), values cards by the turns they save (`cards`) and
claims by points, tickets and rivals (`claims`), and weighs them against drawing cards or more tickets (`tickets`). An
estimate of how long the game will last decides what is still worth starting (`clock`).
"""

from typing import Any

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.planner.cards import best_face_up, value_blind, value_cards
from ferrovia.bots.kernels.planner.claims import best_claim, least_harmful_claim, path_bonus
from ferrovia.bots.kernels.planner.making import make_plan
from ferrovia.bots.kernels.planner.payment import cheapest_payment
from ferrovia.bots.kernels.planner.space import FAR, PLANNER_OPTIONS, PlanSpace
from ferrovia.bots.kernels.planner.tickets import choose_keep, value_of_drawing
from ferrovia.bots.kernels.published.styles import answer_surcharge
from ferrovia.bots.kernels.reason_codes import (
    BEST_TICKETS,
    CARD_BLIND,
    CARD_WANTED,
    CARDS_TO_SPARE,
    JOINS_TICKET,
    LOCOMOTIVE_WANTED,
    LONGEST_PATH,
    MORE_TICKETS,
    MOST_POINTS,
    ON_THE_WAY,
    ONLY_ACTION,
    give_card_reason,
    give_plain_reason,
    give_points_reason,
    give_reason,
    give_route_reason,
)
from ferrovia.core.bits import bit, has
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import LENGTH, LOCOMOTIVE, NONE, ROUTES
from ferrovia.engine.actions import BLIND, PASS, PAY, TAKE, TICKETS, WORD_OTHER
from ferrovia.engine.state import OFFERED, OPENING, SECOND_CARD, TUNNEL, ViewRecord
from ferrovia.rules.board import Board

TURN = PLANNER_OPTIONS["turn"].place
BUSY = PLANNER_OPTIONS["busy"].place
DRAW = PLANNER_OPTIONS["draw"].place
PATIENCE = PLANNER_OPTIONS["patience"].place


@kernel
def ticket_of(plan: PlanSpace, route: int, hops: int) -> int:
    """The most valuable ticket whose path includes a route and lacks at most this many routes; -1 if there is none."""
    for number in range(plan.count):
        if has(plan.path[number], route) and plan.hops[number] <= hops:
            return int(plan.ticket[number])
    return NONE


@kernel
def explain_claim(board: Board, memory: BotMemory, plan: PlanSpace, route: int) -> None:
    """The reason for claiming this route."""
    points = int(board.route_points[board.route_length[route]])
    ticket = ticket_of(plan, route, 1)
    code = JOINS_TICKET
    if ticket == NONE:
        ticket = ticket_of(plan, route, ROUTES)
        code = ON_THE_WAY
    if ticket == NONE:
        code = LONGEST_PATH if path_bonus(board, plan, route, memory.options) > 0.0 else MOST_POINTS
    give_reason(memory.reason, code, route, NONE, ticket, points)


@kernel
def choose_card(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, plan: PlanSpace) -> int:
    """A card, first or second; -1 if there is none. The value of drawing is left in `plan.drawing`."""
    legal = mask[WORD_OTHER]
    blind = value_blind(board, view, plan.worth) if legal & bit(BLIND & 63) else -FAR
    card = best_face_up(board, view, plan)
    face_up = plan.worth[card] if card != NONE and legal & bit((TAKE & 63) + card) else -FAR
    second = view.public.phase == SECOND_CARD
    twice = 1.0 if second else 2.0
    if legal & bit((TAKE & 63) + LOCOMOTIVE):
        alone = second or board.locomotive_ends_drawing != 0
        if plan.worth[LOCOMOTIVE] > (twice if alone else 1.0) * max(blind, face_up):
            plan.drawing = plan.saved[LOCOMOTIVE] + (0.0 if alone else value_blind(board, view, plan.saved))
            give_card_reason(memory.reason, LOCOMOTIVE_WANTED, LOCOMOTIVE)
            return TAKE + LOCOMOTIVE
    if face_up > blind:
        plan.drawing = plan.saved[card] * twice
        give_card_reason(memory.reason, CARD_WANTED, card)
        return TAKE + card
    plan.drawing = value_blind(board, view, plan.saved) * twice
    give_plain_reason(memory.reason, CARD_BLIND)
    return BLIND if blind > -FAR else NONE


@inlined
def has_room(view: ViewRecord, plan: PlanSpace, options: Any) -> bool:
    """Whether there are trains and time for more tickets."""
    free = options[BUSY] * float(view.public.trains[view.seat])
    return bool(view.public.last_turns == NONE and float(plan.trains) <= free)


@kernel
def choose_turn(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, plan: PlanSpace) -> int:
    """The most valuable action: a card, a route, tickets."""
    action = choose_card(board, view, mask, memory, plan)
    best = plan.drawing if action != NONE else -FAR
    route = best_claim(board, view, mask, plan, memory.options)
    if route != NONE and (plan.best > best + memory.options[PATIENCE] or action == NONE) and plan.best > -FAR / 2.0:
        explain_claim(board, memory, plan, route)
        action = route
    elif mask[WORD_OTHER] & bit(TICKETS & 63) and has_room(view, plan, memory.options):
        value = value_of_drawing(board, view, plan, memory.options)
        if value > memory.options[DRAW] * memory.options[TURN]:
            give_points_reason(memory.reason, MORE_TICKETS, int(value))
            return TICKETS
    if action == NONE:
        return last_resort(board, view, mask, memory, plan)
    return action


@kernel
def last_resort(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, plan: PlanSpace) -> int:
    """What is left if no card can be drawn and no claim fits the plan: tickets, any claim, a pass."""
    if mask[WORD_OTHER] & bit(TICKETS & 63):
        give_plain_reason(memory.reason, ONLY_ACTION)
        return TICKETS
    route = least_harmful_claim(board, view, mask, plan, memory.options)
    give_route_reason(memory.reason, ONLY_ACTION, route, NONE, 0)
    return route if route != NONE else PASS


@kernel
def choose_payment(board: Board, view: ViewRecord, memory: BotMemory, plan: PlanSpace) -> int:
    """The cards the plan can best do without."""
    payment = cheapest_payment(board, view, plan, int(view.own.route))
    card = (payment - PAY) // LENGTH if payment >= PAY else LOCOMOTIVE
    give_route_reason(memory.reason, CARDS_TO_SPARE, int(view.own.route), card, 0)
    return payment


@kernel
def choose_planner(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """The action `planner` chooses."""
    plan = memory.plan
    if memory.fresh:
        plan.turn = NONE  # forget the plan of another game
    if view.public.phase == OPENING or view.public.phase == OFFERED:
        give_plain_reason(memory.reason, BEST_TICKETS)
        return choose_keep(board, view, mask, plan, memory.options)
    if view.public.phase == TUNNEL:
        return answer_surcharge(view, mask, memory.reason)
    if plan.turn != view.public.turns:
        make_plan(board, view, plan.turn == NONE, plan, memory.options)
    if view.own.route != NONE:
        return choose_payment(board, view, memory, plan)
    if view.public.phase == SECOND_CARD:
        value_cards(board, view, plan, memory.options)
        return choose_card(board, view, mask, memory, plan)
    return choose_turn(board, view, mask, memory, plan)
