"""The page "Your games": history with replays, and the profile on its way to another browser."""

import re

from playwright.sync_api import expect

from tests.web.browser_visits import PHONE, open_table, overflow, scan
from tests.web.finished_games import finished


def test_finished_games_are_kept_shown_and_taken_to_another_browser(open_page):
    page = open_page("/", locale="en")
    finished(page, "new-york")
    running = open_table(page, "new-york", "me open")
    page.goto("/games")
    rows = page.locator(".game-row")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("New York")
    expect(page.locator(".own-table")).to_have_attribute("href", f"/t/{running}")  # the one that is not over
    expect(page.get_by_role("link", name="Easy · Passenger", exact=False).first).to_be_visible()
    assert scan(page) == []
    page.goto("/replay")
    expect(rows).to_have_count(1)
    panel, row, drop = (page.locator(name).bounding_box() for name in (".games-list", ".game-row", ".replay-drop"))
    assert row["x"] - panel["x"] >= 16, "the list does not touch the edge of its panel"
    assert panel["y"] + panel["height"] <= drop["y"], "one's own games come first"
    page.goto("/games")
    page.get_by_role("button", name="Link and QR code").click()
    link = page.get_by_role("textbox", name="Link and QR code").input_value()
    phone = open_page(link.replace("localhost", "127.0.0.1"), viewport=PHONE)
    assert "#" not in phone.url, "the secret is not left in the address"
    expect(phone.locator(".game-row")).to_have_count(0)
    phone.get_by_role("button", name="Bring it here").click()
    expect(phone.get_by_text("One game added; one running game came along.")).to_be_visible()
    expect(phone.locator(".game-row")).to_have_count(1)
    assert overflow(phone) == 0
    phone.locator(".game-row").click()
    phone.wait_for_url(re.compile("/r/"))
    expect(phone.locator(".board")).to_be_visible()
    phone.goto(f"/t/{running}")
    expect(phone.get_by_text("you", exact=True)).to_be_visible()
