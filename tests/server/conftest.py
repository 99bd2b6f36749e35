"""Real servers for the tests of the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import NoPostgres, Postgres
from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a fresh SQLite store."""
    folder: Path = tmp_path_factory.mktemp("server")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt").start()
    yield found
    found.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test process."""
    try:
        found = Postgres()
    except NoPostgres as error:
        pytest.fail(str(error), pytrace=False)
    try:
        yield found.start()
    finally:
        found.remove()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of a PostgreSQL database with nothing in it, for one test."""
    return postgres.empty_database()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The attacks run at night: some of them show defects that are not mended yet, and say so."""
    for item in items:
        if item.path.name.startswith("test_attacks_"):
            item.add_marker(pytest.mark.slow)
