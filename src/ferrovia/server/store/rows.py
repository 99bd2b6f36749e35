"""Between rows of the database and what they mean."""

import json
from dataclasses import asdict
from typing import Any

from ferrovia.server.entries import Entry, Row, Seat
from ferrovia.server.options import read_options, write_options


def row_values(row: Row) -> dict[str, Any]:
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


def changing_values(row: Row) -> dict[str, Any]:
    """What entries change of it."""
    return {
        "status": row.status,
        "code": row.code,
        "seats": json.dumps([asdict(seat) for seat in row.seats]),
        "seq": row.seq,
        "moves": row.moves,
        "moved": row.moved,
        "state": row.state,
        "setup": row.setup,
        "due_at": row.due_at,
        "rematch": row.rematch,
        "changed_at": row.changed_at,
    }


def read_row(found: Any) -> Row:
    """A table's row from the database."""
    values = dict(found._mapping)
    values["seats"] = tuple(Seat(**seat) for seat in json.loads(values["seats"]))
    values["options"] = read_options(values["options"])
    for name in ("secret", "state", "setup"):
        values[name] = bytes(values[name])
    return Row(**values)


def entry_values(table: str, entry: Entry) -> dict[str, Any]:
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


def read_entry(found: Any) -> Entry:
    """An entry from the database."""
    return Entry(
        found.seq,
        found.kind,
        found.seat,
        found.text,
        found.number,
        found.at,
        bytes(found.events),
        found.request,
    )
