"""Moderation: the operator's requests and what follows from them; blocked names."""

import asyncio
import json
import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import gethostname
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, update
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ferrovia.server.app import make_app
from ferrovia.server.base import rate_limits
from ferrovia.server.base.moderation import Moderation, Order, network_text
from ferrovia.server.base.name_filter import NameFilter
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import Seat, Step
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.operator import Operator
from ferrovia.server.live.services import open_services
from ferrovia.server.store import orders as order_queries
from ferrovia.server.store import statements
from ferrovia.server.store.schema import orders
from tests.server_parts.stored_games import played
from tests.server_parts.test_http_routes import PEOPLE, key

__all__ = ["key"]
TOKEN = "0123456789abcdef0123456789abcdef"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
CLOCK = {"clock": {"kind": "fischer", "start": 600, "gain": 0}}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("admin")
    (folder / "names.txt").write_text("# rude\nweasel\n*stoat*\n")
    settings = Settings(store=str(folder / "tables.sqlite"), admin_token=TOKEN, blocked_names=str(folder / "names.txt"))
    with TestClient(make_app(settings), client=("192.0.2.1", 50_000)) as found:
        yield found


@pytest.fixture
def table(client: TestClient, key: dict[str, str]) -> str:
    wish = {**PEOPLE, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}], "options": CLOCK}
    found = str(client.post("/api/tables", json=wish, headers=key).json()["table"]["id"])
    while client.get(f"/api/tables/{found}", headers=key).json()["status"] == "lobby":
        time.sleep(0.02)  # its game is about to start
    return found


def test_without_a_token_in_the_settings_there_is_nothing(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(store=str(tmp_path / "t.sqlite")))) as plain:
        for headers in ({}, {"authorization": "Bearer "}, OPERATOR):
            assert plain.get("/api/admin", headers=headers).status_code == 404


@pytest.mark.parametrize("header", [{}, {"authorization": "Bearer wrong"}, {"cookie": f"ferrovia={TOKEN}"}])
def test_only_the_token_opens_it(client: TestClient, header: dict[str, str]) -> None:
    answer = client.get("/api/admin", headers=header)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-admin-token")


def test_guessing_is_limited(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()  # a slow machine earns no more tries
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now))
    client.app.state.limits.tries.buckets.clear()  # type: ignore[attr-defined]
    codes = [client.get("/api/admin", headers={"authorization": f"Bearer {n}"}).status_code for n in range(30)]
    assert codes[0] == 403
    assert codes[-1] == 429
    assert client.get("/api/admin", headers=OPERATOR).status_code == 429, "nor can it be told whether a guess is right"
    client.app.state.limits.tries.buckets.clear()  # type: ignore[attr-defined]


def test_the_state_and_the_tables(client: TestClient, key: dict[str, str], table: str) -> None:
    state = client.get("/api/admin", headers=OPERATOR).json()
    assert state["tables"]["playing"] >= 1
    assert (state["process"], state["processes"], state["others"]) == (f"{gethostname()}:{os.getpid()}", 1, [])
    assert set(state["load"]) == {
        *("moves", "processor", "lag", "store", "memory", "descriptors", "bots", "overloaded")
    }
    with client.websocket_connect(f"/ws/{table}", headers=key) as socket:
        socket.send_json({"message": "hello"})
        socket.receive_json()
        found = client.get("/api/admin/tables?text=ADA&status=playing", headers=OPERATOR).json()
        mine = next(each for each in found if each["id"] == table)
        assert [seat["name"] for seat in mine["seats"]] == ["Ada", "Bo"]
        assert mine["seats"][0]["addresses"] == ["192.0.2.1"]
    assert not {"hand", "secret", "token", "host"} & set(json.dumps(mine).replace('"', " ").split())
    assert client.get("/api/admin/tables?text=nobody-of-that-name", headers=OPERATOR).json() == []
    assert [each["id"] for each in client.get(f"/api/admin/tables?text={table}", headers=OPERATOR).json()] == [table]


def test_the_search_is_for_names_alone(client: TestClient, key: dict[str, str]) -> None:
    """The seats are stored as JSON: its keys, and the values beside the names, are no names."""
    for name in ("Denamed", "Ada", "Bo"):
        wish = {**PEOPLE, "seats": [{"kind": "me", "name": name}, {"kind": "open"}]}
        assert client.post("/api/tables", json=wish, headers=key).status_code == 201
    for text in ("asked_at", "person", "null"):
        assert client.get(f"/api/admin/tables?text={text}", headers=OPERATOR).json() == []
    app: Any = client.app
    search = partial(order_queries.latest_ids, status=None, text="NAME", most=1)
    found = client.get("/api/admin/tables?text=denamed", headers=OPERATOR).json()
    assert app.state.services.store.read_here(search) == [each["id"] for each in found]
    assert len(found) == 1


def test_a_table_is_closed_and_muted(client: TestClient, key: dict[str, str], table: str) -> None:
    say = {"message": "say", "seat": 0, "phrase": "hello"}
    with client.websocket_connect(f"/ws/{table}", headers=key) as socket:
        socket.send_json({"message": "hello"})
        socket.receive_json()
        assert client.put(f"/api/admin/tables/{table}/mute", json={"muted": True}, headers=OPERATOR).json()["muted"]
        socket.send_json({**say, "id": "1"})
        assert answer_to(socket, "1")["code"] == "muted"
        client.put(f"/api/admin/tables/{table}/mute", json={"muted": False}, headers=OPERATOR)
        socket.send_json({**say, "id": "2"})
        assert answer_to(socket, "2")["message"] == "accepted"
    assert client.post(f"/api/admin/tables/{table}/close", headers=OPERATOR).json()["status"] == "ended"


def answer_to(socket: Any, request: str) -> dict[str, Any]:
    """The answer to a request, whatever is broadcast before it."""
    while (found := socket.receive_json()).get("id") != request:
        pass
    answer: dict[str, Any] = found
    return answer


def test_a_banned_address_is_out_and_stays_out(client: TestClient, table: str) -> None:
    other = TestClient(client.app, client=("203.0.113.7", 50_000))
    other.portal = client.portal  # the same event loop
    with other.websocket_connect(f"/ws/{table}") as socket:
        socket.send_json({"message": "hello"})
        assert socket.receive_json()["message"] == "snapshot"
        ban = {"address": "203.0.113.99/24", "hours": 1, "note": "spam"}
        given = client.post("/api/admin/bans", json=ban, headers=OPERATOR).json()
        assert [(order["kind"], order["key"]) for order in given] == [("ban", "203.0.113.0/24")]
        with pytest.raises(WebSocketDisconnect):
            answer_to(socket, "never")
    assert other.get("/api/rules").json()["code"] == "banned"
    client.post("/api/admin/bans/lift", json={"address": "203.0.113.0/24"}, headers=OPERATOR)
    assert other.get("/api/rules").status_code == 200


@pytest.mark.parametrize("address", ["192.0.2.0/24", "somewhere"])
def test_an_operator_is_not_locked_out(client: TestClient, address: str) -> None:
    assert client.post("/api/admin/bans", json={"address": address}, headers=OPERATOR).status_code == 422


@pytest.mark.parametrize(
    ("ban", "address", "banned"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8::1", "2001:db8::", True),
        ("2001:db8::/32", "2001:db8:5::", True),
        ("2001:db8::/32", "203.0.113.7", False),
        ("203.0.113.7", "testclient", False),
    ],
)
def test_whom_a_ban_meets(ban: str, address: str, banned: bool) -> None:
    """Clients with IPv6 are known by their network of 64 bits."""
    assert network_text(ban) == ban
    moderation = Moderation()
    moderation.adopt([Order("ban", network_text(ban), "", 0.0, 100.0)], 50.0)
    assert moderation.bans(address) is banned
    moderation.adopt(moderation.orders, 150.0)
    assert not moderation.bans(address), "it has expired"


def test_read_only_stops_games_and_clocks(client: TestClient, key: dict[str, str], table: str) -> None:
    app: Any = client.app
    before = client.get(f"/api/tables/{table}", headers=key).json()["seats"][0]["clock"]
    given = client.put("/api/admin/read-only", json={"on": True, "note": "new disk"}, headers=OPERATOR).json()
    assert [order["kind"] for order in given] == ["read-only"]
    assert client.post("/api/tables", json=PEOPLE, headers=key).json()["code"] == "read-only"
    assert client.post(f"/api/tables/{table}/end", headers=key).json()["code"] == "read-only"
    assert client.get("/readyz").status_code == 200, "it is meant to be so"
    with client.websocket_connect(f"/ws/{table}", headers=key) as socket:
        socket.send_json({"message": "hello"})
        snapshot = socket.receive_json()
        move = snapshot["sights"][0]["legal"]["moves"][0]
        request = {"message": "move", "id": "m", "seq": snapshot["seq"], "seat": 0, "move": move}
        socket.send_json(request)
        assert answer_to(socket, "m")["code"] == "read-only"
        age(app, 3600.0)
        assert client.put("/api/admin/read-only", json={"on": False}, headers=OPERATOR).json() == []
        socket.send_json(request)
        assert answer_to(socket, "m")["message"] == "accepted"
    after = client.get(f"/api/tables/{table}", headers=key).json()["seats"][0]["clock"]
    assert after == pytest.approx(before + 3600.0, abs=60), "as if it had been an hour"


def age(app: Any, seconds: float) -> None:
    """Let the order to stop be older than it is."""
    age_orders(app.state.services.store.store.engine, seconds)


def age_orders(engine: Engine, seconds: float) -> None:
    with engine.begin() as connection:
        connection.execute(update(orders).where(orders.c.kind == "read-only").values(since=orders.c.since - seconds))


@asynccontextmanager
async def operating(store: Path) -> AsyncIterator[tuple[Operator, Step]]:
    """An operator of a server at which one game with clocks is live, as it was after its last step."""
    services = open_services(Settings(store=str(store)))
    try:
        operator = Operator(services, Hub(services))
        first, *others = (with_clock(step) for step in played("unused", "new-york", moves=3))
        await services.store.write(partial(statements.create, step=first))
        for step in others:
            assert await services.store.write(partial(statements.append, step=step))
        await operator.hub.find(first.row.id)
        yield operator, others[-1]
    finally:
        await services.close()


def with_clock(step: Step) -> Step:
    options = replace(step.row.options, clock=replace(step.row.options.clock, kind="days"))
    return replace(step, row=replace(step.row, options=options))


def test_games_go_on_with_the_clocks_that_were_given_back(tmp_path: Path) -> None:
    """A move that is accepted before would write the clocks of before."""

    async def run() -> None:
        async with operating(tmp_path / "tables.sqlite") as (operator, last):
            services, table = operator.services, operator.hub.tables[last.row.id]
            await operator.set_read_only(True, "new disk")
            await asyncio.to_thread(age_orders, services.store.store.engine, 3600.0)
            async with table.lock:  # the clocks cannot be read yet
                going_on = asyncio.create_task(operator.set_read_only(False, ""))
                while services.moderation.read_only is not None:
                    await asyncio.sleep(0.01)
                assert services.store.frozen
            await going_on
            assert not services.store.frozen
            assert asked_at(table.row.seats, last) >= asked_at(last.row.seats, last) + 3600.0

    asyncio.run(run())


def asked_at(seats: tuple[Seat, ...], step: Step) -> float:
    """Since when the seat that has to decide after a step has been asked."""
    found = seats[step.asked[0]].asked_at
    assert found is not None
    return found


def test_a_refresh_sees_clocks_that_changed_without_an_entry(tmp_path: Path) -> None:
    async def run() -> None:
        async with operating(tmp_path / "tables.sqlite") as (operator, last):
            table = operator.hub.tables[last.row.id]
            await operator.services.store.keep(partial(order_queries.give_time_back, seconds=60.0))
            async with table.lock:
                await table.refresh()
            assert asked_at(table.row.seats, last) == asked_at(last.row.seats, last) + 60.0

    asyncio.run(run())


def test_orders_read_earlier_are_not_applied_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refresh that read before the server was made read-only must not end that."""
    has_read, may_return, real = threading.Event(), threading.Event(), order_queries.all_orders

    def slow_at_first(connection: Connection) -> list[Order]:
        found = real(connection)
        if not has_read.is_set():
            has_read.set()
            may_return.wait(60)
        return found

    async def run() -> None:
        async with operating(tmp_path / "tables.sqlite") as (operator, _):
            monkeypatch.setattr(order_queries, "all_orders", slow_at_first)
            early = asyncio.create_task(operator.refresh())
            await asyncio.to_thread(has_read.wait, 60)
            stopping = asyncio.create_task(operator.give("read-only", "*"))
            await asyncio.wait({stopping}, timeout=0.5)  # done by then, if it does not wait for its turn
            may_return.set()
            await asyncio.gather(early, stopping)
            assert operator.services.store.frozen

    asyncio.run(run())


BLOCKED = ("weasel", "Weasel", "w3asel", "We\u0301asel!", "a WEASEL", "Stoaty", "s.t.o.a.t")
DISGUISED = ("the we\ufe0fasel", "a we\u0430sel", "w\u034feasel")


@pytest.mark.parametrize("name", BLOCKED + DISGUISED)
def test_blocked_names(client: TestClient, key: dict[str, str], name: str) -> None:
    wish = {**PEOPLE, "seats": [{"kind": "me", "name": name}, {"kind": "open"}]}
    answer = client.post("/api/tables", json=wish, headers=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "blocked-name")


@pytest.mark.parametrize("name", ["Ada", "Weaselton", "寿司", "1"])
def test_other_names(name: str) -> None:
    assert not NameFilter(["weasel", "*stoat*", "", "# ada"]).blocks(name)


def test_players_who_join_have_names_too(client: TestClient, key: dict[str, str]) -> None:
    code = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"]["code"]
    answer = client.post("/api/join", json={"code": code, "name": "weasel"}, headers=key)
    assert answer.json()["code"] == "blocked-name"
