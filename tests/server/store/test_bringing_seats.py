"""Who signs in brings along what the browser had without an account, and leaves nothing with the key of before."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import SeatHolder
from ferrovia.server.base.tokens import digest
from ferrovia.server.store import listings, statements
from ferrovia.server.store.schema import listings as listed
from ferrovia.server.store.schema import tables
from tests.server.store.store_harness import opened
from tests.server_parts.accounts.account_browsers import AccountBrowser
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey

pytest.importorskip("webauthn")
QUICK = {"rules": "new-york", "players": 2, "name": "Ada"}
UNREADABLE: tuple[dict[str, Any], ...] = (
    {"rules_hash": "of an older map"},
    {"rules": "no-longer-here"},
    {"state": b"torn"},
)


@pytest.fixture(params=["sqlite", "postgresql"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    sqlite = request.param == "sqlite"
    store = str(tmp_path / "tables.sqlite") if sqlite else request.getfixturevalue("database")
    settings = Settings(store=store, accounts=True, address=ORIGIN, lobby=True, tries_per_minute=1000)
    with TestClient(make_app(settings.checked())) as found:
        yield found


@pytest.fixture
def passkey(client: TestClient) -> SoftwarePasskey:
    """The passkey of an account that was made in another browser."""
    found = SoftwarePasskey()
    assert AccountBrowser(client).create(found)[0] == 201
    return found


def engine_of(client: TestClient) -> Any:
    app: Any = client.app
    return app.state.services.store.store.engine


def break_table(client: TestClient, table: str, values: dict[str, Any]) -> None:
    """As after an update of the server that lost its rules, or after a fault of the disk."""
    with engine_of(client).begin() as connection:
        connection.execute(update(tables).where(tables.c.id == table).values(**values))
    app: Any = client.app
    app.state.hub.drop(table)


@pytest.mark.parametrize("values", UNREADABLE, ids=["other-rules", "no-such-rules", "damaged"])
def test_a_game_that_cannot_be_opened_keeps_nobody_from_signing_in(
    client: TestClient, passkey: SoftwarePasskey, values: dict[str, Any]
) -> None:
    phone = AccountBrowser(client)
    first, broken, last = (phone.open("me", "open") for _ in range(3))
    break_table(client, broken, values)
    guest = phone.cookie
    assert phone.sign_in(passkey)[0] == 200
    assert phone.cookie != guest
    assert phone.account["browsers"] == 2
    assert (phone.seats_at(first), phone.seats_at(last)) == ([0], [0])


def test_a_game_that_cannot_be_opened_does_not_use_up_the_link_of_a_profile(client: TestClient) -> None:
    ada, phone = AccountBrowser(client), AccountBrowser(client)
    first, broken, last = (ada.open("me", "open") for _ in range(3))
    break_table(client, broken, {"rules_hash": "of an older map"})
    token = ada.post("/api/profile/give", {"profile": "H4sIAAAA"})["link"].split("#")[1]
    assert phone.post("/api/profile/take", {"token": token}) == {"profile": "H4sIAAAA", "tables": 2}
    assert (phone.seats_at(first), phone.seats_at(last)) == ([0], [0])


@pytest.mark.parametrize("seats", [("me", "open"), ("open", "open")], ids=["with a seat", "without one"])
def test_a_host_who_signs_in_is_still_the_host(
    client: TestClient, passkey: SoftwarePasskey, seats: tuple[str, ...]
) -> None:
    phone, guest = AccountBrowser(client), AccountBrowser(client)
    table = phone.open(*seats)
    guest.cookie = phone.cookie
    phone.sign_in(passkey)
    assert phone.get(f"/api/tables/{table}")["host"]
    app: Any = client.app
    app.state.hub.drop(table)  # and what is stored says the same
    assert guest.ask("POST", f"/api/tables/{table}/end")[1]["code"] == "not-the-host", (
        "one host, and not a key of before"
    )
    assert guest.seats_at(table) == []
    assert phone.ask("POST", f"/api/tables/{table}/end")[0] == 200


def test_running_games_come_along_however_many_were_played_since(client: TestClient, passkey: SoftwarePasskey) -> None:
    phone = AccountBrowser(client)
    table = phone.open("me", "open")
    with engine_of(client).begin() as connection:
        for number in range(60):
            ended = opened(f"Ended{number:06}", (), host=digest(phone.cookie), status="ended", changed_at=9e9 + number)
            statements.create(connection, ended)
    phone.sign_in(passkey)
    assert phone.seats_at(table) == [0]


def test_a_game_that_was_waited_for_is_rated_for_the_player(client: TestClient, passkey: SoftwarePasskey) -> None:
    phone, bo, finder = (AccountBrowser(client) for _ in range(3))
    table = phone.post("/api/lobby/match", QUICK)["table"]["id"]
    guest = digest(phone.cookie)
    link = phone.post(f"/api/tables/{table}/seats/0/link", None)
    finder.post(f"/api/tables/{table}/seats/take", {"token": link["token"]})
    phone.sign_in(passkey)
    bo.post(f"/api/lobby/{table}/join", {"name": "Bo"})
    while phone.get(f"/api/tables/{table}")["status"] != "playing":  # it starts in the background
        time.sleep(0.02)
    app: Any = client.app
    assert client.portal
    client.portal.call(app.state.services.store.write, listings.note_entrants)
    with engine_of(client).connect() as connection:
        stored = statements.load(connection, table)
        noted = connection.execute(select(listed.c.entrants).where(listed.c.table_id == table)).scalar_one()
    assert stored is not None
    (player,) = (each.client for each in stored.holders if each.seat == 0 and each.own)
    assert player != guest
    assert set(stored.holders) == {
        SeatHolder(player, 0),
        SeatHolder(digest(finder.cookie), 0, own=False),
        SeatHolder(digest(bo.cookie), 1),
    }
    assert json.loads(noted) == {"0": player, "1": digest(bo.cookie)}
