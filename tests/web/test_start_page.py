"""From the start page to a game: alone, with friends, in three languages, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import DESKTOP, PHONE, call, open_table, overflow, scan

TABLE = re.compile(r"/t/[A-Za-z0-9]+$")


def table_of(page):
    """The table on the page, once its game has begun."""
    for _ in range(100):
        table = call(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")
        if table["status"] == "playing":
            return table
        page.wait_for_timeout(100)
    raise AssertionError(table["status"])


def test_one_click_is_a_game(open_page):
    page = open_page()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    table = table_of(page)
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "bot", "person"]
    assert table["options"]["practice"]


def test_what_was_chosen_is_played_and_remembered(open_page):
    page = open_page()
    page.get_by_text("New York", exact=True).click()
    page.get_by_role("button", name="2 players").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Who is player 2?").select_option("passenger")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    table = table_of(page)
    assert table["rules"]["id"] == "new-york"
    assert {(seat["name"], seat["bot"]) for seat in table["seats"]} >= {("Ana", None)}
    assert [seat["bot"] for seat in table["seats"] if seat["bot"]] == ["passenger"]
    page.goto("/")
    expect(page.get_by_role("radio", name="New York")).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ana")
    row = page.locator(".own-table")
    expect(row).to_contain_text("New York")
    row.click()
    page.wait_for_url(f"**/t/{table['id']}")


def test_several_people_at_one_screen(open_page):
    page = open_page()
    page.get_by_text("One screen", exact=True).click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Name of player 2").fill("Bia")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    table = table_of(page)
    names = [seat["name"] for seat in table["seats"]]
    assert {"Ana", "Bia"} < set(names)
    assert any(name == str(place) for place, name in enumerate(names, 1)), "who has no name is called by the seat"
    assert len(table["mine"]) == 3


def test_friends_come_by_link_and_the_game_begins_by_itself(open_page):
    host = open_page()
    host.get_by_text("Friends by link", exact=True).click()
    host.get_by_role("button", name="2 players").click()
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(TABLE)
    field = host.locator(".invitation input")
    link = field.input_value()
    assert re.search(r"/t/\w+#[\w-]{43}$", link)
    host.reload()  # the link that was sent is still the one that is shown
    expect(field).to_have_value(link)
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()  # without being asked for
    host.set_viewport_size(PHONE)
    assert host.locator(".lobby-seats").bounding_box()["y"] < host.locator(".lobby-map").bounding_box()["y"]

    friend = open_page(link.removeprefix(host.url.split("/t/")[0]), locale="it")
    assert "#" not in friend.url
    friend.reload()  # and the way in is not lost either
    friend.get_by_label("Il tuo nome").fill("Bia")
    friend.get_by_role("button", name="Siediti").click()
    for page in (host, friend):
        expect(page.locator(".lobby, .way-in")).to_have_count(0)
    table = table_of(friend)
    assert {seat["name"] for seat in table["seats"]} == {"Ana", "Bia"}
    assert len(table["mine"]) == 1


def test_by_code_or_with_a_bot(open_page):
    host = open_page()
    host.goto(f"/t/{open_table(host, 'switzerland', 'me open open')}")
    code = host.locator(".lobby-code output").inner_text()
    guest = open_page()
    guest.get_by_label("Code").fill(code.lower())
    guest.get_by_role("button", name="Join").click()
    facts = guest.locator(".table-facts")
    for words in ("Switzerland", "2 seats of 3 free", "host", "No clock"):
        expect(facts).to_contain_text(words)
    guest.get_by_label("Your name").fill("Bia")
    guest.get_by_role("button", name="Take a seat").click()
    guest.wait_for_url(TABLE)
    expect(host.get_by_text("Bia")).to_be_visible()
    again = guest.context.new_page()  # a player who already has a seat is led back
    again.goto(f"/join/{code}")
    again.wait_for_url(guest.url)
    again.close()
    host.get_by_label("Seat a bot at seat 3").select_option("porter")
    expect(host.locator(".lobby")).to_have_count(0)
    table_of(guest)


def test_a_table_that_is_closed_says_so_to_everybody(open_page):
    """Closing a table with other people at it asks for confirmation."""
    host = open_page()
    table = open_table(host, "switzerland", "me open open")
    host.goto(f"/t/{table}")
    code = host.locator(".lobby-code output").inner_text()
    invited = open_page(host.locator(".invitation input").last.input_value().removeprefix(host.url.split("/t/")[0]))
    guest = open_page(f"/join/{code}", locale="it")
    guest.get_by_role("button", name="Siediti").click()
    expect(host.locator(".seated")).to_have_count(2)
    host.get_by_role("button", name="Close the table").click()
    assert call(host, "GET", f"/api/tables/{table}")["status"] == "lobby"
    host.get_by_role("button", name="Close it for everyone").click()
    expect(host.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Questo tavolo è stato chiuso")
    expect(invited.get_by_role("heading", level=1)).to_have_text("This table was closed")
    guest.goto("/")
    guest.locator(".own-table").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Questo tavolo è stato chiuso")


def test_a_link_shows_what_one_is_invited_to(open_page):
    """Also to a table that nobody else may look at: then there is nothing to look on at either."""
    host = open_page()
    clock = {"kind": "days", "days": 3}
    host.goto(f"/t/{open_table(host, 'new-york', 'me open', spectators=False, clock=clock)}")
    link = host.locator(".invitation input").input_value()
    friend = open_page(link.removeprefix(host.url.split("/t/")[0]), locale="it", forgiven=("403",))
    facts = friend.locator(".table-facts")
    for words in ("New York", "1 posto libero su 2", "ha aperto il tavolo", "3 giorni", "Niente spettatori"):
        expect(facts).to_contain_text(words)
    expect(friend.get_by_role("button")).to_contain_text(["Siediti"])
    for width, height in ((1280, 800), (844, 390), (360, 640)):
        friend.set_viewport_size({"width": width, "height": height})
        expect(friend.get_by_role("button", name="Siediti")).to_be_in_viewport(ratio=1)
    expect(friend.get_by_role("button", name="Guarda soltanto")).to_have_count(0)


def test_a_wrong_code_is_answered_in_words(open_page):
    page = open_page("/join/QQQQQQ", locale="pt", forgiven=("404", "422"))
    expect(page.get_by_role("alert")).to_contain_text("código")
    page.get_by_label("Código").fill("zz")
    page.get_by_role("button", name="Entrar").click()
    page.wait_for_url("**/join/ZZ")
    expect(page.get_by_role("alert")).to_contain_text("código")


@pytest.mark.parametrize("path", ["/t/nosuchtable", "/nothing/here"])
def test_addresses_where_nothing_is(open_page, path):
    page = open_page(path, forgiven=("404",))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_language_follows_the_browser_and_the_switch(open_page):
    page = open_page(locale="it-IT")
    expect(page.get_by_role("heading", level=1)).to_have_text("Posa i tuoi binari")
    page.get_by_role("button", name="Português").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Assenta os teus carris")
    assert page.evaluate("document.documentElement.lang") == "pt-PT"
    page.reload()
    expect(page.get_by_role("button", name="Jogar", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("scheme", "viewport"), [at_night("light", DESKTOP), ("dark", PHONE)], ids=["desktop", "phone"]
)
def test_everybody_can_use_it(open_page, scheme, viewport):
    """axe finds nothing, and nothing hangs over the edge of a phone, in the language with the longest words."""
    page = open_page(locale="it", color_scheme=scheme, viewport=viewport, forgiven=("404",))
    page.locator(".poster").wait_for()
    page.locator(".options summary").click()
    assert scan(page) == []
    assert overflow(page) <= 0
    page.goto(f"/t/{open_table(page, 'new-york', 'me open open')}")
    page.locator(".invitation").first.wait_for()
    page.locator(".invitation .qr").wait_for()
    assert scan(page) == []
    assert overflow(page) <= 0
    for path in ("/join/QQQQQQ", "/learn", "/replay"):
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        assert scan(page) == []
        assert overflow(page) <= 0


def test_the_theme_can_be_chosen(open_page):
    page = open_page(color_scheme="light")
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
