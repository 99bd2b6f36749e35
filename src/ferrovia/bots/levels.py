"""The five difficulty levels, weakest first: a name, the bot behind it, and its measured strength."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

FILE: Final = "levels.toml"


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people."""

    name: str
    bot: str
    """The spec of the bot behind it."""
    words: str
    """How it plays, in a few words."""
    bots: dict[str, str]
    """The spec text by rules id, for rule sets that have a trained net."""
    elo: dict[str, float]
    """Measured strength by rules id; empty where it has not been measured."""


@cache
def levels() -> tuple[Level, ...]:
    """All levels, weakest first."""
    text = resources.files("ferrovia").joinpath("data", FILE).read_text("utf-8")
    table = tomllib.loads(text)
    return tuple(
        Level(
            row["name"],
            row["bot"],
            row["words"],
            _by_rules(row["name"], table.get("bots", {})),
            _by_rules(row["name"], table.get("elo", {})),
        )
        for row in table["level"]
    )


def _by_rules(name: str, table: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A level's entries in a table by rules id."""
    return {rules: row[name] for rules, row in table.items() if name in row}


def level_names() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return tuple(level.name for level in levels())
