"""Numbers as people type them."""

from typing import Final

MOST_DIGITS: Final = 9
"""Nothing here counts as far; and Python itself refuses to read numbers of thousands of digits."""


def read_number(word: str) -> int | None:
    """The whole number that is typed; None if it is none. `²` is a digit to Python, but no number."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS else None
