"""Drawing sizes on a board: a train space, a city, a letter, and the clearance between them."""

from dataclasses import dataclass, replace
from typing import Final

SLIMNESS: Final = 0.38
"""The width of a train space, relative to its length."""


@dataclass(frozen=True)
class Sizes:
    """All sizes in board units, derived from the length of a train space."""

    length: float
    letter: float
    """The font size of a city's name."""

    @property
    def width(self) -> float:
        """The width of a train space."""
        return SLIMNESS * self.length

    @property
    def city(self) -> float:
        """The radius of a city."""
        return 0.29 * self.length

    @property
    def gap(self) -> float:
        """The smallest gap between two spaces of a route."""
        return 0.09 * self.length

    @property
    def start(self) -> float:
        """From the centre of a city to the first space."""
        return self.city + 0.09 * self.length

    @property
    def pitch(self) -> float:
        """Smallest distance from one space of a route to the next."""
        return self.length + self.gap

    @property
    def longest_pitch(self) -> float:
        """Largest distance from one space of a route to the next."""
        return 1.45 * self.length

    @property
    def lane(self) -> float:
        """Between the centre lines of the two routes of a double."""
        return self.width + 0.1 * self.length

    @property
    def air(self) -> float:
        """The clearance that unrelated things keep from each other if possible."""
        return 0.16 * self.length

    def scaled(self, factor: float) -> "Sizes":
        """The sizes scaled with their sheet."""
        return replace(self, length=factor * self.length, letter=factor * self.letter)
