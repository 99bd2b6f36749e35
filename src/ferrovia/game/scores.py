"""The score sheet: where every point comes from (RULES 6)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np

from ferrovia.core.limits import NONE, TICKETS
from ferrovia.engine import batch
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.trail.route import find_trail
from ferrovia.game.translate import members
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import TieBreak

DecidedBy = Literal["points", "tickets", "longest_path", "shared"]
"""What orders two seats: points, a tie-break by its name in `tie_breaks`, or nothing."""
TIE_BREAKS: Final[dict[TieBreak, tuple[DecidedBy, str]]] = {
    TieBreak.TICKETS: ("tickets", "completed"),
    TieBreak.LONGEST_PATH: ("longest_path", "longest_path"),
}
"""The name of each tie-break, and the score field it compares."""


@dataclass(frozen=True, slots=True)
class TicketScore:
    """What one ticket scores."""

    ticket: str
    completed: bool
    target: str | None
    """The target that counts; None if the ticket is lost."""
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one seat, with its sources."""

    seat: int
    place: int
    """1 for a winner, alone or with others; after two winners comes place 3. Before the end, as if the game ended
    now."""
    total: int
    routes: int
    tickets: int
    longest_path: int
    attractions: int
    completed: int
    ticket_scores: tuple[TicketScore, ...]
    trail_length: int
    trail: tuple[str, ...]
    """The routes of one longest path, in walking order."""
    attraction_cities: tuple[str, ...]
    decided_by: DecidedBy | None = None
    """What ranks this seat behind the previous one (ordered by place, then seat); None for the first."""


def score_game(rules: Rules, states: Any) -> list[Score]:
    """The score of every seat as if the game ended now."""
    sheet, spaces, table = score_sheet(), score_space(), trail_table()
    batch.score_at(rules.board, states, 0, sheet, spaces, table)
    seats = range(int(states[0].public.players))
    order = sorted(seats, key=lambda seat: (int(sheet["place"][seat]), seat))
    decided = {seat: decide(rules, sheet[ahead], sheet[seat]) for ahead, seat in pairwise(order)}
    return [_score_seat(rules, states, seat, sheet[seat], spaces, decided.get(seat)) for seat in seats]


def decide(rules: Rules, ahead: Any, behind: Any) -> DecidedBy:
    """RULES 6.5: what ranks one seat above the next, or that nothing does and they share a place."""
    if ahead.place == behind.place:
        return "shared"
    if ahead.total != behind.total:
        return "points"
    breaks = (TIE_BREAKS[tie_break] for tie_break in rules.rule_set.tie_breaks)
    return next(name for name, field in breaks if ahead[field] != behind[field])


def _score_seat(rules: Rules, states: Any, seat: int, row: Any, spaces: Any, decided_by: DecidedBy | None) -> Score:
    own = states[0].public.own[seat]
    return Score(
        seat=seat,
        place=int(row.place),
        total=int(row.total),
        routes=int(row.routes),
        tickets=int(row.tickets),
        longest_path=int(row.longest_path),
        attractions=int(row.attractions),
        completed=int(row.completed),
        ticket_scores=_score_tickets(rules, states, seat, spaces),
        trail_length=int(row.trail),
        trail=_trail(rules, own),
        attraction_cities=attractions_touched(rules, own),
        decided_by=decided_by,
    )


def _score_tickets(rules: Rules, states: Any, seat: int, spaces: Any) -> tuple[TicketScore, ...]:
    values = np.zeros(TICKETS, np.int64)
    targets = np.zeros(TICKETS, np.int64)
    batch.ticket_values_at(rules.board, states, 0, seat, values, targets, spaces)
    scores = []
    for ticket in members(states[0].private[seat].tickets):
        completed = int(targets[ticket]) != NONE
        target = rules.tickets[ticket].targets[int(targets[ticket])][0] if completed else None
        scores.append(TicketScore(rules.ticket_ids[ticket], completed, target, int(values[ticket])))
    return tuple(scores)


def _trail(rules: Rules, own: Any) -> tuple[str, ...]:
    if not int(rules.board[0].longest_path_points):
        return ()
    return tuple(rules.route_ids[route] for route in find_trail(rules.board, int(own[0]), int(own[1])))


def attractions_touched(rules: Rules, own: Any) -> tuple[str, ...]:
    """The attractions that a seat's routes touch; empty where they score nothing."""
    if not int(rules.board[0].attraction_points):
        return ()
    touched = {city for route in members(own) for city in rules.board[0].route_ends[route].tolist()}
    marked = int(rules.board[0].attractions)
    return tuple(rules.city_ids[city] for city in sorted(touched) if marked >> city & 1)


@lru_cache(maxsize=1 << 12)
def attraction_points(rules: Rules, own: bytes) -> int:
    """The points of the attractions a seat's routes touch; cached, because every message includes them."""
    return int(rules.board[0].attraction_points) * len(attractions_touched(rules, np.frombuffer(own, np.uint64)))
