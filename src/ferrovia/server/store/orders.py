"""Queries for the operator: orders, and lists of tables."""

import json
import logging
from dataclasses import asdict, replace
from itertools import islice
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from ferrovia.protocol.admin import OrderKind
from ferrovia.protocol.options import read_options
from ferrovia.server.base.moderation import EVERYTHING, READ_ONLY, Order
from ferrovia.server.base.table_log import Seat
from ferrovia.server.store.rows import write_seats
from ferrovia.server.store.schema import orders, tables

log = logging.getLogger(__name__)
MOST_LISTED: Final = 200


def all_orders(connection: Connection) -> list[Order]:
    """All orders, latest first; expired ones too."""
    return [Order(*row) for row in connection.execute(select(orders).order_by(orders.c.since.desc()))]


def give_order(connection: Connection, order: Order) -> bool:
    """Store an order in place of an earlier one of the same kind and key."""
    lift_order(connection, order.kind, order.key)
    connection.execute(insert(orders), asdict(order))
    return True


def lift_order(connection: Connection, kind: OrderKind, key: str) -> bool:
    """Delete an order; False if there is none."""
    same = (orders.c.kind == kind) & (orders.c.key == key)
    return connection.execute(delete(orders).where(same)).rowcount > 0


def count_by_status(connection: Connection) -> dict[str, int]:
    """How many tables there are, by status."""
    counts = connection.execute(select(tables.c.status, func.count().label("tables")).group_by(tables.c.status))
    return {row.status: row.tables for row in counts}


def latest_ids(connection: Connection, status: str | None, text: str, most: int = MOST_LISTED) -> list[str]:
    """The tables where something happened last, of a status, and with this id or with a text in the name of a
    player."""
    wanted = select(tables.c.id, tables.c.seats).order_by(tables.c.changed_at.desc())
    if status:
        wanted = wanted.where(tables.c.status == status)
    if not text:
        return list(connection.execute(wanted.limit(most)).scalars())
    within = tables.c.seats.icontains(json.dumps(text)[1:-1], autoescape=True)
    wanted = wanted.where((tables.c.id == text) | within | tables.c.seats.icontains(text, autoescape=True))
    matches = (row.id for row in connection.execute(wanted) if row.id == text or names_hold(row.seats, text))
    return list(islice(matches, most))


def names_hold(seats: str, text: str) -> bool:
    """Whether a player's name holds a text, in any case. The stored seats have keys and digests too, which a query
    cannot tell from names; seats that cannot be read hold nothing."""
    try:
        return any(text.casefold() in seat["name"].casefold() for seat in json.loads(seats))
    except (ValueError, TypeError, KeyError):
        return False


def go_on(connection: Connection, now: float) -> bool:
    """Lift the order that stops all games, and give players back the time since it was given, both or neither; False if
    there is none, for instance because another process has just lifted it."""
    stops = (orders.c.kind == READ_ONLY) & (orders.c.key == EVERYTHING)
    since = connection.execute(delete(orders).where(stops).returning(orders.c.since)).scalar()
    if since is None:
        return False
    give_time_back(connection, max(0.0, now - since))
    return True


def give_time_back(connection: Connection, seconds: float) -> int:
    """Let clocks that run begin so much later: players could not move. Return how many tables have such clocks. One
    that cannot be read is left as it is: the others must not stay stopped for it."""
    running = select(tables.c.id, tables.c.options, tables.c.seats).where(tables.c.status == "playing")
    changed = 0
    for row in connection.execute(running.with_for_update()).all():
        try:
            if read_options(row.options).clock.kind == "none":
                continue
            text = asked_later(row.seats, seconds)
        except (ValueError, TypeError) as error:
            log.error("unreadable-table", extra={"table": row.id, "why": type(error).__name__})
            continue
        connection.execute(update(tables).where(tables.c.id == row.id).values(seats=text))
        changed += 1
    return changed


def asked_later(text: str, seconds: float) -> str:
    """Stored seats whose players were asked so much later. ValueError or TypeError if they cannot be read."""
    seats = [Seat(**seat) for seat in json.loads(text)]
    later = [seat if seat.asked_at is None else replace(seat, asked_at=seat.asked_at + seconds) for seat in seats]
    return write_seats(later)
