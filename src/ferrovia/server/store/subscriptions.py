"""Queries for push subscriptions, and the key they were made with."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.store.schema import about, subscribers, subscriptions

MOST_PER_SEAT: Final = 5
BOTH: Final = (subscriptions, subscribers)
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
    key: str = connection.execute(select(about.c.value).where(about.c.key == KEY)).scalar_one()
    return key


def subscribe(connection: Connection, table: str, seat: int, subscription: Subscription, client: str) -> bool:
    """Store a subscription for a seat, made by the browser with this key; False if the seat has too many."""
    unsubscribe(connection, table, seat, subscription.endpoint)
    own = (subscriptions.c.table_id == table) & (subscriptions.c.seat == seat)
    if connection.execute(select(func.count()).where(own)).scalar_one() >= MOST_PER_SEAT:
        return False
    connection.execute(insert(subscriptions), {"table_id": table, "seat": seat, **subscription._asdict()})
    made = {"table_id": table, "seat": seat, "endpoint": subscription.endpoint, "client": client}
    connection.execute(insert(subscribers), made)
    return True


def unsubscribe(connection: Connection, table: str, seat: int, endpoint: str) -> bool:
    """Delete a subscription of a seat."""
    for subscribed in BOTH:
        own = (subscribed.c.table_id == table) & (subscribed.c.seat == seat)
        connection.execute(delete(subscribed).where(own, subscribed.c.endpoint == endpoint))
    return True


def forget_seat(connection: Connection, table: str, seat: int | None) -> None:
    """Delete all subscriptions of a seat."""
    for subscribed in BOTH:
        connection.execute(delete(subscribed).where(subscribed.c.table_id == table, subscribed.c.seat == seat))


def forget_endpoint(connection: Connection, endpoint: str) -> bool:
    """Delete a browser that its push service no longer knows."""
    for subscribed in BOTH:
        connection.execute(delete(subscribed).where(subscribed.c.endpoint == endpoint))
    return True


def forget_clients(connection: Connection, clients: Sequence[str]) -> None:
    """Delete the subscriptions of browsers that were signed out, by the keys they had."""
    own = subscribers.c.client.in_(clients)
    names = ("table_id", "seat", "endpoint")
    made = select(*(subscribers.c[name] for name in names)).where(own)
    connection.execute(delete(subscriptions).where(tuple_(*(subscriptions.c[name] for name in names)).in_(made)))
    connection.execute(delete(subscribers).where(own))


def change_client(connection: Connection, before: str, client: str) -> None:
    """A browser has a new key: it is told as before."""
    connection.execute(update(subscribers).where(subscribers.c.client == before).values(client=client))


def of_seats(connection: Connection, table: str, seats: Sequence[int]) -> list[Subscription]:
    """The subscriptions for some seats of a table; a browser with several of them is notified once."""
    own = (subscriptions.c.table_id == table) & subscriptions.c.seat.in_(seats)
    columns = (subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth)
    rows = connection.execute(select(*columns).where(own).distinct())
    return [Subscription(*row) for row in rows]
