"""Validation errors (complaints): a sentence with file, line and remedy, at most a hundred per file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

MOST = 100
"""Most complaints about one file, including the one that says there are more. A file with tens of thousands of mistakes
is still checked quickly, and nobody would read on."""

LONGEST_NAME = 40

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Complaint:
    """A validation error. `code` is for programs, the rest for people; `line` counts from 1 and is None where
    unknown."""

    file: str
    line: int | None
    place: str
    code: str
    sentence: str

    def __str__(self) -> str:
        file = printable(self.file)
        where = file if self.line is None else f"{file}:{self.line}"
        return f"{where}: {self.place}: {self.sentence}" if self.place else f"{where}: {self.sentence}"


class TooManyComplaintsError(Exception):
    """Stops checking a file that has too many complaints. It never leaves `collect`."""


def collect(check: Callable[[list[Complaint]], Found]) -> tuple[Found | None, tuple[Complaint, ...]]:
    """Run a check and return its result with its complaints, file by file in line order."""
    complaints: list[Complaint] = []
    try:
        return check(complaints), in_order(complaints)
    except TooManyComplaintsError:
        sentence = "there are more complaints; fix these, then check again"
        return None, (*in_order(complaints), Complaint(complaints[0].file, None, "", "more", sentence))


def in_order(complaints: list[Complaint]) -> tuple[Complaint, ...]:
    """Order complaints by file, in the order the files came up; those without a line first."""
    files = {file: number for number, file in enumerate(dict.fromkeys(complaint.file for complaint in complaints))}
    return tuple(sorted(complaints, key=lambda complaint: (files[complaint.file], complaint.line or 0)))


def printable(name: str) -> str:
    """A name that is safe to print on a terminal, quoted if it is empty or contains more than letters."""
    return name if name and name.isprintable() else repr(name)


def cut(text: str) -> str:
    """Shorten a name or a value for use in a sentence."""
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}…"
