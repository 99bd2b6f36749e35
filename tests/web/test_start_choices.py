"""What the start page shows before anything is pressed: boards, colours, bots, one's own games."""

from math import floor

import pytest
from playwright.sync_api import expect

from ferrovia.bots.levels import levels
from tests.tiers import at_night
from tests.web.browser_visits import DESKTOP, PHONE, open_table

RATIOS = """() => {
    const picture = document.querySelector(".maps-large .poster");
    const box = picture.getBoundingClientRect();
    const {width, height} = picture.querySelector("svg:last-child").viewBox.baseVal;
    return [box.width / box.height, width / height];
}"""


@pytest.mark.parametrize("viewport", [at_night(DESKTOP), PHONE], ids=["desktop", "phone"])
def test_every_board_is_seen_at_first_glance(open_page, viewport):
    page = open_page(viewport=viewport, locale="it")
    cards = page.locator(".map-card")
    expect(cards).to_have_count(4)
    page.locator(".maps-large .poster").wait_for()
    for box in (card.bounding_box() for card in cards.all()):
        assert box["y"] + box["height"] <= viewport["height"]
        assert box["x"] + box["width"] <= viewport["width"]


def test_a_long_form_does_not_crop_the_board(open_page):
    page = open_page()
    page.get_by_text("One screen", exact=True).click()
    page.get_by_role("button", name="5 players").click()
    page.locator(".options summary").click()
    page.locator(".maps-large .poster").wait_for()
    shown, drawn = page.evaluate(RATIOS)
    assert shown == pytest.approx(drawn, rel=0.01)


def test_nobody_is_shown_a_colour_that_lots_may_change(open_page):
    page = open_page("/?rules=new-york&players=2&bots=passenger")
    rows = page.locator(".setup .seat-rows li")
    expect(rows).to_have_count(2)
    expect(rows.locator(".seat-mark")).to_have_count(0)
    expect(page.get_by_text("Seats and colours are drawn at random")).to_be_visible()
    page.locator(".options summary").click()
    page.get_by_label("Random seats").uncheck()
    expect(rows.locator(".seat-mark")).to_have_count(2)
    expect(page.get_by_text("Seats and colours are drawn at random")).to_have_count(0)


def test_bots_have_levels_and_their_measured_elo_is_a_tap_away(open_page):
    page = open_page("/?rules=switzerland&players=2&bots=conductor")
    who = page.get_by_label("Who is player 2?")
    expect(who.locator("option:checked")).to_have_text("Hard · Conductor")
    assert who.locator("option").all_inner_texts()[:5] == [
        *("Easy · Passenger", "Medium · Porter", "Hard · Conductor", "Expert · Driver", "Master · Stationmaster")
    ]
    conductor = next(level for level in levels() if level.name == "conductor")
    elo = page.get_by_text(
        f"Elo {10 * floor((1505 + conductor.elo['switzerland']) / 10)}"
    )  # rounded as JavaScript does
    expect(elo).to_be_hidden()
    page.get_by_text("How strong are they?").click()
    expect(elo).to_be_visible()


SIZES = [(1280, 720), (1920, 1080), (768, 1024), (844, 390), (390, 844), (360, 640)]


def test_a_first_visit_can_play_or_be_guided_without_scrolling(open_page):
    page = open_page()
    page.locator(".poster").wait_for()
    play, guided = (page.get_by_role("button", name=name, exact=True) for name in ("Play", "Three guided minutes"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for button in (play, guided):
            expect(button).to_be_in_viewport(ratio=1)
            button.click(trial=True)
    page.get_by_role("button", name="I know the game").click()
    page.reload()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(play).to_be_in_viewport(ratio=1)
    expect(guided).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [at_night(360, 640), (844, 390)])
def test_the_coach_covers_no_button_of_its_step(open_page, width, height):
    page = open_page(viewport={"width": width, "height": height}, has_touch=True)
    page.get_by_role("button", name="Three guided minutes").click()
    page.get_by_role("button", name="Continue").click()
    for ticket in page.locator(".offer .choice").all()[:2]:
        ticket.click()
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.locator(".offer")).to_have_count(0)


def test_all_own_games_are_behind_a_button(open_page):
    page = open_page()
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
