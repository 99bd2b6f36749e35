"""Backups: a whole store in one file, restored to either database, and never over something else."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.schema import DropTable

from ferrovia.cli import main
from ferrovia.errors import ServerError
from ferrovia.server.base.settings import Settings
from ferrovia.server.store import backups, statements
from ferrovia.server.store.backups import back_up, restore
from ferrovia.server.store.opening import hold, version_of
from ferrovia.server.store.schema import VERSION, metadata
from tests.server.store.store_harness import FULL, OTHER, BlockingStore, following, opened


def fill(store: BlockingStore) -> None:
    """Two tables, one of them with a log that takes several batches."""
    store.write(statements.create, step=opened())
    row = opened().row
    for _ in range(7):
        step = following(row)
        store.write(statements.append, step=step)
        row = step.row
    store.write(statements.create, step=opened(OTHER, seats=FULL.seats, secret=FULL.secret, state=FULL.state))
    store.write(statements.see, seats=[(OTHER, 0)], at=2.5)


@pytest.mark.parametrize("to_postgres", [False, True], ids=["to-sqlite", "to-postgresql"])
def test_a_backup_restored_is_the_same_store(
    store: BlockingStore,
    tmp_path: Path,
    to_postgres: bool,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backups, "TOGETHER", 3)
    fill(store)
    path = tmp_path / "backup.sqlite"
    assert back_up(store.url, path) == 2
    assert path.stat().st_mode & 0o077 == 0, "hands and secrets are in it"
    assert not list(tmp_path.glob("backup.sqlite?*")), "one file, with nothing beside it"
    kept = store.everything()
    store.write(statements.append, step=following(opened(OTHER).row))
    assert store.everything() != kept
    elsewhere = str(tmp_path / "restored.sqlite")
    if to_postgres:
        postgres = request.getfixturevalue("postgres")
        elsewhere = postgres.empty_database()
    url = Settings(store=elsewhere).url
    assert restore(path, url) == 2
    restored = BlockingStore(url)
    assert restored.everything() == kept
    restored.close()
    with pytest.raises(ServerError, match="already contains games"):
        restore(path, url)


def test_a_backup_is_never_written_over(tmp_path: Path, single: BlockingStore) -> None:
    path = tmp_path / "backup.sqlite"
    path.write_bytes(b"older")
    with pytest.raises(ServerError, match="never overwrites a file"):
        back_up(single.url, path)
    assert path.read_bytes() == b"older"


def test_a_store_of_an_earlier_version(tmp_path: Path, single: BlockingStore) -> None:
    """It has fewer tables until a server opens it; neither a backup nor a restored one minds."""
    fill(single)
    with single.store.engine.begin() as connection:
        for name in ("orders", "ratings", "listings"):
            connection.execute(DropTable(metadata.tables[name]))
    assert back_up(single.url, tmp_path / "backup.sqlite") == 2
    assert restore(tmp_path / "backup.sqlite", f"sqlite:///{tmp_path}/new.sqlite") == 2
    again = BlockingStore(f"sqlite:///{tmp_path}/new.sqlite")
    assert again.everything()["orders"] == []
    again.close()


@pytest.mark.parametrize("to_postgres", [False, True], ids=["to-sqlite", "to-postgresql"])
def test_a_backup_of_an_older_format(
    tmp_path: Path, single: BlockingStore, to_postgres: bool, request: pytest.FixtureRequest
) -> None:
    """Made by a Ferrovia that knew neither liveries nor subscribers: it is brought up on the way, the file is not."""
    fill(single)
    kept = single.everything()
    path = tmp_path / "backup.sqlite"
    back_up(single.url, path)
    with closing(sqlite3.connect(path)) as connection:
        assert not [seats for (seats,) in connection.execute("SELECT seats FROM tables") if "livery" in seats]
        connection.execute("UPDATE about SET value = '1' WHERE key = 'version'")
        connection.execute("DROP TABLE subscribers")
        connection.commit()
    before = path.read_bytes()
    elsewhere = request.getfixturevalue("postgres").empty_database() if to_postgres else str(tmp_path / "new.sqlite")
    url = Settings(store=elsewhere).url
    assert restore(path, url) == 2
    assert path.read_bytes() == before
    with backups.opened(url, make=False) as engine, engine.connect() as reading:
        assert version_of(reading) == str(VERSION)
    again = BlockingStore(url)
    try:
        assert again.everything() == kept
        assert kept["subscribers"] == []
    finally:
        again.close()


def test_a_backup_of_an_unknown_format_is_refused(tmp_path: Path, single: BlockingStore) -> None:
    fill(single)
    path = tmp_path / "backup.sqlite"
    back_up(single.url, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE about SET value = '0' WHERE key = 'version'")
        connection.commit()
    with pytest.raises(ServerError, match="format 0"):
        restore(path, f"sqlite:///{tmp_path}/new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()


def test_a_failed_backup_leaves_nothing(tmp_path: Path, single: BlockingStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(backups, "copy_rows", full)
    with pytest.raises(OSError, match="no space"):
        back_up(single.url, tmp_path / "backup.sqlite")
    assert not list(tmp_path.glob("backup*"))


def test_a_store_that_is_being_served_is_left_alone(tmp_path: Path, single: BlockingStore) -> None:
    path, held = tmp_path / "backup.sqlite", hold(single.url)
    back_up(single.url, path)
    assert held is not None
    try:
        with pytest.raises(ServerError, match="another server"):
            restore(path, single.url)
    finally:
        held.release()


def test_the_commands(
    tmp_path: Path, single: BlockingStore, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FERROVIA_WORKERS", "2")  # of a server on PostgreSQL, whose games move to SQLite
    fill(single)
    store, backup = single.url.removeprefix("sqlite:///"), str(tmp_path / "b.sqlite")
    assert main(["backup", backup, "--store", store]) == 0
    config = tmp_path / "ferrovia.toml"
    config.write_text(f"store = '{tmp_path}/new.sqlite'\n")
    assert main(["restore", backup, "--config", str(config)]) == 0
    assert "2 games restored to" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "nowhere"), "--config", str(config)]) == 2
