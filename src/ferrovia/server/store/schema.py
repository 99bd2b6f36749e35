"""Database schema, the same in SQLite and PostgreSQL."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

VERSION = 2
"""Raised when an older program can no longer read what is written; `MIGRATIONS` then leads on from the one before."""
MIGRATIONS: Final[dict[str, Callable[[Connection], None]]] = {
    "1": lambda connection: None,  # seats may have a livery; those of before have none, and read as ever
}
"""For each older version, what makes the next one of it: all statements run in one transaction. New tables and indexes
need no migration, because they are made when a store is opened. A restored backup is migrated once its rows lie in the
tables of today: a step that changes columns has to be prepared for that."""

metadata = MetaData()

about = Table("about", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("rules", String, nullable=False),
    Column("rules_hash", String, nullable=False),
    Column("engine", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("host", String, nullable=False),
    Column("status", String, nullable=False),
    Column("code", String, unique=True),
    Column("seats", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("moved", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("due_at", Float),
    Column("rematch", String),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
)
Index(
    "tables_due", tables.c.due_at, sqlite_where=text("due_at IS NOT NULL"), postgresql_where=text("due_at IS NOT NULL")
)
Index("tables_hosts", tables.c.host)
Index("tables_changed", tables.c.status, tables.c.changed_at)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("request", String),
    Column("at", Float, nullable=False),
)
Index("log_requests", log.c.table_id, log.c.request, unique=True)

archive = Table(
    "archive",
    metadata,
    Column("id", String, primary_key=True),
    Column("status", String, nullable=False),
    Column("rules", String, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("archived_at", Float, nullable=False),
    Column("record", Text, nullable=False),
)
Index("archive_dates", archive.c.archived_at)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("client", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
)
Index("holders_clients", holders.c.client)

link_holders = Table(
    "link_holders",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("client", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen_at", Float, nullable=False),
    Column("here", Boolean, nullable=False),
)

listings = Table(
    "listings",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("entrants", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("client", String, primary_key=True),
    Column("rules", String, primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("peer", String, nullable=False),
    Column("until", Float, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", String, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("note", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float),
)

handovers = Table(
    "handovers",
    metadata,
    Column("digest", String, primary_key=True),
    Column("client", String, nullable=False),
    Column("profile", Text, nullable=False),
    Column("until", Float, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String, primary_key=True),
    Column("player", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("profile", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),  # 32 bits without a sign
    Column("created_at", Float, nullable=False),
    Column("used_at", Float, nullable=False),
)
Index("passkeys_accounts", passkeys.c.account)

browser_keys = Table(
    "browser_keys",
    metadata,
    Column("client", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("account", String),
    Column("passkey", String, nullable=False),
    Column("since", Float, nullable=False),
)
Index("browser_keys_players", browser_keys.c.player)
Index("browser_keys_accounts", browser_keys.c.account)

challenges = Table(
    "challenges",
    metadata,
    Column("digest", String, primary_key=True),
    Column("client", String, nullable=False),
    Column("purpose", String, nullable=False),
    Column("account", String, nullable=False),
    Column("until", Float, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("endpoint", String, primary_key=True),
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
)

subscribers = Table(
    "subscribers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("endpoint", String, primary_key=True),
    Column("client", String, nullable=False),
)
Index("subscribers_clients", subscribers.c.client)
