"""Text metrics without a font: letter widths of the wider common sans-serif fonts, semibold."""

from typing import Final

WIDTHS: Final = {
    0.32: "ijlI.,:;'’|! ",
    0.43: "ftr-()[]",
    0.78: "wDGHNOQUÖÔÜÑ&",
    0.95: "mMW@%",
}
"""Unusually narrow or wide letters, by width relative to the font size."""
LETTERS: Final = {letter: wide for wide, letters in WIDTHS.items() for letter in letters}
CAPITAL, SMALL, SQUARE = 0.69, 0.61, 1.0
"""Width of all other capitals, of all other letters, and of scripts with square letters."""
LINE: Final = 1.12
"""Line height, relative to the font size."""
HEIGHT: Final = 0.96
"""From the top of the tallest letter to the bottom of the lowest, relative to the font size."""

ASCENT: Final = 0.76
"""From the top of the tallest letter to the baseline, relative to the font size."""


def width(text: str, size: float) -> float:
    """The width of a line of text; an overestimate rather than an underestimate."""
    return size * sum(map(_letter, text))


def _letter(letter: str) -> float:
    return LETTERS.get(letter) or (CAPITAL if letter.isupper() else SMALL if ord(letter) < 0x2E80 else SQUARE)


def height(lines: int, size: float) -> float:
    """The height of a block of lines."""
    return size * (HEIGHT + LINE * (lines - 1))


def in_two(text: str) -> tuple[str, ...]:
    """A name on two lines of similar length, if it can be broken; otherwise on one."""
    breaks = [place for place, letter in enumerate(text) if letter in " -" and 2 <= place <= len(text) - 3]
    if not breaks:
        return (text,)
    best = min(breaks, key=lambda place: abs(place - len(text) / 2))
    return text[:best] + text[best].strip(), text[best + 1 :]


def joined(lines: tuple[str, ...]) -> str:
    """The unbroken form of a name."""
    whole = lines[0]
    for line in lines[1:]:
        whole += line if whole.endswith("-") else f" {line}"
    return whole


def block_width(lines: tuple[str, ...], size: float) -> float:
    """The width of the widest line."""
    return max(width(line, size) for line in lines)
