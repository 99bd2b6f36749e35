"""Looking after the store: states against their logs, and old tables out of the way."""

import asyncio
import logging
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from ferrovia.errors import ServerError
from ferrovia.server import referee
from ferrovia.server.entries import Row
from ferrovia.server.refusals import Refusal
from ferrovia.server.shelf import Shelf
from ferrovia.server.store import statements

if TYPE_CHECKING:
    from ferrovia.server.hall import Hall

log = logging.getLogger("ferrovia.upkeep")
DAY: Final = 86_400.0
PAUSE: Final = 0.01
"""Seconds between two tables, so that people at others do not notice."""


def state_of_log(shelf: Shelf, connection: Connection, table: str) -> tuple[Row, bytes] | None:
    """Where a table stands, and the state that its log makes; None if there is no such table or no game yet.
    ServerError if the log does not follow the rules or its own secret."""
    stored = statements.load(connection, table)
    if stored is None or not stored.row.state:
        return None
    row = stored.row
    entries = [entry for entry in statements.entries(connection, table, 0) if entry.seq <= row.seq]
    if [entry.seq for entry in entries] != list(range(1, row.seq + 1)):
        raise ServerError(f"table {table}: entries are missing from its log")
    try:
        game = referee.play_again(shelf.of(row), row, entries)
    except Refusal as refusal:
        raise ServerError(f"table {table}: {refusal.code} {refusal.parameters}") from None
    if len(game.history) != row.moves:
        raise ServerError(f"table {table}: {row.moves} moves are counted, the log has {len(game.history)}")
    return row, game.states.tobytes()


def complaints(shelf: Shelf, connection: Connection) -> Iterator[tuple[str, str | None]]:
    """Every table with what is wrong with it; None: nothing."""
    for table in statements.all_ids(connection):
        try:
            found = state_of_log(shelf, connection, table)
        except ServerError as error:
            yield table, str(error)
            continue
        same = found is None or found[0].state == found[1]
        yield table, None if same else f"table {table}: its state is not the one its log makes"


async def check_unfinished(hall: "Hall") -> None:
    """At the start: every game that is going on stands where its log says. The log is the truth."""
    unfinished = await hall.read(statements.unfinished_ids)
    for table in unfinished:
        await asyncio.sleep(PAUSE)
        try:
            found = await hall.read(partial(_state_of, hall.shelf, table))
        except ServerError as error:
            log.error("broken-log", extra={"table": table, "why": str(error)})
            continue
        if found is not None and found[0].state != found[1]:
            mended = await hall.write(partial(statements.mend_state, row=found[0], state=found[1]))
            live = hall.tables.pop(table, None)
            for watcher in list(live.watchers) if live else ():
                watcher.lose()  # it comes again, to the table as it should be
            log.error("state-mended", extra={"table": table, "mended": mended})
    log.info("games-checked", extra={"tables": len(unfinished)})


def _state_of(shelf: Shelf, table: str, connection: Connection) -> tuple[Row, bytes] | None:
    return state_of_log(shelf, connection, table)


async def put_away_old(hall: "Hall") -> None:
    """Tables at which nothing has happened for long become records, or nothing if there was no game."""
    days = hall.settings.archive_days
    if not days:
        return
    before = time.time() - days * DAY
    for table in await hall.read(partial(statements.idle_ids, before=before)):
        live = hall.tables.get(table)
        if live is None or not live.watchers:
            try:
                await put_away(hall, table)
            except Refusal as refusal:  # begun under other rules, say: the next one need not wait for it
                log.warning("not-put-away", extra={"table": table, "code": refusal.code})


async def put_away(hall: "Hall", table: str) -> None:
    """One table."""
    stored = await hall.read(partial(statements.load, table=table))
    if stored is None:
        return
    row, record = stored.row, None
    if row.moves:
        entries = await hall.read(partial(statements.entries, table=table, after=0))
        record = str(referee.record_of(hall.shelf.of(row), row, entries))
    if await hall.write(partial(statements.put_away, row=row, record=record, now=time.time())):
        hall.tables.pop(table, None)
        log.info("put-away", extra={"table": table})
