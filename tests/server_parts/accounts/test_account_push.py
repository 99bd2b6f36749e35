"""Turn notifications follow an account: to browsers that are signed in, and to no other."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server_parts.accounts.account_browsers import AccountBrowser, account_server
from tests.server_parts.accounts.software_authenticator import SoftwarePasskey
from tests.server_parts.operations.test_moderation import OPERATOR, TOKEN
from tests.server_parts.push_service import WAIT, PushService, service

__all__ = ["service"]
webauthn = pytest.importorskip("webauthn")
DAYS = {"clock": {"kind": "days", "days": 3}}


class Household:
    """Ada's game, of whose turns both her laptop and the computer they share are told."""

    def __init__(self, client: TestClient, push: PushService, store: Path) -> None:
        self.client, self.push, self.store = client, push, store
        self.laptop, self.shared, self.friend = (AccountBrowser(client) for _ in range(3))
        self.first, self.second = SoftwarePasskey(), SoftwarePasskey()
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = self.laptop.post("/api/tables", {"rules": "new-york", "seats": seats, "options": DAYS})["table"]
        self.table, self.code = str(made["id"]), str(made["code"])
        self.subscribe(self.laptop, "laptop")  # before there is an account
        self.laptop.create(self.first)
        self.laptop.post("/api/account/passkeys", self.second.made(self.laptop.challenge("add")))
        self.shared.sign_in(self.second)
        self.subscribe(self.shared, "shared")

    def subscribe(self, browser: AccountBrowser, name: str) -> None:
        path = f"/api/tables/{self.table}/seats/0/push"
        assert browser.post(path, self.push.subscription(name)) == {"subscribed": True}

    @property
    def account(self) -> str:
        found = self.client.get("/api/admin/accounts", params={"text": "Ada"}, headers=OPERATOR).json()
        return str(found[0]["id"])

    def subscribed(self) -> set[str]:
        """The browsers in the store."""
        with closing(sqlite3.connect(self.store)) as connection:
            both = [connection.execute(f"SELECT endpoint FROM {table}") for table in ("subscriptions", "subscribers")]
            found = [{endpoint.rsplit("/", 1)[1] for (endpoint,) in rows} for rows in both]
        assert found[0] == found[1]
        return found[0]

    def told(self, count: int) -> set[str]:
        """The friend sits down, so that it is Ada's turn: the browsers that are told of it."""
        self.friend.post("/api/join", {"code": self.code})
        return {self.push.messages.get(timeout=WAIT)[0] for _ in range(count)}


@pytest.fixture
def household(tmp_path: Path, service: PushService) -> Iterator[Household]:
    store = tmp_path / "tables.sqlite"
    with account_server(store, push_service=(service.origin,), admin_token=TOKEN) as client:
        yield Household(client, service, store)


def test_every_browser_of_an_account_is_told(household: Household) -> None:
    """Also the one that asked as a guest, and has had another key since."""
    assert household.subscribed() == household.told(2) == {"laptop", "shared"}


def sign_in_elsewhere(house: Household) -> None:
    other, passkey = AccountBrowser(house.client), SoftwarePasskey()
    other.create(passkey, "Bo")
    house.shared.sign_in(passkey)


@pytest.mark.parametrize(
    "leave",
    [
        lambda house: house.shared.post("/api/account/sign-out", {}),
        lambda house: house.laptop.post("/api/account/sign-out", {"others": True}),
        lambda house: house.laptop.ask("DELETE", f"/api/account/passkeys/{house.second.id}"),
        lambda house: house.laptop.ask("DELETE", "/api/account"),
        sign_in_elsewhere,
    ],
    ids=["signed out", "signed out from afar", "passkey removed", "account deleted elsewhere", "another account"],
)
def test_a_browser_that_is_signed_out_is_told_no_more(household: Household, leave: Callable[[Household], None]) -> None:
    """The laptop is: it is still Ada's, and when she has deleted her account it keeps the seat."""
    leave(household)
    path = f"/api/tables/{household.table}/seats/0/push"
    status, answer = household.shared.ask("POST", path, household.push.subscription("shared"))
    assert (status, answer["code"]) == (403, "not-your-seat"), "at once, whatever else is believed for seconds"
    assert household.laptop.seats_at(household.table) == [0]
    assert household.subscribed() == household.told(1) == {"laptop"}
    assert household.push.messages.empty()


def test_whom_the_operator_signs_out_is_told_no_more(household: Household) -> None:
    name = household.account
    passkey = f"/api/admin/accounts/{name}/passkeys/{household.second.id}"
    assert household.client.delete(passkey, headers=OPERATOR).status_code == 200
    assert household.subscribed() == {"laptop"}
    assert household.client.delete(f"/api/admin/accounts/{name}", headers=OPERATOR).status_code == 200
    assert household.subscribed() == set()


def test_showing_the_passkey_again_changes_nothing(household: Household) -> None:
    household.shared.sign_in(household.second, "confirm")
    assert household.subscribed() == household.told(2) == {"laptop", "shared"}


def test_a_guest_who_signs_in_stays_subscribed(household: Household) -> None:
    """The seat comes along, and so does what was asked for."""
    household.friend.post("/api/join", {"code": household.code})
    path = f"/api/tables/{household.table}/seats/1/push"
    household.friend.post(path, household.push.subscription("friend"))
    passkey, elsewhere = SoftwarePasskey(), AccountBrowser(household.client)
    elsewhere.create(passkey, "Bo")
    household.friend.sign_in(passkey)
    assert household.friend.seats_at(household.table) == [1]
    assert household.subscribed() == {"laptop", "shared", "friend"}
    elsewhere.post("/api/account/sign-out", {"others": True})
    assert household.subscribed() == {"laptop", "shared"}
