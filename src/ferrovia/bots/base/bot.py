"""The bot interface: a bot sees what its seat may know and chooses a legal move. docs/bots.md shows how to write
one."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ferrovia.bots.base.reason import Reason
    from ferrovia.game.events import Event
    from ferrovia.game.moves import Move
    from ferrovia.game.scores import Score
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules

START: Final = 20.0
"""Extra seconds for a bot's first answer: programs have to start, and networks have to be loaded."""


class Bot:
    """A player in one seat, for one game. Subclass it and implement `choose`; everything else has a default."""

    repeatable: bool = True
    """Whether the same seed gives the same moves; set it to False in a bot that looks at the clock."""
    limit: float = 20.0
    """Time limit per move in seconds; a bot that takes longer is replaced."""
    reason: "Reason | str | None" = None
    """Why it made its last move, shown to human players; `choose` may set it."""

    def __init__(self, rules: "Rules", players: int, seat: int, seed: int) -> None:
        self.rules = rules
        self.players = players
        self.seat = seat
        self.random = Random(f"{seed}:{seat}")
        """The bot's own random numbers. With no others the same seed brings the same game."""
        self.begin()

    def begin(self) -> None:
        """Called once, before everything else; `rules`, `players`, `seat` and `random` are set."""

    def choose(self, view: "View", moves: "list[Move]") -> "Move | str":
        """Return one of the legal moves. The view contains everything the seat may know."""
        raise NotImplementedError

    def watch(self, events: "Sequence[Event]") -> None:
        """Called before `choose` with the events since the last call, as far as the seat may know them."""

    @property
    def watches(self) -> bool:
        """Whether `watch` should be called."""
        return type(self).watch is not Bot.watch

    def over(self, scores: "Sequence[Score]") -> None:
        """Called once, when the game is over."""

    def snapshot(self) -> object:
        """The bot's memory, so that a move can be undone. Implement it if the bot keeps state."""
        return None

    def restore(self, snapshot: object) -> None:
        """Restore the memory to this snapshot."""

    def close(self) -> None:
        """Called once, at the very end, even if the game was not finished."""
