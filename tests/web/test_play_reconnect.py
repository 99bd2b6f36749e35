"""A game continues where it was: server killed in the middle of a draw, reload, two tabs."""

from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, LOSSES, visit
from tests.web.finished_games import skip_ahead
from tests.web.page_player import await_turn, keep_tickets, sight, sit_down


def test_a_server_killed_in_the_middle_of_a_draw(browser, killable_server):
    found = visit(browser, killable_server.address, forgiven=LOSSES)
    page = found.page
    page.goto(BLANK)
    sit_down(page, "new-york", "me passenger")
    keep_tickets(page)
    await_turn(page)
    page.keyboard.press("d")
    await_turn(page, "second-card")
    hand = sight(page)["view"]["hand"]
    killable_server.kill()
    expect(page.locator(".connection-lost")).to_be_visible()
    expect(page.locator(".deck.open")).to_have_count(0)
    page.keyboard.press("d")
    expect(page.locator(".said")).to_contain_text("Nothing is lost")
    killable_server.start()
    await_turn(page, "second-card")
    expect(page.locator(".deck.open")).to_be_visible(timeout=60_000)
    assert sight(page)["view"]["hand"] == hand
    page.keyboard.press("d")
    await_turn(page)
    assert sum(sight(page)["view"]["hand"].values()) == sum(hand.values()) + 1
    found.leave()


def test_a_reload_in_every_phase_loses_nothing(open_page):
    page = open_page(BLANK)
    sit_down(page, "switzerland", "me passenger")
    reload(page, "opening")
    keep_tickets(page)
    reload(page, "turn")
    page.keyboard.press("d")
    reload(page, "second-card")
    page.keyboard.press("d")
    await_turn(page)
    page.locator(".ticket-deck").click()
    reload(page, "tickets")
    skip_ahead(page, phase="tunnel")
    reload(page, "tunnel")


def reload(page, phase):
    """Once a phase has come, the page comes back to it with the same view."""
    await_turn(page, phase)
    before = sight(page)["view"]
    page.reload()
    await_turn(page, phase)
    assert sight(page)["view"] == before


def test_two_tabs_stay_together(browser, server):
    found = visit(browser, server.address)
    one, other = found.page, found.context.new_page()
    one.goto(BLANK)
    table = sit_down(one, "new-york", "me passenger")
    other.goto(f"/t/{table}")
    other.locator(".game").wait_for()
    keep_tickets(one)
    for page in (one, other):
        await_turn(page)
    one.keyboard.press("d")
    for page in (one, other):
        await_turn(page, "second-card")
    other.keyboard.press("d")
    for page in (one, other):
        await_turn(page)
    found.leave()
