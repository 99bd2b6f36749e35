"""The errors that callers may catch. The message says what is wrong, where, and what to do about it.

    FerroviaError
    ├── RulesError          a rule set or a map cannot be used
    │   ├── UnknownRules    there is no built-in rule set and no file of that name
    │   └── BrokenRules     a file has mistakes; `complaints` lists up to a hundred of them
    ├── TableError          an impossible number of players, an unknown seat
    ├── MoveError           a move is unreadable or illegal
    │   ├── UnreadableMove  the text of a move, or a name in it, is unknown
    │   └── IllegalMove     a move is illegal; `refusal` has code, parameters and rule number
    ├── PositionError       the text of a position is unreadable or describes an impossible one
    ├── RecordError         a record is unreadable or breaks the rules; `line` says where
    │   └── OtherRules      the record was played by different rules; the message names both hashes
    ├── BotError            a bot is missing, cannot be loaded or has bad options
    ├── ArenaError          a run cannot be played, or its results cannot be stored
    └── ServerError         a server cannot start with these settings, or its store is damaged

None of them changes the game in memory. Packages derive kinds of their own: `WeightsError` is a BotError, `BrokenLog` a
ServerError, `CheckpointError` a FerroviaError.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.game.explain import Refusal
    from ferrovia.rules.files.complaint import Complaint


class FerroviaError(Exception):
    """Base class of all errors; catch it to catch them all."""


class RulesError(FerroviaError):
    """A rule set or a map cannot be used."""


class UnknownRules(RulesError):
    """There is no built-in rule set and no file of that name."""


class BrokenRules(RulesError):
    """A file has mistakes; `complaints` lists up to a hundred of them."""

    def __init__(self, sentence: str, complaints: "tuple[Complaint, ...]") -> None:
        super().__init__(sentence)
        self.complaints = complaints


class TableError(FerroviaError):
    """An impossible number of players, or a seat that is not at the table."""


class MoveError(FerroviaError):
    """A move is unreadable or illegal."""


class UnreadableMove(MoveError):
    """The text of a move, or a name in it, is unknown."""


class IllegalMove(MoveError):
    """A move is illegal; `refusal` says why."""

    def __init__(self, sentence: str, refusal: "Refusal") -> None:
        super().__init__(sentence)
        self.refusal = refusal


class PositionError(FerroviaError):
    """The text of a position is unreadable, or describes an impossible position."""


class RecordError(FerroviaError):
    """A record is unreadable or breaks the rules; `line` counts from 1."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"line {line}: {sentence}")
        self.line = line


class OtherRules(RecordError):
    """A record was played by different rules from the ones found here."""


class BotError(FerroviaError):
    """A bot is missing, cannot be loaded, or has bad options."""


class ArenaError(FerroviaError):
    """A run cannot be played, or its results cannot be stored."""


class ServerError(FerroviaError):
    """A server cannot start with these settings, or its store is damaged."""
