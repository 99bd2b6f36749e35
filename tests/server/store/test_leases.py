"""Leases of tables: who may take one from whom."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.ownership import TableOwnership
from ferrovia.server.store import leases, statements
from ferrovia.server.store.access import StorePort, Value
from ferrovia.server.store.leases import Owner
from tests.server.store.store_harness import ID, OTHER, BlockingStore, opened

NOW, UNTIL = 100.0, 105.0
HERE, THERE = "http://here:8000", "http://there:8000"


@pytest.fixture
def shared(database: str) -> Iterator[BlockingStore]:
    """A store with a table, on PostgreSQL."""
    found = BlockingStore(Settings(store=database).url)
    found.write(statements.create, step=opened())
    yield found
    found.close()


def renew(store: BlockingStore, process: str, peer: str) -> bool:
    return bool(store.write(leases.renew, process=process, peer=peer, now=NOW, until=UNTIL))


def claim(store: BlockingStore, process: str, unreachable: str = "", now: float = NOW) -> Owner | None:
    found: Owner | None = store.write(leases.claim, table=ID, process=process, now=now, unreachable=unreachable)
    return found


def test_a_table_is_taken_only_from_the_owner_that_was_unreachable(shared: BlockingStore) -> None:
    """By the time one process gives up on an owner, the table may have a healthy one."""
    for process in ("a", "b", "c"):
        renew(shared, process, f"http://{process}:8000")
    assert claim(shared, "a") is None
    assert claim(shared, "b") == claim(shared, "b", unreachable="c") == Owner("a", "http://a:8000")
    assert claim(shared, "b", unreachable="a") is None
    assert claim(shared, "c", unreachable="a") == Owner("b", "http://b:8000")
    assert claim(shared, "c", now=UNTIL) is None, "the lease has run out"


def test_a_restarted_server_ends_the_lease_it_had_before(shared: BlockingStore) -> None:
    """It was killed, and is back at the same address before its lease has run out."""
    renew(shared, "other", THERE)
    renew(shared, "old", HERE)
    assert claim(shared, "old") is None
    assert not renew(shared, "new", HERE)
    assert renew(shared, "new", HERE)
    assert renew(shared, "other", THERE)
    assert claim(shared, "other") is None
    assert claim(shared, "new") == Owner("other", THERE)


def test_a_table_that_does_not_exist_is_not_claimed(shared: BlockingStore) -> None:
    """The claim would fail in the transaction of other writes."""
    writes = 0

    class CountingPort(StorePort):
        async def keep(self, work: Callable[[Connection], Value]) -> Value:
            nonlocal writes
            writes += 1
            return await super().keep(work)

    ownership = TableOwnership(CountingPort(shared.store), HERE)
    with pytest.raises(RequestRefused, match="no-such-table"):
        asyncio.run(ownership.elsewhere(OTHER))
    assert writes == 0
    assert asyncio.run(ownership.elsewhere(ID)) is None
    assert (writes, ownership.tables) == (1, {ID})
