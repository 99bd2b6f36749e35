"""Names of players: what can be displayed, and told apart from the others at the table."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ferrovia.errors import RecordError
from ferrovia.game.player_names import can_be_seen, look_of, most_marks
from ferrovia.game.text.record import check_name
from ferrovia.protocol.options import LONGEST_NAME, MOST_SEATS
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import Seat

MOST_MARKS: Final = 4
"""Marks that a letter of a name may carry: more than any script needs, and too few to cover the line above."""


def checked_name(name: str | None, number: int) -> str:
    """A name that can be displayed and recorded; without one, the seat's number, counted from 1."""
    if name is None:
        return str(number + 1)
    name = unicodedata.normalize("NFC", name)
    if not can_be_seen(name) or most_marks(name) > MOST_MARKS:
        raise RequestRefused("bad-name")
    try:
        return check_name(" ".join(name.split()))
    except RecordError:
        raise RequestRefused("bad-name") from None


def with_different_names(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats whose players can be told apart by their names."""
    renamed: list[Seat] = []
    for seat in seats:
        renamed.append(replace(seat, name=another_name(seat.name, renamed)) if seat.human else seat)
    return tuple(renamed)


def another_name(name: str, others: Iterable[Seat]) -> str:
    """A name that is not taken for that of any other seat: with a number, if need be."""
    taken = {look_of(seat.name) for seat in others}
    numbers = range(2, MOST_SEATS + 2)  # one more than there are others: the name may end with one of them itself
    names = (f"{name[: LONGEST_NAME - 2]} {number}" for number in numbers)
    return next(candidate for candidate in (name, *names) if look_of(candidate) not in taken)
