"""Mapping between database rows and values."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import orjson

from ferrovia.protocol.options import read_options, write_options
from ferrovia.server.base.table_log import LogEntry, Seat, TableRow


def row_values(row: TableRow) -> dict[str, Any]:
    """A table's row for the database."""
    return {
        "id": row.id,
        "rules": row.rules,
        "rules_hash": row.rules_hash,
        "engine": row.engine,
        "options": write_options(row.options),
        "secret": row.secret,
        "host": row.host,
        "created_at": row.created_at,
        **changing_values(row),
    }


CHANGING: Final = (
    *("status", "code", "seats", "seq", "moves", "moved", "state", "setup", "due_at", "rematch", "changed_at"),
)
"""The columns that entries change."""


def changing_values(row: TableRow) -> dict[str, Any]:
    """The values of those columns."""
    values = {name: getattr(row, name) for name in CHANGING}
    return {**values, "seats": write_seats(row.seats)}


SEAT_FIELDS: Final = tuple(each.name for each in fields(Seat) if each.name != "livery")


def write_seats(seats: Sequence[Seat]) -> str:
    """The seats of a table as they are stored. One in the colour of its number has no livery there, and looks as it did
    before there were any."""
    rows: list[dict[str, Any]] = [{name: getattr(seat, name) for name in SEAT_FIELDS} for seat in seats]
    for seat, values in zip(seats, rows, strict=True):
        if seat.livery is not None:
            values["livery"] = seat.livery
    return orjson.dumps(rows).decode()


def read_row(row: Any) -> TableRow:
    """A table's row from the database."""
    values = {name: value for name, value in row._mapping.items() if name in TableRow.__dataclass_fields__}
    values["seats"] = tuple(Seat(**seat) for seat in json.loads(values["seats"]))
    values["options"] = read_options(values["options"])
    for name in ("secret", "state", "setup"):
        values[name] = bytes(values[name])
    return TableRow(**values)


def entry_values(table: str, entry: LogEntry) -> dict[str, Any]:
    """An entry for the database."""
    return {
        "table_id": table,
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": entry.text,
        "number": entry.number,
        "events": entry.events,
        "request": entry.request,
        "at": entry.at,
    }


def read_entry(row: Any) -> LogEntry:
    """An entry from the database."""
    return LogEntry(
        row.seq,
        row.kind,
        row.seat,
        row.text,
        row.number,
        row.at,
        bytes(row.events),
        row.request,
    )
