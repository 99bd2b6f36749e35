"""Character policy for player names: visible characters, and the joiners that some scripts and many emoji need to be
displayed correctly."""

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
BLANKS: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs, by category, that display nothing."""
VIRAMA: Final = 9
"""Combining class of the sign after which letters of Indic scripts join."""
UNSEEN: Final = frozenset("\u034f\u180b\u180c\u180d\u180f" + JOINERS)
"""Marks that display nothing themselves, besides variation selectors."""
TWINS: Final = str.maketrans(
    "авекмнорстухіјѕԁԛԝ" + "αβεζηικμνορτυχ" + "l1|0",
    "abekmhopctyxijsdqw" + "abezhikmvoptyx" + "iiio",
)
"""Letters of other scripts, and figures, by the letters they are mistaken for, all in lower case."""


def can_be_shown(name: str) -> bool:
    """Whether a name can be displayed: it has no control characters and none that change the text direction. A joiner
    is allowed only where it has an effect; elsewhere it would make two names that look the same."""
    return all(joins(name, at) if letter in JOINERS else letter.isprintable() for at, letter in enumerate(name))


def can_be_seen(name: str) -> bool:
    """Whether a name is more than blanks and accents."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS for letter in name)


def look_of(name: str) -> str:
    """What names have in common that are easily taken for each other: case, spelling in Unicode, invisible marks and
    similar letters of other scripts make no difference."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in folded if not is_unseen(letter)).translate(TWINS)


def is_unseen(letter: str) -> bool:
    """Whether a character displays nothing itself, although it may change the one before it."""
    return letter in UNSEEN or unicodedata.name(letter, "").startswith("VARIATION SELECTOR")


def most_marks(name: str) -> int:
    """The most marks that any letter of a name carries."""
    runs = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else " " for letter in name).split()
    return max(map(len, runs), default=0)


def joins(name: str, at: int) -> bool:
    """Whether the joiner at this index stands between Arabic letters, beside a virama, or between emoji."""
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
    """The last character that is not an accent or a variation selector; empty if there is none."""
    return next((letter for letter in reversed(text) if not unicodedata.category(letter).startswith("M")), "")


def is_picture(letter: str) -> bool:
    """Whether a character is an emoji, judging by its category, or a skin tone; no sign of the keyboard."""
    return bool(letter) and not letter.isascii() and unicodedata.category(letter)[0] == "S"
