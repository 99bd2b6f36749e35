"""What a bot is: it sees what its seat may know and chooses a legal move. docs/bots.md shows how to write one."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ferrovia.bots.reasons import Reason
    from ferrovia.game.events import Event
    from ferrovia.game.moves import Move
    from ferrovia.game.scores import Score
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules

START: Final = 20.0
"""Seconds more for the first thing that is asked of a bot: programs have to start, networks have to be loaded."""


class Bot:
    """A player at one seat, for one game. Subclass it and write `choose`; everything else is there or optional."""

    repeatable: bool = True
    """Whether the same seed brings the same moves; set it to False in a bot that looks at the clock."""
    limit: float = 20.0
    """Seconds it may take for a move; a bot that takes longer is replaced."""
    reason: "Reason | str | None" = None
    """Why it did what it did last, for people; `choose` may set it."""

    def __init__(self, rules: "Rules", players: int, seat: int, seed: int) -> None:
        self.rules = rules
        self.players = players
        self.seat = seat
        self.random = Random(f"{seed}:{seat}")
        """The bot's own random numbers. With no others the same seed brings the same game."""
        self.begin()

    def begin(self) -> None:
        """Called once, before anything else; `rules`, `players`, `seat` and `random` are there."""

    def choose(self, view: "View", moves: "list[Move]") -> "Move | str":
        """One of the legal moves. The view holds all that the seat may know."""
        raise NotImplementedError

    def watch(self, events: "Sequence[Event]") -> None:
        """Called before `choose` with what the seat may know of all that happened since the last time."""

    @property
    def watches(self) -> bool:
        """Whether it wants to be told what happens."""
        return type(self).watch is not Bot.watch

    def over(self, scores: "Sequence[Score]") -> None:
        """Called once, when the game is over."""

    def snapshot(self) -> object:
        """What the bot remembers, so that a move can be taken back; for bots that remember anything."""
        return None

    def restore(self, snapshot: object) -> None:
        """Remember no more than it did when this snapshot was made."""

    def close(self) -> None:
        """Called once, at the very end, even if the game was not finished."""
