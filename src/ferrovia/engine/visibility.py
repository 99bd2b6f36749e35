"""Observation by seat: `look` and `visible` are the only ways out of a state.

Both are allow-lists. A view copies whole parts of the state and nothing else; an event kind that is not listed in
`SHOWN` or `SHOWN_MASKED` is visible to its owner at most.
"""

from typing import Final

import numpy as np

from ferrovia.core.bits import clear, has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE, SEATS, TICKETS, WORDS
from ferrovia.engine.journal import (
    ATTEMPTED,
    CHARGED,
    CLAIMED,
    DEALT,
    DREW,
    ENDED,
    FILLED,
    FLUSHED,
    LAST_ROUND,
    MIXED,
    OFFERED,
    OFFERED_AGAIN,
    PAID,
    PASSED,
    REFUSED,
    RENEWED,
    TICKETS_KEPT,
    TOOK,
    TURNED,
    EventRecord,
)
from ferrovia.engine.opening import clear_private
from ferrovia.engine.state import OVER, State, ViewRecord


def kinds(*members: int) -> int:
    """A set of event kinds as one number."""
    return sum(1 << member for member in members)


SHOWN: Final = kinds(
    FILLED,
    FLUSHED,
    RENEWED,
    TICKETS_KEPT,
    TOOK,
    CLAIMED,
    PAID,
    ATTEMPTED,
    TURNED,
    CHARGED,
    REFUSED,
    PASSED,
    LAST_ROUND,
    ENDED,
)
SHOWN_MASKED: Final = kinds(DEALT, DREW, OFFERED, OFFERED_AGAIN)
SHOWN_TO_NOBODY: Final = kinds(MIXED)


@kernel
def place_known(state: State, seat: int, place: int) -> bool:
    """Whether a seat knows the ticket at a place of the queue: its own later return, or any ticket once the game is
    over."""
    if state.public.phase == OVER:
        return True
    return bool(place >= state.public.mixed and has(state.private[seat].returned, int(state.secret.queue[place])))


@kernel
def show_places(state: State, seat: int, view: ViewRecord) -> None:
    """The returned tickets whose place the seat knows. Nobody knows the order of the shuffled opening returns."""
    for place in range(TICKETS):
        view.places[place] = NONE
    if seat == NONE and state.public.phase != OVER:
        return
    for place in range(state.public.queue):
        if place_known(state, seat, place):
            view.places[place] = state.secret.queue[place]


@kernel
def reveal(state: State, view: ViewRecord) -> None:
    """RULES 10: reveal everything when the game is over, and nothing before."""
    over = state.public.phase == OVER
    for seat in range(SEATS):
        for word in range(WORDS):
            view.tickets[seat, word] = state.private[seat].tickets[word] if over else np.uint64(0)
    place = int(state.public.queue)
    for word in range(WORDS):
        fresh = state.secret.fresh[word] if over else np.uint64(0)
        while fresh:
            view.places[place] = word * 64 + lowest(fresh)
            fresh = without_lowest(fresh)
            place += 1


@kernel
def look(state: State, seat: int, view: ViewRecord) -> None:
    """Write everything a seat may know; a spectator has seat -1."""
    view.seat = seat
    clear(view.spare)
    view.public = state.public
    if seat == NONE:
        clear_private(view.own)
    else:
        view.own = state.private[seat]
    show_places(state, seat, view)
    reveal(state, view)


@kernel
def visible(event: EventRecord, seat: int, seen: EventRecord) -> bool:
    """Whether a seat learns of an event; writes what it learns to `seen`."""
    kind = 1 << int(event.kind)
    owner = seat != NONE and event.seat == seat and not kind & SHOWN_TO_NOBODY
    if not owner and not kind & (SHOWN | SHOWN_MASKED):
        return False
    seen.kind = event.kind
    seen.seat = event.seat
    seen.route = event.route
    seen.count = event.count
    hidden = not owner and not kind & SHOWN
    seen.card = NONE if hidden else event.card
    seen.ticket = NONE if hidden else event.ticket
    return True
