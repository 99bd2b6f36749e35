"""The catalogues of the client as Python reads them: their sentences, and the places in these that are to be filled."""

import json
import re
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "it", "pt")
GIVEN = {"vehicle", "who", "name"}
"""What a client can fill in anywhere: the rules' word for trains, and whom a sentence is about."""


@cache
def catalogue(language: str, room: str) -> dict[str, str]:
    """The sentences of one room in one language, comments for translators left out."""
    source = resources.files("ferrovia").joinpath("data", "locales", language, f"{room}.json")
    found: dict[str, str] = json.loads(source.read_text(encoding="utf-8"), object_pairs_hook=once_each)
    return {key: text for key, text in found.items() if not key.endswith("#")}


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table in which no key stands twice."""
    found = dict(pairs)
    assert len(found) == len(pairs), f"twice: {sorted(key for key, _ in pairs)}"
    return found


def places(text: str) -> set[str]:
    """The names of the places of a sentence; ValueError if it is not well formed."""
    found: set[str] = set()
    rest = read_text(text, found)
    if rest:
        raise ValueError(f"one brace too many: {text}")
    return found


def read_text(text: str, found: set[str]) -> str:
    """Read on to the end of the text or of the part; what follows that."""
    while text and text[0] != "}":
        text = read_place(text[1:], found) if text[0] == "{" else text[1:]
    return text


def read_place(text: str, found: set[str]) -> str:
    """`count, plural, one {…} other {…}}`, or only `count}`."""
    head = re.match(r"\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)", text)
    if head is None:
        raise ValueError(f"no place: {text[:40]}")
    found.add(head[1])
    text = text[head.end() :]
    if head[2] is None:
        return text
    choices = []
    while choice := re.match(r"\s*([=\w-]+)\s*\{", text):
        choices.append(choice[1])
        text = read_text(text[choice.end() :], found)
        if not text:
            raise ValueError("a brace is missing")
        text = text[1:]
    if "other" not in choices or not text.lstrip().startswith("}"):
        raise ValueError(f"no choice for all others, or no end: {choices}")
    return text.lstrip()[1:]


def check_parity(room: str) -> None:
    """All languages say the same things, with the same places."""
    english = catalogue("en", room)
    for language in LANGUAGES:
        other = catalogue(language, room)
        assert list(other) == list(english), f"{room}, {language}"
        for key, text in other.items():
            assert text.strip(), f"{language}: {key} says nothing"
            wrong = (places(text) ^ places(english[key])) - GIVEN
            assert not wrong, f"{language}: {key} has other places: {wrong}"
