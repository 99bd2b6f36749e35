"""Queries for accounts: players, their passkeys, the browsers that are signed in, and challenges under way."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, exists, func, insert, or_, select, update

from ferrovia.server.store import subscriptions
from ferrovia.server.store.schema import accounts, browser_keys, challenges, passkeys

MOST_PASSKEYS: Final = 10
MOST_BROWSERS: Final = 50
NOBODY: Final = ""
"""The player of a key that became a player itself. Its row stays for good, whatever becomes of the account: otherwise
the key would hold the player's seats again."""


class Challenge(NamedTuple):
    """What a browser has been asked to answer."""

    client: str
    """The digest of its key."""
    purpose: str
    account: str
    """The account that the answer must belong to; empty: any."""


class Account(NamedTuple):
    """An account, seen from a browser that is signed in."""

    id: str
    player: str
    name: str
    profile: str
    passkey: str
    """The passkey with which this browser signed in."""
    since: float
    """When it was shown."""


class Passkey(NamedTuple):
    """A stored passkey."""

    id: str
    account: str
    public_key: bytes
    sign_count: int
    created_at: float
    used_at: float


# ── keys of browsers ──────────────────────────────────────────────────────────────────────────────────────────────────


def has_browsers(connection: Connection) -> bool:
    """Whether any browser has ever been signed in."""
    return bool(connection.execute(select(exists().where(browser_keys.c.client != ""))).scalar())


def players_of(connection: Connection, clients: Sequence[str]) -> dict[str, str | None]:
    """Whom keys stand for: a player that has or had an account, or themselves. None for a key that became a player:
    since then others stand for it."""
    keys = connection.execute(
        select(browser_keys.c.client, browser_keys.c.player).where(
            or_(browser_keys.c.client.in_(clients), browser_keys.c.player.in_(clients))
        )
    ).all()
    wanted = select(accounts.c.player).where(accounts.c.player.in_(clients))
    taken = {*connection.execute(wanted).scalars(), *(key.player for key in keys)}
    signed_in = {key.client: key.player for key in keys}
    return {client: signed_in.get(client, NOBODY if client in taken else client) or None for client in clients}


def retired_at(connection: Connection, client: str) -> float | None:
    """When a key became a player, and has stood for nobody since; None if it never did."""
    own_row = and_(browser_keys.c.client == client, browser_keys.c.player == NOBODY)
    return connection.execute(select(browser_keys.c.since).where(own_row)).scalar()


def account_of(connection: Connection, client: str) -> Account | None:
    """The account that a browser is signed in to."""
    columns = (accounts.c.id, accounts.c.player, accounts.c.name, accounts.c.profile)
    joined = browser_keys.join(accounts, browser_keys.c.account == accounts.c.id)
    wanted = select(*columns, browser_keys.c.passkey, browser_keys.c.since).select_from(joined)
    row = connection.execute(wanted.where(browser_keys.c.client == client)).first()
    return None if row is None else Account(*row)


def _sign_in(connection: Connection, client: str, before: str, player: str, passkey: Passkey, now: float) -> None:
    """Let a new key of a browser stand for a player; the key it had before no longer does, and what it was to be told
    of another account's games it is told no more. The browsers that signed in longest ago are signed out if there are
    too many."""
    values = {"client": client, "player": player, "account": passkey.account, "passkey": passkey.id, "since": now}
    own_row = and_(browser_keys.c.client == before, browser_keys.c.player != NOBODY)
    _sign_out(connection, own_row, browser_keys.c.account != passkey.account)
    subscriptions.change_client(connection, before, client)
    connection.execute(delete(browser_keys).where(own_row))
    connection.execute(insert(browser_keys), values)
    own = select(browser_keys.c.client).where(browser_keys.c.account == passkey.account)
    kept = own.order_by(browser_keys.c.since.desc(), browser_keys.c.client).limit(MOST_BROWSERS)
    surplus = set(connection.execute(own).scalars()) - set(connection.execute(kept).scalars())
    _sign_out(connection, browser_keys.c.client.in_(surplus))


def _retire(connection: Connection, player: str, now: float) -> None:
    """The key that became a player stands for nobody from now on."""
    if connection.execute(select(browser_keys.c.client).where(browser_keys.c.client == player)).first() is None:
        values = {"client": player, "player": NOBODY, "account": None, "passkey": "", "since": now}
        connection.execute(insert(browser_keys), values)


def _sign_out(connection: Connection, *which: ColumnElement[bool]) -> int:
    """Sign browsers out: their keys stand for nobody, and their players' turns are no news to them any more. Returns
    how many there were."""
    clients = connection.execute(select(browser_keys.c.client).where(*which)).scalars().all()
    subscriptions.forget_clients(connection, clients)
    return connection.execute(delete(browser_keys).where(browser_keys.c.client.in_(clients))).rowcount


def sign_out(connection: Connection, account: str, client: str | None = None, keep: str | None = None) -> bool:
    """Sign a browser out, or all of an account's but one."""
    own = [browser_keys.c.account == account]
    own += [browser_keys.c.client == client] if client else []
    own += [browser_keys.c.client != keep] if keep else []
    return _sign_out(connection, *own) > 0


def browsers(connection: Connection, account: str) -> int:
    """How many browsers are signed in."""
    wanted = select(func.count()).select_from(browser_keys).where(browser_keys.c.account == account)
    return int(connection.execute(wanted).scalar_one())


# ── challenges ────────────────────────────────────────────────────────────────────────────────────────────────────────


def put_challenge(connection: Connection, digest: str, challenge: Challenge, until: float, now: float) -> bool:
    """Store a challenge by its digest. A browser has one at a time; expired ones are deleted."""
    connection.execute(delete(challenges).where((challenges.c.until < now) | (challenges.c.client == challenge.client)))
    connection.execute(insert(challenges), {"digest": digest, **challenge._asdict(), "until": until})
    return True


def take_challenge(connection: Connection, digest: str, now: float) -> Challenge | None:
    """Take a challenge out of the store: it works once, whether or not it succeeds."""
    wanted = (challenges.c.digest == digest) & (challenges.c.until >= now)
    columns = (challenges.c.client, challenges.c.purpose, challenges.c.account)
    row = connection.execute(select(*columns).where(wanted)).first()
    if row is None or connection.execute(delete(challenges).where(wanted)).rowcount != 1:
        return None
    return Challenge(*row)


# ── accounts and passkeys ─────────────────────────────────────────────────────────────────────────────────────────────


def create(connection: Connection, name: str, passkey: Passkey, before: str, client: str) -> bool:
    """Open an account for the player that a browser's key stands for, and sign that browser in with a new key. False if
    the key stands for nobody any more, or the passkey is known already."""
    player = players_of(connection, [before])[before]
    if player is None or find_passkey(connection, passkey.id) is not None:
        return False
    values = {"id": passkey.account, "player": player, "name": name, "profile": "", "created_at": passkey.created_at}
    connection.execute(insert(accounts), values)
    connection.execute(insert(passkeys), passkey._asdict())
    _sign_in(connection, client, before, player, passkey, passkey.created_at)
    _retire(connection, player, passkey.created_at)
    return True


def read_passkey(row: Row[Any]) -> Passkey:
    """A passkey from the database."""
    values = dict(row._mapping)
    return Passkey(**{**values, "public_key": bytes(values["public_key"])})


def find_passkey(connection: Connection, passkey: str) -> Passkey | None:
    """A passkey by its id."""
    row = connection.execute(select(passkeys).where(passkeys.c.id == passkey)).first()
    return None if row is None else read_passkey(row)


def passkeys_of(connection: Connection, account: str) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    wanted = select(passkeys).where(passkeys.c.account == account).order_by(passkeys.c.created_at, passkeys.c.id)
    return [read_passkey(row) for row in connection.execute(wanted).all()]


def add_passkey(connection: Connection, passkey: Passkey) -> bool:
    """Add a passkey to an account; False if there is no such account, it has too many, or the passkey is known
    already."""
    locked = update(accounts).where(accounts.c.id == passkey.account).values(id=passkey.account)
    if connection.execute(locked).rowcount != 1 or find_passkey(connection, passkey.id) is not None:
        return False
    if len(passkeys_of(connection, passkey.account)) >= MOST_PASSKEYS:
        return False
    connection.execute(insert(passkeys), passkey._asdict())
    return True


def use_passkey(connection: Connection, passkey: Passkey, sign_count: int, before: str, client: str, now: float) -> str:
    """A passkey was shown: sign the browser in with a new key, and return the player. Empty if the passkey was removed,
    or shown by another browser, in the meantime."""
    same = and_(passkeys.c.id == passkey.id, passkeys.c.sign_count == passkey.sign_count)
    changed = update(passkeys).where(same).values(sign_count=sign_count, used_at=now)
    if connection.execute(changed).rowcount != 1:
        return ""
    player: str = connection.execute(select(accounts.c.player).where(accounts.c.id == passkey.account)).scalar_one()
    _sign_in(connection, client, before, player, passkey, now)
    return player


def remove_passkey(connection: Connection, account: str, passkey: str, client: str) -> bool:
    """Remove a passkey, and sign out the browsers that signed in with it, except this one. False if it is the last one,
    or none of this account's."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(id=account))  # one at a time
    own = {key.id for key in passkeys_of(connection, account)}
    if passkey not in own or len(own) == 1:
        return False
    connection.execute(delete(passkeys).where(passkeys.c.id == passkey))
    sign_out_by(connection, account, passkey, keep=client)
    return True


def sign_out_by(connection: Connection, account: str, passkey: str, keep: str = "") -> None:
    """Sign out the browsers that signed in with a passkey, except one."""
    own = browser_keys.c.account == account, browser_keys.c.passkey == passkey
    _sign_out(connection, *own, browser_keys.c.client != keep)


def save_profile(connection: Connection, account: str, profile: str) -> bool:
    """Keep what the page stores about a player's games."""
    return connection.execute(update(accounts).where(accounts.c.id == account).values(profile=profile)).rowcount == 1


def close_account(connection: Connection, account: str, client: str | None = None) -> bool:
    """Delete an account with its passkeys, and sign its browsers out; False if there is none. The browser with a given
    key stands for the player as before; without one, as when the operator closes an account, nobody does from then on.

    Passkeys go before the keys of browsers: that waits for any sign-in with one of them under way, whose key is then
    seen, and deleted too."""
    if connection.execute(update(accounts).where(accounts.c.id == account).values(id=account)).rowcount != 1:
        return False
    connection.execute(delete(passkeys).where(passkeys.c.account == account))
    if client is not None:
        own_row = and_(browser_keys.c.client == client, browser_keys.c.account == account)
        connection.execute(update(browser_keys).where(own_row).values(account=None, passkey="", since=0.0))
    _sign_out(connection, browser_keys.c.account == account)
    connection.execute(delete(challenges).where(challenges.c.account == account))
    return connection.execute(delete(accounts).where(accounts.c.id == account)).rowcount == 1
