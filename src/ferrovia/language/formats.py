"""Number formats, plural rules and lists by language: what CLDR says of the languages Ferrovia speaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

MINUS: Final = "−"
DECIMALS: Final = 3
"""The most decimals of a number, as in `Intl.NumberFormat`."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one language writes numbers and lists. Below `grouped_from` a number has no thousands mark."""

    decimal: str
    thousands: str
    grouped_from: int
    last_and: str
    last_or: str
    serial_comma: bool


MANNERS: Final = {
    "en": Manner(".", ",", 1_000, "and", "or", serial_comma=True),
    "it": Manner(",", ".", 10_000, "e", "o", serial_comma=False),
    "pt": Manner(",", ".", 1_000, "e", "ou", serial_comma=False),
}


def plural_category(value: str | float, language: str) -> str:
    """The plural category of a number. All three languages have a singular for 1 alone: of zero things Portuguese
    speakers say `0 cartas`, though CLDR has it `0 carta`."""
    assert language in MANNERS, language
    return "one" if value in (1, -1) else "other"


def written(value: str | float, language: str) -> str:
    """A number in the manner of the language, with a true minus; text as it is."""
    if isinstance(value, str):
        return value
    manner = MANNERS[language]
    text = f"{abs(value):.{DECIMALS}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(abs(value))
    whole, _, rest = text.partition(".")
    if int(whole) >= manner.grouped_from:
        whole = f"{int(whole):,}".replace(",", manner.thousands)
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole}{manner.decimal if rest else ''}{rest}"


def listed(words: Sequence[str], language: str, last: Literal["and", "or"] = "and") -> str:
    """`Ada, Bob, and Cleo`; `Ada, Bob e Cleo`."""
    if len(words) < 2:
        return "".join(words)
    manner = MANNERS[language]
    word = manner.last_and if last == "and" else manner.last_or
    comma = "," if manner.serial_comma and len(words) > 2 else ""
    return f"{', '.join(words[:-1])}{comma} {word} {words[-1]}"
