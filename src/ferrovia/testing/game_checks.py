"""Invariant checks for games."""

from typing import TYPE_CHECKING

from ferrovia.errors import PositionError
from ferrovia.game.invariants.state import broken_invariants

if TYPE_CHECKING:
    from ferrovia.game.game import Game


def check_game(game: "Game") -> None:
    """Check the invariants of a game: cards, trains and tickets are conserved, and all sums agree.

    Raises PositionError with a list of violations.
    """
    broken = broken_invariants(game.rules, game.states[0])
    if broken:
        raise PositionError("\n".join(broken))
