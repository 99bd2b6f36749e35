"""Audit of the store: checks states against their logs and archives old tables."""

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine

from ferrovia.errors import FerroviaError
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import END, MOVE, START, TAKE_BACK, LogEntry, TableRow
from ferrovia.server.live import referee
from ferrovia.server.live.history import read_record
from ferrovia.server.live.referee import BrokenLog
from ferrovia.server.live.services import Services
from ferrovia.server.store import statements

log = logging.getLogger(__name__)


class ReplayedState(NamedTuple):
    """The state of a table according to its log."""

    state: bytes
    moves: int
    moved: int
    status: str


def compare(library: RulesLibrary, connection: Connection, table: str) -> tuple[TableRow, ReplayedState] | None:
    """The stored state of a table and the one its log produces; None if there is no such table, or if it has no game.
    Raises BrokenLog if the log breaks the rules or does not match its secret."""
    try:
        stored = statements.load(connection, table)
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenLog(table, "row", f"its row cannot be read: {error}") from None
    if stored is None:
        return None
    row = stored.row
    entries = [entry for entry in statements.entries(connection, table, 0) if entry.seq <= row.seq]
    if [entry.seq for entry in entries] != list(range(1, row.seq + 1)):
        raise BrokenLog(table, "gap", "entries are missing from its log")
    kinds = {entry.kind for entry in entries}
    return (row, standing(library, row, entries)) if START in kinds else None


def standing(library: RulesLibrary, row: TableRow, entries: list[LogEntry]) -> ReplayedState:
    """The state that the log of a game produces."""
    try:
        game = referee.play_again(library.of(row), row, entries)
    except RequestRefused as refusal:
        raise BrokenLog(row.id, refusal.code, f"{refusal.code} {refusal.parameters}") from None
    ended = any(entry.kind == END for entry in entries)
    moved = max((entry.seq for entry in entries if entry.kind in (MOVE, TAKE_BACK)), default=0)
    status = "ended" if ended else "over" if game.over else "playing"
    return ReplayedState(game.states.tobytes(), len(game.history), moved, status)


def differences(row: TableRow, replayed: ReplayedState) -> dict[str, Any]:
    """What has to be corrected."""
    return {name: value for name, value in replayed._asdict().items() if getattr(row, name) != value}


def complaints(library: RulesLibrary, engine: Engine) -> Iterator[tuple[str, str | None]]:
    """Every table with its complaint; None if it is in order. Each is checked in its own transaction, because one for
    all would keep a database from cleaning up for hours."""
    with engine.connect() as connection:
        tables = statements.all_ids(connection)
    for table in tables:
        with engine.connect() as connection:
            yield table, complaint(library, connection, table)


def complaint(library: RulesLibrary, connection: Connection, table: str) -> str | None:
    """What is wrong with a table."""
    try:
        compared = compare(library, connection, table)
    except BrokenLog as error:
        return str(error)
    wrong = ", ".join(differences(*compared)) if compared else ""
    return f"table {table}: not what its log makes: {wrong}" if wrong else None


async def check(services: Services, table: str) -> None:
    """Before an unfinished game continues after a restart, correct its state from its log, which is the source of
    truth."""
    try:
        compared = await services.store.read(lambda connection: compare(services.library, connection, table))
        wrong = differences(*compared) if compared else {}
        if compared and wrong:
            mended = await services.store.write(partial(statements.mend, row=compared[0], values=wrong))
            log.error("state-mended", extra={"table": table, "mended": mended, "what": sorted(wrong)})
    except BrokenLog as error:
        log.error("broken-log", extra=error.details)


async def archive_table(services: Services, table: str) -> bool:
    """Archive one table as its record. One that cannot be archived stays, and does not block the others."""
    try:
        put = await _archive_table(services, table)
    except RequestRefused as refusal:  # started with other rules, for example
        log.warning("not-put-away", extra={"table": table, "code": refusal.code})
    except (FerroviaError, ValueError, TypeError, KeyError) as error:  # its row or its log is unreadable
        log.warning("not-put-away", extra={"table": table, "code": type(error).__name__})
    else:
        if put:
            log.info("put-away", extra={"table": table})
        return put
    return False


async def _archive_table(services: Services, table: str) -> bool:
    stored = await services.store.read(partial(statements.load, table=table))
    if stored is None:
        return False
    row, record = stored.row, None
    if row.moves:
        read = partial(read_record, rules=services.library.of(row), row=row)
        record = (await services.store.read(read)).text
    return await services.store.write(partial(statements.archive_table, row=row, record=record, now=server_time()))
