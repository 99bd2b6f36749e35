"""The board is the page: its share of the window, its place from the first phase to the last, the names on it."""

from itertools import takewhile

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, call, open_table, overflow
from tests.web.finished_games import play_on
from tests.web.page_player import SEEN, await_turn, keep_tickets, sight, sit_down

BOX = """() => {
    const {x, y, width, height} = document.querySelector(".board").getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""
COVERED = """() => {
    const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
    const [place, map] = [boxOf(".board"), boxOf(".board-picture")];
    const box = {left: Math.max(place.left, map.left), right: Math.min(place.right, map.right),
        top: Math.max(place.top, map.top), bottom: Math.min(place.bottom, map.bottom)};
    const panels = ".side .action .dock-cards .offer .top .tabs .ticket-strip .recent-notes".split(" ");
    return panels.filter((name) => {
        const panel = document.querySelector(name)?.getBoundingClientRect();
        return panel && panel.width > 0 && panel.left < box.right - 1 && panel.right > box.left + 1 &&
            panel.top < box.bottom - 1 && panel.bottom > box.top + 1;
    });
}"""
"""The panels that lie over the map."""
ABOVE = """() => {
    const covers = [".side", ".tabs"].map((name) => document.querySelector(name).getBoundingClientRect());
    const edge = Math.min(...covers.filter(({height}) => height > 0).map(({top}) => top));
    const cities = [...document.querySelectorAll(".city-shadow")].map((city) => city.getBoundingClientRect());
    return cities.every(({bottom}) => bottom <= edge + 1);
}"""
"""Whether no city lies behind the sheet of a tab."""
MAP = "() => Math.round(document.querySelector('.board-picture').getBoundingClientRect().width)"
COUNT_ROUTES = """() => {
    const look = () => {
        window.fewest = Math.min(window.fewest ?? Infinity, document.querySelectorAll("[data-route]").length);
        requestAnimationFrame(look);
    };
    look();
}"""
"""The fewest routes that were on the page in any frame: a board that is away for a moment has none."""
PAPER = """() => {
    const boxOf = (element) => element.getBoundingClientRect();
    const common = (one, other) =>
        Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
        Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
    const map = boxOf(document.querySelector(".board-picture"));
    const panels = [...document.querySelectorAll(".top, .side, .action, .dock-cards, .offer")].map(boxOf);
    const covered = panels.reduce((sum, panel) => sum + common(map, panel), 0);
    return (common(map, new DOMRect(0, 0, innerWidth, innerHeight)) - covered) / innerWidth / innerHeight;
}"""
"""The share of the window in which the map itself is seen: neither the table around it nor panels on it."""
SETTLED = 900
"""Milliseconds after which the camera has looked again at what covers the board."""
NAMED = "() => [...document.querySelectorAll('.city-name')].map((each) => each.textContent.replaceAll(/\\s/g, ''))"


SCREENS = {
    "large": ({}, [(1280, 720), (1920, 1080), (768, 1024)]),
    "small": ({"has_touch": True, "is_mobile": True}, [(844, 390), (390, 844), (360, 640)]),
}
NAMING = [(1280, 720), (844, 390), (390, 844), (360, 640)]
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
    for size in (each for each in sizes if each[0] >= 960):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for ticket in page.locator(".tickets .ticket").all()[:2]:
            expect(ticket).to_be_in_viewport(ratio=0.95)
    for size, (_, _, width, height) in opening.items():
        if size[0] >= 960:
            assert width * height >= 0.65 * size[0] * size[1]
        elif size[0] < size[1]:
            assert width == size[0]
            assert height >= size[1] / 2


@pytest.mark.parametrize(
    "rules", ["north-america", "north-america-classic", "switzerland", "new-york", "short-journey"]
)
def test_the_map_itself_fills_most_of_a_wide_window(open_page, rules):
    """Whatever its shape: the land goes on beside it."""
    page = open_page(BLANK, viewport={"width": 1280, "height": 720})
    sit_down(page, rules, "me passenger", practice=True)
    keep_tickets(page)
    await_turn(page)
    for size in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(f"() => ({PAPER})() >= 0.65")


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


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        *(("switzerland", (1280, 720)), ("new-york", (1920, 1080)), ("north-america", (768, 1024))),
        *(("north-america", (844, 390)), ("new-york", (390, 844)), ("switzerland", (360, 640))),
    ],
)
def test_the_board_stays_in_its_box_from_the_opening_to_the_result(open_page, rules, size):
    small = {"has_touch": True, "is_mobile": True} if size[0] < 960 else {}
    window = {"width": size[0], "height": size[1]}
    page = open_page(BLANK, viewport=window, reduced_motion="no-preference", **small)
    table = sit_down(page, rules, "me passenger", practice=True)
    expect(page.locator(".offer")).to_be_visible()
    boxes = {"opening": page.evaluate(BOX)}
    keep_tickets(page)
    await_turn(page)
    boxes["turn"] = page.evaluate(BOX)
    expect(page.get_by_role("button", name="Unmute")).to_be_in_viewport(ratio=1)
    tabs = page.locator(".tabs button:visible")
    assert tabs.count() == (4 if small else 0)
    beside = small and size[0] > size[1]
    if beside:
        page.locator(".board-picture [tabindex='0']").press("+")
        page.wait_for_timeout(SETTLED)
    near = page.evaluate(MAP)
    for tab in tabs.all():
        tab.click()
        boxes[tab.inner_text()] = page.evaluate(BOX)
        if size[0] < size[1]:
            page.wait_for_function(ABOVE)  # the camera shows the whole board above the sheet
        page.wait_for_timeout(SETTLED)  # or a look at this tab's sheet comes when the next one is there
        assert not beside or page.evaluate(MAP) == near  # a sheet beside the board leaves the player's view alone
    if small:
        tabs.first.click()
    page.locator(".ticket-deck").click()
    if small:  # a finger may slip
        page.locator(".confirm").click()
    expect(page.locator(".offer")).to_be_visible()
    boxes["tickets"] = page.evaluate(BOX)
    page.evaluate(COUNT_ROUTES)
    play_on(page, table)
    expect(page.locator(".final.showing")).to_be_visible()
    expect(page.locator(".game")).to_have_count(0)  # it gave way to the ending
    assert page.evaluate("fewest") == page.locator("[data-route]").count() > 0
    boxes["reveal"] = page.evaluate(BOX)
    expect(page.get_by_role("button", name="Skip")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".final-winners")).to_be_in_viewport(ratio=1)
    boxes["result"] = page.evaluate(BOX)
    assert boxes == dict.fromkeys(boxes, boxes["opening"])
    assert overflow(page) <= 0
    page.locator(".final-table").scroll_into_view_if_needed()
    expect(page.locator(".final-table tbody tr").first).to_be_in_viewport()


CROWDED = """() => {
    const names = [...document.querySelectorAll(".city-name")];
    const boxes = names.map((each) => [each.textContent, each.getBoundingClientRect()]);
    const meet = (one, other) => one.left < other.right && other.left < one.right &&
        one.top + 2 < other.bottom && other.top + 2 < one.bottom;
    return boxes.flatMap(([name, box], at) =>
        boxes.slice(at + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} on ${other}`));
}"""
"""Names that lie over others. The boxes of two lines may touch where no letter does."""
LATEST = "() => [...document.querySelectorAll('.train:has(.train-latest)')].map((each) => each.dataset.train)"


def rivals_claimed(page, table):
    """Whether another player has claimed a route since the own last move, and it is the own turn."""
    while not (now := call(page, "GET", f"/api/tables/{table}/log")["sights"][0])["legal"]:
        page.wait_for_timeout(50)
    since = takewhile(lambda each: each["seat"] != 0, reversed(now["happenings"]))
    claimed = any(event["kind"] == "claimed" for each in since for event in each["events"])
    return claimed and now["view"]["phase"] == "turn"


@pytest.mark.parametrize("rules", ["north-america", "switzerland", "new-york"])
def test_a_phone_names_the_cities_of_tickets_and_of_the_latest_claims(open_page, rules):
    page = open_page(BLANK, has_touch=True, is_mobile=True)
    page.evaluate(SEEN % rules)
    table = open_table(page, rules, "me" + 2 * " passenger", practice=True)
    for _ in range(60):
        play_on(page, table, moves=1)
        if rivals_claimed(page, table):
            break
    page.goto(f"/t/{table}")
    await_turn(page)
    latest = page.evaluate(LATEST)
    board = call(page, "GET", f"/api/rules/{rules}")["board"]
    cities = {city["id"]: "".join(city["name"].split()) for city in board["cities"]}
    tickets = {each["id"]: [each["from"], *each["to"]] for each in board["tickets"]}
    routes = {each["id"]: [each["from"], each["to"]] for each in board["routes"]}
    meant = [end for each in sight(page)["view"]["tickets"] for end in tickets[each["ticket"]]]
    meant += [end for route in latest for end in routes[route]]
    assert latest
    for size in ((844, 390), (360, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(SETTLED)
        named = page.evaluate(NAMED)
        assert {cities[city] for city in meant if city in cities} <= set(named), size
        assert page.evaluate(CROWDED) == []
        for _ in range(3):
            page.locator(".board-picture [tabindex='0']").press("+")
            page.wait_for_timeout(300)
        assert len(page.evaluate(NAMED)) == page.locator(".city").count()
        assert page.evaluate(CROWDED) == []
        page.locator(".board-picture [tabindex='0']").press("0")


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (768, 1024)])
def test_tickets_and_the_rivals_moves_lie_on_the_table_beside_a_wide_map(open_page, size):
    page = open_page(BLANK, viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
    sit_down(page, "north-america", "me" + 4 * " passenger", practice=True)
    keep_tickets(page)
    await_turn(page)
    page.locator(".deck.open:not(.ticket-deck)").click()
    expect(page.locator(".action")).to_contain_text("second card")
    page.locator(".deck.open:not(.ticket-deck)").click()
    await_turn(page)
    view = sight(page)["view"]
    tickets = page.locator(".ticket-strip button")
    expect(tickets).to_have_count(len(view["tickets"]))
    expect(page.locator(".recent-notes li")).to_have_count(4)
    expect(page.locator(".top-points")).to_have_text([str(each["route_points"]) for each in view["seats"]])
    assert page.evaluate(COVERED) == []
    assert page.locator(".destination.sought").count() == len(wanted(view["tickets"]))
    tickets.first.tap()
    expect(page.locator(".city-ringed")).to_have_count(2)
    expect(tickets.first).to_be_in_viewport(ratio=0.9)  # the camera does not leave for it
    page.locator(".board-picture [tabindex='0']").press("+")
    expect(tickets).to_have_count(0)  # all of the place is the map's


SPELLED = {"montreal": "Montréal", "sault-ste-marie": "SaultSte.Marie"}
