"""What a player saw after each decision of a game: the part of an information state that an observation lacks."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.core.limits import CARD_KINDS, OFFER, SEATS
from ferrovia.engine.actions import KEEP, TAKE

PARTS: Final = {
    "past_seat": 1,
    "past_action": 1,
    "past_route": 1,
    "past_hand": CARD_KINDS,
    "past_offer": OFFER,
    "past_market": CARD_KINDS,
    "past_discards": CARD_KINDS,
    "past_turned": CARD_KINDS,
    "past_hand_sizes": SEATS,
    "past_tickets": SEATS,
    "past_decks": 2,
}
"""Names of the numbers of one decision, and how many of each."""
WIDTH: Final = sum(PARTS.values())


class Recollection:
    """An immutable chain, latest decision first. Copies of a state share it."""

    __slots__ = ("before", "row")

    def __init__(self, before: "Recollection | None", row: NDArray[np.int16]) -> None:
        self.before, self.row = before, row

    def __deepcopy__(self, memo: Any) -> "Recollection":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """As one array: pickled link by link, a long game would exceed Python's depth of recursion."""
        rows, link = [self.row], self.before
        while link is not None:
            rows.append(link.row)
            link = link.before
        return chained, (np.stack(rows),)


def chained(rows: NDArray[np.int16]) -> Recollection:
    """The chain of these decisions, latest first."""
    *later, first = rows
    link = Recollection(None, first)
    for row in reversed(later):
        link = Recollection(link, row)
    return link


def remembered(view: Any, seat: int, action: int, route: int) -> NDArray[np.int16]:
    """The numbers of one decision, from the view of a player (a record) after it. Indices count from 1."""
    public, own = view["public"], view["own"]
    seen = action if seat == int(view["seat"]) or TAKE <= action < KEEP else -1
    return np.concatenate(
        [
            np.array([seat + 1, seen + 1, route + 1], np.int16),
            own["hand"],
            own["offer"] + 1,
            public["market"],
            public["discards"],
            public["turned"],
            public["hand_size"],
            public["tickets"],
            np.array([public["deck_size"], public["ticket_deck"]], np.int16),
        ]
    ).astype(np.int16)


def write_past(latest: Recollection | None, out: dict[str, NDArray[np.float32]]) -> None:
    """Write a chain into the parts of a tensor, latest decision first; the rest is zero."""
    length = len(out["past_seat"])
    rows = np.zeros((length, WIDTH), np.float32)
    for number in range(length):
        if latest is None:
            break
        rows[number], latest = latest.row, latest.before
    start = 0
    for name, width in PARTS.items():
        out[name][:] = rows[:, start : start + width]
        start += width
