"""Leases of tables: who may take one from whom."""

import asyncio
from collections.abc import Callable, Iterator

import psycopg
import pytest
from sqlalchemy import Connection

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.live import ownership as ownership_module
from ferrovia.server.live.ownership import LEASE_SECONDS, TableOwnership
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
    renewed = store.write(leases.renew, process=process, peer=peer, clock=lambda: NOW, seconds=UNTIL - NOW)
    assert renewed.until == UNTIL
    return bool(renewed.unbroken)


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
    assert (writes, set(ownership.tables)) == (1, {ID})


class SlowPort(StorePort):
    """A store whose writes and reads can be held up; `moment` is the time at its processes."""

    moment = NOW

    def __init__(self, shared: BlockingStore) -> None:
        super().__init__(shared.store)
        self.writing_on, self.reading_on, self.has_read = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.writing_on.set()
        self.reading_on.set()

    async def keep(self, work: Callable[[Connection], Value]) -> Value:
        await self.writing_on.wait()
        return await super().keep(work)

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        found = await super().read(work)
        self.has_read.set()
        await self.reading_on.wait()
        return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[SlowPort]]:
    monkeypatch.setattr(ownership_module, "server_time", lambda: SlowPort.moment)
    yield SlowPort
    SlowPort.moment = NOW


def test_a_renewal_that_comes_too_late_notices_what_was_lost(shared: BlockingStore, clock: type[SlowPort]) -> None:
    """It was on its way while the lease ran out and another process took the table."""

    async def story() -> None:
        port, other_port = SlowPort(shared), SlowPort(shared)
        here, there = TableOwnership(port, HERE), TableOwnership(other_port, THERE)
        for each in (here, there):
            await each.renew()
        assert await here.elsewhere(ID) is None
        port.writing_on.clear()
        renewing = asyncio.create_task(here.renew())
        await asyncio.sleep(0)
        for _ in range(2):
            clock.moment += LEASE_SECONDS / 2 + 0.1
            await there.renew()
        assert await there.elsewhere(ID) is None
        port.writing_on.set()
        assert await renewing == {ID}
        assert not here.owns(ID)
        assert await here.elsewhere(ID) == Owner(there.process, THERE)

    asyncio.run(story())


def test_who_takes_a_table_from_another_process_says_so(shared: BlockingStore) -> None:
    """Its renewal may be on its way when the lease has run out: then it looks for itself."""
    with psycopg.connect(shared.url.replace("+psycopg", ""), autocommit=True) as listening:
        listening.execute(f"LISTEN {statements.CHANNEL}")
        for process in ("a", "b"):
            renew(shared, process, f"http://{process}:8000")
        assert claim(shared, "a") is None
        assert claim(shared, "a") is None
        assert [notice.payload for notice in listening.notifies(timeout=0.2)] == []
        assert claim(shared, "b", now=UNTIL) is None
        assert [notice.payload for notice in listening.notifies(timeout=10, stop_after=1)] == [f"{ID} {leases.MOVED}"]


def test_a_table_that_is_claimed_again_while_it_is_looked_for_is_not_lost(
    shared: BlockingStore, clock: type[SlowPort]
) -> None:
    async def story() -> None:
        port = SlowPort(shared)
        here, there = TableOwnership(port, HERE), TableOwnership(SlowPort(shared), THERE)
        for each in (here, there):
            await each.renew()
        assert await here.elsewhere(ID) is None
        assert await there.elsewhere(ID, here.process) is None
        port.reading_on.clear()
        port.has_read.clear()
        looking = asyncio.create_task(here.check())
        await port.has_read.wait()
        assert await here._claim(ID, there.process) is None
        port.reading_on.set()
        assert await looking == set()
        assert here.owns(ID)

    asyncio.run(story())


def test_processes_know_of_each_other_while_their_leases_go_on(shared: BlockingStore, clock: type[SlowPort]) -> None:
    async def story() -> None:
        here, there, alone = (TableOwnership(SlowPort(shared), peer) for peer in (HERE, THERE, ""))
        await here.renew()
        assert await here.others() == await alone.others() == []
        await there.renew()
        assert (await here.others(), await there.others()) == ([THERE], [HERE])
        clock.moment += LEASE_SECONDS + 1
        await here.renew()
        assert (await here.others(), await there.others()) == ([], [HERE])

    asyncio.run(story())


def test_a_table_is_not_forgotten_while_a_connection_is_on_its_way(shared: BlockingStore) -> None:
    async def story() -> None:
        here = TableOwnership(SlowPort(shared), HERE)
        await here.renew()
        assert await here.elsewhere(ID) is None
        with here.hold(ID):
            here.forget(ID)
            assert here.serves(ID)
        here.forget(ID)
        assert not here.serves(ID)

    asyncio.run(story())
