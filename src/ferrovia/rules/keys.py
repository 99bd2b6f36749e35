"""Declaration of schema keys on dataclasses, and reading such a record from a table."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any

from ferrovia.rules.files.complaint import MOST
from ferrovia.rules.files.document import Location
from ferrovia.rules.kinds import UNREADABLE, Kind, closest, nearest, show, wrong


@dataclass(frozen=True, slots=True)
class Key:
    """Schema of one key. `name` is its spelling in files."""

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
    """Declare a key. Use `name` where the spelling in files is a reserved word of Python."""
    notes = {"meaning": meaning, "kind": kind, "name": name, "hashed": hashed}
    return field(metadata=notes) if default is dataclasses.MISSING else field(default=default, metadata=notes)


def keys_of(record: type) -> Mapping[str, Key]:
    """The keys of a record by their spelling in files, in order."""
    return _keys_of(record)


@cache
def _keys_of(record: type) -> Mapping[str, Key]:
    keys = (_key_of(declared) for declared in dataclasses.fields(record))
    return MappingProxyType({key.name: key for key in keys})


def _key_of(declared: "dataclasses.Field[Any]") -> Key:
    notes: Mapping[str, Any] = declared.metadata
    name = notes["name"] or declared.name
    return Key(name, declared.name, notes["kind"], notes["meaning"], notes["hashed"], declared.default)


def meant(record: type, table: Mapping[str, Any], also: tuple[str, ...] = ()) -> set[str]:
    """The keys a table probably misspells."""
    known = [*keys_of(record), *also]
    guessed = {closest(name, known) for name in islice((name for name in table if name not in known), MOST)}
    return {name for name in known if name in guessed and name not in table}


def read_keys(
    record: type, table: Mapping[str, Any], location: Location, *, also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The values of a table by attribute, UNREADABLE where misspelt; complains about unknown keys and bad values.

    The keys in `also` are read elsewhere.
    """
    known = keys_of(record)
    values = {known[name].attribute: UNREADABLE for name in meant(record, table, also) if name in known}
    for name, value in table.items():
        if name in known:
            values[known[name].attribute] = known[name].kind.read(value, location.at(name))
        elif name not in also:
            location.at(name).complain("unknown-key", f"there is no key {show(name)}; {nearest(name, [*known, *also])}")
    return values


def read_all(
    record: type, table: Mapping[str, Any], location: Location, *, also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Like `read_keys`, but also complains about missing keys, whose values are UNREADABLE."""
    values = read_keys(record, table, location, also=also)
    for key in keys_of(record).values():
        if key.required and key.attribute not in values:
            location.complain("missing-key", f"the key {key.name!r} is missing ({key.meaning})")
            values[key.attribute] = UNREADABLE
    return values


@dataclass(frozen=True, slots=True)
class Entry:
    """A table that holds one record."""

    record: type

    @property
    def words(self) -> str:
        return f"a table with the keys {', '.join(keys_of(self.record))}"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, dict):
            return wrong(self, value, location)
        return self.record(**read_all(self.record, value, location))


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of records. An entry that is not a table becomes a record of UNREADABLE, so that the others keep their
    numbers."""

    record: type

    @property
    def words(self) -> str:
        return f"a list of tables with the keys {', '.join(keys_of(self.record))}"

    def read(self, value: Any, location: Location) -> Any:
        if not isinstance(value, list):
            return wrong(self, value, location)
        return tuple(self.entry(entry, location.at(number)) for number, entry in enumerate(value))

    def entry(self, value: Any, location: Location) -> Any:
        entry = Entry(self.record).read(value, location)
        attributes = (key.attribute for key in keys_of(self.record).values())
        return self.record(**dict.fromkeys(attributes, UNREADABLE)) if entry is UNREADABLE else entry
