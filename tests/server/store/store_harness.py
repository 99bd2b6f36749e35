"""Stores for tests, and what is written into them."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import Connection, event

from ferrovia.protocol.options import Clock, Options
from ferrovia.server.base.table_log import LogEntry, Seat, SeatHolder, Step, TableRow
from ferrovia.server.store import statements
from ferrovia.server.store.access import TableStore
from ferrovia.server.store.opening import open_store
from ferrovia.server.store.schema import metadata

ID = "Table234567"
OTHER = "Table765432"


class BlockingStore:
    """A store for tests that are not asynchronous themselves."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store = open_store(url)

    def write(self, work: Callable[..., Any], **values: Any) -> Any:
        return asyncio.run(self.store.write(partial(work, **values)))

    def read(self, work: Callable[..., Any], **values: Any) -> Any:
        return asyncio.run(self.store.read(partial(work, **values)))

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """All rows of all tables of the database."""

        def look(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
            found = {each.name: connection.execute(each.select()).all() for each in metadata.sorted_tables}
            return {name: sorted((tuple(row) for row in rows), key=repr) for name, rows in found.items()}

        kept: dict[str, list[tuple[Any, ...]]] = self.read(look)
        return kept

    def close(self) -> None:
        self.store.close()


def a_row(name: str = ID, **values: Any) -> TableRow:
    """A table just opened."""
    seats = (Seat("person", "Ada"), Seat("bot", "driver", "driver"))
    row = TableRow(name, "switzerland", "abcdef", Options(), b"\x00\xffsecret", "host", 1.25, 1.25, seats, seq=1)
    return replace(row, **values)


def opened(name: str = ID, holders: tuple[SeatHolder, ...] = (SeatHolder("ada", 0),), **values: Any) -> Step:
    """The step that opens it."""
    row = a_row(name, **values)
    return Step(LogEntry(1, "open", None, "{}", 0, row.created_at), row, holders)


def following(
    row: TableRow, request: str | None = None, holders: tuple[SeatHolder, ...] | None = None, **values: Any
) -> Step:
    """The next entry of a table, with where it stands after it."""
    entry = LogEntry(row.seq + 1, "move", 0, "deck", row.moves + 1, row.changed_at + 1, b"\x00\x01", request)
    after = replace(row, seq=entry.seq, moves=entry.number, moved=entry.seq, changed_at=entry.at)
    return Step(entry, replace(after, **values), holders)


FULL = TableRow(
    id=ID,
    rules="north-america",
    rules_hash="0123456789",
    options=Options(Clock("fischer", 61, 7, 2), known_cards=False, spectators=False, practice=True, autopilot=False),
    secret=bytes(range(256)),
    host="the host",
    created_at=1_785_000_000.123457,
    changed_at=1_785_000_001.987654,
    seats=(
        Seat("program", "Bía ☕ 💺", None, "digest", 59.123456789, 1_785_000_001.5, True),
        Seat("bot", "driver", "driver"),
        Seat("open"),
    ),
    status="playing",
    code="ABCDEF",
    seq=9,
    moves=3,
    moved=8,
    state=b"\x00\x01\xfe\xff" * 202,
    setup=bytes(255),
    due_at=1_785_000_011.987654,
    rematch=OTHER,
    engine="0.1.0",
)
"""A row in which no field has the value it has by default."""


def full_house(store: BlockingStore) -> dict[str, list[tuple[Any, ...]]]:
    """Two tables with a bit of everything; what is left when the first one is forgotten."""
    store.write(statements.create, step=opened(OTHER))
    store.write(statements.see, seats=[(OTHER, 0)], at=5.0)
    left = store.everything()
    store.write(statements.create, step=opened())
    store.write(statements.append, step=following(a_row(), "0:a"))
    store.write(statements.see, seats=[(ID, 0), (ID, 1)], at=5.0)
    return left


class Oops(Exception):
    """Something that goes wrong half way."""


def half_way(connection: Connection, step: Step) -> None:
    statements.append(connection, step)
    raise Oops


def write_together(store: TableStore, works: list[Callable[[Connection], Any]]) -> tuple[list[Any], int]:
    """What each brings, queued while the writer is busy; and how many transactions that took."""
    busy, commits = threading.Event(), 0

    def committed(connection: Connection) -> None:
        nonlocal commits
        commits += 1

    event.listen(store.engine, "commit", committed)

    async def run() -> list[Any]:
        first = asyncio.create_task(store.write(lambda connection: busy.wait(10)))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(store.write(work)) for work in works]
        await asyncio.sleep(0.05)
        busy.set()
        return (await asyncio.gather(first, *others, return_exceptions=True))[1:]

    found = asyncio.run(run())
    return found, commits - 1
