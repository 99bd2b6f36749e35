"""Phones, and the other languages."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, PHONE, overflow
from tests.web.finished_games import skip_ahead
from tests.web.page_player import Clicker, await_turn, claimable, keep_tickets, phase, sit_down, tap_route

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
HIDDEN_WORDS = """() => [...document.querySelectorAll(".deck-count")].flatMap((count) => {
    const name = count.closest(".deck-place").querySelector(".deck-below");
    return count.getBoundingClientRect().bottom <= name.getBoundingClientRect().top + 1 ? [] : [name.textContent];
})"""
"""Names of decks behind their number of cards."""
RAW_KEY = re.compile(r"\b(?:play|app|board|events|entries|refusals|reasons|text)\.[a-z-]+\b|\{[a-z]+\}")


LONGEST = """word => [...document.querySelectorAll(".market-name")].filter((name) => {
    name.textContent = word;
    return name.scrollWidth > name.clientWidth;
}).length"""


@pytest.mark.parametrize(("language", "words"), [("en", "locomotive"), ("it", "locomotiva"), ("pt", "locomotiva")])
def test_no_name_of_a_card_is_cut_on_a_phone(open_page, language, words):
    page = open_page(BLANK, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale=language)
    sit_down(page, "switzerland", "me passenger")
    keep_tickets(page)
    await_turn(page)
    assert page.evaluate(LONGEST, words) == 0


NARROW_MARKETS = {
    "phone on its side": ("switzerland", {"width": 844, "height": 390}, "locomotiva"),
    "panels beside a tall map": ("new-york", {"width": 1280, "height": 720}, "vermelho"),
}


@pytest.mark.parametrize("where", NARROW_MARKETS)
def test_no_name_of_a_card_is_cut_where_the_market_is_narrow(open_page, where):
    rules, viewport, longest = NARROW_MARKETS[where]
    page = open_page(BLANK, viewport=viewport, locale="pt")
    sit_down(page, rules, "me passenger")
    keep_tickets(page)
    await_turn(page)
    assert page.evaluate(LONGEST, longest) == 0


@pytest.mark.parametrize("rules", ["new-york", at_night("north-america")])
def test_a_game_on_a_phone(open_page, rules):
    page = open_page(BLANK, **TOUCH)
    sit_down(page, rules, "me passenger porter" if rules == "north-america" else "me passenger")
    player, shown = Clicker(page, click=tap_route), set()
    for turn in range(300):
        shown.add(now := phase(page))
        if now == "over":
            break
        if turn == 24:
            skip_ahead(page, trains=4)
        player.play(1)
        assert overflow(page) <= 0
    assert {"turn", "second-card", "over"} <= shown
    assert player.done.get("confirm"), "a tap asks to be confirmed"


def test_everything_is_in_the_sheet(open_page):
    page = open_page(BLANK, **TOUCH)
    sit_down(page, "north-america", "me passenger porter")
    keep_tickets(page)
    await_turn(page)
    for tab, inside in (
        ("Tickets", ".tickets .ticket"),
        ("Players", ".seats .seat"),
        ("Log", ".log-lines li"),
        ("Cards", ".hand-card"),
    ):
        page.locator(".tabs").get_by_role("button", name=tab, exact=True).tap()
        expect(page.locator(inside).first).to_be_visible()
        assert overflow(page) <= 0
    assert page.evaluate(HIDDEN_WORDS) == []
    for button in page.locator(".market-slot, .deck, .hand-card, .tabs button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40, box
        assert box["y"] + box["height"] <= PHONE["height"] + 1


def test_a_tap_stages_and_a_second_one_claims(open_page):
    page = open_page(BLANK, **TOUCH)
    sit_down(page, "new-york", "me passenger")
    keep_tickets(page)
    await_turn(page)
    for _ in range(20):
        if claimable(page):
            break
        page.locator(".deck.open:not(.ticket-deck)").tap()
        page.wait_for_timeout(250)
    await_turn(page)
    route = claimable(page)[0]
    tap_route(page, route)
    if page.locator(".action .twin").count():
        page.locator(".action .twin").first.tap()
    expect(page.locator(".train.phantom")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".train.phantom")).to_have_count(0)


@pytest.mark.parametrize(
    ("rules", "locale", "turn", "over"),
    [("switzerland", "it", "Tocca a te", "punti"), at_night("new-york", "pt", "É a tua vez", "pontos")],
)
def test_a_game_in_another_language(open_page, rules, locale, turn, over):
    page = open_page(BLANK, locale=locale)
    sit_down(page, rules, "me passenger", practice=True)
    keep_tickets(page)
    await_turn(page)
    expect(page.locator(".action-words")).to_contain_text(turn)
    player = Clicker(page)
    for turn in range(16 if rules == "switzerland" else 300):
        if phase(page) == "over":
            break
        if turn == 12 and rules == "new-york":
            skip_ahead(page, trains=4)
        player.play(1)
        found = RAW_KEY.search(page.locator("body").inner_text())
        assert found is None, found
    if rules == "new-york":
        expect(page.locator(".final")).to_contain_text(over)


def test_the_language_changes_in_the_middle_of_a_game(open_page):
    page = open_page(BLANK)
    sit_down(page, "switzerland", "me passenger")
    keep_tickets(page)
    await_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("heading", name="Impostazioni")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".action-words")).to_contain_text("Tocca a te")
    expect(page.locator(".top-name")).to_have_text("Svizzera")
