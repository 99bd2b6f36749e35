"""Blocked names: the host's list of words that no player's name may have in it."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ferrovia.errors import ServerError
from ferrovia.game.player_names import TWINS, is_unseen
from ferrovia.server.base.refusals import RequestRefused

LOOKALIKES: Final = TWINS | str.maketrans("013457@$", "oieastas")
"""What stands for letters in words that are not meant to be recognized."""


class NameFilter:
    """Refuses names with blocked words: `word` as a whole word, `*word*` wherever it occurs."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = [line.split("#")[0].strip() for line in lines]
        self.anywhere = {plain(word) for word in words if word.startswith("*") and plain(word)}
        self.whole = {plain(word) for word in words if word and not word.startswith("*") and plain(word)}

    def check(self, *names: str | None) -> None:
        """Raise RequestRefused for a blocked name."""
        if any(name is not None and self.blocks(name) for name in names):
            raise RequestRefused("blocked-name")

    def blocks(self, name: str) -> bool:
        """Whether a name has a blocked word in it, however it is spelt."""
        joined = plain(name)
        words = {plain(word) for word in re.split(r"[^\w@$]|_", without_marks(name))} | {joined}
        return bool(words & self.whole) or any(word in joined for word in self.anywhere)


def plain(text: str) -> str:
    """The letters of a text, without case, marks, and signs that look like letters."""
    return "".join(letter for letter in without_marks(text).translate(LOOKALIKES) if letter.isalpha())


def without_marks(text: str) -> str:
    """A text without case, accents and invisible marks."""
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in parts if not unicodedata.combining(letter) and not is_unseen(letter))


def read_name_filter(path: str) -> NameFilter:
    """The filter of a file; ServerError if it cannot be read."""
    try:
        return NameFilter(Path(path).read_text("utf-8-sig").splitlines() if path else ())
    except (OSError, UnicodeDecodeError) as error:
        raise ServerError(f"--blocked-names: {path!r} cannot be read: {error}") from None
