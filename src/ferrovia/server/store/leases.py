"""Queries for leases: which server process owns a table, and where that process can be reached. PostgreSQL only."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from ferrovia.server.store.schema import owners, processes
from ferrovia.server.store.statements import CHANNEL

MOVED = "moved"
"""Takes the place of an entry's number in the notification that a table has another owner."""
FORGOTTEN_SECONDS = 3600.0


class Owner(NamedTuple):
    """The owner of a table: a process, and its address for other processes."""

    process: str
    peer: str


class Renewal(NamedTuple):
    """Until when a lease goes on, and whether it never ran out before: otherwise tables may have other owners."""

    until: float
    unbroken: bool


def renew(connection: Connection, process: str, peer: str, clock: Callable[[], float], seconds: float) -> Renewal:
    """Extend the lease of a process, and with it of all its tables, by as long from now: the renewal may have waited
    for its turn. A new process ends the lease of the one that had its address before."""
    known = connection.execute(select(processes.c.until).where(processes.c.id == process)).scalar()
    now = clock()
    until = now + seconds
    if known is None:
        connection.execute(delete(processes).where(processes.c.peer == peer, processes.c.id != process))
    row = insert(processes).values(id=process, peer=peer, until=until)
    connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"until": until}))
    connection.execute(delete(processes).where(processes.c.until < now - FORGOTTEN_SECONDS))
    return Renewal(until, known is not None and known > now)


def claim(connection: Connection, table: str, process: str, now: float, unreachable: str = "") -> Owner | None:
    """Take a table that has no owner, or whose owner's lease has run out, or whose owner was `unreachable`. That one is
    notified: its renewal may be on its way. None: the table is ours; else its owner."""
    before = connection.execute(select(owners.c.process).where(owners.c.table_id == table)).scalar()
    alive = select(processes.c.id).where(processes.c.until > now)
    free = owners.c.process.not_in(alive) | owners.c.process.in_([process, unreachable])
    row = insert(owners).values(table_id=table, process=process)
    taken = row.on_conflict_do_update(index_elements=["table_id"], set_={"process": process}, where=free)
    if connection.execute(taken.returning(owners.c.process)).scalar() is not None:
        if before not in (None, process):
            connection.execute(select(func.pg_notify(CHANNEL, f"{table} {MOVED}")))
        return None
    # An owner that is no longer there ended its lease between the two statements.
    return owner_of(connection, table) or claim(connection, table, process, now, unreachable)


def owner_of(connection: Connection, table: str) -> Owner | None:
    """The owner of a table, whether its lease goes on or not."""
    both = owners.join(processes, owners.c.process == processes.c.id)
    wanted = select(processes.c.id, processes.c.peer).select_from(both).where(owners.c.table_id == table)
    row = connection.execute(wanted).first()
    return None if row is None else Owner(*row)


def is_alive(connection: Connection, process: str, now: float) -> bool:
    """Whether the lease of a process goes on."""
    wanted = select(processes.c.id).where(processes.c.id == process, processes.c.until > now)
    return connection.execute(wanted).first() is not None


def alive_peers(connection: Connection, now: float) -> list[str]:
    """The addresses of all processes whose leases go on."""
    wanted = select(processes.c.peer).where(processes.c.until > now).order_by(processes.c.peer)
    return list(connection.execute(wanted).scalars())


def owned(connection: Connection, process: str, names: Sequence[str]) -> set[str]:
    """Those of some tables that a process still owns."""
    wanted = select(owners.c.table_id).where(owners.c.process == process, owners.c.table_id.in_(names))
    return set(connection.execute(wanted).scalars())


def release(connection: Connection, process: str) -> bool:
    """End the lease of a process: its tables are free at once."""
    connection.execute(delete(processes).where(processes.c.id == process))
    return True
