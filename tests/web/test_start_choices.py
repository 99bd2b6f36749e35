"""What the start page shows before anything is pressed: boards, colours, bots, one's own games."""

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import DESKTOP, PHONE, open_table

RATIOS = """() => {
    const picture = document.querySelector(".maps-large .poster");
    const box = picture.getBoundingClientRect();
    const {width, height} = picture.querySelector("svg:last-child").viewBox.baseVal;
    return [box.width / box.height, width / height];
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_board_is_seen_at_first_glance(somebody, viewport):
    page = somebody(viewport=viewport, locale="it")
    cards = page.locator(".map-card")
    expect(cards).to_have_count(4)
    page.locator(".maps-large .poster").wait_for()
    for box in (card.bounding_box() for card in cards.all()):
        assert box["y"] + box["height"] <= viewport["height"]
        assert box["x"] + box["width"] <= viewport["width"]


def test_a_long_form_does_not_crop_the_board(somebody):
    page = somebody()
    page.get_by_text("One screen", exact=True).click()
    page.get_by_role("button", name="5 players").click()
    page.locator(".options summary").click()
    page.locator(".maps-large .poster").wait_for()
    shown, drawn = page.evaluate(RATIOS)
    assert shown == pytest.approx(drawn, rel=0.01)


def test_nobody_is_shown_a_colour_that_lots_may_change(somebody):
    page = somebody("/?rules=new-york&players=2&bots=passenger")
    rows = page.locator(".setup .seat-rows li")
    expect(rows).to_have_count(2)
    expect(rows.locator(".seat-mark")).to_have_count(0)
    expect(page.get_by_text("Seats and colours are drawn by lot")).to_be_visible()
    page.locator(".options summary").click()
    page.get_by_label("Random seats").uncheck()
    expect(rows.locator(".seat-mark")).to_have_count(2)
    expect(page.get_by_text("Seats and colours are drawn by lot")).to_have_count(0)


def test_bots_are_shown_with_their_measured_elo(somebody):
    page = somebody("/?rules=switzerland&players=2&bots=conductor")
    who = page.get_by_label("Who is player 2?")
    expect(who.locator("option:checked")).to_have_text("Conductor · Elo 1680")
    expect(page.get_by_text("1500 is their average")).to_be_visible()


def test_all_own_games_are_behind_a_button(somebody):
    page = somebody()
    for _ in range(5):
        open_table(page, "new-york", "me open")
    page.reload()
    expect(page.locator(".own-table")).to_have_count(4)
    more = page.get_by_role("button", name="Show all 5 games")
    assert more.evaluate("button => getComputedStyle(button).borderTopColor") != "rgba(0, 0, 0, 0)"
    more.click()
    expect(page.locator(".own-table")).to_have_count(5)
    page.get_by_role("button", name="Show fewer").click()
    expect(page.locator(".own-table")).to_have_count(4)
