"""Number formats, plural rules and lists by language, following CLDR; Portuguese is European (`pt-PT`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

MINUS: Final = "−"
DECIMALS: Final = 3
"""Most decimals of a number, as in `Intl.NumberFormat`."""


@dataclass(frozen=True, slots=True)
class LocaleFormat:
    """How one language writes numbers and lists. Numbers below `grouped_from` have no thousands separator."""

    decimal: str
    thousands: str
    grouped_from: int
    last_and: str
    last_or: str
    serial_comma: bool


LOCALE_FORMATS: Final = {
    "en": LocaleFormat(".", ",", 1_000, "and", "or", serial_comma=True),
    "it": LocaleFormat(",", ".", 10_000, "e", "o", serial_comma=False),
    "pt": LocaleFormat(",", "\N{NO-BREAK SPACE}", 10_000, "e", "ou", serial_comma=False),
}


def plural_category(value: str | float, language: str) -> str:
    """CLDR plural category of a number: in all three languages only 1 is singular."""
    assert language in LOCALE_FORMATS, language
    return "one" if value in (1, -1) else "other"


def written(value: str | float, language: str) -> str:
    """A number as the language writes it, with a true minus sign; text unchanged."""
    if isinstance(value, str):
        return value
    chosen = LOCALE_FORMATS[language]
    text = f"{abs(value):.{DECIMALS}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(abs(value))
    whole, _, rest = text.partition(".")
    if int(whole) >= chosen.grouped_from:
        whole = f"{int(whole):,}".replace(",", chosen.thousands)
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole}{chosen.decimal if rest else ''}{rest}"


def listed(words: Sequence[str], language: str, last: Literal["and", "or"] = "and") -> str:
    """`Ada, Bob, and Cleo`; `Ada, Bob e Cleo`."""
    if len(words) < 2:
        return "".join(words)
    chosen = LOCALE_FORMATS[language]
    word = chosen.last_and if last == "and" else chosen.last_or
    comma = "," if chosen.serial_comma and len(words) > 2 else ""
    return f"{', '.join(words[:-1])}{comma} {word} {words[-1]}"
