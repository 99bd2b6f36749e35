"""Queries for handovers: profiles on their way to another browser."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from ferrovia.server.store.schema import handovers


class Handover(NamedTuple):
    """A profile waiting for its new browser."""

    client: str
    """The digest of the key of the browser it comes from."""
    profile: str


def put(connection: Connection, digest: str, handover: Handover, until: float, now: float) -> bool:
    """Store a profile under the digest of its link. A browser has one at a time; expired ones are deleted."""
    stale = (handovers.c.until < now) | (handovers.c.client == handover.client)
    connection.execute(delete(handovers).where(stale))
    connection.execute(insert(handovers), {"digest": digest, **handover._asdict(), "until": until})
    return True


def take(connection: Connection, digest: str, now: float) -> Handover | None:
    """Take a profile out of the store: a link works once."""
    wanted = (handovers.c.digest == digest) & (handovers.c.until >= now)
    row = connection.execute(select(handovers.c.client, handovers.c.profile).where(wanted)).first()
    if row is None or connection.execute(delete(handovers).where(wanted)).rowcount != 1:
        return None
    return Handover(*row)
