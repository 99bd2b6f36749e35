"""Pace: the others' moves are played as beats, one after the other, and can be skipped."""

from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import BLANK
from tests.web.page_player import await_turn, keep_tickets, sight, sit_down

STEP = 25
BEATS = {"slow": 2000, "normal": 1000, "fast": 450}


def begin(page, seats):
    """A game in which it is one's turn."""
    sit_down(page, "north-america", seats, practice=True)
    keep_tickets(page)
    await_turn(page)


def begin_with_stopped_clock(page):
    """A turn in which no beat ends by itself, however slow the machine: the page's clock stands still."""
    page.clock.install()
    begin(page, "me passenger porter")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def draw_two(page):
    page.keyboard.press("d")
    await_turn(page, "second-card")
    page.keyboard.press("d")


def await_round(page):
    """Until the page has heard of all moves of the others: a beat of one that came later would never end."""
    while not sight(page)["legal"]:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)  # the server has told the page, too


@pytest.mark.parametrize("pace", ["fast", *(pytest.param(each, marks=pytest.mark.slow) for each in ("slow", "normal"))])
def test_beats_follow_one_another_at_their_pace(open_page, pace):
    """By the page's own clock, which the test moves."""
    page = open_page(BLANK, pace=pace)
    begin_with_stopped_clock(page)
    draw_two(page)
    words = page.locator(".beat-words")
    expect(words).to_contain_text("Passenger")
    await_round(page)
    shown = [words.text_content()]
    for _ in range(8 * BEATS[pace] // STEP):
        page.clock.run_for(STEP)
        shown.append(words.text_content() if words.count() else None)
        if shown[-1] is None:
            break
    assert shown[-1] is None
    lengths = [STEP * len(list(same)) for words_shown, same in groupby(shown) if words_shown]
    counts = [max(1, round(length / BEATS[pace])) for length in lengths]  # beats with equal words are one text
    assert sum(counts) >= 2, shown
    assert all(
        abs(length - count * BEATS[pace]) <= 2 * STEP * count for length, count in zip(lengths, counts, strict=True)
    ), lengths
    await_turn(page)


def test_the_own_turn_waits_for_the_beats_and_a_click_skips_them(open_page):
    page = open_page(BLANK, pace="slow")
    begin_with_stopped_clock(page)
    draw_two(page)
    expect(page.locator(".beat-words")).to_be_visible()
    await_round(page)
    expect(page.locator(".action.mine")).to_have_count(0)
    before = page.locator(".hand").text_content()
    page.locator(".market-slot").first.click(force=True)
    expect(page.locator(".beat-words")).to_have_count(0)
    await_turn(page)
    assert page.locator(".hand").text_content() == before


def test_instant_shows_no_beats_and_the_pace_is_in_reach(open_page):
    page = open_page(BLANK, pace="instant")
    begin(page, "me passenger porter")
    draw_two(page)
    await_turn(page)
    expect(page.locator(".beat-words")).to_have_count(0)
    button = page.get_by_role("button", name="Opponents’ moves: instant")
    button.click()
    expect(page.get_by_role("button", name="Opponents’ moves: slow")).to_be_visible()
    assert page.evaluate("localStorage.getItem('ferrovia.pace')") == '"slow"'


def test_missed_moves_are_played_on_return(open_page):
    page = open_page(BLANK, pace="slow")
    begin_with_stopped_clock(page)
    draw_two(page)
    expect(page.locator(".beat-words")).to_be_visible()
    await_round(page)
    page.clock.resume()  # a page does not load while its clock stands still
    page.reload()
    expect(page.locator(".beat-words")).to_be_visible()
    page.keyboard.press("Space")
    await_turn(page)
    page.reload()
    await_turn(page)
    expect(page.locator(".beat-words")).to_have_count(0)
