"""Which characters a player's name may have: those that can be seen, and the joiners that some scripts and many emoji
need in order to be seen as they should."""

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
BLANKS: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs, by their kind, that show nothing."""
VIRAMA: Final = 9
"""The combining class of the sign after which letters of Indian scripts join."""


def can_be_shown(name: str) -> bool:
    """Whether a name can be printed: without control characters, and without those that turn the direction of writing.
    A joiner stands only where it does something: anywhere else it would make two names that look the same."""
    return all(joins(name, at) if letter in JOINERS else letter.isprintable() for at, letter in enumerate(name))


def can_be_seen(name: str) -> bool:
    """Whether a name is more than blanks and accents."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS for letter in name)


def joins(name: str, at: int) -> bool:
    """Whether the joiner there stands between Arabic letters, beside a virama, or between emoji."""
    before, after = name[:at], name[at + 1 : at + 2]
    if not before or not after:
        return False
    if VIRAMA in (unicodedata.combining(before[-1]), unicodedata.combining(after)):
        return True
    base = last_base(before)
    if unicodedata.bidirectional(base or " ") == unicodedata.bidirectional(after) == "AL":
        return True
    return name[at] == "\u200d" and is_picture(base) and is_picture(after)


def last_base(text: str) -> str:
    """The last character that is not an accent or a sign's variant; nothing if there is none."""
    return next((letter for letter in reversed(text) if not unicodedata.category(letter).startswith("M")), "")


def is_picture(letter: str) -> bool:
    """An emoji, as far as its kind tells, or the colour of its skin; no sign of the keyboard."""
    return bool(letter) and not letter.isascii() and unicodedata.category(letter)[0] == "S"
