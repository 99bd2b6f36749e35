"""Writes that are made together on SQLite: one that fails takes nothing of the others' along, nor their one commit."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import IntegrityError

from ferrovia.server.base.settings import Settings
from ferrovia.server.store.access import TableStore
from ferrovia.server.store.opening import open_store
from ferrovia.server.store.schema import about
from tests.server.store.store_harness import write_together

Work = Callable[[Connection], Any]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TableStore]:
    found = open_store(Settings(store=str(tmp_path / "tables.sqlite")).url)
    yield found
    found.close()


def put(*keys: str) -> Work:
    def work(connection: Connection) -> str:
        for key in keys:
            connection.execute(insert(about), {"key": key, "value": "x"})
        return keys[0]

    return work


def kept(store: TableStore) -> set[str]:
    with store.engine.connect() as connection:
        return set(connection.execute(select(about.c.key)).scalars()) - {"version"}


def test_a_clash_costs_the_others_nothing(store: TableStore) -> None:
    works = [put(str(number)) for number in range(50)]
    works[20:20] = [put("half", "7")]
    found, commits = write_together(store, works)
    assert commits == 1
    assert isinstance(found.pop(20), IntegrityError)
    assert found == [str(number) for number in range(50)]
    assert kept(store) == {str(number) for number in range(50)}, "nothing of the one that failed"


def test_while_many_write_more_of_them_come_together(store: TableStore) -> None:
    commits = 0

    def committed(connection: Connection) -> None:
        nonlocal commits
        commits += 1

    event.listen(store.engine, "commit", committed)

    async def run() -> None:
        writing = []
        for number in range(600):
            writing.append(asyncio.create_task(store.write(put(str(number)))))
            await asyncio.sleep(0.001)
        await asyncio.gather(*writing)

    asyncio.run(run())
    assert len(kept(store)) == 600
    assert commits < 400, "the first 200 may be written one by one; after that at most a hundred groups a second"


def test_when_the_database_gives_up_the_whole_of_it_each_is_written_for_itself(store: TableStore) -> None:
    """As it does when its disk is full."""

    def broken(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver
        driver.execute("ROLLBACK")
        raise OSError("no space left")

    found, _ = write_together(store, [put("before"), broken, put("after")])
    assert found[0] == "before"
    assert isinstance(found[1], OSError)
    assert found[2] == "after"
    assert kept(store) == {"before", "after"}
