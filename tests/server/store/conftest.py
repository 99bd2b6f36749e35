"""Empty stores of each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.server.base.settings import Settings
from tests.server.store.store_harness import BlockingStore


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
    yield found
    found.close()
