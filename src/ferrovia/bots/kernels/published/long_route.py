"""`long-route`, the published Long Route Junkie: long routes, on the path of a ticket if there is one.

It keeps the tickets with the fewest points and never draws more. It looks for the most valuable ticket it can still
complete without short routes, takes the path with the fewest hops and saves for its first route; without such a ticket,
for the longest route. What counts as short is scaled to the board's trains.
"""

from typing import Any, Final

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.offer import is_offer, keep_cheapest
from ferrovia.bots.kernels.published.styles import points_of_all, scaled
from ferrovia.bots.kernels.published.target import aim_at_longest, aim_at_ticket, play_for_target
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

SHORTEST: Final = 3
GRAY_IN_HAND: Final = 15


@kernel
def aim_long(board: Board, view: ViewRecord, memory: BotMemory) -> None:
    """Look for a new target if a route has been claimed since."""
    style = memory.style
    total = points_of_all(view.public)
    if style.seen >= total:
        return
    style.seen = total
    shortest = min(scaled(board, SHORTEST), int(view.public.trains[view.seat]))
    if not aim_at_ticket(board, view, shortest, style):
        aim_at_longest(board, view, GRAY_IN_HAND, style)


@kernel
def choose_long_route(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The action `long-route` chooses."""
    if is_offer(view.public):
        memory.style.seen = NONE
        return keep_cheapest(board, view.own, mask, memory)
    aim_long(board, view, memory)
    return play_for_target(board, view, mask, memory, generator)
