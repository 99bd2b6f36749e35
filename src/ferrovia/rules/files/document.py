"""A parsed data file with the line of each key, and locations in it for complaints to point at."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any

from ferrovia.rules.files.complaint import MOST, Complaint, TooManyComplaintsError, cut, printable
from ferrovia.rules.files.places import Path, find_places, line_of

LARGEST_FILE = 250_000  # bytes; the largest built-in map takes twelve thousand

DEEPEST_KEY = 16
"""Most parts of a dotted key, `a.b.c`. Our keys have four at most, and `tomllib` needs memory quadratic in their
number."""

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_TOO_DEEP = re.compile(rf"(?<![\w\\-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read. Relative references start at `folder`; with None it may only refer to built-in files.

    `label` is its name in complaints; `identity` is the same whichever path led to it.
    """

    label: str
    identity: str
    table: dict[str, Any]
    places: Mapping[Path, int]
    folder: FilePath | None


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a document, and the list its complaints go to."""

    document: Document
    path: Path
    complaints: list[Complaint]

    def at(self, *steps: str | int) -> "Location":
        return replace(self, path=self.path + steps)

    def table(self) -> dict[str, Any]:
        """The table at this location; {} if there is no table."""
        value: Any = self.document.table
        for step in self.path:
            value = value.get(step, {}) if isinstance(value, dict) else {}
        return value if isinstance(value, dict) else {}

    def complain(self, code: str, sentence: str) -> None:
        if len(self.complaints) == MOST - 1:
            raise TooManyComplaintsError
        line = line_of(self.document.places, self.path)
        self.complaints.append(Complaint(self.document.label, line, self.words(), code, sentence))

    def words(self) -> str:
        """The path in words: `routes[12].length (denver--omaha)`."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{cut(printable(step))}" for step in self.path)
        text, name = "".join(steps).removeprefix("."), self.entry_name()
        return f"{text} ({cut(printable(name))})" if name else text

    def entry_name(self) -> str:
        """What people call the entry around this location."""
        entry: Any = self.document.table
        depth = 3 if self.path[:1] == ("map",) else 2  # in JSON the map is a table inside a table
        if len(self.path) < depth:
            return ""
        try:
            for step in self.path[:depth]:
                entry = entry[step]
        except (LookupError, TypeError):
            return ""
        if not isinstance(entry, dict):
            return ""
        ends = (entry["id"],) if "id" in entry else (entry.get("from"), entry.get("to"))
        names: list[Any] = ["+".join(end) if isinstance(end, dict) else end for end in ends]
        return "--".join(names) if all(isinstance(name, str) for name in names) else ""


class _UnreadableError(Exception):
    """Stops reading one file. It never leaves this module."""

    def __init__(self, code: str, sentence: str, line: int | None = None) -> None:
        self.code, self.sentence, self.line = code, sentence, line


def read_document(source: FilePath | Traversable, label: str, complaints: list[Complaint]) -> Document | None:
    """The file at `source`; None, with a complaint, if it is unreadable."""
    return _attempt(lambda: _parse_toml(_content(source), label, source), label, complaints)


def read_json(text: str, label: str, complaints: list[Complaint]) -> Document | None:
    """The document in this JSON, which must not refer to other files."""
    return _attempt(lambda: _parse_json(text, label), label, complaints)


def _attempt(read: Callable[[], Document], label: str, complaints: list[Complaint]) -> Document | None:
    try:
        return read()
    except _UnreadableError as error:
        complaints.append(Complaint(label, error.line, "", error.code, error.sentence))
        return None


def _content(source: FilePath | Traversable) -> bytes:
    try:
        if source.is_dir():
            raise _UnreadableError("is-a-directory", "this is a directory; name a .toml file in it")
        if not source.is_file():  # reading a pipe or a terminal could take forever
            raise _UnreadableError(
                "no-such-file", "there is no such file; check the name (pipes and devices are not read)"
            )
        with source.open("rb") as file:
            content: bytes = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _UnreadableError("unreadable", f"cannot be read ({reason}); check its permissions") from error
    if len(content) > LARGEST_FILE:
        raise _UnreadableError("too-large", f"larger than {LARGEST_FILE} bytes; no board is that big")
    return content


def _parse_toml(content: bytes, label: str, source: FilePath | Traversable) -> Document:
    try:
        text = content.decode("utf-8").replace("\r\n", "\n").removeprefix("\ufeff")  # a byte order mark
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _UnreadableError("not-utf8", f"byte {error.start} is not UTF-8; save the file as UTF-8", line) from error
    if deep := _TOO_DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise _UnreadableError("syntax", f"a key of more than {DEEPEST_KEY} parts; no key is that deep", line)
    table, places = _parse(tomllib.loads, text, "TOML"), find_places(text)
    if isinstance(source, FilePath):
        return Document(label, str(source.resolve()), table, places, source.parent)
    return Document(label, label, table, places, None)


def _parse_json(text: str, label: str) -> Document:
    if len(text) > LARGEST_FILE:
        raise _UnreadableError("too-large", f"longer than {LARGEST_FILE} letters; no board is that big")
    table = _parse(json.loads, text, "JSON")
    if not isinstance(table, dict):
        raise _UnreadableError("syntax", "not a JSON object; it should begin with {")
    return Document(label, label, table, {}, None)


def _parse(parser: Callable[[str], Any], text: str, language: str) -> Any:
    try:
        return parser(text)
    except RecursionError as error:
        raise _UnreadableError("syntax", f"this {language} is nested too deeply; flatten it") from error
    except ValueError as error:  # raised by both parsers, and by Python for a number with thousands of digits
        position = re.search(r"line (\d+),? column \d+", str(error))
        line = int(position[1]) if position else text.count("\n") + 1
        reason = re.sub(r"\s*(: line \d+.*|\(at .*)$", "", str(error))
        raise _UnreadableError("syntax", f"not valid {language}: {reason}", line) from error
