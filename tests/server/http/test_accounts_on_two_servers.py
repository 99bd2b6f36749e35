"""Accounts on two servers with one database: a challenge of one is answered at the other, once."""

import pytest
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from tests.server_parts.accounts.account_browsers import AccountBrowser
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey

pytest.importorskip("webauthn")


def test_a_challenge_of_one_server_is_answered_at_another(database: str) -> None:
    settings = Settings(store=database, accounts=True, address=ORIGIN, tries_per_minute=1000)
    with TestClient(make_app(settings)) as one, TestClient(make_app(settings, first=False)) as other:
        ada, phone, passkey = AccountBrowser(one), AccountBrowser(one), SoftwarePasskey()
        table = ada.open("me", "open")
        made = passkey.made(ada.challenge("create"))
        ada.client = other
        assert ada.ask("POST", "/api/account", {"name": "Ada", "passkey": made})[0] == 201
        ada.client = one
        assert ada.seats_at(table) == [0]
        answer = passkey.shown(phone.challenge("sign-in"))
        key = phone.cookie
        phone.client = other
        assert phone.ask("POST", "/api/account/sign-in", answer)[0] == 200
        assert phone.seats_at(table) == [0]
        phone.client = one
        assert phone.seats_at(table) == [0]
        phone.cookie = key
        assert phone.ask("POST", "/api/account/sign-in", answer)[1]["code"] == "passkey-refused", "once for all servers"
