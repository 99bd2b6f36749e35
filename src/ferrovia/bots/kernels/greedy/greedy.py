"""`greedy`: whatever brings the most right now, without a plan. Better than chance, worse than thinking ahead.

It keeps the tickets whose points exceed the trains they take, each considered alone. In its turn it claims, of all
routes it can pay for, the one that brings the most: its points, new attractions, and its share of the points of every
ticket on whose shortest path it lies. It never waits for a better one. If it can pay for none, it draws the face-up
card those paths lack most, a locomotive, or blind. With no ticket left to complete, it draws new ones while it has
twenty trains (of 45).
"""

from typing import Any, Final

from ferrovia.bots.kernels.greedy.wishes import list_wishes, missing_trains
from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.graph import FAR, join_graph, points_at, ticket_ends
from ferrovia.bots.kernels.published.offer import draw_blind_or_any, is_offer, next_answer, places_kept
from ferrovia.bots.kernels.published.styles import StyleMemory, can_pay, claim_with, points_of_all, scaled
from ferrovia.bots.kernels.ranking import best_of
from ferrovia.bots.kernels.reason_codes import (
    BEST_TICKETS,
    CARD_WANTED,
    LOCOMOTIVE_WANTED,
    MORE_TICKETS,
    MOST_POINTS,
    ON_THE_WAY,
    give_card_reason,
    give_plain_reason,
    give_points_reason,
    give_route_reason,
)
from ferrovia.core.bits import has
from ferrovia.core.compile import kernel
from ferrovia.core.limits import COLOURS, KEEPS, LOCOMOTIVE, NONE, OFFER, WORDS
from ferrovia.engine.actions import KEEP, TAKE, TICKETS
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

TRAINS_FOR_TICKETS: Final = 20


@kernel
def offer_value(board: Board, view: ViewRecord, ticket: int, style: StyleMemory) -> int:
    """The value of a ticket alone: its points minus its trains, or its loss if it cannot be completed."""
    trains = missing_trains(board, ticket, style)
    if trains > view.public.trains[view.seat]:
        return -int(board.ticket_loss[ticket])
    return points_at(board, ticket, ticket_ends(board, ticket, style)[1]) - trains


@kernel
def keep_valuable(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Keep the tickets with the highest values, each considered alone."""
    style = memory.style
    join_graph(board, view.public, int(view.seat), 1, style)
    style.seen = NONE
    best = NONE
    most = -FAR
    answer = next_answer(board, mask, KEEPS)
    while answer != NONE:
        kept = places_kept(board, view.own, answer)
        value = 0
        for place in range(OFFER):
            if kept >> place & 1:
                value += offer_value(board, view, int(view.own.offer[place]), style)
        if value > most:
            best = answer
            most = value
        answer = next_answer(board, mask, answer)
    give_points_reason(memory.reason, BEST_TICKETS, most)
    return KEEP + best


@kernel
def spare_payment(board: Board, view: ViewRecord, route: int, style: StyleMemory) -> int:
    """The colour with the most spare cards among those that pay for a route; -1 if none does."""
    best = NONE
    most = 0
    for colour in range(COLOURS):
        spare = int(view.own.hand[colour]) - int(style.plan.need[colour])
        if can_pay(board, view.own, route, colour) and (best == NONE or spare > most):
            best = colour
            most = spare
    return best


@kernel
def card_short(view: ViewRecord, mask: Any, style: StyleMemory) -> int:
    """The face-up card that its paths lack most; -1 if they lack none of those."""
    best = NONE
    most = 0
    for colour in range(COLOURS):
        short = int(style.plan.need[colour]) - int(view.own.hand[colour])
        if has(mask, TAKE + colour) and short > most:
            best = colour
            most = short
    return best


@kernel
def draw_greedily(view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """A card its paths lack, else a locomotive, else blind."""
    card = card_short(view, mask, memory.style)
    if card != NONE:
        give_card_reason(memory.reason, CARD_WANTED, card)
        return TAKE + card
    if has(mask, TAKE + LOCOMOTIVE):
        give_card_reason(memory.reason, LOCOMOTIVE_WANTED, LOCOMOTIVE)
        return TAKE + LOCOMOTIVE
    return draw_blind_or_any(mask, memory, generator)


@kernel
def play_greedily(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """More tickets, a route, a card: the first of these that it wants and can have."""
    style = memory.style
    if style.seen < points_of_all(view.public):
        style.seen = points_of_all(view.public)
        list_wishes(board, view, style)
    plenty = view.public.trains[view.seat] >= scaled(board, TRAINS_FOR_TICKETS)
    if not style.plan.exists and plenty and has(mask, TICKETS):
        give_plain_reason(memory.reason, MORE_TICKETS)
        return TICKETS
    route = best_of(mask, WORDS, style.worth)
    if route == NONE:
        return draw_greedily(view, mask, memory, generator)
    code = ON_THE_WAY if has(style.plan.routes, route) else MOST_POINTS
    colour = spare_payment(board, view, route, style)
    give_route_reason(memory.reason, code, route, colour, int(style.worth[route]))
    return claim_with(style, route, colour)


@kernel
def choose_greedy(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The action `greedy` chooses."""
    if is_offer(view.public):
        return keep_valuable(board, view, mask, memory)
    return play_greedily(board, view, mask, memory, generator)
