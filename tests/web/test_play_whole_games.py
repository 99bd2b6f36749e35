"""Whole games on every rule set, by clicks."""

import pytest
from playwright.sync_api import expect

from tests.web.page_player import Clicker, sit_down

RULES = ["new-york", "switzerland", "north-america", pytest.param("north-america-classic", marks=pytest.mark.slow)]


@pytest.mark.parametrize("rules", RULES)
def test_a_game_against_a_bot_to_its_end(somebody, rules):
    page = somebody()
    sit_down(page, rules, "me passenger")
    player = Clicker(page)
    player.play(until=lambda: page.locator(".last-round").count() > 0)
    expect(page.locator(".last-round")).to_contain_text("Last round")
    assert player.play() == "over"
    assert {"opening", "claim"} <= player.done.keys()
    if rules == "switzerland":
        assert player.done.get("tunnel") or player.done.get("claim")
    expect(page.locator(".final")).to_contain_text("points")
    page.reload()
    expect(page.locator(".final")).to_be_visible()
