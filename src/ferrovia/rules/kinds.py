"""Value types of the schema: how each is validated, and the sentence for a bad value."""

import dataclasses
import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol

from ferrovia.rules.files.complaint import cut
from ferrovia.rules.files.document import Location

UNREADABLE: Final = object()
"""What `read` returns after a complaint. It may also be part of a list, a table or a record, whose readable parts are
checked all the same (see `is_readable`)."""

LONGEST_ID = 40
MOST_NAMES = 40  # in one hint; there are as many rules
MOST_COMPARED = 200  # as many as cities and countries are allowed
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Kind(Protocol):
    """A type of value. `words` completes the sentence "this must be …"."""

    @property
    def words(self) -> str: ...

    def read(self, value: Any, location: Location) -> Any:
        """The value as the program stores it; after a complaint, one that is not `is_readable`."""


def is_readable(value: Any) -> bool:
    """Whether a value, with everything in it, is readable."""
    if isinstance(value, tuple):
        return all(map(is_readable, value))
    if dataclasses.is_dataclass(value):
        return all(is_readable(getattr(value, field.name)) for field in dataclasses.fields(value))
    return value is not UNREADABLE


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant. None if there are too many to compare in reasonable time."""
    names = sorted(known)
    if len(names) > MOST_COMPARED:
        return None
    return next(iter(difflib.get_close_matches(name[:100], names, n=1, cutoff=0.5)), None)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint to append to a sentence about an unknown name."""
    names = sorted(known)
    close = closest(name, names)
    if close:
        return f"did you mean {close!r}?"
    rest = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"known are: {', '.join(names[:MOST_NAMES])}{rest}" if names else "there are none"


def show(value: Any) -> str:
    """Shorten a value for use in a sentence."""
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except (ValueError, RecursionError):  # e.g. a number of thousands of digits, or a table thousands of levels deep
        return "something enormous"
    return cut(text)


def wrong(kind: Kind, value: Any, location: Location, code: str = "wrong-type") -> Any:
    location.complain(code, f"this must be {kind.words}, not {show(value)}")
    return UNREADABLE


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within a range. `true` does not count as one."""

    low: int
    high: int

    @property
    def words(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: Any, location: Location) -> Any:
        if type(value) is not int:
            return wrong(self, value, location)
        return value if self.low <= value <= self.high else wrong(self, value, location, "out-of-range")


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number within a range; for drawing only."""

    low: float
    high: float

    @property
    def words(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, value: Any, location: Location) -> Any:
        if type(value) not in (int, float):
            return wrong(self, value, location)
        return float(value) if self.low <= value <= self.high else wrong(self, value, location, "out-of-range")


@dataclass(frozen=True, slots=True)
class Flag:
    words: str = "true or false"

    def read(self, value: Any, location: Location) -> Any:
        return value if isinstance(value, bool) else wrong(self, value, location)


@dataclass(frozen=True, slots=True)
class Text:
    """A one-line name for people."""

    words: str = "a text of at most 100 printable characters"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, str):
            return wrong(self, value, location)
        fine = len(value) <= 100 and (value.isprintable() or not value)
        return value if fine else wrong(self, value, location, "out-of-range")


@dataclass(frozen=True, slots=True)
class Slug:
    """An id. Two consecutive hyphens are reserved for routes: `denver--omaha`."""

    words: str = f"an id of at most {LONGEST_ID} small letters a-z, digits and single hyphens, such as 'new-york'"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, str):
            return wrong(self, value, location)
        return value if SLUG.fullmatch(value) and len(value) <= LONGEST_ID else wrong(self, value, location, "bad-id")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several named alternatives."""

    choices: type[StrEnum]

    @property
    def words(self) -> str:
        return "one of " + ", ".join(repr(str(choice)) for choice in self.choices)

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, str):
            return wrong(self, value, location)
        known = [str(choice) for choice in self.choices]
        if value in known:
            return self.choices(value)
        location.complain("unknown-choice", f"there is no {show(value)}; {nearest(value, known)}")
        return UNREADABLE


@dataclass(frozen=True, slots=True)
class ListOf:
    """Several values of one type, stored as a tuple; `count` fixes how many."""

    kind: Kind
    count: int | None = None
    distinct: bool = False

    @property
    def words(self) -> str:
        number = "" if self.count is None else f"{self.count} entries, "
        return f"a list ({number}each {self.kind.words})"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, list):
            return wrong(self, value, location)
        if self.count is not None and len(value) != self.count:
            return wrong(self, value, location, "out-of-range")
        entries = tuple(self.kind.read(entry, location.at(number)) for number, entry in enumerate(value))
        if not self.distinct:
            return entries
        first = {entry: place for place, entry in reversed(list(enumerate(entries)))}
        again = {place for place, entry in enumerate(entries) if is_readable(entry) and first[entry] != place}
        if again:
            location.complain("repeated", "the same entry stands here twice; remove one")
        return tuple(UNREADABLE if place in again else entry for place, entry in enumerate(entries))


@dataclass(frozen=True, slots=True)
class TableOf:
    """A table from ids (or, with `numbers`, from small whole numbers) to values, stored as ordered pairs."""

    kind: Kind
    numbers: Whole | None = None

    @property
    def words(self) -> str:
        names = "ids" if self.numbers is None else "whole numbers"
        return f"a table from {names} to values, each {self.kind.words}"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, dict):
            return wrong(self, value, location)
        pairs = tuple(self.pair(name, entry, location.at(name)) for name, entry in value.items())
        return tuple(sorted(pairs)) if self.numbers and is_readable(pairs) else pairs

    def pair(self, name: str, entry: Any, location: Location) -> tuple[Any, Any]:
        return self.name(name, location), self.kind.read(entry, location)

    def name(self, key: str, location: Location) -> Any:
        if self.numbers is None:
            return Slug().read(key, location)
        plain = key.isascii() and key.isdigit() and len(key) < 4 and str(int(key)) == key
        return self.numbers.read(int(key) if plain else key, location)


@dataclass(frozen=True, slots=True)
class Either:
    """A simple value or a table."""

    simple: Kind
    table: TableOf

    @property
    def words(self) -> str:
        return f"{self.simple.words}, or {self.table.words}"

    def read(self, value: Any, location: Location) -> Any:
        kind: Kind = self.table if isinstance(value, dict) else self.simple
        return kind.read(value, location) if isinstance(value, dict | str) else wrong(self, value, location)
