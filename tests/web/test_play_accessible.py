"""Every phase of a game, scanned: by day and by night, large and small, with large letters."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, DESKTOP, PHONE, open_table, overflow, scan
from tests.web.finished_games import play_on, skip_ahead
from tests.web.page_player import SEEN, await_turn, keep_tickets, sit_down

SCREENS = [("light", PHONE), at_night("dark", DESKTOP), at_night("light", DESKTOP)]


@pytest.mark.parametrize(("scheme", "viewport"), SCREENS)
def test_every_phase_is_accessible(open_page, scheme, viewport):
    page = open_page(BLANK, color_scheme=scheme, viewport=viewport)
    page.evaluate("localStorage.setItem('ferrovia.confirming', '\"always\"')")
    sit_down(page, "switzerland", "me passenger", practice=True)
    scan_phase(page, "opening")
    keep_tickets(page)
    scan_phase(page, "turn")
    page.keyboard.press("d")
    expect(page.locator(".action .confirm")).to_be_visible()
    assert scan(page) == []
    page.keyboard.press("y")
    scan_phase(page, "second-card")
    page.keyboard.press("d")
    page.keyboard.press("y")
    await_turn(page)
    page.locator(".ticket-deck").click()
    page.locator(".action .confirm").click()
    scan_phase(page, "tickets")
    skip_ahead(page, phase="tunnel")
    scan_phase(page, "tunnel")


def scan_phase(page, phase):
    """Once a phase has come, axe finds nothing in it."""
    await_turn(page, phase)
    assert scan(page) == [], phase


@pytest.mark.parametrize("scheme", ["dark", at_night("light")])
def test_windows_are_accessible(open_page, scheme):
    page = open_page(BLANK, color_scheme=scheme)
    sit_down(page, "new-york", "me me passenger", practice=True)
    expect(page.locator(".curtain")).to_be_visible()
    assert scan(page) == []
    page.locator(".curtain .button").click()
    for name in ("Settings", "Keyboard", "Rules"):
        page.get_by_role("button", name="Menu").click()
        assert scan(page) == []
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.wait_for_timeout(300)
        assert scan(page) == [], name
        page.keyboard.press("Escape")


def test_letters_twice_as_large(open_page):
    page = open_page(BLANK)
    sit_down(page, "north-america", "me passenger")
    keep_tickets(page)
    await_turn(page)
    page.set_viewport_size({"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2})  # what zooming does
    page.wait_for_timeout(200)
    assert overflow(page) <= 0
    for part in (".board-picture", ".action-words", ".market-slot", ".deck"):
        expect(page.locator(part).first).to_be_in_viewport()


TRAINS = re.compile(r"\b(?:trains?|wagons?|locomotiv\w+|vagon\w+|vag[ãõ]\w+|tren[io]|tre(?:m|ns))\b", re.IGNORECASE)
WORDS = """() => [document.querySelector(".game").innerText, ...[...document.querySelectorAll(
    ".game [aria-label], .game [title]")].flatMap((each) =>
    ["aria-label", "title"].map((name) => each.getAttribute(name)))
].filter(Boolean).join("\\n")"""


@pytest.mark.parametrize("locale", ["en", at_night("it"), at_night("pt")])
def test_new_york_speaks_of_taxis_others_of_trains(open_page, locale):
    """Whatever is read or listened to."""
    page = open_page(BLANK, locale=locale)
    for rules in ("new-york", "switzerland"):
        page.evaluate(SEEN % rules)
        table = open_table(page, rules, "me passenger", practice=True)
        play_on(page, table, 8)
        page.goto(f"/t/{table}")
        expect(page.locator(".action.mine")).to_be_visible()
        words = page.evaluate(WORDS)
        if rules == "new-york":
            assert re.search("taxi|táxi", words)
            assert not TRAINS.search(words), TRAINS.search(words)
        else:
            assert TRAINS.search(words)
            assert not re.search("taxi|táxi", words, re.IGNORECASE)
