"""Replays on the wire: a recorded game with every move, its events and the position after it, so that a viewer needs no
rules.

Positions are delta-encoded: a frame holds, by name, the complete values that differ from the previous frame, and the
same for each seat. A viewer that applies the frames in order has the position after each move.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferrovia.game.events import name_event, name_visible
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.moves import Keep
from ferrovia.game.text.record import Record
from ferrovia.game.view import Phase
from ferrovia.protocol.boards import BoardValues, RulesInfo, rules_info
from ferrovia.protocol.drawings import Drawing
from ferrovia.protocol.events import EventValues, events_values
from ferrovia.protocol.results import Result, result_values
from ferrovia.protocol.statistics import Statistics, statistics_of
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.protocol.views import SeatView, TicketStatus, asked_seats, progress_values, seats_values
from ferrovia.rules.resolved import Rules


class ReplayMove(TypedDict):
    """One move. Its `turn` is 0 in the opening."""

    number: int
    turn: int
    seat: int
    move: str | None
    """Its text form; null if it names tickets that are not shown."""
    events: list[EventValues]
    at: float | None
    """When it was made, if known."""


class ReplaySeat(TypedDict, total=False):
    """What changed at a seat: complete values."""

    routes: list[str]
    trains: int
    route_points: int
    attraction_points: int
    hand_size: int
    known: dict[str, int]
    ticket_count: int
    hand: dict[str, int]
    tickets: list[TicketStatus]
    offer: list[TicketStatus]
    points: int
    """From its routes and its completed tickets."""


class ReplayFrame(TypedDict, total=False):
    """What differs from the previous frame: complete values that replace earlier ones; `seats`, by number, work the
    same way."""

    phase: Phase
    asked: list[int]
    market: dict[str, int]
    discards: dict[str, int]
    turned: dict[str, int]
    deck_size: int
    ticket_deck: int
    last_turns: int | None
    closed: list[str]
    seats: dict[str, ReplaySeat]


class GameReplay(TypedDict):
    """A recorded game. `frames` has one entry more than `moves`: the position before the first move, then the one after
    each."""

    rules: RulesInfo
    players: int
    names: list[str]
    seat: int | None
    """Whose knowledge it shows; null: everything."""
    secret: str | None
    setup: list[EventValues]
    moves: list[ReplayMove]
    frames: list[ReplayFrame]
    result: Result | None
    statistics: Statistics
    board: BoardValues | None
    """The board and its drawing, only for rules that the server does not offer."""
    drawing: Drawing | None


def replay_of(record: Record, seat: int | None = None, times: Sequence[float] = ()) -> GameReplay:
    """A recorded game from its first position to its last. With a `seat` it shows only what that seat knew; with None,
    everything. `times` says when each move was made, if known. Raises RecordError if the record breaks the rules."""
    game = record.replay()
    positions = [turn.before for turn in game.history] + [game.states]
    frames = FrameBuilder(record.rules, record.players, seat)
    names = dict(record.names)
    return {
        "rules": rules_info(record.rules),
        "players": record.players,
        "names": [names.get(seat, "") for seat in range(record.players)],
        "seat": seat,
        "secret": None if record.secret is None else record.secret.hex(),
        "setup": events_seen(record.rules, game.setup_events, seat),
        "moves": [move_values(game, number, seat, times) for number in range(len(game.history))],
        "frames": [frames.next(states) for states in positions],
        "result": result_values(game),
        "statistics": statistics_of(game, positions, times),
        "board": None,
        "drawing": None,
    }


def events_seen(rules: Rules, events: Any, seat: int | None) -> list[EventValues]:
    """The events that the seat may know about."""
    named = [name_event(rules, event) for event in events] if seat is None else name_visible(rules, events, seat)
    return events_values(named)


def move_values(game: Game, number: int, seat: int | None, times: Sequence[float]) -> ReplayMove:
    """One move. Which tickets others kept stays secret."""
    turn = game.history[number]
    hidden = seat is not None and turn.seat != seat and isinstance(turn.move, Keep)
    public = turn.before["public"]
    opening = int(public["seat"][0]) < 0
    return {
        "number": number + 1,
        "turn": 0 if opening else int(public["turns"][0]) + 1,
        "seat": turn.seat,
        "move": None if hidden else str(turn.move),
        "events": events_seen(game.rules, turn.events, seat),
        "at": times[number] if number < len(times) else None,
    }


class FrameBuilder:
    """Delta encoder for the positions of one game, in order."""

    def __init__(self, rules: Rules, players: int, seat: int | None) -> None:
        self.rules, self.seat = rules, seat
        self.last: ReplayFrame = {}
        self.seats: list[ReplaySeat] = [{} for _ in range(players)]
        self.private_bytes = [b""] * players
        """What each seat's private values were computed from."""

    def next(self, states: Any) -> ReplayFrame:
        """The frame of the next position."""
        game = Game.from_state(self.rules, states)
        watching = game.view(SPECTATOR if self.seat is None else self.seat)
        now: ReplayFrame = {
            "phase": watching.phase,
            "asked": asked_seats(game),
            "market": watching.market,
            "discards": watching.discards,
            "turned": watching.turned,
            "deck_size": watching.deck_size,
            "ticket_deck": watching.ticket_deck,
            "last_turns": watching.last_turns,
            "closed": list(watching.closed),
        }
        frame: ReplayFrame = changed(now, self.last)
        self.last = now
        seats = self._changed_seats(game, seats_values(watching))
        if seats:
            frame["seats"] = seats
        return frame

    def _changed_seats(self, game: Game, public: Iterable[SeatView]) -> dict[str, ReplaySeat]:
        changed_seats: dict[str, ReplaySeat] = {}
        for number, values in enumerate(public):
            now: ReplaySeat = {**self.private(game, number), **values}
            changes: ReplaySeat = changed(now, self.seats[number])
            self.seats[number] = {**self.seats[number], **now}
            if changes:
                changed_seats[str(number)] = changes
        return changed_seats

    def private(self, game: Game, seat: int) -> ReplaySeat:
        """What only the owner of a seat knows, where it is shown; empty where it cannot have changed."""
        if self.seat not in (None, seat) and not game.over:
            return {}
        own = game.states["private"][0, seat].tobytes() + game.states["public"]["own"][0].tobytes()
        if own == self.private_bytes[seat]:
            return {}
        self.private_bytes[seat] = own
        view = game.view(seat)
        tickets = [progress_values(progress) for progress in view.ticket_progress()]
        joined = sum(ticket["points"] for ticket in tickets if ticket["joined"])
        return {
            "hand": view.hand,
            "tickets": tickets,
            "offer": [progress_values(progress) for progress in view.offer_progress()],
            "points": view.route_points(seat) + joined,
        }


def changed(now: Mapping[str, object], before: Mapping[str, object]) -> Any:
    """The values that differ from those before. Every key of the declaration of `now` must be optional."""
    return {name: value for name, value in now.items() if name not in before or before[name] != value}
