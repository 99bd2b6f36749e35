"""Accounts: what belongs to a player follows to every browser that shows the passkey, and nobody needs one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ferrovia.errors import ServerError
from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.tokens import digest, new_token
from ferrovia.server.store.schema import ratings
from tests.server_parts.accounts.account_browsers import AccountBrowser, ada, client, phone, store
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey
from tests.server_parts.operations.test_seat_links import read_on

__all__ = ["ada", "client", "phone", "store"]
webauthn = pytest.importorskip("webauthn")
RATED = {"rules": "new-york", "players": 2, "value": 1700.0, "deviation": 90.0, "volatility": 0.06, "games": 7}


def refusal(answer: tuple[int, dict[str, object]]) -> object:
    return answer[1].get("code")


def rate(store: Path, cookie: str) -> None:
    """Give a browser's player a rating."""
    with sqlite3.connect(store) as connection:
        row = {"client": digest(cookie), **RATED}
        connection.execute(str(insert(ratings).values(**row).compile(compile_kwargs={"literal_binds": True})))
    connection.close()


def test_there_are_none_unless_they_are_offered(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(store=str(tmp_path / "t.sqlite"), address=ORIGIN))) as plain:
        browser = AccountBrowser(plain)
        assert browser.get("/api/account") == {"offered": False, "account": None}
        assert refusal(browser.ask("POST", "/api/account/challenge", {"purpose": "create"})) == "no-accounts"


@pytest.mark.parametrize("address", ["", "http://trains.example.org", "https://10.0.0.2", "https://[::1]:8000"])
def test_passkeys_need_a_name_and_https(address: str) -> None:
    with pytest.raises(ServerError, match=r"--accounts needs --address with https and a name"):
        Settings(accounts=True, address=address).checked()
    Settings(accounts=True, address="https://trains.example.org").checked()


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.server.base.settings.find_spec", lambda name: None)
    with pytest.raises(ServerError, match=r"--accounts needs more packages: pip install 'ferrovia\[accounts\]'"):
        Settings(accounts=True, address="https://trains.example.org").checked()


def test_games_profile_and_rating_follow_the_player(ada: AccountBrowser, phone: AccountBrowser, store: Path) -> None:
    table, passkey = ada.open("me", "open"), SoftwarePasskey()
    rate(store, ada.cookie)
    guest = ada.cookie
    status, made = ada.create(passkey)
    assert (status, made["account"]["name"], made["account"]["browsers"]) == (201, "Ada", 1)
    assert ada.cookie != guest, "a key that somebody may have planted does not become the account's"
    assert ada.seats_at(table) == [0]
    assert ada.get(f"/api/tables/{table}")["host"], "she is still the host"
    assert ada.ask("PUT", "/api/account/profile", {"profile": "H4sIAAAA"})[0] == 200
    assert phone.seats_at(table) == []
    status, shown = phone.sign_in(passkey)
    assert (status, shown["account"]["profile"], shown["account"]["browsers"]) == (200, "H4sIAAAA", 2)
    assert phone.seats_at(table) == [0]
    assert [each["id"] for each in phone.get("/api/tables")] == [table]
    assert phone.get("/api/lobby")["ratings"] == ada.get("/api/lobby")["ratings"] != []
    later = phone.open("me", "open")
    assert ada.seats_at(later) == [0], "games begun on the phone are the player's too"


def test_the_key_of_before_stands_for_nobody(ada: AccountBrowser, client: TestClient) -> None:
    table, thief = ada.open("me", "open"), AccountBrowser(client, "")
    thief.cookie = ada.cookie
    assert thief.seats_at(table) == [0], "whoever has the key has the seat"
    ada.create(SoftwarePasskey())
    assert thief.seats_at(table) == []
    answer = client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {thief.cookie}"})
    assert answer.json()["mine"] == [], "not as a program either"
    assert ada.seats_at(table) == [0]


def test_a_second_tab_does_not_sign_the_first_one_out(ada: AccountBrowser, client: TestClient, store: Path) -> None:
    """Its request was on its way while the first one opened the account."""
    table = ada.open("me", "open")
    tab = AccountBrowser(client, ada.cookie)
    before = ada.cookie
    ada.create(SoftwarePasskey())
    for path, body in (
        ("/api/tables", {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("/api/account/challenge", {"purpose": "sign-in"}),
    ):
        assert refusal(tab.ask("POST", path, body)) == "stale"
        assert tab.cookie == before, "which would replace the key of both"
    assert ada.seats_at(table) == [0]
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE browser_keys SET since = since - 61 WHERE client = ?", (digest(before),))
    tab.open("me", "open")
    assert tab.cookie != before, "a browser that never got its new key is not locked out"


def test_a_key_that_the_store_has_never_seen_is_kept(client: TestClient) -> None:
    """Of a browser that comes back after its host began with a fresh store."""
    key = new_token()
    browser = AccountBrowser(client, key)
    table = browser.open("me", "open")
    assert (browser.cookie, browser.seats_at(table)) == (key, [0])


def test_signing_out_leaves_nothing(ada: AccountBrowser, phone: AccountBrowser) -> None:
    table, passkey = ada.open("me", "open"), SoftwarePasskey()
    ada.create(passkey)
    phone.sign_in(passkey)
    before = phone.cookie
    assert phone.post("/api/account/sign-out", {})["account"] is None
    assert (phone.seats_at(table), phone.account) == ([], None)
    phone.cookie = before
    assert (phone.seats_at(table), phone.account) == ([], None), "nor does the key of before"
    assert ada.seats_at(table) == [0]
    phone.sign_in(passkey)
    assert phone.post("/api/account/sign-out", {"others": True})["account"]["browsers"] == 1
    assert ada.account is None


def test_seats_of_a_guest_come_along_but_not_those_of_another_account(
    ada: AccountBrowser, phone: AccountBrowser
) -> None:
    passkey, other = SoftwarePasskey(), SoftwarePasskey()
    ada.create(passkey)
    game = phone.open("me", "open")
    phone.sign_in(passkey)
    assert (ada.seats_at(game), phone.seats_at(game)) == ([0], [0])
    ada.post("/api/account/sign-out", {})
    ada.create(other, "Bo")
    private = ada.open("me", "open")
    ada.sign_in(passkey)
    assert ada.seats_at(game) == [0]
    assert ada.seats_at(private) == [], "what belongs to one account does not go to another"
    ada.sign_in(other)
    assert (ada.seats_at(game), ada.seats_at(private)) == ([], [0])


def test_a_second_passkey_and_removing_the_first(ada: AccountBrowser, phone: AccountBrowser) -> None:
    first, second = SoftwarePasskey(), SoftwarePasskey()
    ada.create(first)
    assert refusal(ada.ask("DELETE", f"/api/account/passkeys/{first.id}")) == "last-passkey"
    made = second.made(ada.challenge("add"))
    assert len(ada.post("/api/account/passkeys", made)["account"]["passkeys"]) == 2
    phone.sign_in(first)
    assert phone.account["browsers"] == 2
    ada.sign_in(second)
    assert [each["here"] for each in ada.account["passkeys"]] == [False, True]
    status, left = ada.ask("DELETE", f"/api/account/passkeys/{first.id}")
    assert (status, [each["id"] for each in left["account"]["passkeys"]]) == (200, [second.id])
    assert phone.account is None, "who signed in with it is signed out"
    assert refusal(phone.sign_in(first)) == "passkey-refused"
    assert phone.sign_in(second)[0] == 200


def test_a_deleted_account_leaves_games_with_the_browser_that_deleted_it(
    ada: AccountBrowser, phone: AccountBrowser, store: Path
) -> None:
    table, passkey = ada.open("me", "open"), SoftwarePasskey()
    rate(store, ada.cookie)
    ada.create(passkey)
    phone.sign_in(passkey)
    ada.ask("PUT", "/api/account/profile", {"profile": "H4sIAAAA"})
    assert ada.ask("DELETE", "/api/account") == (200, {"offered": True, "account": None})
    assert (ada.account, ada.seats_at(table)) == (None, [0])
    assert ada.get("/api/lobby")["ratings"] != []
    assert (phone.account, phone.seats_at(table)) == (None, [])
    assert refusal(phone.sign_in(passkey)) == "passkey-refused"
    with sqlite3.connect(store) as connection:
        assert connection.execute("SELECT count(*) FROM passkeys WHERE id = ?", (passkey.id,)).fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM accounts WHERE id = ?", (passkey.user,)).fetchone() == (0,)
    connection.close()
    assert ada.create(SoftwarePasskey())[0] == 201, "and it may have one again"
    assert ada.seats_at(table) == [0]


def test_players_stay_known_where_accounts_are_offered_no_more(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.sqlite")
    with TestClient(make_app(Settings(store=store, address=ORIGIN, accounts=True))) as offering:
        ada = AccountBrowser(offering)
        table = ada.open("me", "open")
        ada.create(SoftwarePasskey())
    with TestClient(make_app(Settings(store=store, address=ORIGIN))) as plain:
        assert AccountBrowser(plain, ada.cookie).seats_at(table) == [0]


def test_connections_of_browsers_that_were_signed_out_are_closed(
    ada: AccountBrowser, phone: AccountBrowser, client: TestClient
) -> None:
    passkey, hub = SoftwarePasskey(), client.app.state.hub  # type: ignore[attr-defined]
    ada.create(passkey)
    table = ada.open("me", "open")
    phone.sign_in(passkey)
    assert client.portal
    headers = {"origin": ORIGIN, "cookie": f"ferrovia={phone.cookie}"}
    with client.websocket_connect(f"/ws/{table}", headers=headers) as socket:
        socket.send_json({"message": "hello"})
        assert socket.receive_json()["table"]["mine"] == [0]
        client.portal.call(hub.close_signed_out)
        socket.send_json({"message": "ping"})
        while socket.receive_json()["message"] != "pong":  # whoever is signed in stays
            pass
        ada.post("/api/account/sign-out", {"others": True})
        client.portal.call(hub.close_signed_out)
        with pytest.raises(WebSocketDisconnect):
            read_on(socket)
