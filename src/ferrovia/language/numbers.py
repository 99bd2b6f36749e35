"""Numbers in reports, which are written in English: shares, confidence intervals and counts."""

from typing import Final

from ferrovia.language.formats import MINUS

UNKNOWN: Final = "–"


def decimal(value: float | None, places: int = 1, sign: str = "") -> str:
    """`1,052.8`, with a true minus sign."""
    return UNKNOWN if value is None else f"{value:{sign},.{places}f}".replace("-", MINUS)


def percentage(share: float | None, places: int = 1) -> str:
    """`52.8`: a share in percent, for a column that says so."""
    return decimal(None if share is None else 100 * share, places)


def percent(share: float | None, places: int = 1) -> str:
    """`52.8 %`."""
    return UNKNOWN if share is None else f"{percentage(share, places)} %"


def percentage_points(difference: float | None) -> str:
    """`+3.1`: a difference of two shares."""
    return decimal(None if difference is None else 100 * difference, 1, "+")


def interval(ends: tuple[float, float] | None, factor: float = 100, places: int = 1) -> str:
    """`49.3 to 56.2`: a confidence interval."""
    if ends is None:
        return UNKNOWN
    low, high = (decimal(factor * end, places) for end in ends)
    return f"{low} to {high}"


def bracketed(ends: tuple[float, float] | None) -> str:
    """`[61.3 63.3]`: a confidence interval in a table."""
    return f"[{UNKNOWN}]" if ends is None else f"[{percentage(ends[0])} {percentage(ends[1])}]"


def counted(count: int, noun: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
