"""Web Push: encryption, signatures, and who is told."""

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.base64url import to_bytes, to_text
from ferrovia.server.base.settings import Settings
from ferrovia.server.push.encryption import CURVE, encrypt, point_of, read_point
from ferrovia.server.push.turn_notifier import is_service, send
from ferrovia.server.push.vapid import VapidKey, new_key
from ferrovia.server.store.subscriptions import Subscription
from tests.server_parts.push_service import AUTH, WAIT, PushService, decrypt, service

__all__ = ["service"]

EXAMPLE = "When I grow up, I want to be a watermelon"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_message_is_encrypted_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(int.from_bytes(to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    found = encrypt(
        EXAMPLE.encode(),
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        BROWSER_AUTH,
        own,
        to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    browser = ec.derive_private_key(int.from_bytes(to_bytes(BROWSER), "big"), CURVE)
    assert decrypt(found, browser, to_bytes(BROWSER_AUTH)) == EXAMPLE.encode()


def check_signature(header: str, key: str, audience: str) -> dict[str, Any]:
    """The claims of an authorization, if the key has signed them."""
    token = header.split("t=")[1].split(",")[0]
    assert header.endswith(f", k={key}")
    text, _, signature = token.rpartition(".")
    raw = to_bytes(signature)
    numbers = (int.from_bytes(part, "big") for part in (raw[:32], raw[32:]))
    read_point(key).verify(encode_dss_signature(*numbers), text.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(to_bytes(text.split(".")[1]))
    assert claims["aud"] == audience
    return claims


def test_the_contact_is_the_address_of_the_server() -> None:
    key = VapidKey.read(new_key(), "https://trains.example.org")
    claims = check_signature(key.authorization("https://push.example/x/y", 1000.0), key.public, "https://push.example")
    assert claims == {"aud": "https://push.example", "exp": 1000 + 12 * 3600, "sub": "https://trains.example.org"}


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://push.example.org/abc", True),
        ("http://fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com:22/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilpush.apple.com.example/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://user@fcm.googleapis.com/abc", False),
        ("https://FCM.googleapis.com/fcm/send/abc", True),
        ("https://fcm.googleapis.com:/abc", False),
        ("https://127.0.0.1%3A22%20HTTP%2F1.1%20.push.apple.com:/abc", False),
        ("https://127.0.0.1%20.push.apple.com/abc", False),
        ("https://127.0.0.1%00.push.apple.com/abc", False),
        ("https://127.0.0.1\\.push.apple.com/abc", False),
        ("https://", False),
        ("https://[::1", False),
    ],
)
def test_messages_go_to_known_push_services_only(endpoint: str, known: bool) -> None:
    assert is_service(endpoint, ["https://push.example.org"]) is known


def test_an_address_that_cannot_be_asked_is_an_answer_too() -> None:
    """It may be in the store already; the loop of tries must end as for any service that cannot be reached."""
    point = to_text(point_of(ec.generate_private_key(CURVE).public_key()))
    subscription = Subscription("https://a%20b.push.apple.com/abc", point, to_text(AUTH))
    assert send(subscription, "table", 60, VapidKey.read(new_key())) == 599


def bearer(client: TestClient) -> dict[str, str]:
    return {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}


def keep_tickets(client: TestClient, table: str, seat: int, key: dict[str, str]) -> None:
    """The opening choice of a seat."""
    log = client.get(f"/api/tables/{table}/log", headers=key).json()
    wish = {"id": f"keep{seat}", "seq": log["seq"], "move": log["sights"][0]["legal"]["moves"][0]}
    assert client.post(f"/api/bot/tables/{table}/moves", json=wish, headers=key).status_code == 200


def test_players_with_a_closed_page_are_told_that_it_is_their_turn(tmp_path: Path, service: PushService) -> None:
    settings = Settings(store=str(tmp_path / "tables.sqlite"), push_service=(service.origin,))
    people = {
        "rules": "new-york",
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "options": {"clock": {"kind": "days", "days": 3}},
    }
    with TestClient(make_app(settings)) as client:
        one, two = bearer(client), bearer(client)
        table = client.post("/api/tables", json=people, headers=one).json()["table"]
        push = f"/api/tables/{table['id']}/seats/0/push"
        foreign = {**service.subscription(), "endpoint": "https://push.evil.example/x"}
        assert client.post(push, json=foreign, headers=one).json()["code"] == "unknown-push-service"
        broken = {**service.subscription(), "p256dh": "A" * 87}
        assert client.post(push, json=broken, headers=one).status_code == 422
        assert client.post(push, json=service.subscription(), headers=two).status_code == 403
        assert client.post(push, json=service.subscription(), headers=one).json() == {"subscribed": True}
        client.post("/api/join", json={"code": table["code"]}, headers=two)

        browser, headers, told = service.messages.get(timeout=WAIT)
        assert browser == "browser"
        assert told == {"table": table["id"]}, "codes, never sentences: and no name of anybody"
        assert (headers["Content-Encoding"], headers["Ttl"]) == ("aes128gcm", str(3 * 86_400))
        check_signature(headers["Authorization"], client.get("/api/push").json()["key"], service.origin)

        service.status = 410  # the browser has forgotten us
        keep_tickets(client, table["id"], 0, one)
        keep_tickets(client, table["id"], 1, two)
        assert service.messages.get(timeout=WAIT)[2] == {"table": table["id"]}, "the first turn, once all have chosen"
        assert service.messages.empty(), "the second player did not subscribe"
        wait_for(lambda: kept(settings) == 0)
    key = client_key(settings)
    assert headers["Authorization"].endswith(key), "the key stays, whatever restarts"


def kept(settings: Settings) -> int:
    """Subscriptions in the store."""
    with closing(sqlite3.connect(settings.store)) as connection:
        return int(connection.execute("SELECT count(*) FROM subscriptions").fetchone()[0])


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def client_key(settings: Settings) -> str:
    with TestClient(make_app(settings)) as client:
        return str(client.get("/api/push").json()["key"])
