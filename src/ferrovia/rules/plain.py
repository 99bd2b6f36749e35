"""Serialisation of schema records to plain tables: for JSON, for the hash and for people."""

import json
from enum import StrEnum
from typing import Any

from ferrovia.rules.keys import Entries, Entry, Key, keys_of
from ferrovia.rules.kinds import Either, Kind, ListOf, TableOf


def as_table(record: Any, *, defaults: bool = True) -> dict[str, Any]:
    """The record as its file spells it, with or without keys at their default."""
    chosen = {key.name: (key, getattr(record, key.attribute)) for key in keys_of(type(record)).values()}
    stated = {name: pair for name, pair in chosen.items() if defaults or pair[1] != pair[0].default}
    return {name: plain(key.kind, value) for name, (key, value) in stated.items() if value is not None}


def hashed_table(record: Any) -> dict[str, Any]:
    """The keys that affect a game. Tables become lists of pairs, so that their order counts."""
    chosen: list[Key] = [key for key in keys_of(type(record)).values() if key.hashed]
    return {key.name: ordered(key.kind, getattr(record, key.attribute)) for key in chosen}


def plain(kind: Kind, value: Any) -> Any:
    """A value as TOML or JSON would hold it."""
    if isinstance(kind, Entry):
        return as_table(value, defaults=False)
    if isinstance(kind, Entries):
        return [as_table(entry, defaults=False) for entry in value]
    if isinstance(kind, ListOf):
        return [plain(kind.kind, entry) for entry in value]
    if isinstance(kind, Either):
        return value if isinstance(value, str) else plain(kind.table, value)
    if isinstance(kind, TableOf):
        return {str(name): plain(kind.kind, entry) for name, entry in value}
    return str(value) if isinstance(value, StrEnum) else value


def toml(value: Any) -> str:
    """A plain value as TOML writes it. Our names need no quotes."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {toml(entry)}' for name, entry in value.items())} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers and booleans are the same in both languages


def ordered(kind: Kind, value: Any) -> Any:
    """A value whose JSON has exactly one spelling."""
    if isinstance(kind, Entries):
        return [hashed_table(entry) for entry in value]
    if isinstance(kind, TableOf):
        return [[name, ordered(kind.kind, entry)] for name, entry in value]
    return plain(kind, value)
