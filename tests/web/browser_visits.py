"""What the tests of the page share: browsers that notice every error, tables, scans for accessibility."""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

WEB: Final = Path(__file__).parent.parent.parent / "web"
AXE: Final = WEB / "node_modules/axe-core/axe.min.js"
FLAGS: Final = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
DESKTOP: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 360, "height": 740}
PATIENCE: Final = 30_000
LOSSES: Final = ("WebSocket", "net::ERR", "Failed to load resource")
"""What a browser itself writes into its console when a server is gone."""
BLANK: Final = "/healthz"
"""A page of the server without the client: enough for its cookie and the browser's storage, and loaded in no time."""
SETTINGS: Final = """if (location.protocol.startsWith("http"))
    for (const [name, value] of Object.entries(%s))
        if (!localStorage.getItem(name)) localStorage.setItem(name, value);"""
BLOCKED: Final = "Service Worker registration blocked by Playwright"


def browser_program() -> str | None:
    """Debian's Chromium: its headless shell, which draws the same pages for less, or the whole browser."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@dataclass
class Visit:
    """A browser with storage of its own, its page, and whatever went wrong in it."""

    context: BrowserContext
    page: Page
    errors: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def leave(self) -> None:
        """Whatever was not forgiven is a failure."""
        self.context.close()
        left = [error for error in self.errors if not any(part in error for part in (*self.forgiven, BLOCKED))]
        assert not left, left


def visit(
    browser: Browser, address: str, forgiven: tuple[str, ...] = (), pace: str = "instant", **context: Any
) -> Visit:
    """Open a browser; no motion, pauses, sounds or service worker, unless the test is about them: they cost time."""
    settings = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", "service_workers": "block"}
    opened = browser.new_context(**{**settings, "base_url": address, **context})
    opened.set_default_timeout(PATIENCE)
    opened.add_init_script(SETTINGS % json.dumps({"ferrovia.pace": json.dumps(pace), "ferrovia.sound": "false"}))
    found = Visit(opened, opened.new_page(), forgiven=forgiven)
    found.page.on("console", found.note)
    found.page.on("pageerror", lambda error: found.errors.append(str(error)))
    return found


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request with the browser's own cookie: the answer."""
    script = """async ([method, path, body]) => {
        const answer = await fetch(path, {method, headers: body ? {"content-type": "application/json"} : {}, body});
        return [answer.status, await answer.json()];
    }"""
    status, answer = page.evaluate(script, [method, path, None if body is None else json.dumps(body)])
    assert status < 400, answer
    return answer


def open_table(page: Page, rules: str, seats: str, **options: Any) -> str:
    """A table of this browser, like "me open driver": its id."""
    wishes = [{"kind": word} if word in ("me", "open") else {"kind": "bot", "bot": word} for word in seats.split()]
    opened = call(page, "POST", "/api/tables", {"rules": rules, "seats": wishes, "options": options})
    return str(opened["table"]["id"])


def scan(page: Page) -> list[str]:
    """What axe complains about, a line for each thing."""
    if not AXE.is_file():  # building the page installs only what the bundle needs
        pytest.fail("axe-core is missing: `python web/build.py check` installs it", pytrace=False)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
