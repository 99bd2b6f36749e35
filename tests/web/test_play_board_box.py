"""The board is the page: its share of the window, its place from the first phase to the last, the names on it."""

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, overflow
from tests.web.page_player import await_turn, keep_tickets, sight, sit_down

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


SCREENS = {
    "large": ({}, [(1280, 720), (1920, 1080), (768, 1024)]),
    "small": ({"has_touch": True, "is_mobile": True}, [(844, 390), (390, 844), (360, 640)]),
}
NAMING = [(1280, 720), (390, 844), (360, 640)]
"""Sizes at which all cities of one's tickets have room for their names."""


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_is_large_stays_in_its_box_and_names_the_cities_of_tickets(open_page, screen):
    context, sizes = SCREENS[screen]
    page = open_page(BLANK, **context)
    sit_down(page, "north-america", "me" + 4 * " passenger", practice=True)
    expect(page.locator(".offer")).to_be_visible()
    opening = {size: look(page, size, "offer") for size in sizes}
    keep_tickets(page)
    await_turn(page)
    assert {size: look(page, size, "tickets") for size in sizes} == opening
    for size, (_, _, width, height) in opening.items():
        if size[0] >= 960:
            assert width * height >= 0.65 * size[0] * size[1]
        elif size[0] < size[1]:
            assert width == size[0]
            assert height >= size[1] / 2


def look(page, size, named):
    """The box of the map in a window of this size. Nothing covers it, and what is in hand or on offer is named."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(300)  # until the page has laid itself out again
    assert page.evaluate(COVERED) == [], size
    assert overflow(page) <= 0
    if named == "offer":
        expect(page.locator(".offer .choice").last).to_be_in_viewport(ratio=0.5)  # long names take a line more
    if size in NAMING:
        assert wanted(sight(page)["view"][named]) <= set(page.evaluate(NAMED)), size
    return page.evaluate(BOX)


def wanted(tickets):
    """The names of the tickets' cities, without spaces: a name may stand on two lines."""
    ends = {end for each in tickets for end in each["ticket"].split(":")[0].split("--")}
    return {SPELLED.get(end, "".join(word.capitalize() for word in end.split("-"))) for end in ends}


SPELLED = {"montreal": "Montréal", "sault-ste-marie": "SaultSte.Marie"}
