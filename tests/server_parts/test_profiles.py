"""A profile on its way to another browser: the page's text and the seats of running games, once."""

import time

import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from ferrovia.server.store import handovers
from ferrovia.server.store.handovers import Handover
from ferrovia.server.store.schema import metadata
from tests.server_parts.test_http_routes import PEOPLE, client, key

__all__ = ["client", "key"]


def test_a_profile_goes_to_another_browser_once_with_its_seats(client: TestClient, key: dict[str, str]) -> None:
    running = client.post("/api/tables", json={**PEOPLE, "seats": [{"kind": "me"}] * 2}, headers=key).json()["table"]
    made = client.post("/api/profile/give", json={"profile": "H4sIAAAA"}, headers=key)
    assert made.status_code == 201
    address, token = made.json()["link"].split("#")
    assert address.endswith("/games")
    assert made.json()["qr"].startswith("<svg")
    other = {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}
    taken = client.post("/api/profile/take", json={"token": token}, headers=other)
    assert taken.json() == {"profile": "H4sIAAAA", "tables": 1}
    assert client.get(f"/api/tables/{running['id']}", headers=other).json()["mine"] == [0, 1]
    again = client.post("/api/profile/take", json={"token": token}, headers=other)
    assert (again.status_code, again.json()["code"]) == (404, "no-such-profile")


def test_what_is_no_profile_is_refused(client: TestClient, key: dict[str, str]) -> None:
    for profile in ("<script>", "A" * 60_001):
        assert client.post("/api/profile/give", json={"profile": profile}, headers=key).status_code == 422
    assert client.post("/api/profile/give", json={"profile": "AAAA"}).status_code == 401


@pytest.mark.parametrize(("later", "found"), [(10.0, True), (70.0, False)])
def test_a_link_grows_old(later: float, found: bool) -> None:
    now = time.time()
    with create_engine("sqlite://").begin() as connection:
        metadata.create_all(connection)
        handovers.put(connection, "old", Handover("ana", "A"), now + 60, now)
        handovers.put(connection, "new", Handover("ana", "B"), now + 60, now)
        assert handovers.take(connection, "old", now) is None, "a browser has one link at a time"
        taken = handovers.take(connection, "new", now + later)
    assert taken == (Handover("ana", "B") if found else None)
