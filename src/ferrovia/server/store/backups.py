"""Backup and restore: a store copied row by row, from one snapshot. A backup is a store in an SQLite file, whatever the
server uses, so it can be served, verified, and restored to either database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, Table, delete, func, insert, inspect, select

from ferrovia.errors import ServerError
from ferrovia.server.store.opening import hold, migrate, open_engine, shown
from ferrovia.server.store.schema import about, metadata, tables
from ferrovia.server.store.schema import archive as archived

TOGETHER: Final = 500
"""Rows in one statement."""
PARTIAL: Final = ".part"


def back_up(url: str, path: Path) -> int:
    """Copy a store, which may be in use, into a new file; return how many tables and archived games it holds. The file
    appears under its name once it is complete and on disk."""
    if path.exists():
        raise ServerError(f"{str(path)!r} already exists: a backup never overwrites a file")
    made = path.with_name(path.name + PARTIAL)
    made.unlink(missing_ok=True)
    try:
        with opened(url, make=False) as source, opened(f"sqlite:///{made}") as target:
            games = copy_store(source, target)
        leave_write_ahead_log(made)
        with made.open("rb") as file:
            os.fsync(file.fileno())
        made.rename(path)
    except BaseException:
        for leftover in path.parent.glob(f"{made.name}*"):
            leftover.unlink(missing_ok=True)
        raise
    return games


def leave_write_ahead_log(path: Path) -> None:
    """Make a store one file, without others beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def restore(path: Path, url: str) -> int:
    """Copy a backup, which may have an older format, into an empty store, which has today's; return how many tables and
    archived games it holds. All or nothing."""
    with opened(f"sqlite:///{path}", make=False, older=True) as source:
        lock = hold(url)
        try:
            with opened(url) as target:
                check_empty(target, url)
                return copy_store(source, target)
        finally:
            if lock:
                lock.release()


def check_empty(engine: Engine, url: str) -> None:
    """Raise ServerError if there are games in a store: a backup does not replace them."""
    with engine.connect() as connection:
        if games(connection):
            raise ServerError(f"the store {shown(url)} already contains games: restore to an empty one")


@contextmanager
def opened(url: str, make: bool = True, older: bool = False) -> Iterator[Engine]:
    """A store, closed afterwards."""
    engine = open_engine(url, make, older)
    try:
        yield engine
    finally:
        engine.dispose()


def copy_store(source: Engine, target: Engine) -> int:
    """Copy all rows, in one transaction, from one snapshot, and bring them to today's format."""
    level = {} if source.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with source.execution_options(**level).begin() as reading, target.begin() as writing:
        writing.execute(delete(about))  # what opening a new store wrote
        there = set(inspect(reading).get_table_names())
        for table in metadata.sorted_tables:  # those that others refer to come first
            if table.name in there:  # a store of an earlier version may have fewer
                copy_rows(reading, writing, table)
        migrate(writing)  # the format was copied too
        return games(writing)


def copy_rows(reading: Connection, writing: Connection, table: Table) -> None:
    """Copy the rows of a database table, some at a time."""
    result = reading.execution_options(yield_per=TOGETHER).execute(select(table))
    for rows in result.mappings().partitions():
        writing.execute(insert(table), [dict(row) for row in rows])


def games(connection: Connection) -> int:
    """How many tables there are, archived ones included."""
    counts = [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (tables, archived)]
    return sum(counts)
