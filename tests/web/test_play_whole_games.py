"""Games on every rule set, by clicks, from the opening to the result."""

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, call
from tests.web.finished_games import skip_ahead
from tests.web.page_player import Clicker, sit_down
from tests.web.test_play_board_box import BOX

RULES = ["switzerland", "north-america", at_night("new-york"), at_night("north-america-classic")]
WATCH = """() => {
    window.announced = "";
    const look = () => (window.announced ||= document.querySelector(".last-round")?.innerText ?? "");
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
"""Notes the announcement of the last round whenever it comes: the round may be over before anybody looks."""
SOUNDS = "localStorage.setItem('ferrovia.sound', 'true')"
LEFT = 6
"""Trains a player has left when the last turns are played by clicks again."""


@pytest.mark.parametrize("rules", RULES)
def test_a_game_against_a_bot_to_its_end(open_page, rules):
    page = open_page(BLANK)
    page.evaluate(SOUNDS)
    table = sit_down(page, rules, "me passenger")
    opening = page.evaluate(BOX)
    player = Clicker(page)
    player.play(most=16)
    skip_ahead(page, trains=LEFT)
    page.evaluate(WATCH)
    assert player.play(most=400) == "over"
    assert {"opening", "claim"} <= player.done.keys()
    if call(page, "GET", f"/api/tables/{table}")["result"]["ending"] == "last-round":
        assert "Last round" in page.evaluate("window.announced")
    expect(page.locator(".final")).to_contain_text("points")
    assert page.evaluate(BOX) == opening, "the map stays where it was"
    page.reload()
    expect(page.locator(".final")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["new-york", "switzerland", "north-america"])
def test_a_whole_game_by_clicks(open_page, rules):
    page = open_page(BLANK)
    sit_down(page, rules, "me passenger")
    assert Clicker(page).play(most=2000) == "over"
