"""What every store has to keep, the same on SQLite and on PostgreSQL: tables and their logs."""

import asyncio
import time
from dataclasses import MISSING, fields, replace
from functools import partial

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from ferrovia.server.base.table_log import LogEntry, SeatHolder, Step, StoredTable, TableRow
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_store
from ferrovia.server.store.readiness import write_probe
from ferrovia.server.store.schema import link_holders, tables
from tests.server.store.store_harness import FULL, ID, OTHER, BlockingStore, a_row, following, opened


def test_the_full_row_is_full():
    for each in fields(TableRow):
        assert each.default is MISSING or getattr(FULL, each.name) != each.default, f"{each.name} is never tried out"


def test_a_table_comes_back_as_it_was_written(store):
    holders = (SeatHolder("ada", 0), SeatHolder("bia", 0), SeatHolder("ada", 2))
    entry = LogEntry(9, "move", 0, "claim a--b red:1", 3, 1_785_000_001.987654, b"\x00\xff\x00", "0:request")
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
    assert store.read(statements.load, table=ID) == StoredTable(step.row)
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
        store.write(statements.create, step=opened(holders=(SeatHolder("bia", 1),), code="ABCDEF"))
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
        holders = (SeatHolder("ada", 0), SeatHolder(f"guest {number}", 1))
        store.write(statements.create, step=opened(name, holders, changed_at=10.0 + number))
    store.write(statements.create, step=opened(OTHER, (SeatHolder("somebody else", 0),)))
    assert store.read(statements.of_client, client="ada") == [*("Third234567", "Secnd234567", "First234567")]
    assert store.read(statements.of_client, client="ada", most=1) == ["Third234567"]
    assert store.read(statements.of_client, client="guest 1") == ["Secnd234567"]
    assert len(store.read(statements.of_client, client="host")) == 4, "who opened a table finds it again"
    for number in range(60):
        ended = opened(f"Ended{number:06}", changed_at=20.0, status="ended" if number % 2 else "over")
        store.write(statements.create, step=ended)
    store.write(statements.append, step=following(a_row("First234567"), status="playing"))
    assert len(store.read(statements.of_client, client="ada")) == 50
    assert set(store.read(statements.running_of_client, client="ada")) == {"First234567", "Secnd234567", "Third234567"}


def test_a_host_changes_with_the_holders(store):
    store.write(statements.create, step=opened())
    step = following(a_row(), holders=(SeatHolder("player", 0),), host="player")
    assert store.write(statements.append, step=step)
    assert store.read(statements.load, table=ID).row == step.row
    late = following(a_row(), holders=(SeatHolder("thief", 0),), host="thief")
    assert not store.write(statements.append, step=late)
    assert store.read(statements.load, table=ID).row.host == "player"


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
    assert found.holders == (SeatHolder("ada", 0),), "they stay who they were"
    step = following(step.row, "0:b", holders=(SeatHolder("bia", 0), SeatHolder("bia", 1)))
    assert store.write(statements.append, step=step) is True
    found = store.read(statements.load, table=ID)
    assert found.row == step.row
    assert set(found.holders) == {SeatHolder("bia", 0), SeatHolder("bia", 1)}
    step = following(step.row, "0:c", holders=())
    assert store.write(statements.append, step=step) is True
    assert store.read(statements.load, table=ID).holders == ()


@pytest.mark.parametrize("behind", [-2, -1, 1, 5])
def test_a_writer_that_has_not_seen_the_last_entry_writes_nothing(store, behind):
    step = opened()
    store.write(statements.create, step=step)
    for _ in range(3):
        step = following(step.row)
        store.write(statements.append, step=step)
    before = store.everything()
    wrong = following(replace(step.row, seq=step.row.seq + behind), "0:x", (SeatHolder("thief", 0),), status="over")
    assert store.write(statements.append, step=wrong) is False
    assert store.everything() == before


@pytest.mark.parametrize("together", [2, 12])
def test_of_those_who_write_the_same_entry_one_wins(store, together):
    """Half of them through one connection pool, half through another, as if there were two processes."""
    step = opened()
    store.write(statements.create, step=step)
    other = open_store(store.url)
    writers = (store.store, other)

    async def race(row: TableRow, lap: int) -> tuple[list[bool], list[Step]]:
        rivals = [following(row, f"0:{lap}-{number}", (SeatHolder(str(number), 0),)) for number in range(together)]
        writes = [
            writers[number % 2].write(partial(statements.append, step=each)) for number, each in enumerate(rivals)
        ]
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
        store.write(statements.append, step=following(first.row, "0:once", (SeatHolder("thief", 0),), status="over"))
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


def test_a_rematch_that_another_player_asked_for_first_is_not_written(store):
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
    twice = (SeatHolder("ada", 0), SeatHolder("ada", 0))
    new = {
        "id": opened("Taken234567"),
        "code": opened(OTHER, code="ABCDEF"),
        "holders": opened(OTHER, twice),
    }[fault]
    before = store.everything()
    said = following(step.row, "0:again", (SeatHolder("bia", 1),), rematch=new.row.id)
    with pytest.raises(IntegrityError):
        store.write(statements.append_and_create, step=said, new=new)
    assert store.everything() == before


def test_the_time_is_in_the_store(store):
    assert store.read(statements.times)[1] == 0.0
    for at in (5.0, 7.5):
        store.write(statements.write_time, at=at)
    before = time.time()
    right, last = store.read(statements.times)
    assert last == 7.5
    assert before - 1 <= right <= time.time() + 1, "the database is on this machine and may round to a second"


def test_a_store_that_can_be_written_is_ready(store):
    store.write(write_probe)
    store.write(write_probe)


def test_a_row_that_cannot_be_read_does_not_leave_its_reader_in_the_past(store):
    """The error is kept, as logs and debuggers do; whoever reads next sees what was written since."""
    kept = []
    store.write(statements.create, step=opened(holders=tuple(SeatHolder(f"client {n}", 0) for n in range(500))))
    store.write(lambda connection: connection.execute(update(tables).values(options="{")).rowcount)
    for _ in range(8):  # every connection that readers share
        try:
            store.read(statements.load, table=ID)
        except ValueError as error:
            kept.append(error)
    assert len(kept) == 8
    store.write(lambda connection: connection.execute(update(tables).values(options="{}")).rowcount)
    for _ in range(8):
        assert store.read(statements.load, table=ID).row.id == ID


def test_who_came_by_a_link_is_told_from_who_sat_down(store: BlockingStore) -> None:
    both = (SeatHolder("ada", 0), SeatHolder("finder", 0, own=False))
    store.write(statements.create, step=opened(holders=both))
    assert store.read(statements.load, table=ID).holders == both
    assert set(store.read(statements.load_some, names=[ID])[ID].holders) == set(both)
    step = following(opened().row, holders=both[:1])
    store.write(statements.append, step=step)
    assert store.read(statements.load, table=ID).holders == both[:1]
    again = following(step.row, holders=both)
    store.write(statements.append, step=again)
    assert store.read(statements.load, table=ID).holders == both
    store.write(lambda connection: connection.execute(link_holders.delete()))
    assert all(each.own for each in store.read(statements.load, table=ID).holders), "as a server of before wrote it"
    store.write(statements.append, step=following(again.row, holders=both))
    assert store.write(statements.remove, table=ID, seq=again.row.seq + 1)
    assert store.read(lambda connection: connection.execute(link_holders.select()).all()) == []
