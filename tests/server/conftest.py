"""Real servers for the tests of the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.server.base.settings import Settings
from ferrovia.server.store.access import GroupCommitStore
from tests.server.attack_tools import default_limits, serving
from tests.server.postgres_process import NoPostgres, Postgres
from tests.server.server_process import Server
from tests.server.store_harness import BlockingStore


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that are usual."""
    with serving(tmp_path_factory.mktemp("strict"), "--bots", "1", *default_limits()) as found:
        yield found


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


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    if request.param == "sqlite":
        return Settings(store=str(tmp_path / "tables.sqlite")).url
    return Settings(store=request.getfixturevalue("database")).url


@pytest.fixture
def store(url: str) -> Iterator[BlockingStore]:
    found = BlockingStore(url)
    yield found
    found.close()


@pytest.fixture
def single(tmp_path: Path) -> Iterator[BlockingStore]:
    found = BlockingStore(Settings(store=str(tmp_path / "tables.sqlite")).url)
    assert isinstance(found.store, GroupCommitStore)
    yield found
    found.close()
