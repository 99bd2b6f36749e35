"""Lost networks, restarts, upgrades: a quiet notice, no error, and the game continues."""

import re

from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, LOSSES, call, open_table, visit

NOTICE = re.compile("Connection lost")


def test_a_server_that_starts_again(browser, killable_server):
    found = visit(browser, killable_server.address, forgiven=LOSSES)
    page = found.page
    page.goto(BLANK)
    page.goto(f"/t/{open_table(page, 'new-york', 'me open')}")
    page.locator(".lobby").wait_for()
    killable_server.kill()
    expect(page.get_by_text(NOTICE)).to_be_visible()
    killable_server.start()
    expect(page.get_by_text(NOTICE)).to_have_count(0, timeout=60_000)
    call(
        page,
        "POST",
        page.url.split(killable_server.address)[1].replace("/t/", "/api/tables/") + "/seats/1/bot",
        {"bot": "porter"},
    )
    expect(page.locator(".lobby")).to_have_count(0)
    found.leave()


def test_without_a_network_the_page_still_opens(browser, server):
    found = visit(browser, server.address, forgiven=LOSSES, service_workers="allow")
    page = found.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.get_by_role("radio", name="Switzerland")).to_have_count(1)
    found.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("The server isn’t answering")).to_be_visible()
    found.context.set_offline(False)
    expect(page.get_by_role("radio", name="Switzerland")).to_have_count(1)
    found.leave()


def test_an_old_tab_offers_to_reload(browser, server):
    """After a loss the page looks whether the server has another one now."""
    found = visit(browser, server.address, forgiven=LOSSES)
    page = found.page
    page.goto(BLANK)
    page.goto(f"/t/{open_table(page, 'new-york', 'me open')}")
    page.locator(".lobby").wait_for()
    newer = '<!doctype html><script type="module" src="/assets/index-newer.js"></script>'
    page.route("**/", lambda route: route.fulfill(body=newer, content_type="text/html"))
    found.context.set_offline(True)
    expect(page.get_by_text(NOTICE)).to_be_visible(timeout=60_000)
    found.context.set_offline(False)
    expect(page.get_by_text("A new version of this page is available.")).to_be_visible(timeout=60_000)
    expect(page.locator(".lobby")).to_be_visible()
    found.leave()


def test_two_tabs_of_one_browser(browser, server):
    found = visit(browser, server.address)
    one, other = found.page, found.context.new_page()
    one.goto("/")
    address = f"/t/{open_table(one, 'new-york', 'me open')}"
    for page in (one, other):
        page.goto(address)
        page.locator(".lobby").wait_for()
    one.get_by_label("Seat a bot at seat 2").select_option("porter")
    for page in (one, other):
        expect(page.locator(".lobby")).to_have_count(0)
    found.leave()
