"""Guided games to their end, and the rules to read."""

import re

import pytest
from playwright.sync_api import expect

import ferrovia
from tests.tiers import at_night
from tests.web.browser_visits import BLANK, DESKTOP, PHONE, overflow, scan
from tests.web.finished_games import play_on
from tests.web.page_player import await_turn


def words(page):
    return page.locator(".coach-words")


def go_on(page):
    page.locator(".coach-foot").get_by_role("button", name="Continue").click()


def test_the_first_journey_to_its_end(open_page):
    page = open_page("/learn")
    expect(page.locator(".lesson")).to_have_count(4)
    assert not scan(page)
    page.locator(".lesson").first.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(words(page)).to_contain_text("Welcome to Tuscany")
    go_on(page)
    expect(words(page)).to_contain_text("Lucca – Firenze")
    expect(page.locator(".coach-ring")).to_have_count(1)
    assert not scan(page)
    table = page.url.rsplit("/", 1)[1]
    play_on(page, table, moves=1)
    expect(words(page)).to_contain_text("You pay for a route with cards")
    page.reload()
    expect(words(page)).to_contain_text("You pay for a route with cards")
    play_on(page, table)
    expect(words(page)).to_contain_text("That was a whole game")
    go_on(page)
    expect(words(page)).to_contain_text("Lesson complete")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    expect(page.locator(".game")).to_be_visible()
    expect(words(page)).to_have_count(0)
    page.goto("/learn")
    expect(page.locator(".lesson").first).to_contain_text("done")


COVERED = """() => {
    const box = (element) => element.getBoundingClientRect();
    const coach = box(document.querySelector(".coach"));
    const across = (each) => each.left < coach.right && coach.left < each.right;
    const down = (each) => each.top < coach.bottom && coach.top < each.bottom;
    const kept = [...document.querySelectorAll(".coach-ring, .action .button")].map(box);
    return kept.filter((each) => across(each) && down(each)).length;
}"""


def stands_aside(page):
    """The coach has moved away from all it speaks of, and from what is to be pressed; it looks about all the time."""
    for _ in range(100):
        if page.locator(".coach-ring").count() and page.evaluate(COVERED) == 0:
            return True
        page.wait_for_timeout(50)
    return False


@pytest.mark.parametrize("viewport", [at_night(DESKTOP), PHONE], ids=["desktop", "phone"])
def test_the_coach_speaks_of_what_is_left_to_do_and_stands_aside(open_page, viewport):
    page = open_page("/learn", viewport=viewport)
    page.locator(".lesson").first.get_by_role("button", name="Start").click()
    expect(words(page)).to_contain_text("Welcome to Tuscany")
    go_on(page)
    expect(words(page)).to_contain_text("Lucca – Firenze")
    assert stands_aside(page)
    for city in ("Lucca", "Pistoia"):
        page.locator(".choice").filter(has_text=city).click()
    page.locator(".keep").click()
    expect(words(page)).to_contain_text("You hold one green card")
    assert stands_aside(page)
    page.locator(".market-slot.open").filter(has=page.get_by_text("green")).first.click()
    expect(words(page)).to_contain_text("Now another one")
    page.locator(".deck.open:not(.ticket-deck)").click()
    expect(words(page)).to_contain_text("Two green cards are enough")
    expect(page.locator(".coach-ring")).to_have_count(2)
    assert stands_aside(page)
    page.get_by_role("button", name="Skip this step").click()
    expect(words(page)).to_contain_text("take the locomotive")
    expect(page.locator(".coach-ring")).to_have_count(1)
    assert stands_aside(page)
    page.locator(".market-slot.open").filter(has=page.get_by_text("locomotive")).first.click()
    expect(words(page)).to_contain_text("Touch a ticket")
    await_turn(page)
    expect(page.locator(".coach-ring")).to_have_count(2)  # around the route, and on a phone the tab with the tickets
    assert stands_aside(page)


def test_after_a_game_nobody_is_asked_to_play_on(open_page):
    page = open_page("/learn")
    page.locator(".lesson").nth(2).get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(words(page)).to_contain_text("Manhattan")
    play_on(page, page.url.rsplit("/", 1)[1])
    expect(words(page)).to_contain_text("Routes, tickets, attractions")
    go_on(page)
    expect(words(page).get_by_role("button", name="Next lesson")).to_be_visible()
    expect(words(page).get_by_role("button", name="Keep playing")).to_have_count(0)


def test_a_lesson_on_a_phone_waits_for_a_player_who_leaves(open_page):
    page = open_page("/learn", viewport=PHONE, has_touch=True, locale="it")
    page.locator(".lesson").nth(2).get_by_role("button", name="Comincia").tap()
    page.wait_for_url("**/t/*")
    expect(words(page)).to_contain_text("Manhattan")
    assert overflow(page) == 0
    address = page.url
    page.goto("/learn")
    page.locator(".lesson").nth(2).get_by_role("link", name="Continua").tap()
    page.wait_for_url(address)
    page.get_by_role("button", name="Gioca senza guida").tap()
    expect(words(page)).to_have_count(0)


def test_rules_to_read(open_page):
    page = open_page(BLANK, locale="pt", color_scheme="dark", viewport=PHONE)
    for rules in ferrovia.built_in_rules():
        page.goto(f"/rules/{rules}")
        are_read(page)


def are_read(page):
    expect(page.get_by_role("heading", level=1)).to_contain_text("as regras")
    assert page.locator(".rules-text li").count() > 12
    expect(page.locator(".rules-differences li").nth(1)).to_be_visible()
    assert page.locator(".rules-deck svg").count() >= 7
    expect(page.locator(".rules-scene-map").nth(3)).to_be_visible()
    assert overflow(page) == 0
    assert not scan(page)


def test_rules_that_are_not_there(open_page):
    page = open_page("/rules/atlantis", forgiven=("422",))
    expect(page.get_by_role("alert")).to_contain_text("does not have these rules")
