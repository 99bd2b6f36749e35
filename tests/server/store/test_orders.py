"""What the operator orders and looks up, in either database."""

import json
from dataclasses import fields

import pytest
from sqlalchemy import Connection, select, update

from ferrovia.protocol.options import Clock, Options
from ferrovia.server.base.moderation import Order
from ferrovia.server.base.table_log import Seat
from ferrovia.server.store import orders, statements
from ferrovia.server.store.schema import tables
from tests.server.store.store_harness import ID, OTHER, BlockingStore, a_row, opened


def test_orders_are_given_replaced_and_lifted(store: BlockingStore) -> None:
    ban = Order("ban", "203.0.113.0/24", "spam", 1.0, 100.0)
    store.write(orders.give_order, order=ban)
    store.write(orders.give_order, order=Order("mute", ID, "", 2.0))
    store.write(orders.give_order, order=Order("ban", "203.0.113.0/24", "again", 3.0))
    found = store.read(orders.all_orders)
    assert [(order.kind, order.note, order.until) for order in found] == [("ban", "again", None), ("mute", "", None)]
    assert store.write(orders.lift_order, kind="ban", key=ban.key)
    assert not store.write(orders.lift_order, kind="ban", key=ban.key)


def test_tables_are_found_by_id_status_and_name(store: BlockingStore) -> None:
    store.write(statements.create, step=opened(ID, seats=(Seat("person", "Zoë 100%"), Seat("open"))))
    store.write(statements.create, step=opened(OTHER, status="playing", changed_at=9.0))
    assert store.read(orders.latest_ids, status=None, text="") == [OTHER, ID]
    assert store.read(orders.latest_ids, status="lobby", text="") == [ID]
    assert store.read(orders.latest_ids, status=None, text=OTHER) == [OTHER]
    assert [store.read(orders.latest_ids, status=None, text=text) for text in ("zoë", "100%", "%")] == [[ID]] * 3
    assert store.read(orders.count_by_status) == {"lobby": 1, "playing": 1}


def test_time_is_given_back_to_clocks_that_run(store: BlockingStore) -> None:
    running = (Seat("person", "Ada", clock=60.0, asked_at=5.0), Seat("person", "Bo", clock=60.0))
    timed = Options(Clock("fischer", 60, 0))
    store.write(statements.create, step=opened(ID, status="playing", seats=running, options=timed))
    store.write(statements.create, step=opened(OTHER, status="playing", seats=running))
    assert store.write(orders.give_time_back, seconds=30.0) == 1
    seats = store.read(statements.load, table=ID).row.seats
    assert [seat.asked_at for seat in seats] == [35.0, None]
    assert store.read(statements.load, table=OTHER).row == a_row(OTHER, status="playing", seats=running), "no clock"


def test_only_seats_with_a_livery_are_stored_with_one(store: BlockingStore) -> None:
    """By both that write seats: a program from before liveries does not read a seat with a key it does not know."""
    seats = (Seat("person", "Ada", clock=60.0, asked_at=5.0), Seat("person", "Bo", clock=60.0, livery=0))
    store.write(statements.create, step=opened(status="playing", seats=seats, options=Options(Clock("fischer", 60, 0))))

    def keys(connection: Connection) -> list[set[str]]:
        return [set(seat) for seat in json.loads(connection.execute(select(tables.c.seats)).scalar_one())]

    known = {each.name for each in fields(Seat)}
    assert store.read(keys) == [known - {"livery"}, known]
    assert store.write(orders.give_time_back, seconds=30.0) == 1
    assert store.read(keys) == [known - {"livery"}, known]
    assert [seat.livery for seat in store.read(statements.load, table=ID).row.seats] == [None, 0]


def test_games_go_on_once_with_the_time_they_lost(store: BlockingStore) -> None:
    """Two processes may be told so at the same time; time is given back by one of them."""
    running = (Seat("person", "Ada", clock=60.0, asked_at=5.0), Seat("person", "Bo", clock=60.0))
    timed = Options(Clock("fischer", 60, 0))
    store.write(statements.create, step=opened(ID, status="playing", seats=running, options=timed))
    store.write(orders.give_order, order=Order("read-only", "*", "new disk", 10.0))
    assert [store.write(orders.go_on, now=now) for now in (40.0, 50.0)] == [True, False]
    assert store.read(statements.load, table=ID).row.seats[0].asked_at == 35.0
    assert store.read(orders.all_orders) == []


@pytest.mark.parametrize(
    "damage",
    [
        *({"seats": text} for text in ("damaged", "7", "null", '["Ada"]', '[{"kind": "person", "asked_at": "then"}]')),
        {"options": "damaged"},
    ],
)
def test_a_table_that_cannot_be_read_does_not_keep_games_stopped(
    store: BlockingStore, damage: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """The others go on with the time they lost; it is left as it is."""
    running = (Seat("person", "Ada", clock=60.0, asked_at=5.0), Seat("person", "Bo", clock=60.0))
    timed = Options(Clock("fischer", 60, 0))
    store.write(statements.create, step=opened(ID, status="playing", seats=running, options=timed))
    store.write(statements.create, step=opened(OTHER, status="playing", seats=running, options=timed))
    store.write(orders.give_order, order=Order("read-only", "*", "new disk", 10.0))

    def spoil(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.id == OTHER).values(damage))

    def stored(connection: Connection) -> dict[str, str]:
        found = connection.execute(select(tables).where(tables.c.id == OTHER)).one()._mapping
        return {name: found[name] for name in damage}

    store.write(spoil)
    assert store.write(orders.go_on, now=40.0)
    assert store.read(statements.load, table=ID).row.seats[0].asked_at == 35.0
    assert store.read(orders.all_orders) == []
    assert store.read(stored) == damage
    assert [vars(record).get("table") for record in caplog.records if record.msg == "unreadable-table"] == [OTHER]
