"""After a game: the result, the show, and what comes next."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, PHONE, call, overflow, scan
from tests.web.finished_games import finished, play_on
from tests.web.page_player import sit_down


@pytest.mark.parametrize("rules", [at_night("new-york"), "switzerland"])
def test_the_result_agrees_with_the_server(open_page, rules):
    page = open_page(BLANK)
    table = finished(page, rules)
    page.goto(f"/t/{table}")
    rows = page.locator(".final-table tbody tr")
    expect(rows).to_have_count(2)
    result = call(page, "GET", f"/api/tables/{table}")["result"]
    best = min(result["scores"], key=lambda score: score["place"])
    assert rows.first.locator(".final-total").inner_text().replace("−", "-") == str(best["total"])
    tickets = sum(len(score["ticket_scores"]) for score in result["scores"])
    bonuses = sum((score["longest_path"] > 0) + (score["attractions"] > 0) for score in result["scores"])
    expect(page.locator(".final-seat li")).to_have_count(tickets + bonuses)
    page.get_by_text("Verify the shuffle").click()
    expect(page.get_by_text("The secret matches the hash shown at the start")).to_be_visible()
    assert not scan(page)


SIZES = {"desktop": (1280, 720), "tablet": (768, 1024), "phone": (360, 640), "phone on its side": (844, 390)}
AT_NIGHT = ("desktop", "tablet", "phone on its side")


@pytest.mark.parametrize("size", ["phone", *map(at_night, AT_NIGHT)])
def test_the_winner_is_shown_only_after_the_reveal(open_page, size):
    width, height = SIZES[size]
    page = open_page(BLANK, reduced_motion="no-preference", viewport={"width": width, "height": height})
    table = finished(page, "north-america", "me me")
    page.goto(f"/t/{table}")
    caption = page.locator(".final-caption")
    expect(caption).to_contain_text("Points from routes")
    for spoiler in (".final-winners", ".final-table", ".final-actions"):
        expect(page.locator(spoiler)).to_have_count(0)
    expect(page.get_by_role("button", name="Skip")).to_be_in_viewport()
    assert overflow(page) == 0
    expect(page.locator(".final-ticket")).to_be_in_viewport()  # it continues on its own
    forward = page.get_by_role("button", name="Next")
    while forward.count() > 0:
        forward.click()
    expect(caption.locator(".final-winners")).to_be_in_viewport()
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".final-table")).to_be_visible()


def test_a_result_that_is_opened_later_shows_the_board_as_large_as_it_can_be(open_page):
    page = open_page(BLANK, viewport={"width": 1280, "height": 720})
    table = finished(page, "north-america")
    page.goto(f"/t/{table}")
    expect(page.locator(".final-table")).to_be_visible()
    place, side = (page.locator(name).bounding_box() for name in (".final-board", ".final-side"))
    assert place["height"] >= 0.95 * 720
    assert place["width"] + side["width"] >= 0.97 * 1280
    assert place["width"] > 2 * side["width"]


GROUNDS = """() => {
    window.grounds = [];
    const look = () => {
        const ending = document.querySelector(".game.leaving + .final");
        if (ending) window.grounds.push(getComputedStyle(ending).backgroundImage);
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
"""What lies below the ending while the game leaves."""


def test_the_table_lies_below_the_ending_while_the_game_leaves(open_page):
    page = open_page(BLANK, reduced_motion="no-preference")
    table = sit_down(page, "north-america", "me passenger")
    page.evaluate(GROUNDS)
    play_on(page, table)
    expect(page.locator(".final.showing")).to_be_visible()
    expect(page.locator(".game")).to_have_count(0)
    grounds = page.evaluate("grounds")
    assert grounds
    assert "none" not in grounds


@pytest.mark.parametrize("players", [2, 5])
def test_nothing_hides_who_has_won(open_page, players):
    """On a phone the board keeps its place, and the show has what is left: the climax needs more than that."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(BLANK, reduced_motion="no-preference", **phone)
    table = sit_down(page, "north-america", "me" + (players - 1) * " passenger")
    play_on(page, table)
    forward = page.get_by_role("button", name="Next")
    expect(forward).to_be_visible()
    while forward.count() > 0:
        forward.click()
    result = call(page, "GET", f"/api/tables/{table}")["result"]
    points = max(score["total"] for score in result["scores"])
    told, button = page.locator(".final-winners p"), page.get_by_role("button", name="Result")
    alone = len(result["winners"]) == 1
    words = "You win!" if result["winners"] == [0] else "wins!" if alone else "A shared victory!"
    expect(page.locator(".final-winners h1")).to_contain_text(words)
    expect(told).to_contain_text(f"{points} points")
    for line in (page.locator(".final-bars li").first, page.locator(".final-winners h1"), told, button):
        expect(line).to_be_in_viewport(ratio=1)
    below, above = told.bounding_box(), button.bounding_box()
    assert below["y"] + below["height"] <= above["y"]


def test_the_reveal_can_be_skipped_and_seen_again(open_page):
    page = open_page(BLANK, reduced_motion="no-preference")
    page.goto(f"/t/{finished(page, 'north-america', 'me me')}")
    caption = page.locator(".final-caption")
    page.get_by_role("button", name="Skip").click()
    expect(caption).to_have_count(0)
    expect(page.locator(".final-table")).to_be_visible()
    expect(page.locator(".trail")).to_have_count(1)
    page.get_by_role("button", name="Watch the scoring again").click()
    expect(caption).to_be_visible()
    page.keyboard.press("Escape")
    expect(caption).to_have_count(0)


def test_nothing_moves_for_those_who_do_not_want_it(open_page):
    page = open_page(BLANK, viewport=PHONE, locale="pt", color_scheme="dark")
    table = finished(page, "new-york")
    page.goto(f"/t/{table}")
    expect(page.locator(".final-table")).to_be_visible()
    expect(page.locator(".final-caption")).to_have_count(0)
    assert overflow(page) == 0
    page.get_by_role("tab", name="Estatísticas").click()
    expect(page.locator(".plot svg")).to_have_count(3)
    assert overflow(page) == 0
    assert not scan(page)


def test_everybody_comes_to_the_same_rematch_and_the_replay_is_a_click_away(open_page):
    page = open_page(BLANK)
    table = finished(page, "new-york")
    page.goto(f"/t/{table}")
    page.get_by_role("link", name="Replay").last.click()
    page.wait_for_url(re.compile(f"/r/{table}"))
    page.go_back()
    again = page.get_by_role("button", name="Play again")
    expect(again).to_be_visible()
    expect(page.get_by_role("button", name="Undo the last move")).to_have_count(0)  # what counts is not taken back
    again.click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    rematch = page.url.rsplit("/", 1)[1]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Go to the next game").click()
    page.wait_for_url(f"**/t/{rematch}")


def test_everybody_keeps_their_colour_in_a_rematch(open_page):
    """The seats move on, the bot's too; the replay shows the colours of the game."""
    page = open_page(BLANK)
    table = finished(page, "new-york")
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    own, other = page.locator(".seats .seat.mine"), page.locator(".seats .seat:not(.mine)")
    expect(own).to_have_attribute("data-seat", "1")
    expect(own).to_have_class(re.compile(r"\bseat-0\b"))
    expect(other).to_have_class(re.compile(r"\bseat-1\b"))
    rematch = page.url.rsplit("/", 1)[1]
    play_on(page, rematch)
    page.goto(f"/r/{rematch}")
    expect(page.locator(".replay .seat-mark").first).to_have_class(re.compile(r"\bseat-1\b"))


def test_in_practice_the_last_move_can_be_tried_another_way(open_page):
    page = open_page(BLANK)
    table = finished(page, "new-york", practice=True)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Undo the last move").click()
    expect(page.locator(".game .action.mine")).to_be_visible()
    assert call(page, "GET", f"/api/tables/{table}")["status"] == "playing"
    play_on(page, table)
    expect(page.locator(".final-table")).to_be_visible()
