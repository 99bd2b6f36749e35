"""The board is the page: its share of the window, its place from the first phase to the last, the names on it."""

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import open_table, overflow
from tests.web.page_player import SEEN, await_turn, keep_tickets, sight, sit_down

SIZES = [(1280, 720), (1920, 1080), (768, 1024), (844, 390), (390, 844), (360, 640)]
BOX = """() => {
    const {x, y, width, height} = document.querySelector(".board").getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""
COVERED = """() => {
    const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
    const [place, map] = [boxOf(".board"), boxOf(".board-picture")];
    const box = {left: Math.max(place.left, map.left), right: Math.min(place.right, map.right),
        top: Math.max(place.top, map.top), bottom: Math.min(place.bottom, map.bottom)};
    return [".side", ".action", ".dock-cards", ".offer", ".top", ".tabs"].filter((name) => {
        const panel = document.querySelector(name)?.getBoundingClientRect();
        return panel && panel.width > 0 && panel.left < box.right - 1 && panel.right > box.left + 1 &&
            panel.top < box.bottom - 1 && panel.bottom > box.top + 1;
    });
}"""
"""The panels that lie over the map."""
NAMED = "() => [...document.querySelectorAll('.city-name')].map((each) => each.textContent.replaceAll(/\\s/g, ''))"


def screen(width, height):
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    return {"viewport": {"width": width, "height": height}, **touch}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_box_of_the_map_is_large_and_the_same_in_every_phase(open_page, size):
    page = open_page(**screen(*size))
    sit_down(page, "north-america", "me passenger", practice=True)
    expect(page.locator(".offer")).to_be_visible()
    opening = page.evaluate(BOX)
    assert page.evaluate(COVERED) == []
    expect(page.locator(".offer .choice").last).to_be_in_viewport(ratio=1)
    keep_tickets(page)
    await_turn(page)
    assert page.evaluate(BOX) == opening
    assert page.evaluate(COVERED) == []
    assert overflow(page) <= 0
    _, _, width, height = opening
    if size[0] >= 960:
        assert width * height >= 0.65 * size[0] * size[1]
    elif size[0] < size[1]:
        assert width == size[0]
        assert height >= size[1] / 2


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_cities_of_own_tickets_and_of_the_offer_are_named(open_page, size):
    page = open_page(**screen(*size))
    rules = "north-america"
    page.evaluate(SEEN % rules)
    page.goto(f"/t/{open_table(page, rules, 'me passenger', practice=True)}")
    expect(page.locator(".offer")).to_be_visible()
    assert wanted(sight(page)["view"]["offer"]) <= set(page.evaluate(NAMED))
    keep_tickets(page)
    await_turn(page)
    assert wanted(sight(page)["view"]["tickets"]) <= set(page.evaluate(NAMED))


def wanted(tickets):
    """The names of the tickets' cities, without spaces: a name may stand on two lines."""
    ends = {end for each in tickets for end in each["ticket"].split(":")[0].split("--")}
    return {SPELLED.get(end, "".join(word.capitalize() for word in end.split("-"))) for end in ends}


SPELLED = {"montreal": "Montréal", "sault-ste-marie": "SaultSte.Marie"}
