"""Opening of a store: SQLite by default, PostgreSQL by its URL."""

import logging
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError

from ferrovia.core.file_lock import FileLock
from ferrovia.errors import ServerError
from ferrovia.server.store.access import READERS, TableStore, first_line
from ferrovia.server.store.schema import MIGRATIONS, VERSION, about, metadata

log = logging.getLogger(__name__)
SCHEMA_LOCK = 7_303_014
ENCODINGS = ("UTF8", "SQL_ASCII")
"""Encodings of PostgreSQL that store every letter: the second keeps bytes as they are."""
SHARED_READERS = 8
"""Threads that read from PostgreSQL, where each read waits for the network."""


def open_engine(url: str, make: bool = True, older: bool = False) -> Engine:
    """The database with its tables; ServerError says why not. Without `make` it must be a store already, and nothing is
    written; `older`: it may have a format that `migrate` leads on from."""
    try:
        engine = sqlite_engine(url, make) if url.startswith("sqlite") else postgres_engine(url)
        try:
            with engine.begin() as connection:
                check_encoding(connection, url)
                if make:
                    prepare(connection)
                    migrate(connection)
                check_version(connection, url, older)
        except BaseException:
            engine.dispose()  # a refused store keeps no connection
            raise
    except (SQLAlchemyError, OSError, ImportError, ValueError) as error:
        raise ServerError(f"the store {shown(url)} cannot be opened: {first_line(error)}") from None
    return engine


def open_store(url: str) -> TableStore:
    """The store of a server."""
    engine = open_engine(url)
    return TableStore(engine, READERS if url.startswith("sqlite") else SHARED_READERS)


def postgres_engine(url: str) -> Engine:
    """PostgreSQL; a connection that was lost while idle is replaced before its next use."""
    texts = {"client_encoding": "utf8"}  # a database without an encoding would answer with bytes
    return create_engine(url, connect_args=texts, pool_size=8, max_overflow=4, pool_pre_ping=True, hide_parameters=True)


def check_encoding(connection: Connection, url: str) -> None:
    """Raise ServerError if a database cannot store every name."""
    if connection.dialect.name != "postgresql":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding not in ENCODINGS:
        raise ServerError(
            f"the database {shown(url)} has the encoding {encoding}, which lacks most letters: "
            "make one with `createdb --encoding=UTF8 --template=template0`"
        )


def sqlite_engine(url: str, make: bool = True) -> Engine:
    """SQLite with a write-ahead log: readers never wait for the writer, and every commit is on disk."""
    path = Path(url.removeprefix("sqlite:///"))
    if make:
        make_private(path)
    elif not path.is_file():
        raise ServerError(f"there is no store {str(path)!r}")
    place = URL.create("sqlite", database=str(path))  # whatever characters are in it
    settings = {"isolation_level": None, "timeout": 30, "check_same_thread": False}
    engine = create_engine(place, connect_args=settings, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        for words in ("synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000", *(("journal_mode=WAL",) * make)):
            connection.execute(f"PRAGMA {words}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def make_private(path: Path) -> None:
    """Make a new file and its folder readable by the owner only: it holds hands and secrets. Existing ones stay as they
    are; SQLite gives its auxiliary files the same permissions."""
    make_folder(path)
    if not path.exists():
        path.touch(mode=0o600)


def make_folder(path: Path) -> None:
    """Make the folder of a file, for the owner only."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)


def hold(url: str) -> FileLock | None:
    """Lock a store in a file, which need not be there yet, for one server for its lifetime; ServerError if another one
    has it."""
    if not url.startswith("sqlite"):
        return None
    lock = FileLock(Path(url.removeprefix("sqlite:///") + ".lock"))
    try:
        make_folder(lock.path)
        taken = lock.acquire(wait=False)
    except OSError as error:
        raise ServerError(f"the store {shown(url)} cannot be opened: {first_line(error)}") from None
    if not taken:
        raise ServerError(f"another server is using the store {shown(url)}; choose another one with --store")
    return lock


def prepare(connection: Connection) -> None:
    """Create the tables once, even if several processes start together."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")
    metadata.create_all(connection)
    if version_of(connection) is None:
        connection.execute(insert(about), {"key": "version", "value": str(VERSION)})


def check_complete(engine: Engine, url: str) -> None:
    """Raise ServerError if a store of an earlier Ferrovia, opened without `make`, lacks tables that have come since."""
    if missing := set(metadata.tables) - set(inspect(engine).get_table_names()):
        raise ServerError(
            f"the store {shown(url)} is of an earlier Ferrovia, which had no {', '.join(sorted(missing))}: "
            "`ferrovia serve` brings it up to date when it opens it"
        )


def version_of(connection: Connection) -> str | None:
    """The format of a store; None if it has none yet."""
    version: str | None = connection.execute(select(about.c.value).where(about.c.key == "version")).scalar()
    return version


def migrate(connection: Connection) -> None:
    """Bring an older store to the format of this program, step by step, in the transaction that opens it. A format that
    no step starts from is left alone."""
    while (version := version_of(connection)) in MIGRATIONS:
        MIGRATIONS[version](connection)
        following = str(int(version) + 1)
        connection.execute(update(about).where(about.c.key == "version").values(value=following))
        log.warning("store-migrated", extra={"from": version, "to": following})


def check_version(connection: Connection, url: str, older: bool) -> None:
    """Raise ServerError if it is not a store, if a newer program wrote it, or one so old that nothing leads on from
    it. An older one that is only read has to be opened by a server first, unless `older` allows it."""
    version = version_of(connection) if inspect(connection).has_table(about.name) else None
    if version is None:
        raise ServerError(f"{shown(url)} is not a Ferrovia store")
    if version in MIGRATIONS:
        if older:
            return
        raise ServerError(f"the store has the older format {version}: start a server with it once to convert it")
    if version != str(VERSION):
        raise ServerError(
            f"the store has format {version}, this program reads {VERSION}: use the Ferrovia that wrote it"
        )


def shown(url: str) -> str:
    """A URL without user, password and options; for SQLite, the path."""
    if url.startswith("sqlite"):
        return url.removeprefix("sqlite:///")
    head, _, rest = url.partition("://")
    return f"{head}://{rest.rpartition('@')[2].partition('?')[0]}"
