"""The link of one's own seat: it brings the seat back on another device, until its player withdraws it."""

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server_parts.test_http_routes import PEOPLE, client, key

__all__ = ["client", "key"]


def new_key(client: TestClient) -> dict[str, str]:
    return {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}


def seats_of(client: TestClient, table: str, who: dict[str, str]) -> list[int]:
    found: list[int] = client.get(f"/api/tables/{table}", headers=who).json()["mine"]
    return found


def read_on(socket: Any) -> None:
    """Read until the other side hangs up."""
    while True:
        socket.receive_json()


def test_a_seat_is_recovered_and_the_link_withdrawn(client: TestClient, key: dict[str, str]) -> None:
    table = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"]["id"]
    link = client.post(f"/api/tables/{table}/seats/0/link", headers=key).json()
    tablet, thief = new_key(client), new_key(client)
    for device in (tablet, thief):
        took = client.post(f"/api/tables/{table}/seats/take", json={"token": link["token"]}, headers=device)
        assert took.json()["seat"] == 0
        assert seats_of(client, table, device) == [0]
    with client.websocket_connect(f"/ws/{table}", headers=dict(thief)) as socket:
        socket.send_json({"message": "hello"})
        assert socket.receive_json()["table"]["mine"] == [0]
        assert client.delete(f"/api/tables/{table}/seats/0/link", headers=key).json()["seat"] == 0
        with pytest.raises(WebSocketDisconnect):
            read_on(socket)
    assert [seats_of(client, table, device) for device in (tablet, thief, key)] == [[], [], [0]]
    again = client.post(f"/api/tables/{table}/seats/take", json={"token": link["token"]}, headers=thief)
    assert (again.status_code, again.json()["code"]) == (403, "wrong-token")


def test_only_its_player_withdraws_a_link(client: TestClient, key: dict[str, str]) -> None:
    table = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"]["id"]
    for seat in (0, 1):
        refused = client.delete(f"/api/tables/{table}/seats/{seat}/link", headers=new_key(client))
        assert refused.json()["code"] == "not-your-seat"


def test_who_finds_a_link_does_not_put_its_player_out(client: TestClient, key: dict[str, str]) -> None:
    """The seat is played from there too, but it stays its player's, also in a rematch."""
    table = client.post("/api/tables", json={**PEOPLE, "seats": [{"kind": "me"}] * 2}, headers=key).json()["table"][
        "id"
    ]
    link = f"/api/tables/{table}/seats/0/link"
    token, finder = client.post(link, headers=key).json()["token"], new_key(client)
    client.post(f"/api/tables/{table}/seats/take", json={"token": token}, headers=finder)
    for who in (finder, {"authorization": f"Bearer {token}"}):
        assert seats_of(client, table, who) == [0]
        for method in ("POST", "DELETE"):
            refused = client.request(method, link, headers=who)
            assert (refused.status_code, refused.json()["code"]) == (403, "not-your-link")
        refused = client.delete(f"/api/tables/{table}/seats/0", headers=who)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-seat")
    assert seats_of(client, table, key) == [0, 1]
    client.post(f"/api/tables/{table}/end", headers=key)
    again = client.post(f"/api/tables/{table}/rematch", headers=key).json()["table"]["id"]
    assert seats_of(client, again, finder) == [1]
    refused = client.post(f"/api/tables/{again}/seats/1/link", headers=finder)
    assert refused.json()["code"] == "not-your-link"
    assert client.post(f"/api/tables/{again}/seats/1/link", headers=key).status_code == 200


def test_a_players_other_browser_may_withdraw_links(client: TestClient, key: dict[str, str]) -> None:
    """It took the whole profile, by a link that works once."""
    table = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"]["id"]
    secret = client.post("/api/profile/give", json={"profile": ""}, headers=key).json()["link"].split("#")[1]
    phone = new_key(client)
    client.post("/api/profile/take", json={"token": secret}, headers=phone)
    assert client.post(f"/api/tables/{table}/seats/0/link", headers=phone).status_code == 200
    assert client.delete(f"/api/tables/{table}/seats/0/link", headers=phone).json()["seat"] == 0


def test_a_host_who_has_the_link_removes_absent_players_only(client: TestClient, key: dict[str, str]) -> None:
    table, ada = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"], new_key(client)
    client.post("/api/join", json={"code": table["code"]}, headers=ada)
    path = f"/api/tables/{table['id']}"
    token = client.post(f"{path}/seats/1/link", headers=ada).json()["token"]
    client.post(f"{path}/seats/take", json={"token": token}, headers=key)
    assert seats_of(client, table["id"], key) == [0, 1]
    with client.websocket_connect(f"/ws/{table['id']}", headers=dict(ada)) as socket:
        socket.send_json({"message": "hello"})
        assert socket.receive_json()["table"]["mine"] == [1]
        assert client.delete(f"{path}/seats/1", headers=key).json()["code"] == "player-present"
    assert client.delete(f"{path}/seats/1", headers=ada).status_code == 200, "and players leave when they like"


def test_a_link_does_not_withdraw_itself(client: TestClient, key: dict[str, str]) -> None:
    """It would be the only key to the seat from then on."""
    table = client.post("/api/tables", json=PEOPLE, headers=key).json()["table"]["id"]
    token = client.post(f"/api/tables/{table}/seats/0/link", headers=key).json()["token"]
    by_link = {"authorization": f"Bearer {token}"}
    assert client.delete(f"/api/tables/{table}/seats/0/link", headers=by_link).json()["code"] == "not-your-link"
    assert seats_of(client, table, key) == [0]
