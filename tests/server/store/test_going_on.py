"""What every store has to keep, the same on SQLite and on PostgreSQL: duties, presence, forgetting, transactions."""

import asyncio
import threading
import time
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError

from ferrovia.server.base.table_log import SeatHolder
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_store
from tests.server.store.store_harness import (
    ID,
    OTHER,
    BlockingStore,
    Oops,
    a_row,
    following,
    full_house,
    half_way,
    opened,
)

# ── duties and presence ───────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_due(store):
    for name, due_at in (("Later234567", 30.5), ("First234567", 10.25), ("Never234567", None), ("Secnd234567", 20.0)):
        store.write(statements.create, step=opened(name, due_at=due_at))
    assert store.read(statements.due, now=10.0) == []
    assert store.read(statements.due, now=20.0) == [("First234567", 10.25), ("Secnd234567", 20.0)]
    assert len(store.read(statements.due, now=99.0)) == 3
    assert store.read(statements.due, now=99.0, most=1) == [("First234567", 10.25)]


def test_a_duty_is_taken_once(store):
    due_at = time.time()
    store.write(statements.create, step=opened(due_at=due_at))
    other = open_store(store.url)

    async def race() -> list[bool]:
        writers = (store.store, other) * 6
        take = partial(statements.take_duty, table=ID, due_at=due_at, until=due_at + 10)
        return list(await asyncio.gather(*(writer.write(take) for writer in writers)))

    try:
        assert sorted(asyncio.run(race())) == [False] * 11 + [True]
    finally:
        other.close()
    assert store.read(statements.due, now=due_at + 9) == []
    assert store.read(statements.due, now=due_at + 10) == [(ID, due_at + 10)]
    assert store.write(statements.take_duty, table=ID, due_at=due_at + 10, until=due_at + 20) is True


def test_a_duty_that_was_done_meanwhile_is_not_taken(store):
    step = opened(due_at=10.0)
    store.write(statements.create, step=step)
    store.write(statements.append, step=following(step.row, due_at=None))
    assert store.write(statements.take_duty, table=ID, due_at=10.0, until=20.0) is False
    assert store.read(statements.load, table=ID).row.due_at is None


def test_presence(store):
    store.write(statements.create, step=opened())
    store.write(statements.create, step=opened(OTHER))
    store.write(statements.see, seats=[(ID, 1), (ID, 0), (ID, 1)], at=5.5)
    assert store.read(statements.load, table=ID).seen == {0: 5.5, 1: 5.5}
    store.write(statements.see, seats=[(ID, 1), (OTHER, 0)], at=7.25)
    assert store.read(statements.load, table=ID).seen == {0: 5.5, 1: 7.25}
    assert store.read(statements.load, table=OTHER).seen == {0: 7.25}
    store.write(statements.see, seats=[], at=9.0)
    store.write(statements.append, step=following(a_row()))
    assert store.read(statements.load, table=ID).seen == {0: 5.5, 1: 7.25}


def test_many_see_many_at_the_same_time(store):
    """Heartbeats of several processes never wait for each other in a ring."""
    names = [f"Seen{number:07}" for number in range(20)]
    for name in names:
        store.write(statements.create, step=opened(name))
    other = open_store(store.url)

    async def race() -> list[bool]:
        writers, beats = (store.store, other), []
        for number in range(24):
            order = names if number % 3 else names[::-1]
            see = partial(statements.see, seats=[(name, 0) for name in order], at=float(number))
            beats.append(writers[number % 2].write(see))
        return await asyncio.wait_for(asyncio.gather(*beats), 60)

    try:
        assert all(asyncio.run(race()))
    finally:
        other.close()
    assert {len(store.read(statements.load, table=name).seen) for name in names} == {1}


def test_removing(store):
    left = full_house(store)
    assert store.write(statements.remove, table=ID, seq=2) is True
    assert store.everything() == left
    assert store.write(statements.remove, table=ID, seq=2) is False


@pytest.mark.parametrize("seq", [1, 3])
def test_a_table_at_which_something_happened_is_not_removed(store, seq):
    full_house(store)
    before = store.everything()
    assert store.write(statements.remove, table=ID, seq=seq) is False
    assert store.everything() == before


def test_forgetting_and_playing_on_at_the_same_time(store):
    """Either the table is gone with all its entries, or the move is there."""
    other = open_store(store.url)

    async def race(name: str) -> list[bool]:
        removing = store.store.write(partial(statements.remove, table=name, seq=1))
        moving = other.write(partial(statements.append, step=following(a_row(name))))
        return list(await asyncio.gather(removing, moving))

    try:
        for number in range(20):
            name = f"Races{number:06}"
            store.write(statements.create, step=opened(name))
            removed, moved = asyncio.run(race(name))
            assert removed != moved
            kept = store.read(statements.entries, table=name, after=0)
            assert [entry.seq for entry in kept] == ([] if removed else [1, 2])
    finally:
        other.close()


def test_what_fails_half_way_leaves_nothing(store):
    store.write(statements.create, step=opened())
    before = store.everything()
    with pytest.raises(Oops):
        store.write(half_way, step=following(a_row(), holders=(SeatHolder("bia", 1),)))
    assert store.everything() == before
    assert store.write(statements.append, step=following(a_row())) is True


def test_what_fails_tells_no_secret(store):
    """What goes wrong is logged; what was to be written, the secret of a table for one, must not be in it."""
    store.write(statements.create, step=opened(host="digest of a key"))
    with pytest.raises(IntegrityError) as caught:
        store.write(statements.create, step=opened(host="digest of a key"))
    assert repr(a_row().secret) not in str(caught.value)
    assert "digest of a key" not in str(caught.value)


def test_reading_sees_one_moment(store):
    """A table that is read while others write to it fits together: the holders are those of the row's own entry."""
    store.write(statements.create, step=opened())
    step = following(a_row(), holders=(SeatHolder("bia", 1),))
    other = BlockingStore(store.url)
    written: list[Any] = []

    def write_in_between(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "FROM tables" in statement and not written:
            written.append(other.write(statements.append, step=step))

    event.listen(store.store.engine, "after_cursor_execute", write_in_between)
    try:
        for seq, holder in ((1, SeatHolder("ada", 0)), (2, SeatHolder("bia", 1))):
            found = store.read(statements.load, table=ID)
            assert (found.row.seq, found.holders) == (seq, (holder,))
    finally:
        other.close()
    assert written == [True]


def test_those_who_stop_waiting_stop_nothing(store):
    """A client hangs up while its move is being written: it is written."""
    store.write(statements.create, step=opened())
    begun, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> bool:
        begun.set()
        return go.wait(10) and statements.append(connection, following(a_row()))

    async def hang_up() -> None:
        writing = asyncio.create_task(store.store.write(slow))
        await asyncio.to_thread(begun.wait, 10)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        go.set()

    asyncio.run(hang_up())
    end = time.monotonic() + 10
    while store.read(statements.load, table=ID).row.seq != 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert [entry.seq for entry in store.read(statements.entries, table=ID, after=0)] == [1, 2]
