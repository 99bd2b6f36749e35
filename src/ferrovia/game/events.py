"""Events as readable objects: what happened in a step, and what a seat may know about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from ferrovia.core.limits import NONE
from ferrovia.engine import batch, journal
from ferrovia.game.arrays import blank
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class Event:
    """An event; fields that do not apply are None."""

    kind: str
    seat: int | None = None
    card: str | None = None
    ticket: str | None = None
    route: str | None = None
    count: int = 0


CHANCE: Final = frozenset({journal.DEALT, journal.FILLED, journal.DREW, journal.OFFERED, journal.MIXED, journal.TURNED})


def is_chance(event: Any) -> bool:
    """Whether a raw event is a chance outcome. A ticket offered again is not: its place in the queue was known."""
    return int(event["kind"]) in CHANCE


def outcome(event: Any) -> int:
    """The outcome of a chance event: the number of a card or a ticket."""
    return int(event["card"]) if int(event["card"]) != NONE else int(event["ticket"])


def name_event(rules: Rules, event: Any) -> Event:
    """A raw event with the names of the rules."""
    kind, seat, card, ticket, route, count, _ = event.item()
    return Event(
        journal.EVENT_NAMES[kind],
        None if seat == NONE else seat,
        None if card == NONE else rules.card_names[card],
        None if ticket == NONE else rules.ticket_ids[ticket],
        None if route == NONE else rules.route_ids[route],
        count,
    )


def name_visible(rules: Rules, events: Any, seat: int) -> Iterable[Event]:
    """What a seat (-1: a spectator) may know of raw events."""
    seen = blank(journal.EVENT)
    for index in range(len(events)):
        if batch.visible_at(events, index, seat, seen):
            yield name_event(rules, seen[0])
