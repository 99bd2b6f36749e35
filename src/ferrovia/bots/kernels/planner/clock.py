"""How long the game will last, and how long the plan takes."""

from typing import Any

from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import popcount
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, NONE
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

LONGER = 1.1  # people claim rather the longer routes
CARD = PLANNER_OPTIONS["card"].place
CLOCK = PLANNER_OPTIONS["clock"].place


@kernel
def mean_length(board: Board) -> float:
    """Spaces of a route, on the average."""
    spaces = 0
    for route in range(board.routes):
        spaces += int(board.route_length[route])
    return float(spaces) / float(board.routes)


@kernel
def turns_to_last_round(board: Board, view: ViewRecord, seat: int, length: float, options: Any) -> float:
    """Turns a seat needs to run low on trains: cards to draw beyond its hand, then claims of a usual length."""
    trains = max(0, int(view.public.trains[seat]) - int(board.last_round_trains))
    draws = max(0, trains - int(view.public.hand_size[seat]))
    return float(options[CARD] * float(draws) + float(trains) / length)


@kernel
def read_clock(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """Own turns until the end, this one included."""
    plan.soon = 1.0
    plan.turns = 1.0
    if view.public.last_turns != NONE:
        return
    length = mean_length(board) * LONGER
    least = 1e9
    for seat in range(view.public.players):
        least = min(least, turns_to_last_round(board, view, seat, length, options))
    plan.soon += least
    plan.turns += least * options[CLOCK]


@kernel
def turns_of_plan(plan: PlanSpace, options: Any) -> float:
    """Turns the tickets' routes take: one for each, and the drawing of what is missing."""
    lack = 0
    for card in range(CARD_KINDS):
        lack += int(plan.lack[card])
    return float(float(popcount(plan.wanted[0]) + popcount(plan.wanted[1])) + options[CARD] * float(lack))
