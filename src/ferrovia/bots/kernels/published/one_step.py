"""`one-step`, the published One Step Thinker: one ticket at a time, the most valuable first, and then more tickets.

It keeps all opening tickets. It looks for the most valuable ticket it can still complete, takes the path with the
fewest hops and saves for its first route. Without such a ticket it draws new ones and keeps the cheapest, while every
player has eight trains (scaled to the board); after that it goes for the longest route.
"""

from typing import Any, Final

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.offer import is_offer, keep_all, keep_cheapest
from ferrovia.bots.kernels.published.styles import points_of_all, scaled
from ferrovia.bots.kernels.published.target import aim_at_longest, aim_at_ticket, play_for_target
from ferrovia.bots.kernels.reason_codes import MORE_TICKETS, give_plain_reason
from ferrovia.core.bits import has
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import TICKETS
from ferrovia.engine.state import OPENING, Public, ViewRecord
from ferrovia.rules.board import Board

TRAINS_FOR_TICKETS: Final = 8
GRAY_IN_HAND: Final = 10


@kernel
def fewest_trains(public: Public) -> int:
    """The trains of the player with the fewest."""
    fewest = int(public.trains[0])
    for seat in range(1, public.players):
        fewest = min(fewest, int(public.trains[seat]))
    return fewest


@kernel
def aim_one_step(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> bool:
    """Look for a new target if a route has been claimed since. True: it wants more tickets instead."""
    style = memory.style
    total = points_of_all(view.public)
    if style.seen >= total:
        return False
    style.seen = total
    if aim_at_ticket(board, view, 1, style):
        return False
    if has(mask, TICKETS) and fewest_trains(view.public) >= scaled(board, TRAINS_FOR_TICKETS):
        return True
    aim_at_longest(board, view, GRAY_IN_HAND, style)
    return False


@kernel
def choose_one_step(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The action `one-step` chooses."""
    if is_offer(view.public):
        memory.style.seen = NONE
        return keep_all(memory) if view.public.phase == OPENING else keep_cheapest(board, view.own, mask, memory)
    if aim_one_step(board, view, mask, memory):
        memory.style.seen = NONE
        give_plain_reason(memory.reason, MORE_TICKETS)
        return TICKETS
    return play_for_target(board, view, mask, memory, generator)
