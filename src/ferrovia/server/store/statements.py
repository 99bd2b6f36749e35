"""All queries, each a function of a connection. The caller ends the transaction.

Rows are fetched before they are read: SQLite keeps the snapshot of a query that an error leaves half read, and the next
reader of that connection would see the past.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    Boolean,
    Connection,
    Select,
    String,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.base.table_log import LEAVE, MOVE, LogEntry, SeatHolder, Step, StoredTable, TableRow
from ferrovia.server.store.driver_statement import DriverStatement
from ferrovia.server.store.rows import CHANGING, changing_values, entry_values, read_entry, read_row, row_values
from ferrovia.server.store.schema import (
    about,
    archive,
    holders,
    link_holders,
    listings,
    log,
    owners,
    presence,
    subscribers,
    subscriptions,
    tables,
)
from ferrovia.server.store.subscriptions import forget_seat

CHANNEL = "ferrovia_tables"
CLOCK = "clock"
PRESENCE = 0
"""Takes the place of an entry's number in a notification of changed presence."""


HELD = holders.outerjoin(
    link_holders,
    and_(*(holders.c[name] == link_holders.c[name] for name in ("table_id", "client", "seat"))),
)
WRITE_ENTRY = DriverStatement(insert(log), [column.name for column in log.c])
CHANGE_TABLE = DriverStatement(
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.seq == bindparam("seen"))
    .values({name: bindparam(name) for name in CHANGING})
)


CHANGE_AND_WRITE = DriverStatement(
    insert(log).from_select(
        [column.name for column in log.c],
        select(*(bindparam(column.name, type_=column.type) for column in log.c)).where(
            exists(CHANGE_TABLE.statement.returning(tables.c.id).cte("changed").select())
        ),
    )
)
"""Both in one, for PostgreSQL: one journey to the database instead of two. The entry is written if the table was
changed."""


CHANGE_WRITE_AND_TELL = DriverStatement(
    CHANGE_AND_WRITE.statement.returning(
        func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("notice", type_=String))
    )
)
"""The same, and notifies the other processes of an entry that is written."""


IS_LISTED = exists(select(listings.c.table_id).where(listings.c.table_id == tables.c.id)).label("listed")


def create(connection: Connection, step: Step) -> bool:
    """Insert a new table with its first entry."""
    connection.execute(insert(tables), row_values(step.row))
    WRITE_ENTRY.execute(connection, entry_values(step.row.id, step.entry))
    _hold(connection, step.row.id, step.holders or ())
    return True


def append(connection: Connection, step: Step, quiet: bool = False) -> bool:
    """Append an entry and update the table; False, without any change, if another entry came first. `quiet`: no other
    process needs to know."""
    row, entry = step.row, step.entry
    if connection.dialect.name == "postgresql":
        if statement_of(quiet).execute(connection, append_values(step)) != 1:
            return False
    elif CHANGE_TABLE.execute(connection, change_values(step)) == 1:
        WRITE_ENTRY.execute(connection, entry_values(row.id, entry))
    else:
        return False
    if entry.kind == LEAVE:  # who sits there next did not ask to be told
        forget_seat(connection, row.id, entry.seat)
    if step.holders is not None:
        for table in (holders, link_holders):
            connection.execute(delete(table).where(table.c.table_id == row.id))
        _hold(connection, row.id, step.holders)
        connection.execute(update(tables).where(tables.c.id == row.id).values(host=row.host))  # a host may sign in
    return True


def statement_of(quiet: bool) -> DriverStatement:
    """The one statement that appends an entry on PostgreSQL."""
    return CHANGE_AND_WRITE if quiet else CHANGE_WRITE_AND_TELL


def append_values(step: Step) -> dict[str, Any]:
    """The values of that statement."""
    row, entry = step.row, step.entry
    return {**change_values(step), **entry_values(row.id, entry), "notice": notice_of(row.id, entry.seq)}


def change_values(step: Step) -> dict[str, Any]:
    """How an entry changes its table, if that has not changed since."""
    return {"of": step.row.id, "seen": step.entry.seq - 1, **changing_values(step.row)}


class Append:
    """Append an entry, as `append` does. Those of which nothing but the one statement is needed can be sent to
    PostgreSQL together: they wait for the network only once, however many they are."""

    def __init__(self, step: Step, quiet: bool) -> None:
        self.step, self.quiet = step, quiet

    def __call__(self, connection: Connection) -> bool:
        return append(connection, self.step, self.quiet)

    @property
    def is_plain(self) -> bool:
        """Whether the one statement is all of it."""
        return self.step.holders is None and self.step.entry.kind != LEAVE

    @staticmethod
    def commit_all(connection: Connection, appends: "Sequence[Append]", quiet: bool) -> list[bool]:
        """Write plain ones, all of them `quiet` or none, to PostgreSQL, each as if alone, and commit them."""
        values = [append_values(plain.step) for plain in appends]
        return [changed == 1 for changed in statement_of(quiet).commit_all(connection, values)]


def append_and_create(connection: Connection, step: Step, new: Step) -> bool:
    """Append an entry that refers to a new table, and insert that table: a rematch exists once, or not at all."""
    return append(connection, step) and create(connection, new)


def times(connection: Connection) -> tuple[float, float]:
    """The right time, which for several processes is that of the database, and the last time a server wrote."""
    shared = connection.dialect.name == "postgresql"
    right = connection.execute(select(func.date_part("epoch", func.clock_timestamp()))).scalar() if shared else None
    last = connection.execute(select(about.c.value).where(about.c.key == CLOCK)).scalar()
    return time.time() if right is None else float(right), float(last or 0.0)


def write_time(connection: Connection, at: float) -> None:
    """Write the time, so that it does not go back when the server is started again."""
    put_about(connection, CLOCK, str(at))


def put_about(connection: Connection, key: str, value: str) -> None:
    """Write a value about the store itself."""
    if not connection.execute(update(about).where(about.c.key == key).values(value=value)).rowcount:
        connection.execute(insert(about), {"key": key, "value": value})


def notify(connection: Connection, table: str, seq: int) -> None:
    """Notify the other server processes."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, notice_of(table, seq))))


def notice_of(table: str, seq: int) -> str:
    """What a notification says: the id and a number, never what happened."""
    return f"{table} {seq}"


def _hold(connection: Connection, table: str, seat_holders: Sequence[SeatHolder]) -> None:
    for target, chosen in ((holders, (True, False)), (link_holders, (False,))):
        rows = [
            {"table_id": table, "client": holder.client, "seat": holder.seat}
            for holder in seat_holders
            if holder.own in chosen
        ]
        if rows:
            connection.execute(insert(target), rows)


def load(connection: Connection, table: str) -> StoredTable | None:
    """Everything stored about a table except its log."""
    row = connection.execute(select(tables, IS_LISTED).where(tables.c.id == table)).first()
    if row is None:
        return None
    wanted = select(holders.c.client, holders.c.seat, link_holders.c.client.is_(None)).select_from(HELD)
    wanted = wanted.where(holders.c.table_id == table)
    held = connection.execute(wanted.order_by(holders.c.seat, holders.c.client)).all()
    seen, gone = seen_at(connection, [table]).get(table, ({}, set()))
    return StoredTable(read_row(row), tuple(SeatHolder(*holder) for holder in held), seen, gone, row.listed)


def has_table(connection: Connection, table: str) -> bool:
    """Whether a table exists."""
    return connection.execute(select(tables.c.id).where(tables.c.id == table)).first() is not None


def seen_at(connection: Connection, names: Sequence[str]) -> dict[str, tuple[dict[int, float], set[int]]]:
    """When the seats of some tables were last seen, and which of them leaving."""
    presences: dict[str, tuple[dict[int, float], set[int]]] = {name: ({}, set()) for name in names}
    for row in connection.execute(select(presence).where(presence.c.table_id.in_(names))).all():
        seen, gone = presences[row.table_id]
        seen[row.seat] = row.seen_at
        gone |= set() if row.here else {row.seat}
    return presences


def entries(connection: Connection, table: str, after: int, most: int = 100_000) -> list[LogEntry]:
    """The log entries after a number, in order."""
    wanted = and_(log.c.table_id == table, log.c.seq > after)
    rows = connection.execute(select(log).where(wanted).order_by(log.c.seq).limit(most)).all()
    return [read_entry(row) for row in rows]


def moves_that_count(connection: Connection, table: str, moves: int) -> list[LogEntry]:
    """The moves of a log without those that were taken back: the latest of each number."""
    own = and_(log.c.table_id == table, log.c.kind == MOVE, log.c.number <= moves)
    latest = select(func.max(log.c.seq)).where(own).group_by(log.c.number)
    own_moves = select(log).where(log.c.table_id == table, log.c.seq.in_(latest))
    rows = connection.execute(own_moves.order_by(log.c.seq)).all()
    return [read_entry(row) for row in rows]


def find_request(connection: Connection, table: str, request: str) -> LogEntry | None:
    """The entry that a request made, if any."""
    row = connection.execute(select(log).where(log.c.table_id == table, log.c.request == request)).first()
    return None if row is None else read_entry(row)


def by_code(connection: Connection, code: str) -> str | None:
    """The table that a code opens."""
    table: str | None = connection.execute(select(tables.c.id).where(tables.c.code == code)).scalar()
    return table


def load_some(connection: Connection, names: Iterable[str]) -> dict[str, StoredTable]:
    """Several tables by id, as `load` returns them; unreadable ones are left out."""
    tables_by_name: dict[str, StoredTable] = {}
    for name in names:
        with suppress(ValueError, TypeError, KeyError):
            stored = load(connection, name)
            tables_by_name |= {name: stored} if stored else {}
    return tables_by_name


def of_client(connection: Connection, client: str, most: int = 50) -> list[str]:
    """The tables at which a client holds a seat, or which it opened; latest first."""
    return list(connection.execute(_own_ids(client).limit(most)).scalars())


def running_of_client(connection: Connection, client: str) -> list[str]:
    """Those of them whose games are not over, however many they are."""
    return list(connection.execute(_own_ids(client).where(tables.c.status.in_(("lobby", "playing")))).scalars())


def _own_ids(client: str) -> Select[Any]:
    held = select(holders.c.table_id).where(holders.c.client == client)
    own = or_(tables.c.id.in_(held), tables.c.host == client)
    return select(tables.c.id).where(own).order_by(tables.c.changed_at.desc())


def due(connection: Connection, now: float, most: int = 500) -> list[tuple[str, float]]:
    """The tables at which something is due by now, and since when."""
    wanted = select(tables.c.id, tables.c.due_at).where(tables.c.due_at <= now).order_by(tables.c.due_at).limit(most)
    return [(row.id, row.due_at) for row in connection.execute(wanted)]


def take_duty(connection: Connection, table: str, due_at: float, until: float | None) -> bool:
    """Lease what is due at a table; False if another process has it."""
    mine = and_(tables.c.id == table, tables.c.due_at == due_at)
    return connection.execute(update(tables).where(mine).values(due_at=until)).rowcount == 1


def put_off(connection: Connection, table: str, seq: int, until: float | None) -> bool:
    """Extend the lease of a working process, unless something has happened at the table in the meantime."""
    same = and_(tables.c.id == table, tables.c.seq == seq)
    return connection.execute(update(tables).where(same).values(due_at=until)).rowcount == 1


def see_statement(dialect: Any) -> Any:
    """Record when a seat was seen, if its table still exists."""
    values: tuple[Any, ...] = (tables.c.id, bindparam("seat"), bindparam("at"), bindparam("here", type_=Boolean))
    kept = select(*values).where(tables.c.id == bindparam("table"))
    noted = dialect.insert(presence).from_select(["table_id", "seat", "seen_at", "here"], kept)
    changed = {"seen_at": noted.excluded.seen_at, "here": noted.excluded.here}
    return noted.on_conflict_do_update(index_elements=["table_id", "seat"], set_=changed)


SEE = {"postgresql": see_statement(postgresql), "sqlite": see_statement(sqlite)}


def see(connection: Connection, seats: Sequence[tuple[str, int]], at: float, here: bool = True) -> bool:
    """Record that these seats are connected, or have just left. Tables that no longer exist are skipped."""
    ordered = sorted(set(seats))  # always in the same order, so that two processes never deadlock
    rows = [{"table": table, "seat": seat, "at": at, "here": here} for table, seat in ordered]
    if rows:
        connection.execute(SEE[connection.dialect.name], rows)
    return True


def see_and_tell(
    connection: Connection, table: str, came: Sequence[int], went: Sequence[int], at: float, quiet: bool = False
) -> bool:
    """Presence changed at a table: record it, and notify the other processes, unless none needs to know (`quiet`)."""
    see(connection, [(table, seat) for seat in came], at)
    see(connection, [(table, seat) for seat in went], at, here=False)
    if not quiet:
        notify(connection, table, PRESENCE)
    return True


def all_ids(connection: Connection) -> list[str]:
    return list(connection.execute(select(tables.c.id).order_by(tables.c.created_at)).scalars())


def unfinished_ids(connection: Connection) -> list[str]:
    """The tables with an unfinished game."""
    return list(connection.execute(select(tables.c.id).where(tables.c.status == "playing")).scalars())


def idle_ids(
    connection: Connection, before: float, after: tuple[float, str] = (0.0, ""), most: int = 200
) -> list[tuple[float, str]]:
    """The tables where nothing has happened since, and since when; longest idle first, starting from a position."""
    place = tuple_(tables.c.changed_at, tables.c.id)
    wanted = select(tables.c.changed_at, tables.c.id).where(tables.c.changed_at < before, place > after)
    rows = connection.execute(wanted.order_by(tables.c.changed_at, tables.c.id).limit(most))
    return [(row.changed_at, row.id) for row in rows]


def archive_table(connection: Connection, row: TableRow, record: str | None, now: float) -> bool:
    """Keep a table's record, if there is one, and delete the rest, unless something has happened in the meantime."""
    if not remove(connection, row.id, row.seq):
        return False
    if record is not None:
        status = row.status if row.options.spectators else "private"  # its players have the record; spectators never do
        values = {"id": row.id, "status": status, "rules": row.rules, "created_at": row.created_at}
        connection.execute(insert(archive), {**values, "archived_at": now, "record": record})
    return True


def archived_record(connection: Connection, table: str) -> str | None:
    """The record of an archived game."""
    wanted = select(archive.c.record).where(archive.c.id == table, archive.c.status == "over")
    record: str | None = connection.execute(wanted).scalar()
    return record


def mend(connection: Connection, row: TableRow, values: dict[str, Any]) -> bool:
    """Correct what is stored besides a log, unless something has happened in the meantime."""
    same = and_(tables.c.id == row.id, tables.c.seq == row.seq)
    return connection.execute(update(tables).where(same).values(values)).rowcount == 1


def remove(connection: Connection, table: str, seq: int) -> bool:
    """Delete a table, unless something has happened at it in the meantime."""
    same = and_(tables.c.id == table, tables.c.seq == seq)
    locked = connection.execute(update(tables).where(same).values(due_at=None)).rowcount == 1
    for part in (log, holders, link_holders, presence, subscriptions, subscribers, owners) if locked else ():
        connection.execute(delete(part).where(part.c.table_id == table))
    return locked and connection.execute(delete(tables).where(same)).rowcount == 1
