"""How large things are drawn on a board: one car space, one city, one letter, and the air between them."""

from dataclasses import dataclass, replace
from typing import Final

SLIMNESS: Final = 0.38
"""The width of a car space, as a part of its length."""


@dataclass(frozen=True)
class Sizes:
    """Everything that has a size, in board units, from the length of a car space."""

    length: float
    letter: float
    """The font size of a city's name."""

    @property
    def width(self) -> float:
        """The width of a car space."""
        return SLIMNESS * self.length

    @property
    def city(self) -> float:
        """The radius of a city."""
        return 0.29 * self.length

    @property
    def gap(self) -> float:
        """The least between two spaces of a route."""
        return 0.09 * self.length

    @property
    def start(self) -> float:
        """From the middle of a city to the first space."""
        return self.city + 0.09 * self.length

    @property
    def pitch(self) -> float:
        """From one space of a route to the next, at least."""
        return self.length + self.gap

    @property
    def longest_pitch(self) -> float:
        """From one space of a route to the next, at most."""
        return 1.45 * self.length

    @property
    def lane(self) -> float:
        """Between the middles of the two routes of a double."""
        return self.width + 0.1 * self.length

    @property
    def air(self) -> float:
        """What two things that have nothing to do with each other keep between them, if they can."""
        return 0.16 * self.length

    def scaled(self, factor: float) -> "Sizes":
        """The same on a larger or smaller sheet."""
        return replace(self, length=factor * self.length, letter=factor * self.letter)
