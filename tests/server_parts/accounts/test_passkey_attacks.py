"""Attacks on accounts over HTTP. Everything is refused in the same words."""

import json
import sqlite3
from base64 import urlsafe_b64decode
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ferrovia.protocol.accounts import PasskeyMade, PasskeyShown
from ferrovia.server.accounts.passkeys import PasskeyVerifier
from ferrovia.server.app import make_app
from ferrovia.server.base.observability import PlainLogFormatter
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from tests.server_parts.accounts.account_browsers import AccountBrowser, ada, client, phone, store
from tests.server_parts.accounts.software_authenticator import ORIGIN, PRESENT, SoftwarePasskey, encode

__all__ = ["ada", "client", "phone", "store"]
webauthn = pytest.importorskip("webauthn")
REFUSED: tuple[int, Any] = (403, {"code": "passkey-refused", "rule": None, "parameters": {}})
SIGN_IN = "/api/account/sign-in"


@pytest.fixture
def passkey(ada: AccountBrowser) -> SoftwarePasskey:
    """Ada's, who has an account."""
    found = SoftwarePasskey()
    assert ada.create(found)[0] == 201
    return found


def test_a_challenge_works_once(ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey) -> None:
    answer = passkey.shown(phone.challenge("sign-in"))
    key = phone.cookie
    assert phone.ask("POST", SIGN_IN, answer)[0] == 200
    phone.cookie = key
    assert phone.ask("POST", SIGN_IN, answer) == REFUSED
    made = SoftwarePasskey().made(ada.challenge("add"))
    assert ada.ask("POST", "/api/account/passkeys", made)[0] == 201
    assert ada.ask("POST", "/api/account/passkeys", made) == REFUSED


def test_a_refused_answer_uses_up_its_challenge(phone: AccountBrowser, passkey: SoftwarePasskey) -> None:
    challenge = phone.challenge("sign-in")
    assert phone.ask("POST", SIGN_IN, replace(passkey, site="evil.example").shown(challenge)) == REFUSED
    assert phone.ask("POST", SIGN_IN, passkey.shown(challenge)) == REFUSED


def test_a_challenge_expires(phone: AccountBrowser, passkey: SoftwarePasskey, store: Path) -> None:
    answer = passkey.shown(phone.challenge("sign-in"))
    with closing(sqlite3.connect(store)) as connection, connection:
        assert connection.execute("UPDATE challenges SET until = until - 301").rowcount > 0
    assert phone.ask("POST", SIGN_IN, answer) == REFUSED


def test_a_challenge_belongs_to_one_browser_and_one_purpose(
    ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey, client: TestClient
) -> None:
    answer = passkey.shown(phone.challenge("sign-in"))
    other = AccountBrowser(client)
    other.challenge("sign-in")
    assert other.ask("POST", SIGN_IN, answer) == REFUSED, "an answer that was caught on its way"
    assert client.post(SIGN_IN, json=answer).json()["code"] == "no-key", "programs have no passkeys"
    assert ada.ask("POST", SIGN_IN, passkey.shown(ada.challenge("add"))) == REFUSED
    made = SoftwarePasskey().made({**phone.challenge("sign-in"), "user": passkey.user})
    assert phone.ask("POST", "/api/account", {"name": "Eve", "passkey": made}) == REFUSED


FORGERIES: dict[str, Callable[[SoftwarePasskey], SoftwarePasskey]] = {
    "wrong origin": lambda own: replace(own, origin="https://localhost.evil.example"),
    "another port": lambda own: replace(own, origin="http://localhost:8001"),
    "wrong site": lambda own: replace(own, site="evil.example"),
    "in a frame": lambda own: replace(own, framed=True),
    "nobody verified": lambda own: replace(own, flags=PRESENT),
    "nobody present": lambda own: replace(own, flags=4),
    "another key": lambda own: replace(own, key=SoftwarePasskey().key),
    "another account": lambda own: replace(own, user=encode(bytes(32))),
    "unknown": lambda own: replace(own, raw_id=bytes(32)),
    "a count that stands still": lambda own: replace(own, counts=False, count=1),
    "a count that goes back": lambda own: replace(own, count=-1),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_sign_in_is_refused(phone: AccountBrowser, passkey: SoftwarePasskey, name: str) -> None:
    assert phone.sign_in(passkey)[0] == 200
    assert phone.post("/api/account/sign-out", {})["account"] is None
    assert phone.sign_in(FORGERIES[name](passkey)) == REFUSED
    assert phone.account is None
    assert phone.sign_in(passkey)[0] == 200, "the player is not locked out by it"


@pytest.mark.parametrize("name", ["wrong origin", "another port", "wrong site", "in a frame", "nobody verified"])
def test_a_forged_passkey_is_not_taken(ada: AccountBrowser, name: str) -> None:
    assert ada.create(FORGERIES[name](SoftwarePasskey())) == REFUSED
    assert ada.account is None


def test_an_origin_forges_no_line_of_the_log(
    phone: AccountBrowser, passkey: SoftwarePasskey, caplog: pytest.LogCaptureFixture
) -> None:
    assert phone.sign_in(replace(passkey, origin="x\n12:00:00 info    all is well\x1b[2K")) == REFUSED
    [record] = [each for each in caplog.records if each.msg == "passkey-refused"]
    written = PlainLogFormatter().format(record)
    assert "all is well" in written
    assert written.isprintable()


@pytest.mark.parametrize("part", ["signature", "authenticator_data", "client_data"])
def test_a_changed_bit_is_refused(phone: AccountBrowser, passkey: SoftwarePasskey, part: str) -> None:
    answer = passkey.shown(phone.challenge("sign-in"))
    content = bytearray(urlsafe_b64decode(answer[part] + "=="))
    content[-3 if part != "authenticator_data" else -1] ^= 2
    assert phone.ask("POST", SIGN_IN, {**answer, part: encode(bytes(content))}) == REFUSED


@pytest.mark.parametrize("part", ["signature", "authenticator_data", "client_data"])
def test_every_changed_bit_is_noticed(part: str) -> None:
    passkey, verifier, challenge = SoftwarePasskey(), PasskeyVerifier(ORIGIN), encode(bytes(32))
    known = verifier.made(PasskeyMade(**passkey.made({"challenge": challenge, "user": "adas"})), challenge)
    answer = passkey.shown({"challenge": challenge})
    assert verifier.shown(PasskeyShown(**answer), challenge, known) == 1
    content = urlsafe_b64decode(answer[part] + "==")
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(RequestRefused, match="passkey-refused"):
            verifier.shown(PasskeyShown(**{**answer, part: encode(bytes(changed))}), challenge, known)


def test_the_passkey_of_somebody_else(ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey) -> None:
    """Eve's own passkey opens her own account only, whatever ids she writes into the answer."""
    eve = SoftwarePasskey()
    assert phone.create(eve, "Eve")[0] == 201
    table = ada.open("me", "open")
    answer = eve.shown(phone.challenge("sign-in"))
    assert phone.ask("POST", SIGN_IN, {**answer, "id": passkey.id}) == REFUSED
    answer = eve.shown(phone.challenge("sign-in"))
    assert phone.ask("POST", SIGN_IN, {**answer, "id": passkey.id, "user": passkey.user}) == REFUSED
    answer = eve.shown(phone.challenge("sign-in"))
    assert phone.ask("POST", SIGN_IN, {**answer, "user": passkey.user}) == REFUSED
    assert phone.ask("POST", SIGN_IN, passkey.shown(phone.challenge("confirm"))) == REFUSED, "she confirms as herself"
    second = replace(SoftwarePasskey(), raw_id=passkey.raw_id).made(phone.challenge("add"))
    assert phone.ask("POST", "/api/account/passkeys", second)[0] in (403, 409), "its id is taken"
    assert phone.ask("DELETE", f"/api/account/passkeys/{passkey.id}")[0] in (403, 409)
    assert len(ada.account["passkeys"]) == 1
    assert phone.seats_at(table) == []


def test_only_who_was_asked_for_a_passkey_of_one_account_need_not_name_it(
    ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey
) -> None:
    """An authenticator may leave the account out if it was told the passkeys."""
    assert ada.sign_in(replace(passkey, user=""), "confirm")[0] == 200
    passkey.count += 1
    assert phone.sign_in(replace(passkey, user="")) == REFUSED
    eve = SoftwarePasskey()
    assert phone.create(eve, "Eve")[0] == 201
    assert phone.sign_in(replace(passkey, user=""), "confirm") == REFUSED, "not with another account's"
    assert phone.sign_in(replace(eve, user=""), "confirm")[0] == 200


def test_an_answer_for_another_account_adds_nothing(ada: AccountBrowser, passkey: SoftwarePasskey) -> None:
    made = SoftwarePasskey().made(ada.challenge("add"))
    ada.post("/api/account/sign-out", {})
    assert ada.ask("POST", "/api/account/passkeys", made)[1]["code"] == "not-signed-in"


def test_what_is_dear_takes_the_passkey_again(ada: AccountBrowser, passkey: SoftwarePasskey, store: Path) -> None:
    """A stolen cookie, or a browser left open, is not enough to take an account over."""
    made = SoftwarePasskey().made(ada.challenge("add"))
    with closing(sqlite3.connect(store)) as connection, connection:
        assert connection.execute("UPDATE browser_keys SET since = since - 601").rowcount > 0
    for method, path, body in (
        ("POST", "/api/account/challenge", {"purpose": "add"}),
        ("POST", "/api/account/passkeys", made),
        ("DELETE", f"/api/account/passkeys/{passkey.id}", None),
        ("DELETE", "/api/account", None),
    ):
        status, answer = ada.ask(method, path, body)
        assert (status, answer["code"]) == (403, "confirm-first")
    assert ada.sign_in(passkey, "confirm")[0] == 200
    assert ada.ask("DELETE", "/api/account")[0] == 200


def test_a_synchronised_passkey_does_not_count(ada: AccountBrowser, phone: AccountBrowser) -> None:
    passkey = SoftwarePasskey(counts=False)
    ada.create(passkey)
    assert phone.sign_in(passkey)[0] == ada.sign_in(passkey)[0] == 200


def test_names_are_nobodys_business(ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey) -> None:
    """Two players of one name; and what is asked before a sign-in says nothing about anybody."""
    assert phone.create(SoftwarePasskey(), "Ada")[0] == 201
    phone.post("/api/account/sign-out", {})
    asked = phone.challenge("sign-in")
    assert (asked["user"], asked["name"], asked["passkeys"]) == ("", "", [])
    assert ada.ask("POST", "/api/account/challenge", {"purpose": "create"})[1]["code"] == "signed-in-already"
    for purpose in ("add", "confirm"):
        assert phone.ask("POST", "/api/account/challenge", {"purpose": purpose})[1]["code"] == "not-signed-in"


MALFORMED: list[Any] = [
    {"client_data": encode(b"[]")},
    {"client_data": encode(b"\xff\xfe")},
    {"client_data": encode(b"[" * 1400)},
    {"client_data": "A"},
    {"authenticator_data": "AAAA"},
    {"signature": "A"},
]


@pytest.mark.parametrize("change", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_malformed_is_refused(phone: AccountBrowser, passkey: SoftwarePasskey, change: Any) -> None:
    answer = passkey.shown(phone.challenge("sign-in"))
    assert phone.ask("POST", SIGN_IN, {**answer, **change}) == REFUSED


def test_an_attestation_of_rubbish_is_refused(ada: AccountBrowser) -> None:
    for rubbish in ("AAAA", encode(b"\x9f" * 5000), encode(b"\xa3" + bytes(2000))):
        made = SoftwarePasskey().made(ada.challenge("create"))
        assert ada.ask("POST", "/api/account", {"name": "Ada", "passkey": {**made, "attestation": rubbish}}) == REFUSED


def test_other_sites_may_not_ask(ada: AccountBrowser, client: TestClient, passkey: SoftwarePasskey) -> None:
    for method, path in (
        ("POST", "/api/account/sign-out"),
        ("DELETE", "/api/account"),
        ("PUT", "/api/account/profile"),
    ):
        headers = {"origin": "https://evil.example", "cookie": f"ferrovia={ada.cookie}"}
        assert client.request(method, path, json={}, headers=headers).json()["code"] == "wrong-origin"
    assert ada.account is not None


def test_a_flood_is_refused_and_leaves_little(tmp_path: Path) -> None:
    store = tmp_path / "flood.sqlite"
    settings = Settings(store=str(store), accounts=True, address=ORIGIN, requests_per_second=10_000)
    with TestClient(make_app(settings.checked())) as client:
        answers = [
            AccountBrowser(client).ask("POST", "/api/account/challenge", {"purpose": "sign-in"}) for _ in range(60)
        ]
    codes = [answer.get("code", "made") for _, answer in answers]
    assert codes.count("made") <= settings.tries_per_minute + 1
    assert set(codes) == {"made", "too-fast"}
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT count(*) FROM challenges").fetchone()[0] <= settings.tries_per_minute + 1


def test_nothing_secret_is_stored(
    ada: AccountBrowser, phone: AccountBrowser, passkey: SoftwarePasskey, store: Path
) -> None:
    asked = phone.challenge("sign-in")
    with closing(sqlite3.connect(store)) as connection:
        rows = [
            row
            for name in ("accounts", "passkeys", "browser_keys", "challenges")
            for row in connection.execute(f"SELECT * FROM {name}")
        ]
    text = json.dumps(rows, default=repr)
    for secret in (ada.cookie, phone.cookie, asked["challenge"]):
        assert secret not in text
