"""Whom keys stand for, while other servers on the same store sign browsers in and out."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from ferrovia.server.accounts import player_keys
from ferrovia.server.accounts.player_keys import TOGETHER, PlayerKeys
from ferrovia.server.base.identity import Identity
from ferrovia.server.store import accounts
from ferrovia.server.store.access import TableStore
from ferrovia.server.store.accounts import Passkey
from ferrovia.server.store.opening import open_store

PASSKEY = Passkey("first", "adas", b"", 0, 5.0, 5.0)


class CountedReads:
    """A store that counts what is asked of it."""

    def __init__(self, store: TableStore) -> None:
        self.store, self.reads, self.write = store, 0, store.write

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        self.reads += 1
        return await self.store.read(work)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TableStore]:
    found = open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield found
    found.close()


async def create(store: TableStore, before: Identity, after: Identity) -> None:
    """An account, made at another server."""
    keys = {"before": before.keys[0], "client": after.keys[0]}
    assert await store.write(partial(accounts.create, name="Ada", passkey=PASSKEY, **keys))


def test_a_server_notices_that_another_one_offers_accounts(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_keys, "FRESH_SECONDS", 0.0)
    before, after, other = Identity("before"), Identity("after"), Identity("other")

    async def run() -> None:
        players = PlayerKeys(store, offered=False)
        assert await players.recognise(before) is before
        assert await players.changed([before, other]) == set()
        await create(store, before, after)
        assert await players.changed([before, other]) == {before}
        assert await players.recognise(before) is None
        found = await players.recognise(after)
        assert found is not None
        assert found.digests == before.keys

    asyncio.run(run())


def test_without_accounts_the_store_is_not_asked_every_time(store: TableStore) -> None:
    async def run() -> None:
        counted = CountedReads(store)
        players = PlayerKeys(counted, offered=False)
        for number in range(20):
            await players.recognise(Identity(f"key {number}"))
        assert counted.reads == 1

    asyncio.run(run())


def test_thousands_of_connections_are_checked_in_few_queries(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is remembered, or forgotten, meanwhile."""
    monkeypatch.setattr(player_keys, "MOST_KEYS", 10)
    monkeypatch.setattr(player_keys, "FRESH_SECONDS", 0.0)

    async def run() -> None:
        counted = CountedReads(store)
        players = PlayerKeys(counted, offered=True)
        callers = [Identity(f"key {number}", f"link {number}") for number in range(2 * TOGETHER + 1)]
        assert await players.changed(callers) == set()
        await create(store, callers[TOGETHER], Identity("after"))
        counted.reads = 0
        assert await players.changed([*callers, Identity()]) == {callers[TOGETHER]}
        assert counted.reads == 3

    asyncio.run(run())
