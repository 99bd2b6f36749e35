"""The operator and accounts: find one, see its games, sign it out, withdraw a passkey, close it; all is logged."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server_parts.accounts.account_browsers import COOKIE, AccountBrowser, account_server, ada
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey
from tests.server_parts.operations.test_moderation import OPERATOR, TOKEN

__all__ = ["ada"]
pytest.importorskip("webauthn")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with account_server(tmp_path / "tables.sqlite", admin_token=TOKEN) as found:
        yield found


@pytest.fixture
def passkey(ada: AccountBrowser) -> SoftwarePasskey:
    """The passkey of an account called Ada, signed in on one browser."""
    found = SoftwarePasskey()
    assert ada.create(found, "Ada")[0] == 201
    return found


def order(client: TestClient, method: str, path: str) -> tuple[int, Any]:
    client.cookies.clear()
    answer = client.request(method, f"/api/admin/accounts{path}", headers=OPERATOR)
    return answer.status_code, answer.json()


def the_account(client: TestClient) -> dict[str, Any]:
    status, found = order(client, "GET", "?text=ada")
    assert status == 200
    assert len(found) == 1
    account: dict[str, Any] = found[0]
    return account


def closing_code(socket: Any) -> int:
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as closed:
            return closed.code


def noted(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    records = [vars(record) for record in caplog.records if record.message == "account-order"]
    return [(record["order"], record["account"]) for record in records]


@pytest.mark.usefixtures("passkey")
def test_an_account_is_found_with_its_games(client: TestClient, ada: AccountBrowser) -> None:
    table = ada.open("me", "open")
    AccountBrowser(client).create(SoftwarePasskey(), "Bo")
    account = the_account(client)
    assert (account["name"], account["browsers"], len(account["passkeys"])) == ("Ada", 1, 1)
    assert order(client, "GET", f"?text={account['id']}")[1] == [account]
    assert [each["name"] for each in order(client, "GET", "")[1]] == ["Bo", "Ada"]
    assert order(client, "GET", "?text=%25")[1] == [], "no pattern"
    assert [each["id"] for each in order(client, "GET", f"/{account['id']}/tables")[1]] == [table]
    assert client.get("/api/admin", headers=OPERATOR).json()["accounts"] == 2
    shown = json.dumps(order(client, "GET", "")[1]) + json.dumps(order(client, "GET", f"/{account['id']}/tables")[1])
    assert ada.cookie not in shown
    assert not {"public_key", "player", "profile"} & set(shown.replace('"', " ").split())


def test_a_name_is_found_in_any_case_and_alphabet(client: TestClient) -> None:
    for name in ("Émile", "Žofie", "Straße", "Emile"):
        AccountBrowser(client).create(SoftwarePasskey(), name)
    for text, name in (("éM", "Émile"), ("ŽOF", "Žofie"), ("žof", "Žofie"), ("STRASSE", "Straße"), ("eM", "Emile")):
        assert [each["name"] for each in order(client, "GET", f"?text={text}")[1]] == [name]


def test_an_account_is_signed_out_everywhere(
    client: TestClient, ada: AccountBrowser, passkey: SoftwarePasskey, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table, account = ada.open("me", "open"), the_account(client)["id"]
    headers = {"cookie": f"{COOKIE}={ada.cookie}", "origin": ORIGIN}
    with client.websocket_connect(f"/ws/{table}", headers=headers) as socket:
        socket.send_json({"message": "hello"})
        assert socket.receive_json()["table"]["mine"] == [0]
        assert order(client, "POST", f"/{account}/sign-out")[1]["browsers"] == 0
        assert closing_code(socket) == 4409
    assert ada.account is None
    assert ada.sign_in(passkey)[0] == 200, "the passkey still works"
    assert ada.seats_at(table) == [0]
    assert noted(caplog) == [("sign-out", account)]
    written = [str(value) for record in caplog.records for value in vars(record).values()]
    assert account in written
    assert not any("Ada" in each for each in written)


def test_a_passkey_is_withdrawn(
    client: TestClient, ada: AccountBrowser, passkey: SoftwarePasskey, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    thief = AccountBrowser(client)
    assert thief.sign_in(passkey)[0] == 200
    account = the_account(client)
    path = f"/{account['id']}/passkeys/{account['passkeys'][0]['id']}"
    left = order(client, "DELETE", path)[1]
    assert (left["passkeys"], left["browsers"]) == ([], 0), "the last one too"
    assert thief.sign_in(passkey)[0] != 200
    assert order(client, "DELETE", path)[0] == 404
    assert noted(caplog) == [("withdraw-passkey", account["id"])]


def test_an_account_is_closed(
    client: TestClient, ada: AccountBrowser, passkey: SoftwarePasskey, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table, account = ada.open("me", "open"), the_account(client)["id"]
    first = ada.cookie
    assert order(client, "DELETE", f"/{account}")[1]["name"] == "Ada"
    assert order(client, "GET", "")[1] == []
    assert [order(client, "DELETE", f"/{account}")[0], order(client, "GET", f"/{account}/tables")[0]] == [404, 404]
    assert ada.account is None
    assert ada.seats_at(table) == [], "nobody stands for its player any more"
    ada.cookie = first
    assert ada.sign_in(passkey)[0] != 200
    assert noted(caplog) == [("close", account)]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/x/tables"), ("POST", "/x/sign-out"), ("DELETE", "/x/passkeys/y"), ("DELETE", "/x")],
)
def test_nobody_but_the_operator_may(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, f"/api/admin/accounts{path}")
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-admin-token")
