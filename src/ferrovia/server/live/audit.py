"""Looking after the store: states against their logs, and old tables out of the way."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Connection, Engine

from ferrovia.errors import FerroviaError
from ferrovia.server.base.log import END, MOVE, START, TAKE_BACK, LogEntry, TableRow
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.live import referee
from ferrovia.server.live.referee import BrokenLog
from ferrovia.server.store import statements

if TYPE_CHECKING:
    from ferrovia.server.live.hub import Hub

log = logging.getLogger(__name__)
DAY: Final = 86_400.0
PAUSE: Final = 0.01
"""Seconds between two tables, so that people at others do not notice."""


class ReplayedState(NamedTuple):
    """Where a table stands, as far as its log says."""

    state: bytes
    moves: int
    moved: int
    status: str


def compare(library: RulesLibrary, connection: Connection, table: str) -> tuple[TableRow, ReplayedState] | None:
    """What is kept of a table beside its log, and what its log makes; None if there is no such table, or none of it has
    to be: it has no game. BrokenLog if the log does not follow the rules or its own secret."""
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
    """What the log of a game makes."""
    try:
        game = referee.play_again(library.of(row), row, entries)
    except RequestRefused as refusal:
        raise BrokenLog(row.id, refusal.code, f"{refusal.code} {refusal.parameters}") from None
    ended = any(entry.kind == END for entry in entries)
    moved = max((entry.seq for entry in entries if entry.kind in (MOVE, TAKE_BACK)), default=0)
    status = "ended" if ended else "over" if game.over else "playing"
    return ReplayedState(game.states.tobytes(), len(game.history), moved, status)


def differences(row: TableRow, found: ReplayedState) -> dict[str, Any]:
    """What has to be put right."""
    return {name: value for name, value in found._asdict().items() if getattr(row, name) != value}


def complaints(library: RulesLibrary, engine: Engine) -> Iterator[tuple[str, str | None]]:
    """Every table with what is wrong with it; None: nothing. Each is looked at for itself: one transaction for all of
    them would keep a database from tidying up for hours."""
    with engine.connect() as connection:
        tables = statements.all_ids(connection)
    for table in tables:
        with engine.connect() as connection:
            yield table, complaint(library, connection, table)


def complaint(library: RulesLibrary, connection: Connection, table: str) -> str | None:
    """What is wrong with a table."""
    try:
        found = compare(library, connection, table)
    except BrokenLog as error:
        return str(error)
    wrong = ", ".join(differences(*found)) if found else ""
    return f"table {table}: not what its log makes: {wrong}" if wrong else None


async def check(hub: "Hub", table: str) -> None:
    """A game that was going on when this process began stands where its log says, before anybody plays on. The log is
    the truth."""
    try:
        found = await hub.read(lambda connection: compare(hub.library, connection, table))
        wrong = differences(*found) if found else {}
        if found and wrong:
            mended = await hub.write(partial(statements.mend, row=found[0], values=wrong))
            log.error("state-mended", extra={"table": table, "mended": mended, "what": sorted(wrong)})
    except BrokenLog as error:
        log.error("broken-log", extra=error.told)
    hub.unchecked.discard(table)


async def check_unfinished(hub: "Hub") -> None:
    """At the start: look at every game that is going on, also where nobody comes."""
    count = len(hub.unchecked)
    for table in list(hub.unchecked):
        await asyncio.sleep(PAUSE)
        if table in hub.unchecked:
            with contextlib.suppress(RequestRefused):
                await hub.find(table)
    log.info("games-checked", extra={"tables": count})


async def put_away_old(hub: "Hub") -> None:
    """Tables at which nothing has happened for long become records, or nothing if there was no game."""
    days = hub.settings.archive_days
    if not days:
        return
    before, after = time.time() - days * DAY, (0.0, "")
    while found := await hub.read(partial(statements.idle_ids, before=before, after=after)):
        after = found[-1]
        for _, table in found:
            live = hub.tables.get(table)
            if live is None or not live.subscribers:
                await put_away(hub, table)


async def put_away(hub: "Hub", table: str) -> None:
    """One table. What cannot be put away stays: the next one need not wait for it."""
    try:
        put = await _put_away(hub, table)
    except RequestRefused as refusal:  # begun under other rules, say
        log.warning("not-put-away", extra={"table": table, "code": refusal.code})
    except (FerroviaError, ValueError, TypeError, KeyError) as error:  # its row or its log cannot be read
        log.warning("not-put-away", extra={"table": table, "code": type(error).__name__})
    else:
        if put:
            hub.tables.pop(table, None)
            log.info("put-away", extra={"table": table})


async def _put_away(hub: "Hub", table: str) -> bool:
    stored = await hub.read(partial(statements.load, table=table))
    if stored is None:
        return False
    row, record = stored.row, None
    if row.moves:
        entries = await hub.read(partial(statements.entries, table=table, after=0))
        record = str(referee.record_of(hub.library.of(row), row, entries))
    return await hub.write(partial(statements.put_away, row=row, record=record, now=time.time()))
