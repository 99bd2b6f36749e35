"""Names of people and cities that are long, or are written from right to left."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.server_process import Server
from tests.tiers import at_night
from tests.web.browser_visits import PHONE, call, overflow, visit

LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-upon-the-very-long-river"
HEBREW = "\u05d1\u05e8\u05d5\u05da \u05d4\u05d1\u05d0 \u05dc\u05e8\u05db\u05d1\u05ea \u05d4\u05d2\u05d3\u05d5\u05dc"
MAP = f"""
name = "Two"
cities = [ {{ id = "a", name = "A" }}, {{ id = "b", name = "{LONG}" }} ]
routes = [ {{ from = "a", to = "b", length = 1, colour = "red" }}, {{ from = "a", to = "b", length = 1 }} ]
tickets = [ {{ from = "a", to = "b", points = 1, copies = 10 }} ]
[rules]
extends = "north-america"
players_max = 2
trains = 3
opening_tickets = 2
opening_keep = 1
later_tickets = 2
"""
INSIDE = """(selector) => [...document.querySelectorAll(selector)].every((inner) => {
    const outer = inner.closest(".ticket, .choice, .ticket-picture").getBoundingClientRect();
    const { left, right, top, bottom } = inner.getBoundingClientRect();
    const flows = inner.scrollWidth <= inner.clientWidth + 1 || getComputedStyle(inner).display === "inline";
    const beside = left >= outer.left - 1 && right <= outer.right + 1;
    return flows && beside && top >= outer.top - 1 && bottom <= outer.bottom + 1;
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a board as flat as a line."""
    folder: Path = tmp_path_factory.mktemp("two")
    (folder / "two.toml").write_text(MAP, encoding="utf-8")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt", "--map", str(folder / "two.toml")).start()
    yield found
    found.kill()


@pytest.mark.parametrize("screen", [at_night({}), {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"])
def test_tickets_hold_their_words_and_points(browser, server, screen):
    guest = visit(browser, server.address, **screen)
    page = guest.page
    page.goto("/learn")
    seats = [{"kind": "me", "name": HEBREW}, {"kind": "bot", "bot": "passenger"}]
    table = call(page, "POST", "/api/tables", {"rules": "two", "seats": seats})["table"]["id"]
    page.goto(f"/t/{table}")
    page.locator(".choice").first.wait_for()
    assert page.locator(".choice .ticket-name").count() == 2
    assert page.evaluate(INSIDE, ".choice .ticket-name")
    assert page.evaluate(INSIDE, ".choice .ticket-points")
    assert overflow(page) == 0
    name = page.locator(".seat-name").first
    assert name.evaluate("name => getComputedStyle(name).direction") == "rtl", "so that its end is cut, if anything is"
    guest.leave()
