"""Candidate actions for the search: the planner's own choice, and what it ranks next."""

from typing import Any

from ferrovia.bots.kernels.board_queries import returns_in_order
from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.planner.cards import value_blind
from ferrovia.bots.kernels.planner.claims import value_of_claim
from ferrovia.bots.kernels.planner.making import take_stock
from ferrovia.bots.kernels.planner.payment import cheapest_payment
from ferrovia.bots.kernels.planner.space import FAR, PLANNER_OPTIONS
from ferrovia.bots.kernels.planner.tickets import hold_tickets, value_of_drawing, value_tickets
from ferrovia.bots.kernels.ranking import insert_candidate
from ferrovia.bots.kernels.search.space import SEARCH_OPTIONS
from ferrovia.core.bits import bit, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, KEEP_WORDS, LOCOMOTIVE, WORDS
from ferrovia.engine.actions import BLIND, KEEP, TAKE, TICKETS, WORD_KEEP, WORD_OTHER
from ferrovia.engine.state import OFFERED, OPENING, SECOND_CARD, ViewRecord
from ferrovia.rules.board import Board

WIDTH = SEARCH_OPTIONS["width"].place
PATIENCE = PLANNER_OPTIONS["patience"].place


@kernel
def consider(memory: BotMemory, action: int, prior: float) -> None:
    """Insert an action among the candidates after the first; a full list drops the worst."""
    if action != memory.search.action[0]:
        insert_candidate(memory.search, action, prior, 1, int(memory.options[WIDTH]))


@kernel
def consider_claims(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> None:
    """Every route that can be claimed."""
    for word in range(WORDS):
        routes = mask[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            cheapest_payment(board, view, memory.plan, route)
            value = value_of_claim(board, view, memory.plan, route, memory.options) - memory.plan.paid
            if value > -FAR / 2.0:
                consider(memory, route, value - memory.options[PATIENCE])


@kernel
def consider_cards(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> None:
    """Every card that can be drawn. A first card implies a second one too, except for a locomotive that ends the
    turn."""
    plan = memory.plan
    blind = value_blind(board, view, plan.saved)
    more = 0.0 if view.public.phase == SECOND_CARD else blind
    for card in range(CARD_KINDS):
        if mask[WORD_OTHER] & bit((TAKE & 63) + card):
            alone = card == LOCOMOTIVE and board.locomotive_ends_drawing != 0
            consider(memory, TAKE + card, plan.saved[card] + (0.0 if alone else more))
    if mask[WORD_OTHER] & bit(BLIND & 63):
        consider(memory, BLIND, blind + more)


@kernel
def consider_answers(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> None:
    """Every set of tickets that can be kept."""
    take_stock(board, view, memory.plan, memory.options)
    for word in range(KEEP_WORDS):
        answers = mask[WORD_KEEP + word]
        while answers:
            answer = word * 64 + lowest(answers)
            answers = without_lowest(answers)
            if returns_in_order(board, answer):
                hold_tickets(board, view, answer, memory.plan)
                consider(memory, KEEP + answer, value_tickets(board, view, memory.plan, memory.options))


@kernel
def list_candidates(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, first: int) -> None:
    """The actions to compare, starting with the planner's own choice."""
    memory.search.action[0] = first
    memory.search.prior[0] = FAR
    memory.search.count = 1
    if view.public.phase == OPENING or view.public.phase == OFFERED:
        consider_answers(board, view, mask, memory)
        return
    consider_cards(board, view, mask, memory)
    if view.public.phase == SECOND_CARD:
        return
    consider_claims(board, view, mask, memory)
    if mask[WORD_OTHER] & bit(TICKETS & 63):
        consider(memory, TICKETS, value_of_drawing(board, view, memory.plan, memory.options))
