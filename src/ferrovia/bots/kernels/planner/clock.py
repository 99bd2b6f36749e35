"""Estimates of how long the game will last, and how long the plan takes."""

from typing import Any

from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS, PlanSpace
from ferrovia.core.bits import popcount
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, NONE
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

LONGER = 1.1  # people tend to claim the longer routes
CARD = PLANNER_OPTIONS["card"].place
CLOCK = PLANNER_OPTIONS["clock"].place


@kernel
def mean_length(board: Board) -> float:
    """Mean number of spaces of a route."""
    spaces = 0
    for route in range(board.routes):
        spaces += int(board.route_length[route])
    return float(spaces) / float(board.routes)


@kernel
def turns_to_last_round(board: Board, view: ViewRecord, seat: int, length: float, options: Any) -> float:
    """Turns a seat needs to run low on trains: drawing the cards it lacks, then claims of a typical length."""
    trains = max(0, int(view.public.trains[seat]) - int(board.last_round_trains))
    draws = max(0, trains - int(view.public.hand_size[seat]))
    return float(options[CARD] * float(draws) + float(trains) / length)


@kernel
def read_clock(board: Board, view: ViewRecord, plan: PlanSpace, options: Any) -> None:
    """The seat's own turns until the end, including this one."""
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
    """Turns that the tickets' routes take: one for each, plus drawing what is missing."""
    lack = 0
    for card in range(CARD_KINDS):
        lack += int(plan.lack[card])
    return float(float(popcount(plan.wanted[0]) + popcount(plan.wanted[1])) + options[CARD] * float(lack))
