"""Queries for the operator about accounts: find one, sign it out, withdraw a passkey, close it."""

from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, select

from ferrovia.server.store.accounts import Passkey, browsers, passkeys_of, sign_out_by
from ferrovia.server.store.schema import accounts, passkeys

MOST_FOUND: Final = 50


class FoundAccount(NamedTuple):
    """An account as far as an operator needs to know it."""

    id: str
    player: str
    """The digest under which it holds seats."""
    name: str
    created_at: float
    passkeys: list[Passkey]
    browsers: int
    """How many browsers are signed in."""


def count(connection: Connection) -> int:
    """How many accounts there are."""
    return int(connection.execute(select(func.count()).select_from(accounts)).scalar_one())


def find(connection: Connection, text: str, most: int = MOST_FOUND) -> list[FoundAccount]:
    """The latest accounts with this id, or with a text in their name, in any case. Databases differ in what they take
    for the same letter, so names are compared here."""
    wanted, folded = select(accounts.c.id, accounts.c.name).order_by(accounts.c.created_at.desc()), text.casefold()
    with connection.execute(wanted if text else wanted.limit(most)) as rows:
        names = list(islice((match.id for match in rows if match.id == text or folded in match.name.casefold()), most))
    matches = [account(connection, name) for name in names]
    return [match for match in matches if match is not None]


def account(connection: Connection, name: str) -> FoundAccount | None:
    """An account by its id."""
    columns = (accounts.c.id, accounts.c.player, accounts.c.name, accounts.c.created_at)
    row = connection.execute(select(*columns).where(accounts.c.id == name)).first()
    return None if row is None else FoundAccount(*row, passkeys_of(connection, name), browsers(connection, name))


def withdraw_passkey(connection: Connection, name: str, passkey: str) -> bool:
    """Delete a passkey, the last one too, and sign out every browser that signed in with it; False if there is none."""
    own = and_(passkeys.c.account == name, passkeys.c.id == passkey)
    if connection.execute(delete(passkeys).where(own)).rowcount != 1:
        return False
    sign_out_by(connection, name, passkey)
    return True
