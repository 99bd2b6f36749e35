"""What every store has to keep, the same on SQLite and on PostgreSQL."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from postgres import Postgres, free_port
from sqlalchemy import Connection, event, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ferrovia.errors import ServerError
from ferrovia.server.entries import Entry, Holder, Row, Seat, Step, Stored
from ferrovia.server.options import Clock, Options
from ferrovia.server.settings import Settings
from ferrovia.server.store import statements
from ferrovia.server.store.desk import Desk, OneWriterDesk
from ferrovia.server.store.opening import open_desk
from ferrovia.server.store.schema import VERSION, about, metadata

ID = "Table234567"
OTHER = "Table765432"


class Store:
    """A desk for tests that are not asynchronous themselves."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.desk = open_desk(url)

    def write(self, work: Callable[..., Any], **values: Any) -> Any:
        return asyncio.run(self.desk.write(partial(work, **values)))

    def read(self, work: Callable[..., Any], **values: Any) -> Any:
        return asyncio.run(self.desk.read(partial(work, **values)))

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """All rows of all tables of the database."""

        def look(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
            found = {each.name: connection.execute(each.select()).all() for each in metadata.sorted_tables}
            return {name: sorted((tuple(row) for row in rows), key=repr) for name, rows in found.items()}

        kept: dict[str, list[tuple[Any, ...]]] = self.read(look)
        return kept

    def close(self) -> None:
        self.desk.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    if request.param == "sqlite":
        return Settings(store=str(tmp_path / "tables.sqlite")).url
    return Settings(store=request.getfixturevalue("database")).url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    found = Store(url)
    yield found
    found.close()


def a_row(name: str = ID, **values: Any) -> Row:
    """A table just opened."""
    seats = (Seat("person", "Ada"), Seat("bot", "driver", "driver"))
    row = Row(name, "switzerland", "abcdef", Options(), b"\x00\xffsecret", "host", 1.25, 1.25, seats, seq=1)
    return replace(row, **values)


def opened(name: str = ID, holders: tuple[Holder, ...] = (Holder("ada", 0),), **values: Any) -> Step:
    """The step that opens it."""
    row = a_row(name, **values)
    return Step(Entry(1, "open", None, "{}", 0, row.created_at), row, holders)


def following(row: Row, request: str | None = None, holders: tuple[Holder, ...] | None = None, **values: Any) -> Step:
    """The next entry of a table, with where it stands after it."""
    entry = Entry(row.seq + 1, "move", 0, "deck", row.moves + 1, row.changed_at + 1, b"\x00\x01", request)
    after = replace(row, seq=entry.seq, moves=entry.number, moved=entry.seq, changed_at=entry.at)
    return Step(entry, replace(after, **values), holders)


FULL = Row(
    id=ID,
    rules="north-america",
    rules_hash="0123456789",
    options=Options(Clock("fischer", 61, 7, 2), known_cards=False, spectators=False, practice=True, autopilot=False),
    secret=bytes(range(256)),
    host="the host",
    created_at=1_785_000_000.123457,
    changed_at=1_785_000_001.987654,
    seats=(
        Seat("program", "Bía ☕ 💺", None, "digest", 59.123456789, 1_785_000_001.5, True),
        Seat("bot", "driver", "driver"),
        Seat("open"),
    ),
    status="playing",
    code="ABCDEF",
    seq=9,
    moves=3,
    moved=8,
    state=b"\x00\x01\xfe\xff" * 202,
    setup=bytes(255),
    due_at=1_785_000_011.987654,
    rematch=OTHER,
    engine="0.1.0",
)
"""A row in which no field has the value it has by default."""


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_full_row_is_full():
    for each in fields(Row):
        assert each.default is MISSING or getattr(FULL, each.name) != each.default, f"{each.name} is never tried out"


def test_a_table_comes_back_as_it_was_written(store):
    holders = (Holder("ada", 0), Holder("bia", 0), Holder("ada", 2))
    entry = Entry(9, "move", 0, "claim a--b red:1", 3, 1_785_000_001.987654, b"\x00\xff\x00", "0:request")
    assert store.write(statements.create, step=Step(entry, FULL, holders)) is True
    found = store.read(statements.load, table=ID)
    assert found.row == FULL
    assert set(found.holders) == set(holders)
    assert len(found.holders) == len(holders)
    assert found.seen == {}
    assert store.read(statements.entries, table=ID, after=0) == [entry]
    for name in ("secret", "state", "setup"):
        assert type(getattr(found.row, name)) is bytes


def test_a_table_with_nothing_in_it_comes_back_too(store):
    step = opened(holders=())
    store.write(statements.create, step=step)
    assert store.read(statements.load, table=ID) == Stored(step.row)
    assert store.read(statements.entries, table=ID, after=0) == [step.entry]


def test_times_lose_no_digit(store):
    """A duty is found again by the exact time it had."""
    for number in range(50):
        at = time.time() + number / 7
        name = f"Times{number:06}"
        store.write(statements.create, step=opened(name, due_at=at, changed_at=at))
        found = store.read(statements.load, table=name).row
        assert (found.due_at, found.changed_at) == (at, at)


def test_what_is_not_there(store):
    assert store.read(statements.load, table=ID) is None
    assert store.read(statements.entries, table=ID, after=0) == []
    assert store.read(statements.find_request, table=ID, request="0:r") is None
    assert store.read(statements.by_code, code="ABCDEF") is None
    assert store.read(statements.of_client, client="ada") == []
    assert store.read(statements.due, now=1e12) == []
    assert store.write(statements.take_duty, table=ID, due_at=1.0, until=2.0) is False
    assert store.write(statements.append, step=following(a_row())) is False
    assert store.write(statements.remove, table=ID, seq=1) is False


def test_an_id_is_used_once(store):
    store.write(statements.create, step=opened())
    before = store.everything()
    with pytest.raises(IntegrityError):
        store.write(statements.create, step=opened(holders=(Holder("bia", 1),), code="ABCDEF"))
    assert store.everything() == before


def test_a_code_opens_one_table(store):
    store.write(statements.create, step=opened(code="ABCDEF"))
    with pytest.raises(IntegrityError):
        store.write(statements.create, step=opened(OTHER, code="ABCDEF"))
    assert store.read(statements.by_code, code="ABCDEF") == ID
    assert store.read(statements.by_code, code="abcdef") is None
    store.write(statements.append, step=following(a_row(), code=None))
    assert store.read(statements.by_code, code="ABCDEF") is None
    store.write(statements.create, step=opened(OTHER, code="ABCDEF"))
    assert store.read(statements.by_code, code="ABCDEF") == OTHER


def test_the_tables_of_a_client(store):
    for number, name in enumerate(("First234567", "Secnd234567", "Third234567")):
        holders = (Holder("ada", 0), Holder(f"guest {number}", 1))
        store.write(statements.create, step=opened(name, holders, changed_at=10.0 + number))
    store.write(statements.create, step=opened(OTHER, (Holder("somebody else", 0),)))
    assert store.read(statements.of_client, client="ada") == [*("Third234567", "Secnd234567", "First234567")]
    assert store.read(statements.of_client, client="ada", most=1) == ["Third234567"]
    assert store.read(statements.of_client, client="guest 1") == ["Secnd234567"]
    assert len(store.read(statements.of_client, client="host")) == 4, "who opened a table finds it again"


def test_the_tables_there_are(store):
    store.write(statements.create, step=opened(OTHER, created_at=3.0, changed_at=4.0))
    store.write(statements.create, step=opened(created_at=1.0, changed_at=9.0, status="playing"))
    assert store.read(statements.all_ids) == [ID, OTHER], "the oldest first"
    assert store.read(statements.unfinished_ids) == [ID]
    assert store.read(statements.idle_ids, before=4.0) == []
    assert store.read(statements.idle_ids, before=9.5) == [(4.0, OTHER), (9.0, ID)], "the longest idle first"
    assert store.read(statements.idle_ids, before=9.5, most=1) == [(4.0, OTHER)]
    assert store.read(statements.idle_ids, before=9.5, after=(4.0, OTHER)) == [(9.0, ID)], "and on from there"


# ── the log ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_appending(store):
    step = opened()
    store.write(statements.create, step=step)
    step = following(step.row, "0:a", status="playing", state=b"state", due_at=7.5)
    assert store.write(statements.append, step=step) is True
    found = store.read(statements.load, table=ID)
    assert found.row == step.row
    assert found.holders == (Holder("ada", 0),), "they stay who they were"
    step = following(step.row, "0:b", holders=(Holder("bia", 0), Holder("bia", 1)))
    assert store.write(statements.append, step=step) is True
    found = store.read(statements.load, table=ID)
    assert found.row == step.row
    assert set(found.holders) == {Holder("bia", 0), Holder("bia", 1)}
    step = following(step.row, "0:c", holders=())
    assert store.write(statements.append, step=step) is True
    assert store.read(statements.load, table=ID).holders == ()


@pytest.mark.parametrize("behind", [-2, -1, 1, 5])
def test_whoever_has_not_seen_the_last_entry_writes_nothing(store, behind):
    step = opened()
    store.write(statements.create, step=step)
    for _ in range(3):
        step = following(step.row)
        store.write(statements.append, step=step)
    before = store.everything()
    wrong = following(replace(step.row, seq=step.row.seq + behind), "0:x", (Holder("thief", 0),), status="over")
    assert store.write(statements.append, step=wrong) is False
    assert store.everything() == before


@pytest.mark.parametrize("together", [2, 12])
def test_of_those_who_write_the_same_entry_one_wins(store, together):
    """Half of them at one desk, half at another, as if there were two processes."""
    step = opened()
    store.write(statements.create, step=step)
    other = open_desk(store.url)
    desks = (store.desk, other)

    async def race(row: Row, lap: int) -> tuple[list[bool], list[Step]]:
        rivals = [following(row, f"0:{lap}-{number}", (Holder(str(number), 0),)) for number in range(together)]
        writes = [desks[number % 2].write(partial(statements.append, step=each)) for number, each in enumerate(rivals)]
        return await asyncio.gather(*writes), rivals

    try:
        for lap in range(10):
            won, rivals = asyncio.run(race(step.row, lap))
            assert sum(won) == 1, won
            step = rivals[won.index(True)]
            found = store.read(statements.load, table=ID)
            assert (found.row, found.holders) == (step.row, step.holders)
    finally:
        other.close()
    assert [entry.seq for entry in store.read(statements.entries, table=ID, after=0)] == list(range(1, 12))


def test_a_request_makes_one_entry(store):
    """RULE: the same request again must be recognised, whatever it meets on its way."""
    step = opened()
    store.write(statements.create, step=step)
    first = following(step.row, "0:once")
    store.write(statements.append, step=first)
    before = store.everything()
    with pytest.raises(IntegrityError):
        store.write(statements.append, step=following(first.row, "0:once", (Holder("thief", 0),), status="over"))
    assert store.everything() == before
    assert store.write(statements.append, step=following(first.row, "1:once")) is True, (
        "another seat's, another request"
    )
    assert store.read(statements.find_request, table=ID, request="0:once") == first.entry
    assert store.read(statements.find_request, table=ID, request="0:never") is None
    store.write(statements.create, step=opened(OTHER))
    assert store.write(statements.append, step=following(a_row(OTHER), "0:once")) is True, "another table's"
    assert store.read(statements.find_request, table=OTHER, request="0:once").seq == 2


def test_entries_without_a_request_are_many(store):
    """Bots ask for nothing: they have no name for what they do."""
    step = opened()
    store.write(statements.create, step=step)
    for _ in range(3):
        step = following(step.row, None)
        assert store.write(statements.append, step=step) is True


def test_entries_after_a_number(store):
    step = opened()
    store.write(statements.create, step=step)
    store.write(statements.create, step=opened(OTHER))
    written = [step.entry]
    for number in range(11):
        step = following(step.row, f"0:{number}")
        store.write(statements.append, step=step)
        written.append(step.entry)
    for after in (0, 1, 5, 11, 12, 1000):
        assert store.read(statements.entries, table=ID, after=after) == written[after:]
    assert store.read(statements.entries, table=ID, after=3, most=2) == written[3:5]


# ── a rematch: two tables or none ─────────────────────────────────────────────────────────────────────────────────────


def test_a_rematch_is_written_together(store):
    step = opened(status="over")
    store.write(statements.create, step=step)
    said = following(step.row, rematch=OTHER)
    assert store.write(statements.append_and_create, step=said, new=opened(OTHER)) is True
    assert store.read(statements.load, table=ID).row.rematch == OTHER
    assert store.read(statements.load, table=OTHER).row == a_row(OTHER)


def test_a_rematch_that_somebody_else_asked_for_first_is_not_written(store):
    store.write(statements.create, step=opened(status="over"))
    before = store.everything()
    late = following(replace(a_row(), seq=0), rematch=OTHER)
    assert store.write(statements.append_and_create, step=late, new=opened(OTHER)) is False
    assert store.everything() == before


@pytest.mark.parametrize("fault", ["id", "code", "holders"])
def test_a_rematch_whose_table_cannot_be_is_not_written_at_all(store, fault):
    step = opened(status="over")
    store.write(statements.create, step=step)
    store.write(statements.create, step=opened("Taken234567", code="ABCDEF"))
    twice = (Holder("ada", 0), Holder("ada", 0))
    new = {
        "id": opened("Taken234567"),
        "code": opened(OTHER, code="ABCDEF"),
        "holders": opened(OTHER, twice),
    }[fault]
    before = store.everything()
    said = following(step.row, "0:again", (Holder("bia", 1),), rematch=new.row.id)
    with pytest.raises(IntegrityError):
        store.write(statements.append_and_create, step=said, new=new)
    assert store.everything() == before


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
    other = open_desk(store.url)

    async def race() -> list[bool]:
        desks = (store.desk, other) * 6
        take = partial(statements.take_duty, table=ID, due_at=due_at, until=due_at + 10)
        return await asyncio.gather(*(desk.write(take) for desk in desks))

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
    other = open_desk(store.url)

    async def race() -> list[bool]:
        desks, beats = (store.desk, other), []
        for number in range(24):
            order = names if number % 3 else names[::-1]
            see = partial(statements.see, seats=[(name, 0) for name in order], at=float(number))
            beats.append(desks[number % 2].write(see))
        return await asyncio.wait_for(asyncio.gather(*beats), 60)

    try:
        assert all(asyncio.run(race()))
    finally:
        other.close()
    assert {len(store.read(statements.load, table=name).seen) for name in names} == {1}


# ── forgetting ────────────────────────────────────────────────────────────────────────────────────────────────────────


def full_house(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Two tables with a bit of everything; what is left when the first one is forgotten."""
    store.write(statements.create, step=opened(OTHER))
    store.write(statements.see, seats=[(OTHER, 0)], at=5.0)
    left = store.everything()
    store.write(statements.create, step=opened())
    store.write(statements.append, step=following(a_row(), "0:a"))
    store.write(statements.see, seats=[(ID, 0), (ID, 1)], at=5.0)
    return left


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
    other = open_desk(store.url)

    async def race(name: str) -> list[bool]:
        return await asyncio.gather(
            store.desk.write(partial(statements.remove, table=name, seq=1)),
            other.write(partial(statements.append, step=following(a_row(name)))),
        )

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


# ── transactions ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Oops(Exception):
    """Something that goes wrong half way."""


def half_way(connection: Connection, step: Step) -> None:
    statements.append(connection, step)
    raise Oops


def test_what_fails_half_way_leaves_nothing(store):
    store.write(statements.create, step=opened())
    before = store.everything()
    with pytest.raises(Oops):
        store.write(half_way, step=following(a_row(), holders=(Holder("bia", 1),)))
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
    step = following(a_row(), holders=(Holder("bia", 1),))
    other = Store(store.url)
    written = []

    def write_in_between(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "FROM tables" in statement and not written:
            written.append(other.write(statements.append, step=step))

    event.listen(store.desk.engine, "after_cursor_execute", write_in_between)
    try:
        for seq, holder in ((1, Holder("ada", 0)), (2, Holder("bia", 1))):
            found = store.read(statements.load, table=ID)
            assert (found.row.seq, found.holders) == (seq, (holder,))
    finally:
        other.close()
    assert written == [True]


def test_those_who_stop_waiting_stop_nothing(store):
    """Somebody hangs up while a move is being written: it is written."""
    store.write(statements.create, step=opened())
    begun, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> bool:
        begun.set()
        return go.wait(10) and statements.append(connection, following(a_row()))

    async def hang_up() -> None:
        writing = asyncio.create_task(store.desk.write(slow))
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


# ── writing together: SQLite has one writer ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def single(tmp_path: Path) -> Iterator[Store]:
    found = Store(Settings(store=str(tmp_path / "tables.sqlite")).url)
    assert isinstance(found.desk, OneWriterDesk)
    yield found
    found.close()


def write_together(desk: Desk, works: list[Callable[[Connection], Any]]) -> tuple[list[Any], int]:
    """What each brings, queued while the writer is busy; and how many transactions that took."""
    busy, commits = threading.Event(), 0

    def committed(connection: Connection) -> None:
        nonlocal commits
        commits += 1

    event.listen(desk.engine, "commit", committed)

    async def run() -> list[Any]:
        first = asyncio.create_task(desk.write(lambda connection: busy.wait(10)))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(desk.write(work)) for work in works]
        await asyncio.sleep(0.05)
        busy.set()
        return (await asyncio.gather(first, *others, return_exceptions=True))[1:]

    found = asyncio.run(run())
    return found, commits - 1


def test_what_is_asked_for_meanwhile_is_written_together(single):
    works = [partial(statements.create, step=opened(f"Group{number:06}")) for number in range(50)]
    found, transactions = write_together(single.desk, works)
    assert found == [True] * 50
    assert transactions == 1, "fifty moves wait for the disk once"
    assert len(single.read(statements.all_ids)) == 50


def test_one_that_fails_fails_alone(single):
    single.write(statements.create, step=opened())
    before_me = partial(statements.create, step=opened("First234567"))
    guilty = partial(half_way, step=following(a_row()))
    clash = partial(statements.create, step=opened("First234567"))
    late = partial(statements.append, step=following(replace(a_row(), seq=7)))
    after_me = partial(statements.append, step=following(a_row(), "0:mine"))
    found, _ = write_together(single.desk, [before_me, guilty, clash, late, after_me])
    assert found[0] is True
    assert isinstance(found[1], Oops)
    assert isinstance(found[2], IntegrityError)
    assert found[3:] == [False, True]
    assert set(single.read(statements.all_ids)) == {ID, "First234567"}
    assert [entry.request for entry in single.read(statements.entries, table=ID, after=0)] == [None, "0:mine"]
    assert single.write(statements.create, step=opened(OTHER)) is True, "the writer lives on"


def test_within_a_group_the_first_of_two_rivals_wins(single):
    single.write(statements.create, step=opened())
    rivals = [partial(statements.append, step=following(a_row(), f"0:{number}")) for number in range(3)]
    found, transactions = write_together(single.desk, rivals)
    assert (found, transactions) == ([True, False, False], 1)
    assert single.read(statements.entries, table=ID, after=1)[0].request == "0:0"


def test_readers_do_not_wait_for_the_writer(single):
    single.write(statements.create, step=opened())

    def slow(connection: Connection, busy: threading.Event) -> bool:
        statements.append(connection, following(a_row()))
        return busy.wait(20)

    async def run() -> tuple[int, float]:
        busy = threading.Event()
        writing = asyncio.create_task(single.desk.write(partial(slow, busy=busy)))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        found = await single.desk.read(partial(statements.load, table=ID))
        seconds = time.monotonic() - began
        busy.set()
        await writing
        assert found is not None
        return found.row.seq, seconds

    seq, seconds = asyncio.run(run())
    assert seq == 1, "what is not committed is seen by nobody"
    assert seconds < 5


def test_closing_writes_what_is_queued(tmp_path):
    url = Settings(store=str(tmp_path / "tables.sqlite")).url
    desk = open_desk(url)

    async def run() -> None:
        for number in range(20):
            work = partial(statements.create, step=opened(f"Close{number:06}"))
            asyncio.create_task(desk.write(work))  # noqa: RUF006
        await asyncio.sleep(0)
        await asyncio.to_thread(desk.close)

    asyncio.run(run())
    again = Store(url)
    assert len(again.read(statements.all_ids)) == 20
    again.close()


# ── telling other processes: PostgreSQL ───────────────────────────────────────────────────────────────────────────────


def test_others_hear_of_what_was_committed_and_of_nothing_else(database):
    store = Store(Settings(store=database).url)
    with psycopg.connect(database, autocommit=True) as listening:
        listening.execute(f"LISTEN {statements.CHANNEL}")
        store.write(statements.create, step=opened())
        store.write(statements.append, step=following(a_row(), "0:a"))
        assert store.write(statements.append, step=following(a_row(), "0:b")) is False
        with pytest.raises(Oops):
            store.write(half_way, step=following(replace(a_row(), seq=2)))
        store.write(lambda connection: statements.notify(connection, ID, statements.PRESENCE))
        heard = [notice.payload for notice in listening.notifies(timeout=0.5)]
    store.close()
    assert heard == [f"{ID} 2", f"{ID} 0"]


# ── opening ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_opening_again(store):
    full_house(store)
    before = store.everything()
    store.close()
    again = Store(store.url)
    assert again.everything() == before
    assert again.write(statements.append, step=following(following(a_row()).row)) is True
    again.close()


def test_several_open_a_new_store_at_the_same_time(database):
    """Server processes are started together; each makes what is missing."""
    url = Settings(store=database).url
    found: list[Any] = []

    def open_it() -> None:
        try:
            found.append(open_desk(url))
        except BaseException as error:
            found.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    errors = [each for each in found if not isinstance(each, Desk)]
    for desk in found:
        if isinstance(desk, Desk):
            desk.close()
    assert errors == []


@pytest.mark.parametrize("other", [VERSION + 1, VERSION - 1])
def test_a_store_of_another_format_is_refused_and_left_alone(store, other):
    full_house(store)
    store.write(lambda connection: connection.execute(update(about).values(value=str(other))).rowcount)
    store.write(lambda connection: connection.execute(text("DROP TABLE presence")).rowcount)
    with pytest.raises(ServerError, match=f"format {other}, this program reads {VERSION}"):
        open_desk(store.url)
    with pytest.raises(SQLAlchemyError):  # nothing was made in it that was not there
        store.read(lambda connection: connection.execute(text("SELECT * FROM presence")).all())


PASSWORD = "Schwarzenburg"


def refused(address: str) -> str:
    """The sentence with which a store is refused."""
    began = time.monotonic()
    with pytest.raises(ServerError) as caught:
        open_desk(Settings(store=address).url)
    assert time.monotonic() - began < 20
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert PASSWORD not in sentence
    assert caught.value.__suppress_context__, "nor does a trace show what the driver said"
    return sentence


def test_nobody_at_the_address():
    port = free_port()
    sentence = refused(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/tables")
    assert f"127.0.0.1:{port}/tables" in sentence
    assert "cannot be opened" in sentence


def test_a_wrong_password(postgres: Postgres):
    sentence = refused(f"postgresql://ferrovia:{PASSWORD}@127.0.0.1:{postgres.port}/postgres")
    assert "password authentication failed" in sentence


def test_no_such_database(postgres: Postgres):
    assert "nowhere" in refused(postgres.url("nowhere"))


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ada:{PASSWORD}@@127.0.0.1:1/tables",
        f"postgresql://ada:{PASSWORD}@127.0.0.1:1/tables?connect_timeout=never",
        f"postgresql://ada:{PASSWORD}@127.0.0.1:port/tables",
        f"postgresql://127.0.0.1:1/tables?user=ada&password={PASSWORD}",
        f"postgresql://ada@127.0.0.1:1/tables?no_such_option={PASSWORD}",
    ],
)
def test_no_password_is_ever_shown(address):
    refused(address)


def test_sqlite_where_nothing_can_be_written(tmp_path):
    assert "/dev/null/tables.sqlite cannot be opened" in refused("/dev/null/tables.sqlite")
    (tmp_path / "folder").mkdir()
    assert "folder cannot be opened" in refused(str(tmp_path / "folder"))
    (tmp_path / "letter.txt").write_text("Dear Ada, this is no database. " * 100)
    assert "letter.txt cannot be opened" in refused(str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text().startswith("Dear Ada")


def test_sqlite_makes_the_folder_it_needs(tmp_path):
    path = tmp_path / "a b" / "ç@home" / "tables.sqlite"
    open_desk(Settings(store=str(path)).url).close()
    assert path.exists()


@pytest.mark.parametrize("name", ["what?.sqlite", "50%25.sqlite"])
def test_sqlite_takes_any_name(tmp_path, name):
    open_desk(Settings(store=str(tmp_path / name)).url).close()
    assert (tmp_path / name).exists()
