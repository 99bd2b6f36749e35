"""The journal of a step: scripted chance outcomes in, events out.

With an idle journal (`no_journal`) chance comes from the generator, and events cost one comparison each.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.compile import inlined, outlined
from ferrovia.core.fields import Array, dtype_of, int8, int16, parts
from ferrovia.core.limits import NONE

CAPACITY: Final = 384  # more than any single step, including the setup, can write at the limits of a board

# Event kinds; `visible` lists who sees which.
DEALT: Final = 0
FILLED: Final = 1
FLUSHED: Final = 2
RENEWED: Final = 3
OFFERED: Final = 4
MIXED: Final = 5
TICKET_KEPT: Final = 6
TICKET_RETURNED: Final = 7
TICKETS_KEPT: Final = 8
TOOK: Final = 9
DREW: Final = 10
CLAIMED: Final = 11
PAID: Final = 12
ATTEMPTED: Final = 13
TURNED: Final = 14
CHARGED: Final = 15
REFUSED: Final = 16
PASSED: Final = 17
LAST_ROUND: Final = 18
ENDED: Final = 19
OFFERED_AGAIN: Final = 20

EVENT_NAMES: Final = (
    "dealt",
    "filled",
    "flushed",
    "renewed",
    "offered",
    "mixed",
    "ticket-kept",
    "ticket-returned",
    "tickets-kept",
    "took",
    "drew",
    "claimed",
    "paid",
    "attempted",
    "turned",
    "charged",
    "refused",
    "passed",
    "last-round",
    "ended",
    "offered-again",
)


class EventRecord:
    """An event. Fields that do not apply are -1, or 0 for `count`."""

    kind: int = int8("what happened", of="event")
    seat: int = int8("to whom", of="seat")
    card: int = int8("which card", of="card")
    ticket: int = int8("which ticket", of="ticket")
    route: int = int8("which route", of="route")
    count: int = int8("how many; of a game that ended: why")


class Journal:
    """Outcomes to use instead of the generator's, and the events that happened."""

    recording: int = int8("1: write events")
    scripted: int = int8("1: take outcomes from the script")
    fault: int = int8("1: the script ran out or named something impossible")
    next: int = int16("outcomes used")
    length: int = int16("outcomes in the script")
    count: int = int16("events written")
    outcomes: Array = int16("cards and tickets as chance brings them", CAPACITY)
    events: "list[EventRecord]" = parts(EventRecord, "what happened, in order", CAPACITY, of="events")


EVENT: np.dtype[Any] = dtype_of(EventRecord)
JOURNAL: np.dtype[Any] = dtype_of(Journal)


def no_journal() -> Array:
    """A journal that neither scripts nor records, as an array of one."""
    return np.zeros(1, JOURNAL)


def recording_journal() -> Array:
    """A journal that records events, as an array of one."""
    journal = no_journal()
    journal["recording"] = 1
    return journal


@outlined
def record_event(journal: Journal, kind: int, seat: int, card: int, ticket: int, route: int, count: int) -> None:
    """Append an event, or set a fault if the journal is full."""
    if journal.count >= CAPACITY:
        journal.fault = 1
        return
    event = journal.events[journal.count]
    event.kind = kind
    event.seat = seat
    event.card = card
    event.ticket = ticket
    event.route = route
    event.count = count
    journal.count += 1


@inlined
def note(journal: Journal, kind: int, seat: int, card: int, ticket: int, route: int, count: int) -> None:
    """Record an event, if the journal is recording."""
    if journal.recording:
        record_event(journal, kind, seat, card, ticket, route, count)


@inlined
def note_count(journal: Journal, kind: int, seat: int, count: int) -> None:
    """Record an event without card, ticket or route."""
    note(journal, kind, seat, NONE, NONE, NONE, count)


@inlined
def note_card(journal: Journal, kind: int, seat: int, card: int, count: int) -> None:
    """Record an event with a card."""
    note(journal, kind, seat, card, NONE, NONE, count)


@inlined
def note_ticket(journal: Journal, kind: int, seat: int, ticket: int) -> None:
    """Record an event with a ticket."""
    note(journal, kind, seat, NONE, ticket, NONE, 0)


@inlined
def note_route(journal: Journal, kind: int, seat: int, route: int, count: int) -> None:
    """Record an event with a route."""
    note(journal, kind, seat, NONE, NONE, route, count)


@inlined
def next_outcome(journal: Journal) -> int:
    """The next scripted outcome; NONE, and a fault, if the script has run out."""
    if journal.next >= journal.length:
        journal.fault = 1
        return NONE
    outcome = int(journal.outcomes[journal.next])
    journal.next += 1
    return outcome
