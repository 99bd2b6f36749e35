"""Who writes: on SQLite one for all, together; on PostgreSQL each, and the others hear of it."""

import asyncio
import threading
from dataclasses import replace
from functools import partial

import psycopg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import Step
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_store
from tests.server.store.store_harness import (
    ID,
    OTHER,
    BlockingStore,
    Oops,
    a_row,
    following,
    half_way,
    opened,
    write_together,
)


def test_what_is_asked_for_meanwhile_is_written_together(single):
    works = [partial(statements.create, step=opened(f"Group{number:06}")) for number in range(50)]
    found, transactions = write_together(single.store, works)
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
    found, _ = write_together(single.store, [before_me, guilty, clash, late, after_me])
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
    found, transactions = write_together(single.store, rivals)
    assert (found, transactions) == ([True, False, False], 1)
    assert single.read(statements.entries, table=ID, after=1)[0].request == "0:0"


def count_transactions(connection: Connection, names: list[str]) -> int:
    """How many transactions of PostgreSQL the latest entries of some tables are from."""
    found = text("SELECT count(DISTINCT xmin::text) FROM log WHERE seq = 2 AND table_id = ANY(:names)")
    return int(connection.execute(found, {"names": names}).scalar_one())


def test_entries_that_are_sent_together_are_written_as_if_each_came_alone(store):
    names = [f"Group{number:06}" for number in range(30)]
    for name in names:
        store.write(statements.create, step=opened(name))
    alone = [following(a_row(name), "0:mine", code=f"C{name[-5:]}") for name in names[:10]]
    for step in alone:
        assert store.write(statements.append, step=step, quiet=True)
    together = [following(a_row(name), "0:mine", code=f"C{name[-5:]}") for name in names[10:]]
    found, transactions = write_together(store.store, [statements.Append(step, quiet=True) for step in together])
    if store.store.engine.dialect.name == "postgresql":  # which commits them by itself
        transactions = store.read(count_transactions, names=names[10:])
    assert (found, transactions) == ([True] * 20, 1)
    for step in (*alone, *together):
        assert store.read(statements.load, table=step.row.id).row == step.row
        assert store.read(statements.entries, table=step.row.id, after=1) == [step.entry]


def test_of_entries_that_are_sent_together_one_that_fails_fails_alone(store):
    names = [ID, OTHER, "Third234567"]
    for name in names:
        store.write(statements.create, step=opened(name))
    first = following(a_row(OTHER), "0:once")
    store.write(statements.append, step=first)
    good, rival = following(a_row(ID), "0:mine"), following(a_row(ID), "0:late")
    clash = following(first.row, "0:once")  # the same request twice
    moved_on = following(replace(a_row("Third234567"), seq=7), "0:mine")
    left = Step(replace(following(a_row("Third234567")).entry, kind="leave"), following(a_row("Third234567")).row)
    works = [statements.Append(step, quiet=True) for step in (good, rival, clash, moved_on, left)]
    found, _ = write_together(store.store, works)
    assert found[:2] == [True, False]
    assert isinstance(found[2], IntegrityError)
    assert found[3:] == [False, True]
    assert [entry.request for entry in store.read(statements.entries, table=ID, after=1)] == ["0:mine"]
    assert [entry.seq for entry in store.read(statements.entries, table=OTHER, after=1)] == [2]
    assert [entry.kind for entry in store.read(statements.entries, table="Third234567", after=1)] == ["leave"]
    assert store.write(statements.append, step=following(first.row, "0:twice")), "the writer lives on"


REFUSE_AT_COMMIT = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.request = '0:bad' THEN RAISE 'not this one'; END IF; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse()
"""


@pytest.mark.parametrize("requests", [["0:bad"], ["0:a", "0:b", "0:bad", "0:c"]])
def test_what_postgresql_refuses_when_it_commits_is_not_reported_as_written(database, requests):
    store = BlockingStore(Settings(store=database).url)
    names = [f"Group{number:06}" for number in range(len(requests))]
    for name in names:
        store.write(statements.create, step=opened(name))
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(REFUSE_AT_COMMIT)
    steps = [following(a_row(name), request) for name, request in zip(names, requests, strict=True)]
    found, _ = write_together(store.store, [statements.Append(step, quiet=True) for step in steps])
    for name, request, result in zip(names, requests, found, strict=True):
        written = store.read(statements.entries, table=name, after=1)
        if request == "0:bad":
            assert isinstance(result, SQLAlchemyError)
            assert not written
        else:
            assert result is True
            assert [entry.request for entry in written] == [request]
    store.close()


def test_readers_do_not_wait_for_the_writer(single):
    single.write(statements.create, step=opened())

    def slow(connection: Connection, busy: threading.Event) -> bool:
        statements.append(connection, following(a_row()))
        return busy.wait(20)

    async def run() -> int:
        busy = threading.Event()
        writing = asyncio.create_task(single.store.write(partial(slow, busy=busy)))
        await asyncio.sleep(0.05)
        found = await single.store.read(partial(statements.load, table=ID))
        busy.set()
        assert await writing, "the writer was still at it"
        assert found is not None
        return int(found.row.seq)

    assert asyncio.run(run()) == 1, "what is not committed is seen by nobody"


def test_closing_writes_what_is_queued(tmp_path):
    url = Settings(store=str(tmp_path / "tables.sqlite")).url
    store = open_store(url)

    async def run() -> None:
        for number in range(20):
            work = partial(statements.create, step=opened(f"Close{number:06}"))
            asyncio.create_task(store.write(work))  # noqa: RUF006
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)

    asyncio.run(run())
    again = BlockingStore(url)
    assert len(again.read(statements.all_ids)) == 20
    again.close()


# ── telling other processes: PostgreSQL ───────────────────────────────────────────────────────────────────────────────


def test_others_hear_of_what_was_committed_and_of_nothing_else(database):
    store = BlockingStore(Settings(store=database).url)
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


def test_others_hear_of_entries_that_are_written_together_unless_they_are_quiet(database):
    store = BlockingStore(Settings(store=database).url)
    names = [f"Group{number:06}" for number in range(12)]
    for name in names:
        store.write(statements.create, step=opened(name))
    works = [statements.Append(following(a_row(name)), quiet=number % 3 == 0) for number, name in enumerate(names)]
    late = statements.Append(following(a_row(names[1]), "0:late"), quiet=False)
    with psycopg.connect(database, autocommit=True) as listening:
        listening.execute(f"LISTEN {statements.CHANNEL}")
        found, _ = write_together(store.store, [*works, late])
        heard = [notice.payload for notice in listening.notifies(timeout=0.5)]
    transactions = store.read(count_transactions, names=names)
    store.close()
    assert found == [True] * 12 + [False]
    assert sorted(heard) == [f"{name} 2" for number, name in enumerate(names) if number % 3]
    assert transactions == 2, "one of those that others hear of, one of the others"
