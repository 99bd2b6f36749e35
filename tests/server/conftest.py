"""Real servers for the tests of the server."""

from collections.abc import Iterator

import pytest

from tests.server.attack_tools import default_limits, serving
from tests.server.postgres_process import NoPostgres, Postgres
from tests.server.server_process import Server

THINKER = """import time
import ferrovia
class Thinker(ferrovia.Bot):
    def choose(self, view, moves):
        time.sleep(2)
        return moves[0]
"""
"""It waits instead of working, so that it takes as long on a busy machine, and takes nothing from the others."""


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that are usual, and a bot that thinks long."""
    folder = tmp_path_factory.mktemp("strict")
    (folder / "thinker.py").write_text(THINKER, encoding="utf-8")
    options = ("--bots", "1", "--bot", f"thinker={folder / 'thinker.py'}")
    with serving(folder, *options, *default_limits()) as found:
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
