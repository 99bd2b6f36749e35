"""Statistics of a finished game: what each seat did, counted. Facts only, no judgement about luck."""

from collections.abc import Sequence
from typing import Any

from ferrovia.game.events import Event, name_event
from ferrovia.game.game import Game, Turn
from ferrovia.game.scores import Score
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.rules.schema import LOCOMOTIVE


class PointStatistics(TypedDict):
    """Where a seat's points come from."""

    points: int
    points_routes: int
    points_tickets: int
    """Points of completed tickets minus those of lost ones."""
    points_completed: int
    points_lost: int
    points_longest_path: int
    points_attractions: int


class CardStatistics(TypedDict):
    """What a seat drew and paid."""

    cards_hidden: int
    """Drawn blind from the deck."""
    cards_visible: int
    """Taken from the market."""
    cards_visible_locomotives: int
    cards_paid: int
    locomotives_paid: int
    cards_left: int


class SeatStatistics(PointStatistics, CardStatistics):
    """What one seat did, and what it scored."""

    turns: int
    flushes: int
    """Market flushes caused by its moves."""
    ticket_draws: int
    kept_at_opening: int
    kept_later: int
    tickets_completed: int
    tickets_lost: int
    routes: int
    trains: int
    trains_left: int
    average_route: float | None
    longest_route: int
    longest_path: int
    """0 where the rules do not use it."""
    attractions: int
    tunnels_tried: int
    tunnels_refused: int
    passes: int


class StatisticsSeries(TypedDict):
    """The standing of all seats after each number of `turns`: one row per seat."""

    turns: list[int]
    points: list[list[int]]
    """From routes and completed tickets."""
    route_points: list[list[int]]
    trains: list[list[int]]
    cards: list[list[int]]


class Statistics(TypedDict):
    """A game in numbers."""

    moves: int
    turns: int
    seconds: int | None
    """From the first move to the last."""
    flushes: int
    renewals: int
    """How often the discards were reshuffled into the deck."""
    last_round_by: int | None
    seats: list[SeatStatistics]
    series: StatisticsSeries


def statistics_of(game: Game, positions: Sequence[Any], times: Sequence[float] = ()) -> Statistics:
    """Statistics of the table and of each seat. `positions`: before the first move and after each."""
    moves = [CountedMove(game, turn) for turn in game.history]
    events = [event for move in moves for event in move.events]
    last = [event.seat for event in events if event.kind == "last-round"]
    return {
        "moves": len(moves),
        "turns": int(game.states["public"]["turns"][0]),
        "seconds": round(times[-1] - times[0]) if len(times) > 1 and len(times) == len(moves) else None,
        "flushes": count(events, "flushed"),
        "renewals": count(events, "renewed"),
        "last_round_by": last[0] if last else None,
        "seats": [seat_statistics(game, moves, score) for score in game.scores()],
        "series": SeriesCounter(game, positions).values(),
    }


class CountedMove:
    """A move with its named events, and whether it belongs to the opening."""

    def __init__(self, game: Game, turn: Turn) -> None:
        self.seat = turn.seat
        self.events = [name_event(game.rules, event) for event in turn.events]
        self.opening = int(turn.before["public"]["seat"][0]) < 0
        self.turn = int(turn.before["public"]["turns"][0])


def count(events: Sequence[Event], kind: str, card: str | None = None) -> int:
    """Number of events of a kind, optionally with a card."""
    return sum(event.kind == kind and card in (None, event.card) for event in events)


def total(events: Sequence[Event], kind: str, card: str | None = None) -> int:
    """Sum of the counts of these events."""
    return sum(event.count for event in events if event.kind == kind and card in (None, event.card))


def seat_statistics(game: Game, moves: Sequence[CountedMove], score: Score) -> SeatStatistics:
    own = [move for move in moves if move.seat == score.seat]
    opening = [event for move in moves if move.opening for event in move.events if event.seat == score.seat]
    later = [event for move in moves if not move.opening for event in move.events if event.seat == score.seat]
    events = opening + later
    routes, trains = count(events, "claimed"), total(events, "claimed")
    return {
        "turns": len({move.turn for move in own if not move.opening}),
        "flushes": sum(count(move.events, "flushed") for move in own),
        **point_statistics(score),
        **card_statistics(game, events, score.seat),
        "ticket_draws": count(later, "tickets-kept"),
        "kept_at_opening": total(opening, "tickets-kept"),
        "kept_later": total(later, "tickets-kept"),
        "tickets_completed": score.completed,
        "tickets_lost": len(score.ticket_scores) - score.completed,
        "routes": routes,
        "trains": trains,
        "trains_left": int(game.states["public"]["trains"][0, score.seat]),
        "average_route": round(trains / routes, 2) if routes else None,
        "longest_route": max((event.count for event in events if event.kind == "claimed"), default=0),
        "longest_path": score.trail_length,
        "attractions": len(score.attraction_cities),
        "tunnels_tried": count(events, "attempted"),
        "tunnels_refused": count(events, "refused"),
        "passes": count(events, "passed"),
    }


def point_statistics(score: Score) -> PointStatistics:
    won = sum(ticket.points for ticket in score.ticket_scores if ticket.completed)
    return {
        "points": score.total,
        "points_routes": score.routes,
        "points_tickets": score.tickets,
        "points_completed": won,
        "points_lost": won - score.tickets,
        "points_longest_path": score.longest_path,
        "points_attractions": score.attractions,
    }


def card_statistics(game: Game, events: Sequence[Event], seat: int) -> CardStatistics:
    paid = spent(events)
    return {
        "cards_hidden": count(events, "drew"),
        "cards_visible": count(events, "took"),
        "cards_visible_locomotives": count(events, "took", LOCOMOTIVE),
        "cards_paid": total(paid, "paid"),
        "locomotives_paid": total(paid, "paid", LOCOMOTIVE),
        "cards_left": int(game.states["public"]["hand_size"][0, seat]),
    }


def spent(events: Sequence[Event]) -> list[Event]:
    """The payments among a seat's events. Payments for abandoned tunnels were taken back and do not count."""
    paid: list[Event] = []
    before = 0
    for event in events:
        if event.kind == "attempted":
            before = len(paid)
        elif event.kind == "refused":
            del paid[before:]
        elif event.kind == "paid":
            paid.append(event)
    return paid


class SeriesCounter:
    """Points, trains and cards of every seat turn by turn, for a plot."""

    def __init__(self, game: Game, positions: Sequence[Any]) -> None:
        self.game = game
        turns = [int(states["public"]["turns"][0]) for states in positions]
        self.positions = dict(zip(turns, positions, strict=True))  # the last of each turn
        self.known: dict[bytes, int] = {}

    def values(self) -> StatisticsSeries:
        """One row per seat: its standing after each number of turns."""
        chosen = list(self.positions.values())
        return {
            "turns": list(self.positions),
            "points": [[self.points(states, seat) for states in chosen] for seat in range(self.game.players)],
            "route_points": self._rows(chosen, "score"),
            "trains": self._rows(chosen, "trains"),
            "cards": self._rows(chosen, "hand_size"),
        }

    def _rows(self, chosen: Sequence[Any], field: str) -> list[list[int]]:
        return [[int(states["public"][field][0, seat]) for states in chosen] for seat in range(self.game.players)]

    def points(self, states: Any, seat: int) -> int:
        """Points from routes and from tickets completed so far."""
        tickets, own = states["private"]["tickets"][0, seat], states["public"]["own"][0, seat]
        key = bytes([seat]) + tickets.tobytes() + own.tobytes()
        if key not in self.known:
            view = Game.from_state(self.game.rules, states).view(seat)
            joined = sum(progress.points for progress in view.ticket_progress() if progress.joined)
            self.known[key] = view.route_points(seat) + joined
        return self.known[key]
