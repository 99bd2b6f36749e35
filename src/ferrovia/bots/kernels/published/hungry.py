"""`hungry`, the published Destination Hungry: one tree for all its tickets, and more tickets while trains are left.

It keeps the tickets whose common tree (`hungry_plan`) brings the most points per train (`hungry_tickets`), draws more
at once while the tree leaves eight spare trains, claims the routes of the tree as soon as it can pay for them, and
takes the most frequent face-up card if the tree needs it. Published oddities are kept, and named where they occur.
Numbers of trains are scaled to the board. A bot that is started in the middle of a game plans first, and treats that
plan as its last offer.
"""

from typing import Any, Final

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.graph import join_graph
from ferrovia.bots.kernels.published.hungry_plan import plan_tree
from ferrovia.bots.kernels.published.hungry_tickets import held_cities, keep_hungrily
from ferrovia.bots.kernels.published.offer import draw_blind_or_any, is_offer
from ferrovia.bots.kernels.published.styles import (
    StyleMemory,
    can_pay,
    claim_with,
    first_payment,
    points_of_all,
    scaled,
)
from ferrovia.bots.kernels.ranking import best_of
from ferrovia.bots.kernels.reason_codes import (
    CARD_WANTED,
    LONGEST_ROUTE,
    MORE_TICKETS,
    ON_THE_WAY,
    give_card_reason,
    give_plain_reason,
    give_route_reason,
)
from ferrovia.core.bits import has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, COLOURS, GRAY, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.actions import TAKE, TICKETS
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

SPARE_TO_DRAW: Final = 8


@kernel
def plan_again(board: Board, view: ViewRecord, style: StyleMemory) -> None:
    """Plan again for its tickets if a route has been claimed since."""
    total = points_of_all(view.public)
    if style.seen >= total:
        return
    join_graph(board, view.public, int(view.seat), 1, style)
    cities, _ = held_cities(board, view, style)
    plan_tree(board, cities, style)
    style.plan = style.trial
    if style.seen == NONE:
        style.threshold = style.plan.trains if style.plan.exists else NONE
    style.seen = total


@kernel
def claim_longest(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Claim the longest affordable route; -1 if there is none."""
    best = best_of(mask, WORDS, board.route_length)
    if best == NONE:
        return NONE
    points = int(board.route_points[board.route_length[best]])
    give_route_reason(memory.reason, LONGEST_ROUTE, best, NONE, points)
    return claim_with(memory.style, best, first_payment(board, view.own, best))


@kernel
def planned_payment(board: Board, view: ViewRecord, route: int, style: StyleMemory) -> int:
    """The colour to pay for a planned route: its own, or for gray the first that the plan does not need; -1 to wait."""
    for colour in range(COLOURS):
        spare = board.route_colour[route] != GRAY or style.plan.need[colour] <= 0
        if spare and can_pay(board, view.own, route, colour):
            return colour
    return NONE


@kernel
def claim_planned(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Claim the first affordable route of the plan; -1 if there is none."""
    for word in range(WORDS):
        routes = mask[word] & memory.style.plan.routes[word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            colour = planned_payment(board, view, route, memory.style)
            if colour != NONE:
                points = int(board.route_points[board.route_length[route]])
                give_route_reason(memory.reason, ON_THE_WAY, route, colour, points)
                return claim_with(memory.style, route, colour)
    return NONE


@kernel
def gray_needed_most(style: StyleMemory) -> bool:
    """Whether the plan needs more cards for gray routes than of any colour."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, int(style.plan.need[colour]))
    return bool(style.plan.need[LOCOMOTIVE] > most)


@kernel
def card_wanted(view: ViewRecord, style: StyleMemory) -> int:
    """The most frequent card of the market, if the plan needs it, or if gray is needed most and it is there twice; -1
    if there is none.

    The hand is not counted; a locomotive is never needed (its place holds the need of gray).
    """
    best = 0
    for card in range(1, CARD_KINDS):
        if view.public.market[card] > view.public.market[best]:
            best = card
    needed = best != LOCOMOTIVE and style.plan.need[best] > 0
    if needed or (view.public.market[best] > 1 and gray_needed_most(style)):
        return best
    return NONE


@kernel
def draw_hungrily(view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The wanted card, or blind."""
    if memory.style.plan.exists:
        card = card_wanted(view, memory.style)
        if card != NONE and has(mask, TAKE + card):
            give_card_reason(memory.reason, CARD_WANTED, card)
            return TAKE + card
    return draw_blind_or_any(mask, memory, generator)


@kernel
def play_hungrily(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """More tickets, a route, a card: the first of these that it wants and can have."""
    style = memory.style
    plan_again(board, view, style)
    spare = int(view.public.trains[view.seat]) - scaled(board, SPARE_TO_DRAW)
    if has(mask, TICKETS) and style.threshold < spare:
        give_plain_reason(memory.reason, MORE_TICKETS)
        return TICKETS
    planless = not style.plan.exists or style.plan.trains == 0
    action = claim_longest(board, view, mask, memory) if planless else claim_planned(board, view, mask, memory)
    return action if action != NONE else draw_hungrily(view, mask, memory, generator)


@kernel
def choose_hungry(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The action `hungry` chooses."""
    if is_offer(view.public):
        return keep_hungrily(board, view, mask, memory)
    return play_hungrily(board, view, mask, memory, generator)
