"""Message catalogues: the texts of one language by key, and the choice of language."""

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from ferrovia.language.messages import Parts, Value, fill_message, parse_message

LANGUAGES: Final = ("en", "it", "pt")
ENVIRONMENT: Final = ("FERROVIA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set determines the language."""


class Catalogue:
    """The messages of one language. `catalogue(language)` returns a cached one."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts
        self._parsed: dict[str, Parts] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **values: Value) -> str:
        """The message of a key with its placeholders filled."""
        parts = self._parsed.get(key)
        if parts is None:
            parts = self._parsed[key] = parse_message(self.texts[key])
        return fill_message(parts, values, self.language)

    def words(self, key: str) -> tuple[str, ...]:
        """A comma-separated list of words that is stored as one text."""
        return tuple(word.strip() for word in self.texts[key].split(","))


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The catalogue of a language, loaded once."""
    texts: dict[str, str] = {}
    folder = resources.files("ferrovia").joinpath("data", "locales", check_language(language))
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        if file.name.endswith(".json"):
            texts |= json.loads(file.read_text("utf-8"))
    return Catalogue(language, {key: text for key, text in texts.items() if not key.endswith("#")})


def check_language(language: str) -> str:
    """Return a supported language; raise ValueError for any other."""
    if language not in LANGUAGES:
        raise ValueError(f"{language[:40]!r} is not a language Ferrovia speaks; choose one of {', '.join(LANGUAGES)}")
    return language


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the environment: `FERROVIA_LANGUAGE`, then the POSIX locale; English if neither names another."""
    wanted = next((environment[name] for name in ENVIRONMENT if environment.get(name)), "")[:2].lower()
    return wanted if wanted in LANGUAGES else "en"
