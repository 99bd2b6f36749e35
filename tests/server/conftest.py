"""Real servers for the tests of the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a fresh SQLite store."""
    folder: Path = tmp_path_factory.mktemp("server")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt").start()
    yield found
    found.kill()
