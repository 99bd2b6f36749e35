"""ICU MessageFormat, the subset of `web/src/i18n/messageFormat.ts`: values, plurals and selects.

    {city}                                              a value; numbers in the format of the language
    {count, plural, =0 {none} one {# card} other {# cards}}
    {who, select, me {You pass} other {{name} passes}}

web/src/i18n/messageVectors.json holds the test vectors of both sides.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ferrovia.language.formats import plural_category, written

Value = str | int | float

WORD: Final = re.compile(r"\s*([=\w-]+)\s*", re.ASCII)


class MessageError(ValueError):
    """A malformed message."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder, with its variants if it is a plural or a select."""

    name: str
    kind: Literal["value", "plural", "select"] = "value"
    choices: Mapping[str, "tuple[str | Placeholder, ...]"] | None = None


Parts = tuple[str | Placeholder, ...]


def parse_message(text: str) -> Parts:
    """Parse a message; raises MessageError if it is malformed."""
    parser = _MessageParser(text)
    parts = parser.parts()
    if parser.at < len(text):
        raise MessageError(f"unexpected }} in: {text}")
    return parts


def fill_message(parts: Parts, values: Mapping[str, Value], language: str, count: Value | None = None) -> str:
    """Fill the placeholders of a message. One without a value stays visible, so that it is noticed."""
    return "".join(_filled(part, values, language, count) for part in parts)


def _filled(part: str | Placeholder, values: Mapping[str, Value], language: str, count: Value | None) -> str:
    if isinstance(part, str):
        return part if count is None else part.replace("#", written(count, language))
    if part.choices is None:
        return written(values[part.name], language) if part.name in values else f"{{{part.name}}}"
    value = values.get(part.name, "")
    chosen = next(choice for choice in _choices(part, value, language) if choice in part.choices)
    return fill_message(part.choices[chosen], values, language, value if part.kind == "plural" else count)


def _choices(place: Placeholder, value: Value, language: str) -> tuple[str, ...]:
    """The variants that fit a value, best first."""
    if place.kind == "select":
        return str(value), "other"
    return f"={value}", plural_category(value, language), "other"


class _MessageParser:
    """Recursive-descent parser."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def parts(self) -> Parts:
        parts: list[str | Placeholder] = []
        while self.at < len(self.text) and self.text[self.at] != "}":
            if self.text[self.at] == "{":
                self.at += 1
                parts.append(self.place())
            else:
                parts.append(self.plain())
        return tuple(parts)

    def plain(self) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in "{}":
            self.at += 1
        return self.text[start : self.at]

    def place(self) -> Placeholder:
        name = self.word()
        if self.take("}"):
            return Placeholder(name)
        self.expect(",")
        kind = self.word()
        if kind not in ("plural", "select"):
            raise MessageError(f"{kind} is not a kind of place in: {self.text}")
        self.expect(",")
        choices: dict[str, Parts] = {}
        while not self.take("}"):
            choice = self.word()
            self.expect("{")
            choices[choice] = self.parts()
            self.expect("}")
        if "other" not in choices:
            raise MessageError(f"no choice 'other' in: {self.text}")
        return Placeholder(name, "plural" if kind == "plural" else "select", choices)

    def word(self) -> str:
        match = WORD.match(self.text, self.at)
        if match is None:
            raise MessageError(f"a word is missing at {self.at} in: {self.text}")
        self.at = match.end()
        return match[1]

    def take(self, letter: str) -> bool:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        if self.text[self.at : self.at + 1] != letter:
            return False
        self.at += 1
        return True

    def expect(self, letter: str) -> None:
        if not self.take(letter):
            raise MessageError(f"{letter} is missing at {self.at} in: {self.text}")
