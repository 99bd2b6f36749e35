"""The turns of a game, one thing at a time: what is shown, what is asked, what is refused and why."""

import re

from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, call
from tests.web.page_player import Clicker, await_turn, claimable, click_route, keep_tickets, sight, sit_down

ALWAYS = "localStorage.setItem('ferrovia.confirming', '\"always\"')"


def begin(page, rules="north-america", seats="me passenger", **options):
    """A game in which the first turn has come."""
    table = sit_down(page, rules, seats, **{"practice": True, **options})
    keep_tickets(page)
    await_turn(page)
    return table


def payable(page, most):
    """A claimable route with more than one payment, or with just one; draws until there is one."""
    for _ in range(60):
        claims = sight(page)["legal"]["claims"]
        fitting = [
            route
            for route, ways in claims.items()
            if (len(ways) > 1) == (most > 1) and not twin_open(page, route, claims)
        ]
        if fitting:
            return fitting[0], claims[fitting[0]]
        for _ in range(2):
            page.keyboard.press("d")
            page.wait_for_timeout(150)
        await_turn(page)
    raise AssertionError("no such route")


def twin_open(page, route, claims):
    board = call(page, "GET", "/api/rules/north-america")["board"]
    twin = next(each["twin"] for each in board["routes"] if each["id"] == route)
    return twin in claims and claims[twin] != claims[route]


def test_cards(open_page):
    page = open_page(BLANK)
    begin(page)
    slot = page.locator(".market-slot:not([data-card=locomotive])").first
    colour = slot.get_attribute("data-card")
    before = sight(page)["view"]["hand"].get(colour, 0)
    slot.click()
    await_turn(page, "second-card")
    expect(page.locator(".action-words")).to_contain_text("second card")
    expect(page.locator(f'.hand-card[data-hand="{colour}"] .hand-count')).to_have_text(str(before + 1))
    page.locator(".deck:not(.ticket-deck)").click()
    await_turn(page)
    assert sum(sight(page)["view"]["hand"].values()) == 6
    expect(page.locator(".log-lines")).to_contain_text("You draw")
    expect(page.locator(".log-since")).to_be_visible()
    expect(page.locator(".log-lines .recent").first).to_contain_text("Passenger")


def test_a_locomotive_is_no_second_card(open_page):
    page = open_page(BLANK)
    begin(page)
    wild = page.locator('.market-slot[data-card="locomotive"]').first
    for wanted in ["second-card", "turn"] * 25:
        page.wait_for_timeout(200)  # until the answer to the draw before is there too
        page.keyboard.press("d" if wild.count() else "1")  # a card taken makes room for another
        await_turn(page, wanted)
        if wanted == "second-card" and wild.count():
            break
    expect(wild).to_have_attribute("aria-disabled", "true")
    wild.click(force=True)
    expect(page.locator(".said")).to_contain_text("can’t be your second card")
    await_turn(page, "second-card")


def test_a_claim_with_one_payment_needs_no_question_unless_it_spends_locomotives(open_page):
    page = open_page(BLANK)
    begin(page)
    route, (payment,) = payable(page, 1)
    click_route(page, route)
    if "locomotive:" in payment:
        expect(page.locator(".train.phantom")).to_be_attached()
        assert route not in sight(page)["view"]["seats"][0]["routes"]
        page.locator(".action .confirm").click()
    expect(page.locator(f'[data-train="{route}"]:not(.phantom)')).to_be_attached()
    assert route in sight(page)["view"]["seats"][0]["routes"]


def test_all_payments_are_one_tap_away(open_page):
    page = open_page(BLANK)
    begin(page)
    route, ways = payable(page, 2)
    click_route(page, route)
    expect(page.locator(".train.phantom")).to_be_attached()
    page.get_by_role("button", name="Other payments").click()
    expect(page.locator(".payment")).to_have_count(len(ways))
    expect(page.locator(".payment").first).to_have_attribute("aria-pressed", "true")
    page.locator(".payment").last.click()
    hand = sight(page)["view"]["hand"]
    page.get_by_role("button", name="Claim", exact=True).click()
    expect(page.locator(f'[data-train="{route}"]:not(.phantom)')).to_be_attached()
    for part in ways[-1].split():
        colour, count = part.split(":")
        assert sight(page)["view"]["hand"].get(colour, 0) <= hand[colour] - int(count) + 2


def test_confirming_and_escape(open_page):
    page = open_page(BLANK)
    page.evaluate(ALWAYS)
    begin(page)
    slot = page.locator(".market-slot").first
    slot.click()
    expect(slot).to_have_class(re.compile("chosen"))
    expect(page.locator(".action-words")).to_contain_text("Take")
    page.keyboard.press("Escape")
    expect(page.locator(".action-words")).to_contain_text("Your turn")
    page.locator(".ticket-deck").click()
    page.get_by_role("button", name="Draw destination tickets", exact=True).click()
    await_turn(page, "tickets")


def test_a_move_that_confirms_itself(open_page):
    page = open_page(BLANK)
    page.evaluate(ALWAYS)
    page.evaluate("localStorage.setItem('ferrovia.auto-confirm', 'true')")
    begin(page)
    page.locator(".market-slot").first.click()
    expect(page.locator(".confirm .countdown")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".countdown")).to_have_count(0)
    page.locator(".deck:not(.ticket-deck)").click()
    await_turn(page, "second-card")  # nobody pressed the button


def test_two_routes_of_a_double(open_page):
    page = open_page(BLANK)
    begin(page, "new-york")
    board = call(page, "GET", "/api/rules/new-york")["board"]
    twins = {each["id"]: each["twin"] for each in board["routes"] if each["twin"]}
    for _ in range(25):
        claims = sight(page)["legal"]["claims"]
        both = [route for route in claims if twins.get(route) in claims and claims[route] != claims[twins[route]]]
        if both:
            break
        for _ in range(2):
            page.keyboard.press("d")
            page.wait_for_timeout(150)
        await_turn(page)
    click_route(page, both[0])
    expect(page.locator(".action-words")).to_contain_text("Which of the two routes?")
    page.locator(".action .twin").nth(1).click()
    confirm = page.locator(".action .confirm")
    taken = page.locator(f'[data-train="{twins[both[0]]}"]')
    expect(confirm.or_(taken).first).to_be_attached()
    if confirm.count():
        confirm.click()
    expect(page.locator(f'[data-train="{twins[both[0]]}"]:not(.phantom)')).to_be_attached()


def test_a_selected_colour_lights_its_routes(open_page):
    page = open_page(BLANK)
    begin(page)
    for card in page.locator(".hand-card").all():
        colour = card.get_attribute("data-hand")
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        claims = sight(page)["legal"]["claims"]
        fitting = [route for route, ways in claims.items() if any(f"{colour}:" in way for way in ways)]
        expect(page.locator(".glow.lit")).to_have_count(len(fitting))
    page.keyboard.press("Escape")
    expect(page.locator(".glow.lit")).to_have_count(0)


def test_why_a_route_cannot_be_claimed(open_page):
    page = open_page(BLANK)
    begin(page)
    board = call(page, "GET", "/api/rules/north-america")["board"]
    open_ones = claimable(page)
    far = next(each["id"] for each in board["routes"] if each["length"] == 6 and each["id"] not in open_ones)
    before = sight(page)["view"]
    click_route(page, far)
    expect(page.locator(".said")).to_contain_text(re.compile("It takes 6 .*you have"))
    expect(page.locator(".said p")).to_be_in_viewport(ratio=1)
    assert sight(page)["view"] == before


def test_a_refusal_is_seen_beside_a_tall_board(open_page):
    page = open_page(BLANK, viewport={"width": 1280, "height": 720})
    begin(page, "new-york")
    click_route(page, "chelsea--soho")  # four spaces, and two cards in hand
    expect(page.locator(".said p")).to_contain_text("It takes 4")
    expect(page.locator(".said p")).to_be_in_viewport(ratio=1)
    places = {name: page.locator(name).first.bounding_box() for name in (".action", ".dock-cards", ".hand-cards")}
    told, dock, hand = places.values()
    assert told["y"] + told["height"] <= dock["y"]
    empty = dock["y"] + dock["height"] - hand["y"] - hand["height"]
    assert empty < 40, "a panel is as high as its cards"


def test_a_refusal_is_seen_above_a_hint_beside_a_tall_board(open_page):
    page = open_page(BLANK, viewport={"width": 1280, "height": 720})
    begin(page, "new-york")
    page.keyboard.press("h")
    expect(page.locator(".hint-facts")).not_to_be_empty()
    click_route(page, "chelsea--soho")
    expect(page.locator(".said p")).to_contain_text("It takes 4")
    expect(page.locator(".hint-facts")).to_be_visible()
    expect(page.locator(".said p")).to_be_in_viewport(ratio=1)


def test_a_taken_route_says_whose_it_is(open_page):
    page = open_page(BLANK)
    begin(page)
    player = Clicker(page)
    player.play(
        until=lambda: bool(sight(page)["view"]["seats"][1]["routes"]) and page.locator(".action.mine").count() > 0
    )
    await_turn(page)
    click_route(page, sight(page)["view"]["seats"][1]["routes"][0])
    expect(page.locator(".said")).to_contain_text("Passenger already owns")


def test_a_ticket_shows_its_cities_and_what_is_missing(open_page):
    page = open_page(BLANK)
    begin(page)
    ticket = page.locator(".tickets .ticket").first
    ticket.hover()
    expect(page.locator(".city-ringed")).to_have_count(2)
    status = sight(page)["view"]["tickets"]
    shown = next(each for each in status if each["ticket"] == ticket.get_attribute("data-ticket"))
    expect(page.locator(".missing")).to_have_count(len(shown["routes"]))
    expect(ticket).to_contain_text(f"{shown['trains']} trains")
    page.mouse.move(5, 5)
    expect(page.locator(".city-ringed")).to_have_count(0)
    ticket.click()
    page.mouse.move(5, 5)
    expect(page.locator(".city-ringed")).to_have_count(2)


def test_the_order_of_returned_tickets(open_page):
    page = open_page(BLANK)
    begin(page)
    page.locator(".ticket-deck").click()
    await_turn(page, "tickets")
    expect(page.locator(".keep")).to_be_disabled()
    page.locator(".choice").nth(1).click()
    lines = page.locator(".order li")
    expect(lines).to_have_count(2)
    first = lines.first.locator("span").inner_text()
    lines.first.get_by_role("button").click()
    expect(lines.last.locator("span")).to_have_text(first)
    page.locator(".keep").click()
    await_turn(page)
    assert len(sight(page)["view"]["tickets"]) == 3


def test_practice(open_page):
    page = open_page(BLANK)
    begin(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-facts")).not_to_be_empty()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".hint-facts")).to_have_count(0)
    await_turn(page, sight(page)["view"]["phase"])
    moved = sight(page)["view"]
    page.get_by_role("button", name="Undo").click()
    page.wait_for_timeout(500)
    assert (
        sight(page)["view"]["seats"][0] != moved["seats"][0] or sight(page)["view"]["deck_size"] != moved["deck_size"]
    )
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.locator(".menu-sure")).to_contain_text("Only bots would be left")
    page.locator(".menu-sure").get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Take over again").or_(page.locator(".final")).first.wait_for()


def test_rules_are_told_one_at_a_time_when_they_matter(open_page):
    page = open_page(BLANK)
    sit_down(page, "switzerland", "me passenger")
    tip = page.locator(".rule-tip")
    page.locator(".game").wait_for()
    expect(tip).to_have_count(0)  # who has played these rules knows them
    page.evaluate("localStorage.removeItem('ferrovia.rules-seen')")
    page.reload()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(tip).to_contain_text("keep at least")
    first = tip.inner_text()
    tip.get_by_role("button").click()
    page.reload()
    page.locator(".game").wait_for()
    expect(page.get_by_text(first.splitlines()[0])).to_have_count(0)


def test_settings(open_page):
    page = open_page(BLANK)
    begin(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    for switch in ("Sounds", "Less motion"):
        page.get_by_label(switch).check()
    page.get_by_label("City names").select_option("wanted")
    page.get_by_label("Confirm claims and tickets").select_option("always")
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-motion", "less")
    expect(page.locator(".city-name")).to_have_count(0)
    page.keyboard.press("d")
    expect(page.locator(".action .confirm")).to_be_visible()
    page.keyboard.press("y")
    await_turn(page, "second-card")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-motion", "less")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text mode for screen readers").click()
    expect(page.locator(".text-game")).to_be_visible()


def test_the_host_closes_the_table(open_page):
    page = open_page(BLANK)
    begin(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End this game").click()
    expect(page.get_by_role("dialog")).to_contain_text("The game ends for everyone")
    page.get_by_role("button", name="End this game").click()
    page.wait_for_url("**/")
