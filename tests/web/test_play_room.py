"""Room on the screen: nothing hides the map, nothing that comes or goes moves what is about to be tapped."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, DESKTOP, PHONE, call, open_table, overflow
from tests.web.finished_games import play_on
from tests.web.page_player import SEEN, await_turn, keep_tickets, phase, sit_down

ASIDE = {"width": 740, "height": 360}
SCREENS = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "aside": {"viewport": ASIDE, "has_touch": True, "is_mobile": True},
}
PLACES = """() => Object.fromEntries(
    [".market-slot", ".deck", ".hand-card", ".board", ".tabs", ".tickets", ".seats"].flatMap((name) =>
        [...document.querySelectorAll(name)].map((each, number) => {
            const {x, y, width, height} = each.getBoundingClientRect();
            return [`${name} ${number}`, [x, y, width, height].map(Math.round)];
        })))"""
HINTS = [
    *[("north-america", "aside"), at_night("north-america", "desktop"), at_night("north-america", "phone")],
    *[at_night("new-york", screen) for screen in SCREENS],
]
STRIP = "localStorage.setItem('ferrovia.recent-strip', 'true')"
HIDES = """() => {
    const map = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".since, .log-since")].some((each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return left < map.right && right > map.left && top < map.bottom && bottom > map.top && bottom > top;
    });
}"""


def in_the_middle(page, rules, seats, moves):
    """A game in which some moves are made, on one's own turn."""
    page.evaluate(SEEN % rules)
    table = open_table(page, rules, seats, practice=True)
    play_on(page, table, moves)
    page.goto(f"/t/{table}")
    expect(page.locator(".action.mine")).to_be_visible()
    if phase(page) == "second-card":
        page.keyboard.press("d")
    await_turn(page)


@pytest.mark.parametrize(("rules", "screen"), HINTS)
def test_a_hint_moves_neither_cards_nor_board(open_page, rules, screen):
    """The box of the board, that is: the camera may show what the hint is about."""
    page = open_page(BLANK, **SCREENS[screen])
    in_the_middle(page, rules, "me passenger porter", 6)
    before = page.evaluate(PLACES)
    page.keyboard.press("h")
    expect(page.locator(".hint-facts")).to_be_visible()
    assert page.evaluate(PLACES) == before
    button = page.get_by_role("button", name="Do it").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= page.viewport_size["height"]


@pytest.mark.parametrize("screen", ["desktop", "phone", at_night("aside")])
def test_what_happened_since_hides_nothing(open_page, screen):
    page = open_page(BLANK, **SCREENS[screen])
    page.evaluate(STRIP)
    in_the_middle(page, "north-america", "me passenger porter passenger", 8)
    shown = page.locator(".log-since") if screen == "desktop" else page.locator(".since li").first
    expect(shown).to_be_visible()
    assert not page.evaluate(HIDES)
    assert overflow(page) <= 0


def test_the_strip_keeps_its_place(open_page):
    """The board is as large in the middle of a turn and after it as before; what the others did stays in sight."""
    page = open_page(BLANK, **SCREENS["phone"])
    page.evaluate(STRIP)
    in_the_middle(page, "new-york", "me passenger", 6)
    before = page.evaluate(PLACES)[".board 0"]
    page.keyboard.press("d")
    await_turn(page, "second-card")
    expect(page.locator(".since li").first).to_be_visible()
    assert page.evaluate(PLACES)[".board 0"] == before
    page.keyboard.press("d")
    await_turn(page)
    assert page.evaluate(PLACES)[".board 0"] == before
    page.locator(".since").get_by_role("button", name="Close").tap()
    expect(page.locator(".since")).to_have_count(0)


def test_five_players_leave_room_for_the_log(open_page):
    page = open_page(BLANK)
    in_the_middle(page, "north-america", "me passenger porter passenger porter", 20)
    height = "each => each.getBoundingClientRect().height"
    assert page.locator(".log-lines").evaluate(height) >= 150
    assert page.locator(".side .tickets").evaluate(height) >= 100
    for place in (".side", "html"):
        assert page.locator(place).evaluate("each => each.scrollHeight - each.clientHeight") <= 0
    for place in (".hand-card", ".market-slot", ".log-since"):
        expect(page.locator(place).last).to_be_in_viewport(ratio=0.95)


def test_less_motion_means_none(open_page):
    page = open_page(BLANK, reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('ferrovia.motion', JSON.stringify('less'))")
    in_the_middle(page, "new-york", "me passenger", 6)
    page.keyboard.press("d")
    await_turn(page, "second-card")
    assert page.evaluate("document.getAnimations().length") == 0


CUT_TOOLS = """() => {
    const bar = document.querySelector(".top").getBoundingClientRect();
    return [...document.querySelectorAll(".top-tools .tool")].flatMap((tool) => {
        const [box, words] = [tool.getBoundingClientRect(), tool.querySelector("span")];
        const fits = box.left >= bar.left && box.right <= bar.right && words.scrollWidth <= words.clientWidth + 1;
        return fits ? [] : [tool.textContent];
    });
}"""
"""Tools that stick out of their bar, or whose words are cut."""


@pytest.mark.parametrize("language", ["it", "pt"])
def test_every_tool_is_in_its_bar_with_its_whole_name(open_page, language):
    page = open_page(BLANK, viewport={"width": 1280, "height": 720}, locale=language)
    in_the_middle(page, "new-york", "me passenger", 4)
    expect(page.locator(".top-tools .tool")).to_have_count(6)
    page.locator(".tool.sound").click()
    for _ in range(4):  # every pace has a name of its own
        assert page.evaluate(CUT_TOOLS) == []
        page.locator(".tool.pace").click()
    page.locator(".tool.sound").click()
    assert page.evaluate(CUT_TOOLS) == []
    mute, unmute = {"it": ("Silenzia", "Attiva l’audio"), "pt": ("Silenciar", "Ligar o")}[language]
    expect(page.locator(".tool.sound")).to_have_accessible_name(re.compile(f"^{unmute}"))
    page.locator(".tool").last.click()
    page.get_by_role("dialog").get_by_role("button", name=unmute).click()
    expect(page.get_by_role("dialog").get_by_role("button", name=mute)).to_be_visible()


HAND = """() => {
    const dock = document.querySelector(".dock-cards").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".hand-card")].map((each) => each.getBoundingClientRect());
    const out = boxes.filter(({left, right, top, bottom}) =>
        left < dock.left || right > dock.right || top < dock.top || bottom > dock.bottom);
    return {narrowest: Math.min(...boxes.map(({width}) => width)), out: out.length};
}"""


def test_a_hand_of_all_kinds_of_cards_is_seen_in_a_small_window(open_page):
    """Cards were 18 pixels wide at 1024x768, with their numbers on one another."""
    page = open_page(BLANK, viewport={"width": 1024, "height": 768}, locale="pt")
    sit_down(page, "north-america", "me passenger")
    keep_tickets(page)
    for _ in range(90):
        if page.locator(".hand-card").count() == 9:
            break
        page.locator(".deck.open:not(.ticket-deck)").click()
    expect(page.locator(".hand-card")).to_have_count(9)
    for width, height, least in ((1024, 768, 34), (1280, 720, 48), (1440, 900, 60), (1920, 1080, 70)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(HAND)
        assert found["narrowest"] >= least, width
        assert found["out"] == 0, width
        for colour in ("vermelho", "azul", "locomotiva"):
            expect(page.locator(".hand").get_by_role("button", name=colour)).to_have_count(1)


CUT_NAMES = """() => [...document.querySelectorAll(".seat-name, .top-name")].filter((each) =>
    each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 4
).map((each) => each.textContent)"""


def test_nobodys_name_is_cut_at_a_full_table(open_page):
    """Nor that of the board, which is long in Italian; known cards lie beside the names."""
    page = open_page(BLANK, viewport={"width": 1280, "height": 720}, locale="it")
    in_the_middle(page, "north-america-classic", "me" + 4 * " porter", 24)
    expect(page.locator(".seat-known .card-word").first).to_be_visible()
    assert page.evaluate(CUT_NAMES) == []
    bar, seat = page.locator(".top").bounding_box(), page.locator(".seat").first.bounding_box()
    assert bar["y"] + bar["height"] <= seat["y"]


STATE = """() => {
    const [line, name, state] = [".seat-who", ".seat-name", ".seat-state"].map((each) =>
        document.querySelector(`.seat.asked ${each}`).getBoundingClientRect());
    const beside = name.width > 20 && state.left >= name.right;
    return beside && state.right <= line.right + 1 && state.bottom <= line.bottom + 1;
}"""
"""Whether what the seat on turn does is seen beside its name."""


def test_a_long_name_at_a_full_table_hides_nobodys_turn(open_page):
    page = open_page(BLANK, viewport={"width": 1280, "height": 720})
    page.evaluate(SEEN % "north-america")
    seats = [{"kind": "me", "name": "Maximilian of the Mountains"}, *4 * [{"kind": "bot", "bot": "passenger"}]]
    body = {"rules": "north-america", "seats": seats, "options": {"practice": True}}
    page.goto(f"/t/{call(page, 'POST', '/api/tables', body)['table']['id']}")
    expect(page.locator(".seat.asked .seat-state").first).to_have_text("your turn")
    assert page.evaluate(STATE)
