"""ANSI colours where the terminal has them; letters and symbols always, so that colour is never the only cue."""

import os
import sys
from typing import Final

from ferrovia.game.typed.matching import card_letters
from ferrovia.language.names import card_name, vehicle_of
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import GRAY, LOCOMOTIVE

INKS: Final = {
    "red": (160, 255),
    "blue": (26, 255),
    "green": (28, 255),
    "yellow": (220, 16),
    "orange": (208, 16),
    "pink": (205, 16),
    "purple": (91, 255),
    "white": (255, 16),
    "black": (236, 255),
    GRAY: (246, 16),
    LOCOMOTIVE: (54, 226),
}
"""Background and letter of each card, from the 256-colour palette."""
OTHER_INKS: Final = (30, 94, 131, 66, 139)
SEAT_INKS: Final = (45, 214, 120, 213, 228)


def wants_colour() -> bool:
    """Whether the terminal shows colours and the user has not turned them off (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def has_symbols() -> bool:
    """Whether ticks and crosses can be printed."""
    return "utf" in (sys.stdout.encoding or "").lower()


class Paint:
    """Cards, seats and emphasis for one board."""

    def __init__(self, rules: Rules, *, colour: bool, symbols: bool = True, language: str = "en") -> None:
        self.colour, self.language, self.vehicle = colour, language, vehicle_of(rules)
        self.letters = card_letters(rules.colours)
        self.inks = INKS | {
            name: (OTHER_INKS[number % len(OTHER_INKS)], 255)
            for number, name in enumerate(colour for colour in rules.colours if colour not in INKS)
        }
        self.done, self.lost, self.open = "✓✗•" if symbols else "+x-"
        self.rule = "─" if symbols else "-"

    def styled(self, text: str, codes: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and text else text

    def strong(self, text: str) -> str:
        return self.styled(text, "1")

    def faint(self, text: str) -> str:
        return self.styled(text, "2")

    def warning(self, text: str) -> str:
        return self.styled(text, "38;5;203")

    def seat(self, seat: int, name: str) -> str:
        """A player's name in the colour of the seat."""
        return self.styled(name, f"1;38;5;{SEAT_INKS[seat]}")

    def inked(self, text: str, colour: str) -> str:
        """Text on the background of a card's colour."""
        ground, letter = self.inks[colour]
        return self.styled(text, f"48;5;{ground};38;5;{letter}")

    def card(self, card: str) -> str:
        """` R ` or, without colours, `R`."""
        letter = self.letters[card]
        return self.inked(f" {letter} ", card) if self.colour else letter

    def name(self, card: str) -> str:
        """A card's name in the language of the game."""
        return card_name(card, self.vehicle, self.language)

    def labelled(self, card: str, text: str) -> str:
        """A card in a sentence: ` R ` a red card or, without colours, just its words."""
        return f"{self.card(card)} {text}" if self.colour else text

    def cards(self, counts: dict[str, int]) -> str:
        return "  ".join(f"{self.card(card)} {self.name(card)} {count}" for card, count in counts.items())

    def spaces(self, length: int, colour: str, width: int) -> str:
        """The spaces of a route, one letter each."""
        return self.inked(self.letters[colour] * length, colour) + " " * (width - length)
