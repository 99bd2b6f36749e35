"""Every error Ferrovia raises on purpose. All carry one sentence that names the thing, its place and the remedy.

    FerroviaError
    ├── RulesError          a rule set or a map cannot be used
    │   ├── UnknownRules    no built-in rule set and no file of that name
    │   └── BrokenRules     a file with complaints; `complaints` lists them, a hundred at most
    ├── TableError          an impossible number of players, an unknown seat
    ├── MoveError           a move that cannot be read or that the rules refuse
    │   ├── UnreadableMove  the text or the names in it mean nothing here
    │   └── IllegalMove     refused; `refusal` holds code, parameters and rule number
    ├── PositionError       a position's text that cannot be read or that cannot be
    ├── RecordError         a record that cannot be read or does not follow the rules; `line` says where
    │   └── OtherRules      a record of other rules; both hashes are in the sentence
    ├── BotError            a bot that is not there, cannot be loaded or cannot be set so
    ├── ArenaError          a run of games that cannot be, or whose results cannot be kept
    └── ServerError         a server that cannot be started so, or a store that does not hold what it should

After any of them the game in memory is what it was before.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.game.explain import Refusal
    from ferrovia.rules.files.complaint import Complaint


class FerroviaError(Exception):
    """The root: catch this to catch them all."""


class RulesError(FerroviaError):
    """A rule set or a map cannot be used."""


class UnknownRules(RulesError):
    """No built-in rule set and no file of that name."""


class BrokenRules(RulesError):
    """A file with complaints; `complaints` lists them, a hundred at most."""

    def __init__(self, sentence: str, complaints: "tuple[Complaint, ...]") -> None:
        super().__init__(sentence)
        self.complaints = complaints


class TableError(FerroviaError):
    """An impossible number of players, or a seat that is not at the table."""


class MoveError(FerroviaError):
    """A move that cannot be read or that the rules refuse."""


class UnreadableMove(MoveError):
    """The text of a move, or a name in it, means nothing here."""


class IllegalMove(MoveError):
    """The rules refuse the move; `refusal` says why."""

    def __init__(self, sentence: str, refusal: "Refusal") -> None:
        super().__init__(sentence)
        self.refusal = refusal


class PositionError(FerroviaError):
    """The text of a position cannot be read, or describes a position that cannot be."""


class RecordError(FerroviaError):
    """A record that cannot be read or does not follow the rules; `line` counts from 1."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"line {line}: {sentence}")
        self.line = line


class OtherRules(RecordError):
    """A record played under other rules than the ones found here."""


class BotError(FerroviaError):
    """A bot that is not there, cannot be loaded or cannot be set so."""


class ArenaError(FerroviaError):
    """A run of games that cannot be, or whose results cannot be kept."""


class ServerError(FerroviaError):
    """A server that cannot be started so, or a store that does not hold what it should."""
