"""TOML scanner that finds the line of each key: `tomllib` returns values without lines, and complaints need them.

The scanner only sees text that `tomllib` has accepted, so it can be simple: it never judges, and where it gets lost it
stops and the last known place is used.
"""

import re
from collections.abc import Mapping
from contextlib import suppress

Path = tuple[str | int, ...]

DEEPEST = 8
"""Deepest level at which places are noted; below it, the place of the enclosing entry will do."""

_STRINGS = ('"""', "'''", '"', "'")
_BARE = re.compile(r"[^\s#,\[\]{}=]+")
_KEY_PART = re.compile(r'\s*("(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+)\s*')


def find_places(text: str) -> dict[Path, int]:
    """The line of each key and each array entry, by its path: `("routes", 12, "length")`."""
    scanner = _Scanner(text)
    with suppress(IndexError, RecursionError):  # cut short or absurdly nested: what was found so far still helps
        scanner.document()
    return scanner.places


def line_of(places: Mapping[Path, int], path: Path) -> int | None:
    """The line of a path, or of the closest enclosing entry that has one."""
    for end in range(len(path), 0, -1):
        if path[:end] in places:
            return places[path[:end]]
    return None


class _Scanner:
    """Single-pass scanner that notes where keys and array entries begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line = 1
        self.places: dict[Path, int] = {}
        self.entries: dict[Path, int] = {}  # how many [[tables]] of each name were seen

    def advance(self, count: int) -> None:
        self.line += self.text.count("\n", self.position, self.position + count)
        self.position += count

    def inside(self, path: Path, step: str | int, line: int) -> Path:
        """Extend a path by one step. A table may be opened several times; its line is that of the first."""
        if len(path) >= DEEPEST:
            return path
        self.places.setdefault((*path, step), line)
        return (*path, step)

    def skip_blank(self) -> None:
        """Skip spaces, line ends and comments."""
        while self.position < len(self.text):
            if self.text[self.position] == "#":
                end = self.text.find("\n", self.position)
                self.advance((end if end >= 0 else len(self.text)) - self.position)
            elif self.text[self.position].isspace():
                self.advance(1)
            else:
                return

    def document(self) -> None:
        table: Path = ()
        self.skip_blank()
        while self.position < len(self.text):
            if self.text[self.position] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip_blank()

    def header(self) -> Path:
        """Scan `[table]` or `[[entry of an array of tables]]`."""
        line, repeated = self.line, self.text.startswith("[[", self.position)
        self.advance(2 if repeated else 1)
        path = self.inside_last_entries(self.key())
        self.advance(2 if repeated else 1)
        if repeated:
            self.places.setdefault(path, line)
            self.entries[path] = self.entries.get(path, -1) + 1
            path = (*path, self.entries[path])
        self.places.setdefault(path, line)
        return path

    def inside_last_entries(self, names: Path) -> Path:
        """Resolve `[a.b]` after `[[a]]` to the b of the last a."""
        path: Path = ()
        for place, name in enumerate(names):
            path = (*path, name)
            if path in self.entries and place < len(names) - 1:
                path = (*path, self.entries[path])
        return path

    def key(self) -> Path:
        """Scan a key, dotted or not."""
        names: list[str] = []
        while part := _KEY_PART.match(self.text, self.position):
            self.advance(part.end() - self.position)
            names.append(part[1].strip("\"'"))
            if self.text[self.position] != ".":
                break
            self.advance(1)
        if not names:
            raise IndexError
        return tuple(names)

    def pair(self, table: Path) -> None:
        line, path = self.line, table
        for name in self.key():
            path = self.inside(path, name, line)
        self.advance(1)  # the equals sign
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip_blank()
        for quote in _STRINGS:
            if self.text.startswith(quote, self.position):
                return self.string(quote)
        if self.text[self.position] == "[":
            return self.collection(path, "]")
        if self.text[self.position] == "{":
            return self.collection(path, "}")
        bare = _BARE.match(self.text, self.position)
        return self.advance(bare.end() - self.position if bare else 1)

    def string(self, quote: str) -> None:
        self.advance(len(quote))
        while not self.text.startswith(quote, self.position):
            if self.position >= len(self.text):
                raise IndexError
            escaped = quote[0] == '"' and self.text[self.position] == "\\"
            self.advance(2 if escaped else 1)
        self.advance(len(quote))
        while len(quote) == 3 and self.text.startswith(quote[0], self.position):
            self.advance(1)  # a string may end in quotes of its own

    def collection(self, path: Path, closing: str) -> None:
        """Scan an array, whose entries are numbered, or an inline table."""
        self.advance(1)
        number = 0
        while True:
            self.skip_blank()
            if self.text[self.position] == closing:
                return self.advance(1)
            if self.text[self.position] == ",":
                self.advance(1)
            elif closing == "}":
                self.pair(path)
            else:
                self.value(self.inside(path, number, self.line))
                number += 1
