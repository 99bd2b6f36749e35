"""Queries for the public lobby: listed tables, who began their games, ratings."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, delete, insert, select, tuple_, update

from ferrovia.server.base.glicko import Rating, rate_game
from ferrovia.server.base.table_log import MOVE, Step
from ferrovia.server.store import statements
from ferrovia.server.store.schema import holders, link_holders, listings, log, ratings, tables


class RatingKey(NamedTuple):
    """Whose rating, in which rules, with how many players."""

    client: str
    rules: str
    players: int


class Listing(NamedTuple):
    """A listed table, and who held its seats when its game began."""

    table: str
    entrants: dict[int, str]


def create_listed(connection: Connection, step: Step) -> bool:
    """Insert a new table that everybody may see and join."""
    statements.create(connection, step)
    connection.execute(insert(listings), {"table_id": step.row.id, "entrants": "", "rated": False})
    return True


def listed(status: str) -> Select[Any]:
    """The ids of listed tables of a status, oldest first."""
    own = and_(listings.c.table_id == tables.c.id, tables.c.status == status)
    return select(tables.c.id).select_from(listings.join(tables, own)).order_by(tables.c.created_at)


def listed_ids(connection: Connection, status: str, since: float, most: int = 50, after: int = 0) -> list[str]:
    """Listed tables of a status where something has happened since, the latest first; some of them may be passed
    over."""
    latest = listed(status).order_by(None).order_by(tables.c.created_at.desc(), tables.c.id)
    wanted = latest.where(tables.c.changed_at >= since).limit(most).offset(after)
    return list(connection.execute(wanted).scalars())


def is_listed(connection: Connection, table: str) -> bool:
    """Whether a table is public."""
    return connection.execute(select(listings.c.table_id).where(listings.c.table_id == table)).first() is not None


def note_entrants(connection: Connection) -> bool:
    """Note who sat down at games that have begun: who leaves later has played all the same, and who came by a seat's
    link plays for another. Between programs a game may be over before anybody looks."""
    fresh = and_(listings.c.entrants == "", listings.c.rated.is_(False))
    begun = [
        name for status in ("playing", "over") for name in connection.execute(listed(status).where(fresh)).scalars()
    ]
    for table in begun:
        held = select(holders.c.seat, holders.c.client).select_from(statements.HELD).order_by(holders.c.client)
        held = held.where(holders.c.table_id == table, link_holders.c.client.is_(None))
        entrants = {str(holder.seat): holder.client for holder in connection.execute(held)}
        connection.execute(
            update(listings)
            .where(listings.c.table_id == table)
            .values(entrants=json.dumps(entrants) if entrants else "{}")
        )
    return True


def to_be_rated(connection: Connection, most: int = 100) -> list[Listing]:
    """Listed games that are over and not rated yet."""
    wanted = listed("over").add_columns(listings.c.entrants).where(listings.c.rated.is_(False)).limit(most)
    rows = connection.execute(wanted).all()
    return [Listing(name, {int(s): c for s, c in json.loads(text or "{}").items()}) for name, text in rows]


def seats_that_moved(connection: Connection, table: str) -> set[int]:
    """The seats whose players made a move of their own: one that they asked for, and no bot made for them."""
    own = and_(log.c.table_id == table, log.c.kind == MOVE, log.c.request.is_not(None))
    return set(connection.execute(select(log.c.seat).where(own).distinct()).scalars())


def ratings_of(connection: Connection, keys: Iterable[RatingKey], lock: bool = False) -> dict[RatingKey, Rating]:
    """The ratings of players who have one; locked, others wait until the transaction ends. They are locked in order, so
    that two processes never deadlock."""
    wanted_keys = sorted(set(keys))
    if not wanted_keys:
        return {}
    columns = (ratings.c.client, ratings.c.rules, ratings.c.players)
    wanted = select(ratings).where(tuple_(*columns).in_(wanted_keys)).order_by(*columns)
    return dict(map(read_rating, connection.execute(wanted.with_for_update() if lock else wanted)))


def read_rating(row: Row[Any]) -> tuple[RatingKey, Rating]:
    """A rating from the database, and whose it is."""
    key = RatingKey(row.client, row.rules, row.players)
    return key, Rating(row.value, row.deviation, row.volatility, row.games)


def ratings_of_client(connection: Connection, clients: Sequence[str]) -> list[tuple[RatingKey, Rating]]:
    rows = connection.execute(select(ratings).where(ratings.c.client.in_(clients)).order_by(ratings.c.games.desc()))
    return [read_rating(row) for row in rows]


def rate(connection: Connection, table: str, players: Sequence[tuple[RatingKey, int]]) -> bool:
    """Rate a game by the places of its players, once; False if it was rated already. Nobody else changes the ratings in
    between."""
    fresh = and_(listings.c.table_id == table, listings.c.rated.is_(False))
    if connection.execute(update(listings).where(fresh).values(rated=True)).rowcount != 1:
        return False
    ordered = sorted(players)  # always in the same order, so that two processes never deadlock
    before = ratings_of(connection, [key for key, _ in ordered], lock=True)
    after = rate_game([before.get(key, Rating()) for key, _ in ordered], [place for _, place in ordered])
    for (key, _), rating in zip(ordered, after, strict=True):
        connection.execute(delete(ratings).where(same(key)))
        connection.execute(insert(ratings), {**key._asdict(), **asdict(rating)})
    return True


def same(key: RatingKey) -> Any:
    """The rating of a key."""
    c = ratings.c
    return and_(c.client == key.client, c.rules == key.rules, c.players == key.players)
