"""Queries for push subscriptions, and the key they were made with."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.store.schema import about, subscriptions

MOST_PER_SEAT: Final = 5
KEY: Final = "vapid"


class Subscription(NamedTuple):
    """A browser that wants to be notified of a seat's turns."""

    endpoint: str
    """Its address at its push service."""
    p256dh: str
    """Its public key, in base64url."""
    auth: str
    """A secret it shares with us, in base64url."""


KEEP_KEY: Final = {
    name: dialect.insert(about).on_conflict_do_nothing()
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}


def vapid_key(connection: Connection, fresh: str) -> str:
    """The server's private key, or the new one if there is none. Of several processes the first one's is kept."""
    connection.execute(KEEP_KEY[connection.dialect.name], {"key": KEY, "value": fresh})
    found: str = connection.execute(select(about.c.value).where(about.c.key == KEY)).scalar_one()
    return found


def subscribe(connection: Connection, table: str, seat: int, subscription: Subscription) -> bool:
    """Store a subscription for a seat; False if it has too many."""
    unsubscribe(connection, table, seat, subscription.endpoint)
    own = (subscriptions.c.table_id == table) & (subscriptions.c.seat == seat)
    if connection.execute(select(func.count()).where(own)).scalar_one() >= MOST_PER_SEAT:
        return False
    connection.execute(insert(subscriptions), {"table_id": table, "seat": seat, **subscription._asdict()})
    return True


def unsubscribe(connection: Connection, table: str, seat: int, endpoint: str) -> bool:
    """Delete a subscription of a seat."""
    own = (subscriptions.c.table_id == table) & (subscriptions.c.seat == seat)
    connection.execute(delete(subscriptions).where(own, subscriptions.c.endpoint == endpoint))
    return True


def forget_endpoint(connection: Connection, endpoint: str) -> bool:
    """Delete a browser that its push service no longer knows."""
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))
    return True


def of_seats(connection: Connection, table: str, seats: Sequence[int]) -> list[Subscription]:
    """The subscriptions for some seats of a table; a browser with several of them is notified once."""
    own = (subscriptions.c.table_id == table) & subscriptions.c.seat.in_(seats)
    columns = (subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth)
    found = connection.execute(select(*columns).where(own).distinct())
    return [Subscription(*each) for each in found]
