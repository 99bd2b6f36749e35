"""Several people: at one screen behind a curtain, by link in two browsers, and looking on."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, DESKTOP, PHONE, call, visit
from tests.web.finished_games import skip_ahead
from tests.web.page_player import SEEN, Clicker, await_turn, keep_tickets, sight, sit_down


def test_one_screen_for_two(open_page):
    page = open_page(BLANK)
    table = sit_down(page, "new-york", "me me passenger")
    assert call(page, "GET", f"/api/tables/{table}")["mine"] == [0, 1]
    expect(page.locator(".ribbon")).to_have_text("Shared screen")
    for seat in (0, 1):
        curtain = page.locator(".curtain")
        expect(curtain).to_contain_text("Pass to")
        expect(page.locator(".hand-card, .choice, .tickets .ticket")).to_have_count(0)
        expect(page.locator(".board-picture")).to_be_visible()
        curtain.get_by_role("button").click()
        offered = [each["ticket"] for each in sight(page, seat)["view"]["offer"]]
        for ticket in offered:
            expect(page.locator(f'[data-offer="{ticket}"]')).to_be_visible()
        keep_tickets(page)
    expect(page.locator(".curtain")).to_be_visible()
    page.reload()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)
    player = Clicker(page)
    player.play(50)
    skip_ahead(page, trains=4)
    assert player.play(400) == "over"
    assert player.done["curtain"] > 6
    assert player.done["hand-over"] > 0, "a player sees a drawn card before handing over the screen"


CUT = """() => {
    const dock = document.querySelector(".dock-cards").getBoundingClientRect();
    return [...document.querySelectorAll(".curtain :is(.seat-mark, h2, .button)")].flatMap((each) => {
        const {top, bottom} = each.getBoundingClientRect();
        return top >= dock.top && bottom <= dock.bottom ? [] : [each.outerHTML];
    });
}"""
"""What of the curtain sticks out of its panel."""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_the_whole_curtain_is_seen_on_a_phone(open_page, size):
    page = open_page(BLANK, viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, locale="it")
    sit_down(page, "switzerland", "me me")
    for _ in range(2):
        expect(page.locator(".curtain")).to_be_visible()
        assert page.evaluate(CUT) == []
        page.locator(".curtain .button").tap()
        keep_tickets(page)
    expect(page.locator(".curtain h2")).to_contain_text("Passa a")
    assert page.evaluate(CUT) == []
    assert page.locator(".curtain").aria_snapshot().count("paragraph") == 1, "who listens is told more"


@pytest.mark.parametrize("rules", ["north-america", "new-york"])
def test_the_market_stays_in_sight_beside_the_curtain_of_a_tablet(open_page, rules):
    """What is public stays where it is; the hand is hidden."""
    page = open_page(BLANK, viewport={"width": 768, "height": 1024}, has_touch=True)
    sit_down(page, rules, "me me")
    for _ in range(2):
        page.locator(".curtain .button").tap()
        keep_tickets(page)
    veiled = page.locator(".dock-cards.veiled")
    expect(veiled.locator(".market-slot")).to_have_count(5)
    for slot in veiled.locator(".market-slot, .deck").all():
        expect(slot).to_be_in_viewport(ratio=1)
    expect(page.locator(".hand-card")).to_have_count(0)
    assert page.evaluate(CUT) == []
    place = page.locator(".market-slot").first.bounding_box()
    page.locator(".curtain .button").tap()
    expect(page.locator(".hand-card").first).to_be_visible()
    assert page.locator(".market-slot").first.bounding_box() == place


def test_two_browsers_by_link_know_only_their_own(browser, server):
    ana, bia = visit(browser, server.address), visit(browser, server.address)
    frames: list[str] = []
    bia.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    ana.page.goto(BLANK)
    table = call(
        ana.page,
        "POST",
        "/api/tables",
        {"rules": "new-york", "seats": [{"kind": "me", "name": "Ana"}, {"kind": "open"}]},
    )["table"]["id"]
    link = call(ana.page, "POST", f"/api/tables/{table}/seats/1/link")
    for each in (ana, bia):
        each.page.goto(BLANK)
        each.page.evaluate("localStorage.setItem('ferrovia.rules-seen', '[\"new-york\"]')")
    bia.page.goto(f"/t/{table}#{link['token']}")
    bia.page.get_by_role("textbox").fill("Bia")
    bia.page.get_by_role("textbox").press("Enter")
    ana.page.goto(f"/t/{table}")
    for each in (ana, bia):
        each.page.locator(".game").wait_for()
    keep_tickets(ana.page)
    expect(ana.page.locator(".action-words")).to_contain_text("Bia")
    keep_tickets(bia.page)
    players = [Clicker(ana.page, 1), Clicker(bia.page, 2)]
    for _ in range(6):
        for player in players:
            player.play(1)
    know_only_their_own(ana.page, frames)
    talk_and_mute(ana.page, bia.page)
    ana.leave()
    bia.leave()


def talk_and_mute(ana, bia):
    """What Ana says appears at her seat on Bia's screen, unless Bia has muted her."""
    say(ana, "Well played!")
    bubble = bia.locator('.bubble[data-said="0"]')
    expect(bubble).to_contain_text("Ana: Well played!")
    said, seat = bubble.bounding_box(), bia.locator('.seat[data-seat="0"]').bounding_box()
    assert said["x"] + said["width"] <= seat["x"]
    assert abs(said["y"] - seat["y"]) < seat["height"]
    bia.get_by_role("button", name="Chat").click()
    bia.get_by_label("Mute Ana").check()
    bia.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    say(ana, "laughs")
    expect(ana.locator('.bubble[data-said="0"]')).to_be_visible()
    say(bia, "applauds")
    expect(ana.locator('.bubble[data-said="1"] svg')).to_be_visible()
    expect(bubble).to_have_count(0)


def say(page, words):
    """Choose a picture or a phrase."""
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name=words).click()


def know_only_their_own(ana, frames):
    """What Bia's browser was sent holds nothing of Ana's that Bia may not know."""
    secret = {each["ticket"] for each in sight(ana)["view"]["tickets"]}
    assert secret
    for frame in frames:
        message = json.loads(frame)
        for each in message.get("sights", []):
            assert each["seat"] in (-1, 1)  # before she sits down she looks on
            if each["view"] is None:
                continue
            own = {one["ticket"] for one in each["view"]["tickets"] + each["view"]["offer"]}
            for happening in each["happenings"]:
                for event in happening["events"]:
                    if event.get("seat") == 0:
                        assert "ticket" not in event
                        assert event["kind"] not in ("drew", "dealt") or "card" not in event
            assert not secret & own
            assert set(each["view"]["seats"][0]) == {
                *("routes", "trains", "route_points", "attraction_points", "hand_size", "known", "ticket_count")
            }


def test_a_spectator_looks_on(open_page):
    page, other = open_page(BLANK), open_page(BLANK)
    table = sit_down(page, "new-york", "me passenger")
    keep_tickets(page)
    await_turn(page)
    other.goto(f"/t/{table}")
    expect(other.locator(".ribbon")).to_have_text("Spectator")
    expect(other.locator(".hand-card, .tickets")).to_have_count(0)
    other.locator(".deck:not(.ticket-deck)").click(force=True)
    page.keyboard.press("d")
    expect(other.locator(".log-lines")).to_contain_text("draws a card from the deck")
    assert call(other, "GET", f"/api/tables/{table}")["mine"] == []


BOXES = """() => [".top-tools", ".top-name", ".seats", ".tickets", ".log", ".game-board", ".market-slot", ".top-seats"]
    .map((each) => document.querySelector(each)?.getBoundingClientRect())
    .map((box) => box && [box.x, box.y, box.width, box.height].map(Math.round).join(" "))"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_moves_where_spectators_are_counted(open_page, size):
    """They are counted with the next message that comes for another reason, like the one after a reload."""
    page, other = open_page(BLANK, viewport=size), open_page(BLANK)
    table = sit_down(page, "new-york", "me passenger")
    keep_tickets(page)
    await_turn(page)
    expect(page.locator(".tickets .ticket").first).to_be_attached()  # the panels follow the board by a frame
    before = page.evaluate(BOXES)
    other.goto(f"/t/{table}")
    expect(other.locator(".ribbon")).to_have_text("Spectator")
    expect(other.locator(".top-watched")).to_have_count(0)
    page.reload()
    await_turn(page)
    eye = page.get_by_role("img", name="1 person is watching")
    expect(eye).to_be_in_viewport(ratio=1)
    expect(eye).to_have_text("1")
    expect(page.locator(".tickets .ticket").first).to_be_attached()
    assert page.evaluate(BOXES) == before


def test_a_seat_on_another_screen_too(open_page):
    page, other = open_page(BLANK), open_page(BLANK)
    sit_down(page, "new-york", "me passenger")
    keep_tickets(page)
    await_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Let someone watch")).to_be_visible()
    page.get_by_role("button", name="Play on another screen").click()
    link = page.get_by_role("textbox", name="Play on another screen").input_value()
    page.keyboard.press("Escape")
    other.evaluate(SEEN % "new-york")
    other.goto(link)
    other.locator("main .button.primary").click()
    other.locator(".game").wait_for()
    expect(other.locator(".hand-card").first).to_be_visible()
    other.keyboard.press("d")
    for each in (page, other):
        await_turn(each, "second-card")
