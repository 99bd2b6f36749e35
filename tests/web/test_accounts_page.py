"""Accounts in a real browser, with Chromium's virtual authenticator: what belongs to a player follows the passkey."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Dialog, Page, expect

from tests.server.ports import free_port
from tests.server.server_process import Server
from tests.web.browser_visits import BLANK, PHONE, Visit, call, open_table, overflow, scan, visit
from tests.web.finished_games import PLAY, finished, play_on

pytest.importorskip("webauthn")
AUTHENTICATOR = {
    **{"protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal"},
    **{"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True},
    **{"automaticPresenceSimulation": True},
}
REFUSED = ("403",)
"""What a browser writes into its console when a passkey is refused."""
TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789"
CREATE, SIGN_IN, SIGN_OUT = "Create a passkey", "Sign in with a passkey", "Sign out"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby, at http://localhost."""
    folder, port = tmp_path_factory.mktemp("accounts"), free_port()
    (config := folder / "ferrovia.toml").write_text(f"admin_token = '{TOKEN}'", encoding="utf-8")
    config.chmod(0o600)
    options = ("--config", str(config), "--accounts", "--lobby", "--address", f"http://localhost:{port}")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt", *options, port=port).start()
    yield found
    found.kill()


@pytest.fixture
def come(browser: Browser, site: Server) -> Iterator[Callable[..., Page]]:
    """Open pages at the site, each in a browser of its own."""
    visits: list[Visit] = []

    def opened(path: str = "/games", **context: Any) -> Page:
        visits.append(visit(browser, f"http://localhost:{site.port}", **context))
        visits[-1].page.goto(path)
        return visits[-1].page

    yield opened
    for each in visits:
        each.leave()


class Passkeys:
    """The virtual authenticator of a page."""

    def __init__(self, page: Page) -> None:
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        made = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.place = {"authenticatorId": made["authenticatorId"]}

    @property
    def all(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.devtools.send("WebAuthn.getCredentials", self.place)["credentials"]
        return found

    def take(self, credential: dict[str, Any]) -> None:
        """A copy of a passkey, as a password manager brings it to another device."""
        self.devtools.send("WebAuthn.addCredential", {**self.place, "credential": credential})

    def clear(self) -> None:
        self.devtools.send("WebAuthn.clearCredentials", self.place)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def signed_in(page: Page) -> None:
    expect(page.get_by_role("button", name=SIGN_OUT, exact=True)).to_be_visible()


def signed_out(page: Page) -> None:
    expect(page.get_by_role("button", name=SIGN_IN, exact=True)).to_be_visible()


def play_rated(page: Page, other: Page) -> None:
    """A public game of two people, played to its end without their pages."""
    for each in (page, other):
        each.goto(BLANK)
        table = call(each, "POST", "/api/lobby/match", {"rules": "new-york", "players": 2})["table"]["id"]
    other.evaluate(f"void ({PLAY})({json.dumps([table, 10_000, -1, ''])})")
    assert play_on(page, table)["status"] == "over"


def ratings(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call(page, "GET", "/api/lobby")["ratings"]
    return found


def await_rating(page: Page) -> None:
    """Games are rated a few seconds after their end."""
    end = time.monotonic() + 60
    while not ratings(page):
        assert time.monotonic() < end, "the game was not rated"
        page.wait_for_timeout(200)


def test_a_player_goes_on_in_another_browser(come: Callable[..., Page]) -> None:
    page = come()
    passkeys = Passkeys(page)
    page.get_by_label("Your name").fill("Ada")
    won = finished(page, "new-york")
    running = open_table(page, "switzerland", "me open")
    page.reload()
    press(page, CREATE)
    signed_in(page)
    expect(page.get_by_text("You are signed in as Ada in this browser.")).to_be_visible()
    assert scan(page) == []
    assert call(page, "GET", f"/api/tables/{running}")["mine"] == [0], "her seat is still hers"
    play_rated(page, come(BLANK))
    await_rating(page)
    page.goto("/games")
    signed_in(page)
    expect(page.locator(".game-row")).to_have_count(2)

    phone = come(viewport=PHONE, locale="it")
    other = Passkeys(phone)
    other.take(passkeys.all[0])
    expect(phone.locator(".game-row")).to_have_count(0)
    press(phone, "Accedi con una passkey")
    expect(phone.get_by_text("Hai effettuato l’accesso come Ada in 2 browser.")).to_be_visible()
    expect(phone.locator(".game-row")).to_have_count(2)
    expect(phone.locator(f".game-row[href='/r/{won}']")).to_be_visible()
    expect(phone.get_by_label("Il tuo nome")).to_have_value("Ada")
    assert (overflow(phone), scan(phone)) == (0, [])
    assert ratings(phone) == ratings(page) != []
    guest = come(BLANK)
    code = call(phone, "GET", f"/api/tables/{running}")["code"]
    call(guest, "POST", "/api/join", {"code": code, "name": "Bo"})
    phone.goto(f"/t/{running}")
    expect(phone.locator(".game")).to_be_visible()
    phone.goto(BLANK)
    before = call(phone, "GET", f"/api/tables/{running}/log")["seq"]
    play_on(phone, running, moves=1)
    after = call(page, "GET", f"/api/tables/{running}/log")["seq"]
    assert after > before, "a game begun in one browser goes on in the other"


def test_signing_out_adding_removing_and_deleting(come: Callable[..., Page]) -> None:
    page = come(forgiven=REFUSED)
    passkeys = Passkeys(page)
    finished(page, "new-york")
    page.reload()
    expect(page.locator(".game-row")).to_have_count(1)
    press(page, CREATE)
    signed_in(page)
    press(page, SIGN_OUT)
    signed_out(page)
    expect(page.locator(".game-row")).to_have_count(0)
    assert call(page, "GET", "/api/tables") == [], "nothing is left for who comes next"
    press(page, SIGN_IN)
    signed_in(page)
    expect(page.locator(".game-row")).to_have_count(1)
    [first] = passkeys.all
    passkeys.clear()
    press(page, "Add a passkey")
    rows = page.locator(".passkeys li")
    expect(rows).to_have_count(2)
    [second] = passkeys.all
    phone = come(forgiven=REFUSED)
    Passkeys(phone).take(first)
    press(phone, SIGN_IN)
    signed_in(phone)
    page.get_by_role("button", name="Remove passkey 1").click()
    expect(rows).to_have_count(1)
    phone.reload()
    signed_out(phone)
    press(phone, SIGN_IN)
    expect(phone.get_by_text("The passkey could not be verified.")).to_be_visible()
    press(page, "Delete the account")
    assert scan(page) == []
    press(page, "Keep it")
    press(page, "Delete the account")
    press(page, "Delete it")
    signed_out(page)
    expect(page.locator(".game-row")).to_have_count(1)
    assert len(call(page, "GET", "/api/tables")) == 1, "the games stay in this browser"
    assert [second["credentialId"]] == [each["credentialId"] for each in passkeys.all]
    press(page, SIGN_IN)
    expect(page.get_by_text("The passkey could not be verified.")).to_be_visible()


def test_a_browser_without_a_passkey_says_so(come: Callable[..., Page]) -> None:
    page = come()
    Passkeys(page)
    press(page, SIGN_IN)
    expect(page.get_by_text("No passkey was used.")).to_be_visible()
    signed_out(page)


def test_the_operator_finds_an_account_on_a_phone(come: Callable[..., Page]) -> None:
    page = come(viewport={"width": 360, "height": 640})
    Passkeys(page)
    page.get_by_label("Your name").fill("Cleo")
    press(page, CREATE)
    signed_in(page)
    page.goto("/admin")
    page.get_by_label("Operator’s token").fill(TOKEN)
    press(page, "Open")
    page.get_by_label("Account name or ID").fill("Cleo")
    press(page, "Find")
    account = page.locator(".admin-accounts li", has_text="Cleo").first
    known = account.locator(".admin-id").inner_text()
    press(page, "Games")
    expect(account).to_contain_text("This account has no games.")
    assert overflow(page) == 0
    for button in account.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360
    page.get_by_label("Account name or ID").fill(known)
    press(page, "Find")
    expect(page.locator(".admin-id")).to_have_text([known])


def test_the_last_passkey_is_withdrawn_by_the_operator_alone(come: Callable[..., Page]) -> None:
    """Who is told before that nobody can sign in any more; the player is refused."""
    page, desk = come(forgiven=(*REFUSED, "409")), come("/admin")
    passkeys = Passkeys(page)
    page.get_by_label("Your name").fill("Dora")
    press(page, CREATE)
    signed_in(page)
    [first] = passkeys.all
    passkeys.clear()
    press(page, "Add a passkey")
    expect(page.locator(".passkeys li")).to_have_count(2)
    passkeys.clear()
    passkeys.take(first)
    desk.get_by_label("Operator’s token").fill(TOKEN)
    press(desk, "Open")
    desk.get_by_label("Account name or ID").fill("Dora")
    press(desk, "Find")
    withdraw = desk.get_by_role("button", name="Withdraw", exact=True)
    expect(withdraw).to_have_count(2)

    assert "Withdraw the passkey that Dora created" in asked(desk, lambda: withdraw.nth(1).click(), yes=True)
    expect(withdraw).to_have_count(1)
    page.get_by_role("button", name="Remove passkey 1").click()  # its page still shows both
    expect(
        page.get_by_text("An account needs a passkey. Add another one first, or delete the account.")
    ).to_be_visible()

    assert "not even its owner" in asked(desk, withdraw.click, yes=False)
    assert "Withdraw the only passkey of Dora" in asked(desk, withdraw.click, yes=True)
    expect(withdraw).to_have_count(0)
    page.reload()
    signed_out(page)
    press(page, SIGN_IN)
    expect(page.get_by_text("The passkey could not be verified.")).to_be_visible()


def asked(page: Page, work: Callable[[], None], yes: bool) -> str:
    """What the page asks before it does something, and the answer."""
    questions: list[str] = []

    def answer(dialog: Dialog) -> None:
        questions.append(dialog.message)
        (dialog.accept if yes else dialog.dismiss)()

    page.once("dialog", answer)
    work()
    [question] = questions
    return question


def test_a_server_without_accounts_does_not_mention_them(open_page: Callable[..., Page]) -> None:
    page = open_page("/games")
    expect(page.get_by_role("heading", name="Take it with you")).to_be_visible()
    expect(page.get_by_role("heading", name="Your account")).to_have_count(0)
