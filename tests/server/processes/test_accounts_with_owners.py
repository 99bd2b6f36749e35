"""Accounts at two real servers with `--peer`: signed in at one, played at the other, signed out everywhere."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
import websockets

from ferrovia.server.sockets.close_codes import SEATS_CHANGED
from tests.server.attack_tools import wait_for
from tests.server.ports import free_port
from tests.server.postgres_process import Postgres
from tests.server.processes.server_pair import log_of
from tests.server.server_process import Server
from tests.server_parts.accounts.account_browsers import COOKIE, AccountBrowser
from tests.server_parts.accounts.software_authenticator import ORIGIN, SoftwarePasskey

pytest.importorskip("webauthn")
SECONDS = 60.0
"""What one server did, the other knows long before."""


class SignedInPair:
    """Two servers on one database, each with a peer's address, and browsers at either of them."""

    def __init__(self, store: str, folder: Any) -> None:
        self.store = store
        self.servers = []
        for number in range(2):
            port = free_port()
            options = ("--peer", f"http://127.0.0.1:{port}", "--accounts", "--address", ORIGIN, "--bots", "1")
            self.servers.append(Server(store, folder / f"{number}.txt", *options, port=port))
        self.clients = [httpx2.Client(base_url=server.address, timeout=60) for server in self.servers]

    def browser(self, server: int) -> AccountBrowser:
        return AccountBrowser(self.clients[server])

    def go(self, browser: AccountBrowser, server: int) -> None:
        """The proxy sends a browser to another server."""
        browser.client = self.clients[server]  # type: ignore[assignment]

    async def connect(self, browser: AccountBrowser, table: str, server: int) -> Any:
        """The page of a browser, connected to a table through a server."""
        headers = {"cookie": f"{COOKIE}={browser.cookie}", "origin": ORIGIN}
        address = f"{self.servers[server].socket_address}/ws/{table}"
        socket = await websockets.connect(address, additional_headers=headers, max_size=None, open_timeout=60)
        await socket.send(json.dumps({"message": "hello"}))
        return socket


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SignedInPair]:
    found = SignedInPair(postgres.new_database(), tmp_path_factory.mktemp("accounts"))
    try:
        for server in found.servers:
            server.start(wait=False)
        for server in found.servers:
            server.wait_until_ready()
        yield found
    finally:
        for client in found.clients:
            client.close()
        for server in found.servers:
            server.kill()


async def message_of(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    async with asyncio.timeout(60):
        while True:
            found: dict[str, Any] = json.loads(await socket.recv())
            if found["message"] == kind:
                return found


def test_an_account_of_one_server_plays_at_the_other_until_it_is_signed_out_everywhere(pair: SignedInPair) -> None:
    home, phone, passkey = pair.browser(0), pair.browser(1), SoftwarePasskey()
    table = home.open("me", "me")
    assert home.create(passkey)[0] == 201

    async def story() -> int | None:
        async with await pair.connect(home, table, 0) as owning:  # so the first server owns the table
            await message_of(owning, "snapshot")
            assert phone.sign_in(passkey)[0] == 200
            assert phone.seats_at(table) == [0, 1]
            pair.go(phone, 0)
            assert phone.account["name"] == "Ada"
            async with await pair.connect(phone, table, 1) as socket:  # it is forwarded
                seen = await message_of(socket, "snapshot")
                assert seen["table"]["mine"] == [0, 1]
                while seen["table"]["status"] != "playing":
                    seen = await message_of(socket, "update")
                move = seen["sights"][0]["legal"]["moves"][0]
                wish = {"message": "move", "id": "once", "seq": seen["seq"], "seat": 0, "move": move}
                await socket.send(json.dumps(wish))
                await message_of(socket, "accepted")
                status, said = await asyncio.to_thread(home.ask, "POST", "/api/account/sign-out", {"others": True})
                assert (status, said["account"]["name"]) == (200, "Ada")
                async with asyncio.timeout(60):
                    await socket.wait_closed()
                await owning.send(json.dumps({"message": "ping"}))
                await message_of(owning, "pong")
                code: int | None = socket.close_code
                return code

    assert asyncio.run(story()) == SEATS_CHANGED
    for server in (0, 1):
        pair.go(phone, server)
        pair.go(home, server)
        assert wait_for(lambda: phone.seats_at(table) == [], SECONDS)
        assert phone.account is None
        assert home.seats_at(table) == [0, 1]
    _, entries = log_of(pair.store, table)
    assert [entry.kind for entry in entries].count("move") == 1


def test_signing_out_at_the_other_server_ends_it_at_this_one(pair: SignedInPair) -> None:
    browser, passkey = pair.browser(0), SoftwarePasskey()
    table = browser.open("me", "me")
    assert browser.create(passkey)[0] == 201
    signed_in = browser.cookie
    pair.go(browser, 1)
    assert browser.ask("POST", "/api/account/sign-out", {})[0] == 200
    assert browser.cookie != signed_in
    for server in (1, 0):
        left = pair.browser(server)
        left.cookie = signed_in  # of a copy of the browser's files
        assert wait_for(lambda left=left: left.seats_at(table) == [], SECONDS)  # type: ignore[misc]
    assert browser.sign_in(passkey)[0] == 200
    pair.go(browser, 0)
    assert browser.seats_at(table) == [0, 1]


def test_a_server_that_was_killed_takes_no_sign_in_along(pair: SignedInPair) -> None:
    browser, passkey = pair.browser(0), SoftwarePasskey()
    table = browser.open("me", "me")
    assert browser.create(passkey)[0] == 201
    answer = passkey.shown(browser.challenge("sign-in"))
    pair.servers[0].kill()
    pair.go(browser, 1)
    assert browser.seats_at(table) == [0, 1]
    assert browser.ask("POST", "/api/account/sign-in", answer)[0] == 200, "the challenge of the server that is gone"
    pair.servers[0].start()
    pair.go(browser, 0)
    assert browser.seats_at(table) == [0, 1]
