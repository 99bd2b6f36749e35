"""The five levels for people, weakest first: a name, the bot behind it, and how strong it is measured to be."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

FILE: Final = "levels.toml"


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people."""

    name: str
    bot: str
    """The spec text of the bot that plays it."""
    words: str
    """How it plays, in a few words."""
    elo: dict[str, float]
    """Measured strength by the id of the rules; empty where it has not been measured."""


@cache
def levels() -> tuple[Level, ...]:
    """All of them, weakest first."""
    text = resources.files("ferrovia").joinpath("data", FILE).read_text("utf-8")
    table = tomllib.loads(text)
    return tuple(
        Level(row["name"], row["bot"], row["words"], _elo_of(row["name"], table.get("elo", {})))
        for row in table["level"]
    )


def _elo_of(name: str, measured: dict[str, dict[str, float]]) -> dict[str, float]:
    return {rules: ratings[name] for rules, ratings in measured.items() if name in ratings}


def level_names() -> tuple[str, ...]:
    """Their names, weakest first."""
    return tuple(level.name for level in levels())
