"""Keys: how a record of the schema is declared and read from a table, whatever the record."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferrovia.rules.document import Spot
from ferrovia.rules.kinds import UNREADABLE, Kind, nearest, show, wrong


@dataclass(frozen=True, slots=True)
class Key:
    """What the schema knows of one key. `name` is how files spell it."""

    name: str
    attribute: str
    kind: Kind
    meaning: str
    hashed: bool
    default: Any

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING


def key(meaning: str, kind: Kind, default: Any = dataclasses.MISSING, *, name: str = "", hashed: bool = True) -> Any:
    """Declares a key. `name` where files use a word that Python keeps for itself."""
    notes = {"meaning": meaning, "kind": kind, "name": name, "hashed": hashed}
    return field(metadata=notes) if default is dataclasses.MISSING else field(default=default, metadata=notes)


def keys_of(record: type) -> dict[str, Key]:
    """The keys of a record by their spelling in files, in order."""
    found = (_key_of(declared) for declared in dataclasses.fields(record))
    return {each.name: each for each in found}


def _key_of(declared: "dataclasses.Field[Any]") -> Key:
    notes: Mapping[str, Any] = declared.metadata
    name = notes["name"] or declared.name
    return Key(name, declared.name, notes["kind"], notes["meaning"], notes["hashed"], declared.default)


def read_keys(record: type, table: Mapping[str, Any], spot: Spot, *, also: tuple[str, ...] = ()) -> dict[str, Any]:
    """The readable values of a table by attribute; complains of unknown keys (beyond `also`) and of bad values."""
    known = keys_of(record)
    found: dict[str, Any] = {}
    for name, value in table.items():
        if name in known:
            found[known[name].attribute] = known[name].kind.read(value, spot.at(name))
        elif name not in also:
            spot.at(name).complain("unknown-key", f"there is no key {show(name)}; {nearest(name, [*known, *also])}")
    return {name: value for name, value in found.items() if value is not UNREADABLE}


def complain_of_missing(record: type, table: Mapping[str, Any], spot: Spot) -> bool:
    """Whether a required key is not there."""
    missing = [each for each in keys_of(record).values() if each.required and each.name not in table]
    for each in missing:
        spot.complain("missing-key", f"the key {each.name!r} is missing ({each.meaning})")
    return bool(missing)


def read_record(record: type, value: Any, spot: Spot) -> Any:
    """The record in a table, or UNREADABLE after complaints."""
    before = len(spot.complaints)
    found = read_keys(record, value, spot)
    complain_of_missing(record, value, spot)
    return record(**found) if len(spot.complaints) == before else UNREADABLE


@dataclass(frozen=True, slots=True)
class Entry:
    """A table that holds a record."""

    record: type

    @property
    def words(self) -> str:
        return f"a table with the keys {', '.join(keys_of(self.record))}"

    def read(self, value: Any, spot: Spot) -> Any:
        return read_record(self.record, value, spot) if isinstance(value, dict) else wrong(self, value, spot)


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of records. Unreadable ones stay in it as UNREADABLE, so that the others can be checked with them."""

    record: type

    @property
    def words(self) -> str:
        return f"a list of tables with the keys {', '.join(keys_of(self.record))}"

    def read(self, value: Any, spot: Spot) -> Any:
        if not isinstance(value, list):
            return wrong(self, value, spot)
        return tuple(Entry(self.record).read(entry, spot.at(number)) for number, entry in enumerate(value))
