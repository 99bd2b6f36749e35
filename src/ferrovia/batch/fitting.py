"""Whether states fit a board. A state does not say by which rules it is played, and a kernel trusts what it reads: a
route or a ticket that the board does not have would make it write beyond its arrays."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.core.limits import CARD_KINDS, NONE, OFFER
from ferrovia.engine.state import OVER
from ferrovia.errors import TableError
from ferrovia.rules.resolved import Rules


def unfitting(rules: Rules, states: Any) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """The name of each group of fields, and which of its numbers do not fit."""
    board, public, private, secret = rules.board[0], states["public"], states["private"], states["secret"]
    routes, tickets, players = int(board["routes"]), int(board["tickets"]), public["players"]

    for name in ("own", "open"):
        yield "routes", (public[name] & ~board["all_routes"]) != 0
    for held in (private["tickets"], private["returned"], secret["fresh"]):
        yield "tickets", (held & ~board["all_tickets"]) != 0
    for numbers, last in (
        (public["route"], routes),
        (private["route"], routes),
        (private["offer"], tickets),
        (secret["queue"], tickets),
        (public["seat"], players),
        (public["colour"], CARD_KINDS),
    ):
        yield "numbers", (numbers < NONE) | (numbers >= last)
    for cards in (public["known"], public["market"], public["discards"], public["turned"], private["hand"]):
        yield "cards", (cards < 0) | (cards > board["cards"])
    for cards in (private["drawn"], secret["deck"]):
        yield "cards", (cards < 0) | (cards > board["cards"])
    yield "trains", (public["trains"] < 0) | (public["trains"] > board["trains"])
    yield "offers", (public["offered"] < 0) | (public["offered"] > OFFER)
    for name in ("ticket_deck", "queue", "mixed"):
        yield "decks", (public[name] < 0) | (public[name] > tickets)
    yield "phase", (public["phase"] < 0) | (public["phase"] > OVER)


def check_fitting(rules: Rules, players: int, states: Any) -> None:
    """TableError if a state cannot be one of these rules and this number of players."""
    if (states["public"]["players"] != players).any():
        raise TableError("states: all games of an array have the same number of players")
    for name, wrong in unfitting(rules, states):
        if wrong.any():
            number = int(np.argwhere(wrong)[0, 0])
            raise TableError(f"states: number {number} has {name} that {rules.id} has not; are its rules others?")
