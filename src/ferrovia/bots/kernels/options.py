"""Declaration of an option of a compiled bot; `option_parser` reads and writes them."""

from typing import Final, NamedTuple

SMALL: Final = 15  # trains per player on the smallest board that options were tuned on
LARGE: Final = 45


def between(small: float, large: float, trains: int) -> float:
    """A setting for this many trains per player, given those for a small and a large board."""
    part = min(1.0, max(0.0, (trains - SMALL) / (LARGE - SMALL)))
    return small + part * (large - small)


class Option(NamedTuple):
    """An option of a bot."""

    place: int
    """Its index in `memory.options`."""
    default: float
    """Its value on a large board."""
    lowest: float
    highest: float
    meaning: str
    small: float | None = None
    """Its value on a small board, if different."""

    def suits(self, trains: int) -> float:
        """The default for this many trains per player: interpolated between the two."""
        return self.default if self.small is None else between(self.small, self.default, trains)

    def is_always(self, value: float) -> bool:
        """Whether this is the default on every board."""
        return self.small is None and value == self.default
