"""Real servers for the tests of the server."""

from collections.abc import Iterator

import pytest

from tests.server.attack_tools import default_limits, serving
from tests.server.postgres_process import NoPostgres, Postgres
from tests.server.server_process import Server


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that are usual, and a bot that thinks long."""
    options = ("--bots", "1", "--bot", "thinker=search:worlds=16")
    with serving(tmp_path_factory.mktemp("strict"), *options, *default_limits()) as found:
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
