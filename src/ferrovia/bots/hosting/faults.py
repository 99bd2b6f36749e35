"""Bot failures: how bots fail, and how that is reported."""

import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ferrovia.processes.program import TAIL, ProgramFailed

PACKAGE: Final = Path(__file__).resolve().parents[2]

FAULT_KINDS: Final = {
    "start": "it cannot be started",
    "crash": "it raised an error, or its program ended",
    "stall": "it did not answer in time",
    "unreadable": "its answer is no move",
    "illegal": "the rules refuse its move",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a bot was replaced. `move` counts its own moves of this game from 1; 0 if it made none."""

    kind: str
    bot: str
    seat: int
    move: int
    sentence: str
    tail: str = ""
    """The end of its stderr, or of its traceback."""

    def __str__(self) -> str:
        when = f"at its move {self.move}" if self.move else "before its first move"
        return f"{self.bot} (seat {self.seat}) failed {when}: {self.sentence}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class BotFailed(ProgramFailed):
    """Raised when a bot fails, whether it is a program or not; its guard turns it into a `Fault`."""


def failure_of(error: BaseException) -> BotFailed:
    """The failure that an error raised by a bot stands for."""
    if isinstance(error, BotFailed):
        return plain_failure(error)
    tail = "".join(traceback.format_exception(error))
    message, place = one_line(error), place_of(error)
    what = f"{type(error).__name__}{f': {message}' if message else ''}{f' ({place})' if place else ''}"
    return BotFailed("crash", f"it raised {what}", tail)


def plain_failure(failure: BotFailed) -> BotFailed:
    """The same failure as plain strings: a bot may raise one itself, with anything in it."""
    kind = one_line(failure.kind)
    return BotFailed(kind if kind in FAULT_KINDS else "crash", one_line(failure.sentence, TAIL), str(failure.tail))


def place_of(error: BaseException) -> str:
    """`my_bot.py:12`: the last line of the bot's own code that ran, because a line inside a library would not help."""
    lines = [(Path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    others = [(file, line) for file, line in lines if not file.is_relative_to(PACKAGE)]
    own = [f"{file.name}:{line}" for file, line in others if file.parent == others[0][0].parent]
    return own[-1] if own else ""


def one_line(value: object, longest: int = 200) -> str:
    """A foreign object as one line of text, whatever it is."""
    try:
        text = " ".join(str(value).split())
    except Exception:  # its __str__ may be broken too
        text = f"a {type(value).__name__} that cannot be printed"
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"
