"""What a host may set, and the file that holds the tables: for its owner alone, and never made by who only looks."""

import os
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from ferrovia.cli import main
from ferrovia.errors import ServerError
from ferrovia.server.base.settings import Settings
from ferrovia.server.store.opening import open_engine, open_store

NUMBERS = [each for each in fields(Settings) if type(each.default) in (int, float)]


def test_every_number_has_its_bounds() -> None:
    for each in NUMBERS:
        least, most = each.metadata["least"], each.metadata["most"]
        assert least <= each.default <= most, each.name
        option = f"--{each.name.replace('_', '-')}"
        for value in (least - 1, most + 1, float("nan")):
            with pytest.raises(ServerError, match=option) as refused:
                replace(Settings(store="postgresql://x/y"), **{each.name: value}).checked()
            assert all(str(said) in str(refused.value) for said in (least, most, value))


@pytest.mark.parametrize(
    "values",
    [
        {"archive_days": -1},
        {"bot_seconds": 0.0},
        {"grace": -1},
        {"tables_per_client": -5},
        {"sockets_per_client": 0},
        {"address": "https://trains.example.org/ferrovia"},
        {"address": "https://trains.example.org?x"},
        {"address": "https://"},
        {"address": "https://[::1"},
        {"address": "https://somebody@trains.example.org"},
        {"address": "trains.example.org"},
    ],
)
def test_what_would_do_harm_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ServerError):
        Settings(**values).checked()


@pytest.mark.parametrize("address", ["", "https://a.example", "https://a.example/", "http://127.0.0.1:8000"])
def test_addresses_that_browsers_send(address: str) -> None:
    assert Settings(address=address).checked().address == address


def test_the_help_shows_the_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    main(["serve", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for each in NUMBERS:
        assert f"({each.metadata['limits']}; default: {each.default})" in shown, each.name


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        path = tmp_path / "data" / "tables.sqlite"
        store = open_store(Settings(store=str(path)).url)
        try:
            assert rights(path.parent) == 0o700
            assert {file.name: rights(file) for file in path.parent.iterdir()} == {
                "tables.sqlite": 0o600,
                "tables.sqlite-shm": 0o600,
                "tables.sqlite-wal": 0o600,
            }
        finally:
            store.close()
    finally:
        os.umask(before)


def test_a_store_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.touch(0o640)
    tmp_path.chmod(0o755)
    open_store(Settings(store=str(path)).url).close()
    assert (rights(path), rights(tmp_path)) == (0o640, 0o755)


def test_verifying_makes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--store", str(tmp_path / "nowhere" / "tables.sqlite")]) != 0
    assert not list(tmp_path.iterdir())
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    connection.close()
    before = other.read_bytes()
    assert main(["verify", "--store", str(other)]) != 0
    assert "no store" in capsys.readouterr().err
    assert other.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.sqlite"]


def test_each_table_is_verified_for_itself(tmp_path: Path) -> None:
    """One transaction for all would keep the store from tidying up as long as it takes."""
    from sqlalchemy import event

    from ferrovia.server.base.rules_library import RulesLibrary
    from ferrovia.server.live.audit import complaints
    from ferrovia.server.store import statements
    from tests.server.store.store_harness import opened

    engine = open_engine(Settings(store=str(tmp_path / "tables.sqlite")).url)
    with engine.begin() as connection:
        for number in range(3):
            statements.create(connection, opened(f"Table{number:06}"))
    begun: list[int] = []

    def count(_: Any) -> None:
        begun.append(1)

    event.listen(engine, "begin", count)
    assert len(list(complaints(RulesLibrary(), engine))) == 3
    assert len(begun) == 4
    engine.dispose()


def test_a_store_that_lacks_a_table_is_named_and_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`verify` writes nothing: an earlier Ferrovia's store stays as it is, and the remedy is said in a sentence."""
    path = tmp_path / "tables.sqlite"
    open_engine(f"sqlite:///{path}").dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE link_holders")
        connection.commit()
    assert main(["verify", "--store", str(path)]) != 0
    told = capsys.readouterr().err
    assert [word for word in ("link_holders", "ferrovia serve", "Traceback") if word in told] == [
        "link_holders",
        "ferrovia serve",
    ]
    with closing(sqlite3.connect(path)) as connection:
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'link_holders'").fetchall()
