"""Garbage collection of a server."""

import asyncio
import gc
import weakref

import pytest

from ferrovia.server.base.garbage import collect_all, spare_long_lived


class Knot:
    """An object that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def usual():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_full_collections_wait_and_young_ones_do_not():
    young, middle, _ = gc.get_threshold()
    spare_long_lived()
    assert gc.get_threshold()[:2] == (young, middle)
    before = gc.get_stats()[2]["collections"]
    kept: list[list[list[int]]] = [[[]] for _ in range(200_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert kept


def test_what_holds_itself_is_freed_by_a_full_collection():
    spare_long_lived()
    knot = weakref.ref(Knot())
    asyncio.run(collect_all())
    assert knot() is None
