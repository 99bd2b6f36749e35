"""Browsers with cookies of their own at one server in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey

COOKIE = "ferrovia"


class AccountBrowser:
    """A browser: its cookie, and what it asks."""

    def __init__(self, client: TestClient, cookie: str = "") -> None:
        self.client, self.cookie = client, cookie

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"origin": ORIGIN} | ({"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {})
        self.client.cookies.clear()
        answer = self.client.request(method, path, json=body, headers=headers)
        self.cookie = answer.cookies.get(COOKIE) or self.cookie
        self.client.cookies.clear()
        return answer.status_code, answer.json()

    def get(self, path: str) -> Any:
        return self.ask("GET", path)[1]

    def post(self, path: str, body: Any) -> Any:
        status, answer = self.ask("POST", path, body)
        assert status < 300, answer
        return answer

    def challenge(self, purpose: str) -> Any:
        return self.post("/api/account/challenge", {"purpose": purpose})

    def create(self, passkey: SoftwarePasskey, name: str = "Ada") -> tuple[int, Any]:
        made = passkey.made(self.challenge("create"))
        return self.ask("POST", "/api/account", {"name": name, "passkey": made})

    def sign_in(self, passkey: SoftwarePasskey, purpose: str = "sign-in") -> tuple[int, Any]:
        return self.ask("POST", "/api/account/sign-in", passkey.shown(self.challenge(purpose)))

    @property
    def account(self) -> Any:
        return self.get("/api/account")["account"]

    def open(self, *kinds: str) -> str:
        """A table: its id."""
        seats = [{"kind": kind} for kind in kinds]
        return str(self.post("/api/tables", {"rules": "new-york", "seats": seats})["table"]["id"])

    def seats_at(self, table: str) -> list[int]:
        found: list[int] = self.get(f"/api/tables/{table}")["mine"]
        return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("accounts")
    return found / "tables.sqlite"


@contextmanager
def account_server(store: Path, **settings: Any) -> Iterator[TestClient]:
    """A server with accounts, whose limits no test runs into."""
    limits = {"tries_per_minute": 100_000, "requests_per_second": 10_000}
    chosen = Settings(store=str(store), accounts=True, address=ORIGIN, **limits, **settings)
    with TestClient(make_app(chosen.checked())) as found:
        yield found


@pytest.fixture(scope="module")
def client(store: Path) -> Iterator[TestClient]:
    with account_server(store, lobby=True) as found:
        yield found


@pytest.fixture
def ada(client: TestClient) -> AccountBrowser:
    return AccountBrowser(client)


@pytest.fixture
def phone(client: TestClient) -> AccountBrowser:
    return AccountBrowser(client)
