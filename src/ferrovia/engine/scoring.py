"""Final scores and places (RULES 6)."""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.fields import Array, dtype_of, int8, int16, part, uint64
from ferrovia.core.limits import CITIES, NONE, SEATS, WORDS
from ferrovia.engine.state import Public, State
from ferrovia.engine.trail.longest import TrailSpace, longest_trail
from ferrovia.rules.board import Board

TIE_TICKETS: Final = 1
TIE_LONGEST_PATH: Final = 2


class ScoreRecord:
    """The score of one seat."""

    routes: int = int16("points of its routes")
    tickets: int = int16("points of its tickets, lost ones subtracted")
    longest_path: int = int16("bonus for the longest path")
    attractions: int = int16("points for attractions")
    total: int = int16("all of these")
    trail: int = int16("trains of its longest path; 0 where the rules do not ask")
    completed: int = int16("tickets completed")
    place: int = int8("1: it won, alone or with others; two winners: the next is third")


class ScoreSpace:
    """Scratch space for scoring."""

    parts: Array = uint64("cities of each connected part of a network", CITIES, of="cities")
    tickets: Array = uint64("tickets of each seat", SEATS, WORDS, of="tickets")
    count: int = int16("number of connected parts")
    trail: TrailSpace = part(TrailSpace, "scratch space of the longest trail")


SCORE: Final[np.dtype[Any]] = dtype_of(ScoreRecord)
SCORE_SPACE: Final[np.dtype[Any]] = dtype_of(ScoreSpace)


@kernel
def join(parts: Any, count: int, cities: Any) -> int:
    """Add connected cities to a list of components, merging those they touch; return the new number of components."""
    kept = 0
    for number in range(count):  # without a branch: whether a component is touched is unpredictable
        component = parts[number]
        touched = bool(component & cities)
        cities |= component if touched else np.uint64(0)
        parts[kept] = component
        kept += int(not touched)
    parts[kept] = cities
    return kept + 1


@kernel
def list_parts(board: Board, public: Public, seat: int, parts: Any) -> int:
    """List the cities of each connected component of a seat's network; return their number. A border point is a city
    like any other: a dead end (RULES 7.2)."""
    count = 0
    for word in range(WORDS):
        routes = public.own[seat, word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            ends = bit(int(board.route_ends[route, 0])) | bit(int(board.route_ends[route, 1]))
            count = join(parts, count, ends)
    return count


@kernel
def find_parts(board: Board, public: Public, seat: int, space: ScoreSpace) -> None:
    """Connected components of a seat's network, for scoring."""
    space.count = list_parts(board, public, seat, space.parts)


@kernel
def reached_from(origin: Any, space: ScoreSpace) -> Any:
    """All cities connected to any of these."""
    cities = np.uint64(0)
    for number in range(space.count):
        component = space.parts[number]
        cities |= component if component & origin else np.uint64(0)
    return cities


@kernel
def best_target(board: Board, ticket: int, space: ScoreSpace) -> int:
    """RULES 6.2, 7.3: the most valuable target connected to the origin; NONE if there is none."""
    if board.ticket_targets[ticket] == 1:
        return 0 if reached_from(board.ticket_origin[ticket], space) & board.ticket_target[ticket, 0] else NONE
    best = NONE
    for number in range(space.count):
        if space.parts[number] & board.ticket_origin[ticket]:
            for target in range(board.ticket_targets[ticket]):
                joined = space.parts[number] & board.ticket_target[ticket, target]
                if joined and (best == NONE or board.ticket_points[ticket, target] > board.ticket_points[ticket, best]):
                    best = target
    return best


@kernel
def ticket_value(board: Board, ticket: int, target: int) -> int:
    """RULES 6.2, 7.3: what a ticket scores with its best target, or costs without one."""
    return -int(board.ticket_loss[ticket]) if target == NONE else int(board.ticket_points[ticket, target])


@kernel
def score_tickets(board: Board, tickets: Any, space: ScoreSpace, score: ScoreRecord) -> None:
    """RULES 6.2: completed tickets add their value, others subtract it."""
    points = 0
    completed = 0
    for word in range(WORDS):
        left = tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            target = best_target(board, ticket, space)
            completed += int(target != NONE)
            points += ticket_value(board, ticket, target)
    score.tickets = points
    score.completed = completed


@kernel
def score_attractions(board: Board, space: ScoreSpace) -> int:
    """RULES 6.4: every attraction touched by the seat's routes counts once."""
    touched = 0
    for number in range(space.count):
        touched += popcount(space.parts[number] & board.attractions)
    return touched * int(board.attraction_points)


@kernel
def score_seat(
    board: Board, public: Public, tickets: Any, seat: int, score: ScoreRecord, space: ScoreSpace, table: Any
) -> None:
    """RULES 6.1–6.4, except the bonus that depends on the other seats."""
    find_parts(board, public, seat, space)
    score_tickets(board, tickets, space, score)
    score.routes = public.score[seat]
    score.attractions = score_attractions(board, space)
    score.trail = 0
    if board.longest_path_points:
        score.trail = longest_trail(board, public.own[seat, 0], public.own[seat, 1], space.trail, table)


@kernel
def add_up(board: Board, scores: Any, players: int) -> None:
    """RULES 6.3: every seat with the longest path earns the bonus; without a route there is no bonus."""
    longest = 1
    for seat in range(players):
        longest = max(longest, int(scores[seat].trail))
    for seat in range(players):
        score = scores[seat]
        score.longest_path = board.longest_path_points if score.trail == longest else 0
        score.total = score.routes + score.tickets + score.longest_path + score.attractions


@kernel
def beats(board: Board, score: ScoreRecord, other: ScoreRecord) -> bool:
    """RULES 6.5: points, then completed tickets, then the bonus for the longest path."""
    if score.total != other.total:
        return bool(score.total > other.total)
    for step in range(len(board.tie_breaks)):
        if board.tie_breaks[step] == TIE_TICKETS and score.completed != other.completed:
            return bool(score.completed > other.completed)
        if board.tie_breaks[step] == TIE_LONGEST_PATH and score.longest_path != other.longest_path:
            return bool(score.longest_path > other.longest_path)
    return False


@kernel
def rank(board: Board, scores: Any, players: int) -> None:
    """RULES 6.5: a seat's place is one more than the number of seats that beat it, so equals share a place."""
    for seat in range(players):
        place = 1
        for other in range(players):
            place += int(beats(board, scores[other], scores[seat]))
        scores[seat].place = place


@kernel
def final_scores(board: Board, public: Public, tickets: Any, scores: Any, space: ScoreSpace, table: Any) -> None:
    """RULES 6: every seat's score and place, from its routes and its tickets (`tickets[seat]`)."""
    for seat in range(public.players):
        score_seat(board, public, tickets[seat], seat, scores[seat], space, table)
    add_up(board, scores, int(public.players))
    rank(board, scores, int(public.players))


@kernel
def score_state(board: Board, state: State, scores: Any, space: ScoreSpace, table: Any) -> None:
    """RULES 6.2: reveal every ticket and score all seats."""
    for seat in range(state.public.players):
        for word in range(WORDS):
            space.tickets[seat, word] = state.private[seat].tickets[word]
    final_scores(board, state.public, space.tickets, scores, space, table)


def score_space() -> Array:
    """Scratch space for scoring, as an array of one."""
    return np.zeros(1, SCORE_SPACE)


def score_sheet() -> Array:
    """Score records for all seats."""
    return np.zeros(SEATS, SCORE)
