"""A written game to look at: every move with what it brought and where everything stood after it, as plain values, so
that whoever shows it needs no rules.

Positions are told as changes: a frame holds what is not as in the frame before, whole values by their names, and the
same for each seat. Whoever puts one frame after the other over what was there has the position after each move.
"""

from collections.abc import Sequence
from typing import Any, Final

from ferrovia.game.events import name_event, name_visible
from ferrovia.game.game import Game
from ferrovia.game.moves import Keep
from ferrovia.game.tally import tally
from ferrovia.game.text.record import Record
from ferrovia.protocol.values import asked_seats, events_values, progress_values, result_values, seats_values
from ferrovia.rules.resolved import Rules

Values = dict[str, Any]
PUBLIC: Final = ("phase", "market", "discards", "turned", "deck_size", "ticket_deck", "last_turns", "closed")


def tell_story(record: Record, seat: int | None = None, times: Sequence[float] = ()) -> Values:
    """A recorded game from its first position to its last. `seat`: only what that seat knew; None: everything. `times`:
    when each move was made, where that is known. RecordError if the record does not follow the rules."""
    game = record.replay()
    positions = [turn.before for turn in game.history] + [game.states]
    frames = Frames(record.rules, seat)
    names = dict(record.names)
    return {
        "rules": {"id": record.rules.id, "name": record.rules.name, "hash": record.rules.hash},
        "players": record.players,
        "names": [names.get(each, "") for each in range(record.players)],
        "seat": seat,
        "secret": None if record.secret is None else record.secret.hex(),
        "setup": told_events(record.rules, game.setup_events, seat),
        "moves": [told_move(game, number, seat, times) for number in range(len(game.history))],
        "frames": [frames.next(states) for states in positions],
        "result": result_values(game),
        "statistics": tally(game, positions, times),
    }


def told_events(rules: Rules, events: Any, seat: int | None) -> list[Values]:
    """What happened, as far as the seat may know."""
    named = [name_event(rules, event) for event in events] if seat is None else name_visible(rules, events, seat)
    return events_values(named)


def told_move(game: Game, number: int, seat: int | None, times: Sequence[float]) -> Values:
    """One move. Which tickets somebody else kept is not told to a seat."""
    turn = game.history[number]
    hidden = seat is not None and turn.seat != seat and isinstance(turn.move, Keep)
    public = turn.before["public"]
    opening = int(public["seat"][0]) < 0
    return {
        "number": number + 1,
        "turn": 0 if opening else int(public["turns"][0]) + 1,
        "seat": turn.seat,
        "move": None if hidden else str(turn.move),
        "events": told_events(game.rules, turn.events, seat),
        "at": times[number] if number < len(times) else None,
    }


class Frames:
    """Tells positions of one game, one after the other, each as what has changed."""

    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.rules, self.seat = rules, seat
        self.told: Values = {}
        self.seats: list[Values] = []
        self.stand: list[bytes] = []

    def next(self, states: Any) -> Values:
        """The next position."""
        game = Game.from_state(self.rules, states)
        self.seats = self.seats or [{} for _ in range(game.players)]
        self.stand = self.stand or [b""] * game.players
        watching = game.view(-1 if self.seat is None else self.seat)
        now = {name: getattr(watching, name) for name in PUBLIC} | {"asked": asked_seats(game)}
        seats = [self.private(game, number) | values for number, values in enumerate(seats_values(watching))]
        changes = changed(now, self.told)
        moved = {
            str(number): each for number, values in enumerate(seats) if (each := changed(values, self.seats[number]))
        }
        self.told, self.seats = now, [before | values for before, values in zip(self.seats, seats, strict=True)]
        return changes | ({"seats": moved} if moved else {})

    def private(self, game: Game, seat: int) -> Values:
        """What only the owner of a seat knows, where it is told, with what all of it is worth; nothing where it cannot
        have changed."""
        if self.seat not in (None, seat) and not game.over:
            return {}
        own = game.states["private"][0, seat].tobytes() + game.states["public"]["own"][0].tobytes()
        if own == self.stand[seat]:
            return {}
        self.stand[seat] = own
        view = game.view(seat)
        tickets = [progress_values(progress) for progress in view.ticket_progress()]
        joined = sum(each["points"] for each in tickets if each["joined"])
        return {
            "hand": view.hand,
            "tickets": tickets,
            "offer": [progress_values(progress) for progress in view.offer_progress()],
            "points": view.route_points(seat) + joined,
        }


def changed(now: Values, before: Values) -> Values:
    """What is not as it was."""
    return {name: value for name, value in now.items() if name not in before or before[name] != value}
