"""Results on the wire: how a game ended, and where every point comes from."""

from ferrovia.game.game import Game
from ferrovia.game.scores import DecidedBy, Score, TicketScore
from ferrovia.game.text.record import ENDINGS
from ferrovia.protocol.typed_dict import TypedDict


class TicketResult(TypedDict):
    """What one ticket scored."""

    ticket: str
    completed: bool
    target: str | None
    points: int


class SeatResult(TypedDict):
    """The final score of one seat, and why."""

    seat: int
    place: int
    total: int
    routes: int
    tickets: int
    longest_path: int
    attractions: int
    completed: int
    ticket_scores: list[TicketResult]
    trail_length: int
    trail: list[str]
    attraction_cities: list[str]
    decided_by: DecidedBy | None
    """What ranks it behind the previous seat (by place, then by seat): `points`, a tie-break of the rules, or `shared`
    if nothing does; null for the first."""


class Result(TypedDict):
    """How a game ended."""

    ending: str
    winners: list[int]
    scores: list[SeatResult]


def result_values(game: Game) -> Result | None:
    """How a game ended; None before its end."""
    if not game.over:
        return None
    scores = game.scores()
    return {
        "ending": ENDINGS[int(game.states["public"]["ending"][0])],
        "winners": [score.seat for score in scores if score.place == 1],
        "scores": [score_values(score) for score in scores],
    }


def score_values(score: Score) -> SeatResult:
    return {
        "seat": score.seat,
        "place": score.place,
        "total": score.total,
        "routes": score.routes,
        "tickets": score.tickets,
        "longest_path": score.longest_path,
        "attractions": score.attractions,
        "completed": score.completed,
        "ticket_scores": [ticket_values(ticket) for ticket in score.ticket_scores],
        "trail_length": score.trail_length,
        "trail": list(score.trail),
        "attraction_cities": list(score.attraction_cities),
        "decided_by": score.decided_by,
    }


def ticket_values(ticket: TicketScore) -> TicketResult:
    return {
        "ticket": ticket.ticket,
        "completed": ticket.completed,
        "target": ticket.target,
        "points": ticket.points,
    }
