"""The HTTP routes in this process: Starlette's test client on an SQLite store, without a socket or a bot process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings

PEOPLE = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store: Path = tmp_path_factory.mktemp("http") / "tables.sqlite"
    with TestClient(make_app(Settings(store=str(store)))) as found:
        yield found


@pytest.fixture
def key(client: TestClient) -> dict[str, str]:
    """The header of a program with a key of its own."""
    return {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}


def test_the_rules_are_listed(client: TestClient) -> None:
    listed = client.get("/api/rules").json()
    assert {"north-america", "switzerland", "new-york"} <= {each["id"] for each in listed}


def test_a_table_is_opened_joined_and_looked_at(client: TestClient, key: dict[str, str]) -> None:
    answer = client.post("/api/tables", json=PEOPLE, headers=key)
    assert answer.status_code == 201
    table = answer.json()["table"]
    assert (table["status"], [seat["kind"] for seat in table["seats"]]) == ("lobby", ["person", "open"])
    other = {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}
    joined = client.post("/api/join", json={"code": table["code"], "name": "Ada"}, headers=other)
    assert joined.status_code == 200
    assert client.get(f"/api/tables/{table['id']}", headers=key).json()["seats"][1]["name"] == "Ada"
    again = client.post("/api/join", json={"code": table["code"]}, headers=key)
    assert again.status_code == 404, "with the last seat the code is spent"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({**PEOPLE, "rules": "atlantis"}, 422, "no-such-rules"),
        ({**PEOPLE, "seats": [{"kind": "me"}] * 5}, 422, "wrong-players"),
        ({**PEOPLE, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]}, 422, "no-such-bot"),
    ],
)
def test_what_cannot_be_is_refused(
    client: TestClient, key: dict[str, str], wish: object, status: int, code: str
) -> None:
    answer = client.post("/api/tables", json=wish, headers=key)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_table_that_is_not_there(client: TestClient) -> None:
    assert client.get("/api/tables/Table234567").status_code == 404


def test_the_secret_of_a_game_that_is_not_over_stays_here(client: TestClient, key: dict[str, str]) -> None:
    table = client.post("/api/tables", json={**PEOPLE, "seats": [{"kind": "me"}] * 2}, headers=key).json()["table"]
    told = client.get(f"/api/tables/{table['id']}", headers=key).json()
    assert told["secret"] is None
    assert told["commitment"]
