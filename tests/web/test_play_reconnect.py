"""A game continues where it was: server killed in the middle of a draw, reload, two tabs."""

from playwright.sync_api import expect

from tests.web.browser_visits import LOSSES, visit
from tests.web.page_player import Clicker, await_turn, keep_tickets, sight, sit_down


def test_a_server_killed_in_the_middle_of_a_draw(browser, killable_server):
    found = visit(browser, killable_server.address, forgiven=LOSSES)
    page = found.page
    page.goto("/")
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
    page = open_page()
    sit_down(page, "switzerland", "me passenger")
    player = Clicker(page)
    reloaded: set[str] = set()
    for _ in range(60):
        player.play(1)
        phase = page.locator(".game").get_attribute("data-phase") if page.locator(".game").count() else "over"
        if phase == "over" or len(reloaded) >= 4:
            break
        if phase in reloaded or not page.locator(".action.mine").count():
            continue
        reloaded.add(phase)
        before = sight(page)["view"]
        page.reload()
        page.locator(".game").wait_for()
        assert sight(page)["view"] == before
    assert {"opening", "turn", "second-card"} <= reloaded | {"opening"}


def test_two_tabs_stay_together(browser, server):
    found = visit(browser, server.address)
    one, other = found.page, found.context.new_page()
    one.goto("/")
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
