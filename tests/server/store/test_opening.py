"""Opening a store: again, several at once, of another format, and where it cannot be."""

import threading
from typing import Any

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ferrovia.errors import ServerError
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import Seat
from ferrovia.server.launch import try_out
from ferrovia.server.live.services import open_services
from ferrovia.server.store import opening, statements
from ferrovia.server.store.access import TableStore
from ferrovia.server.store.opening import open_store
from ferrovia.server.store.schema import MIGRATIONS, VERSION, about, tables
from tests.server.ports import free_port
from tests.server.postgres_process import Postgres
from tests.server.store.store_harness import ID, BlockingStore, a_row, following, full_house, opened


def test_opening_again(store):
    full_house(store)
    before = store.everything()
    store.close()
    again = BlockingStore(store.url)
    assert again.everything() == before
    assert again.write(statements.append, step=following(following(a_row()).row)) is True
    again.close()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_of_another_encoding(postgres, encoding):
    """Where nothing is converted every name is kept; where most letters are missing the remedy is named."""
    url = Settings(store=postgres.new_database(encoding)).url
    if encoding == "LATIN1":
        with pytest.raises(ServerError, match=r"encoding LATIN1.*createdb --encoding=UTF8"):
            open_store(url)
        return
    store = BlockingStore(url)
    seats = (Seat("person", "Ωδή"), Seat("bot", "driver", "driver"))
    store.write(statements.create, step=opened(seats=seats))
    assert store.read(statements.load, table=ID).row.seats == seats
    store.close()


def test_several_open_a_new_store_at_the_same_time(database):
    """Server processes are started together; each makes what is missing."""
    url = Settings(store=database).url
    found: list[Any] = []

    def open_it() -> None:
        try:
            found.append(open_store(url))
        except BaseException as error:
            found.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    errors = [each for each in found if not isinstance(each, TableStore)]
    for store in found:
        if isinstance(store, TableStore):
            store.close()
    assert errors == []


@pytest.mark.parametrize("other", [VERSION + 1, 0])
def test_a_store_of_another_format_is_refused_and_left_alone(store, other):
    full_house(store)
    store.write(lambda connection: connection.execute(update(about).values(value=str(other))).rowcount)
    store.write(lambda connection: connection.execute(text("DROP TABLE presence")).rowcount)
    with pytest.raises(ServerError, match=f"format {other}, this program reads {VERSION}"):
        open_store(store.url)
    with pytest.raises(SQLAlchemyError):  # nothing was made in it that was not there
        store.read(lambda connection: connection.execute(text("SELECT * FROM presence")).all())


def test_a_store_from_before_seats_had_liveries_goes_on(store):
    """Format 1: its seats have no such key, and its tables are read as ever."""
    full_house(store)
    before = store.read(statements.load, table=ID)
    stored = store.read(lambda connection: connection.execute(select(tables.c.seats)).scalars().all())
    assert not [text for text in stored if "livery" in text]
    older = update(about).where(about.c.key == "version").values(value="1")
    store.write(lambda connection: connection.execute(older).rowcount)
    open_store(store.url).close()
    assert store.read(statements.load, table=ID) == before
    found = store.read(lambda connection: connection.execute(select(about.c.value)).scalars().all())
    assert str(VERSION) in found


def format_of(store: BlockingStore) -> str:
    wanted = select(about.c.value).where(about.c.key == "version")
    return str(store.read(lambda connection: connection.execute(wanted).scalar_one()))


@pytest.mark.parametrize("start", [try_out, open_services])
def test_the_store_of_a_running_older_server_is_left_alone(single, start):
    """A refused start must not raise its format: the older server could not open it again."""
    full_house(single)
    single.write(lambda connection: connection.execute(update(about).values(value="1")).rowcount)
    before = single.everything()
    running = opening.hold(single.url)
    assert running is not None
    try:
        with pytest.raises(ServerError, match="another server is using the store"):
            start(Settings(store=single.url.removeprefix("sqlite:///")))
    finally:
        running.release()
    assert format_of(single) == "1"
    assert single.everything() == before


@pytest.mark.parametrize("start", [try_out, open_services])
def test_a_start_that_fails_gives_the_lock_back(single, start):
    single.write(lambda connection: connection.execute(update(about).values(value="0")).rowcount)
    with pytest.raises(ServerError, match="format 0"):
        start(Settings(store=single.url.removeprefix("sqlite:///")))
    lock = opening.hold(single.url)
    assert lock is not None
    lock.release()


def test_trying_out_makes_the_folder_or_says_why_not(tmp_path):
    path = tmp_path / "new" / "tables.sqlite"
    try_out(Settings(store=str(path)))
    assert path.exists()
    assert path.parent.stat().st_mode & 0o077 == 0
    with pytest.raises(ServerError, match=r"/dev/null/tables\.sqlite cannot be opened"):
        try_out(Settings(store="/dev/null/tables.sqlite"))


@pytest.mark.parametrize("option", ["blocked_names", "docs"])
def test_a_file_that_is_not_there_is_named_before_the_store_is_touched(tmp_path, option):
    path = tmp_path / "tables.sqlite"
    with pytest.raises(ServerError, match=rf"--{option.replace('_', '-')}.*nowhere"):
        try_out(Settings(store=str(path), **{option: str(tmp_path / "nowhere")}))
    assert not path.exists()


def test_an_older_store_is_brought_up_and_goes_on(store, monkeypatch):
    """Two formats later: each step runs once, in order, and the tables of before are still there."""
    full_house(store)
    before = store.everything()
    steps = []

    def first(connection: Any) -> None:
        steps.append(1)
        connection.execute(text("ALTER TABLE tables ADD COLUMN mood TEXT"))

    def second(connection: Any) -> None:
        steps.append(2)
        connection.execute(text("UPDATE tables SET mood = 'calm'"))

    monkeypatch.setitem(MIGRATIONS, str(VERSION), first)
    monkeypatch.setitem(MIGRATIONS, str(VERSION + 1), second)
    monkeypatch.setattr(opening, "VERSION", VERSION + 2)
    with pytest.raises(ServerError, match="older format"):
        opening.open_engine(store.url, make=False)
    for _ in range(2):
        open_store(store.url).close()
    assert steps == [1, 2]
    moods = store.read(lambda connection: connection.execute(text("SELECT mood FROM tables")).scalars().all())
    assert set(moods) == {"calm"}

    def drop(connection: Any) -> None:
        connection.execute(text("SELECT mood FROM tables")).all()  # SQLite drops only columns this connection has seen
        connection.execute(text("ALTER TABLE tables DROP COLUMN mood"))

    store.write(drop)
    after = store.everything()
    assert {name: rows for name, rows in after.items() if name != "about"} == {
        name: rows for name, rows in before.items() if name != "about"
    }


def test_a_migration_that_fails_leaves_the_store_as_it_was(store, monkeypatch):
    full_house(store)
    before = store.everything()

    def fails(connection: Any) -> None:
        connection.execute(text("DELETE FROM log"))
        raise ValueError("cannot be")

    monkeypatch.setitem(MIGRATIONS, str(VERSION), fails)
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    with pytest.raises(ServerError):
        open_store(store.url)
    assert store.everything() == before


PASSWORD = "Schwarzenburg"


def refused(address: str) -> str:
    """The sentence with which a store is refused."""
    with pytest.raises(ServerError) as caught:
        open_store(Settings(store=address).url)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert PASSWORD not in sentence
    assert caught.value.__suppress_context__, "nor does a trace show what the driver said"
    return sentence


def test_nobody_at_the_address():
    port = free_port()
    sentence = refused(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/tables")
    assert f"127.0.0.1:{port}/tables" in sentence
    assert "cannot be opened" in sentence


def test_a_wrong_password(postgres: Postgres):
    sentence = refused(f"postgresql://ferrovia:{PASSWORD}@127.0.0.1:{postgres.port}/postgres")
    assert "password authentication failed" in sentence


def test_no_such_database(postgres: Postgres):
    assert "nowhere" in refused(postgres.url("nowhere"))


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ada:{PASSWORD}@@127.0.0.1:1/tables",
        f"postgresql://ada:{PASSWORD}@127.0.0.1:1/tables?connect_timeout=never",
        f"postgresql://ada:{PASSWORD}@127.0.0.1:port/tables",
        f"postgresql://127.0.0.1:1/tables?user=ada&password={PASSWORD}",
        f"postgresql://ada@127.0.0.1:1/tables?no_such_option={PASSWORD}",
    ],
)
def test_no_password_is_ever_shown(address):
    refused(address)


def test_sqlite_where_nothing_can_be_written(tmp_path):
    assert "/dev/null/tables.sqlite cannot be opened" in refused("/dev/null/tables.sqlite")
    (tmp_path / "folder").mkdir()
    assert "folder cannot be opened" in refused(str(tmp_path / "folder"))
    (tmp_path / "letter.txt").write_text("Dear Ada, this is no database. " * 100)
    assert "letter.txt cannot be opened" in refused(str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text().startswith("Dear Ada")


def test_sqlite_makes_the_folder_it_needs(tmp_path):
    path = tmp_path / "a b" / "ç@home" / "tables.sqlite"
    open_store(Settings(store=str(path)).url).close()
    assert path.exists()


@pytest.mark.parametrize("name", ["what?.sqlite", "50%25.sqlite"])
def test_sqlite_takes_any_name(tmp_path, name):
    open_store(Settings(store=str(tmp_path / name)).url).close()
    assert (tmp_path / name).exists()
