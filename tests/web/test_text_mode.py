"""The game in words: a whole one by typing, and what is said when something is not understood."""

import pytest
from playwright.sync_api import expect

from tests.web.browser_visits import BLANK, PATIENCE, PHONE, open_table, overflow, scan
from tests.web.finished_games import skip_ahead

expect.set_options(timeout=PATIENCE)


def enter(page, rules="new-york", seats="me passenger", **options):
    """A table in text mode."""
    table = open_table(page, rules, seats, **options)
    page.evaluate("localStorage.setItem('ferrovia.text-mode', 'true')")
    page.goto(f"/t/{table}")
    expect(page.locator("#text-line")).to_be_focused()
    return table


def say(page, words):
    page.locator("#text-line").fill(words)
    page.keyboard.press("Enter")


def answered(page):
    return page.locator(".text-answer")


def is_over(page):
    return page.locator(".final-table").count() > 0


def wait_for_turn(page):
    """Until something is to be done, or nothing any more. What is to be done stands in a line of its own, unless it was
    announced already; an older announcement may still speak of a turn that has passed."""
    page.wait_for_function(
        "() => document.querySelector('.final-table')"
        " || /Your turn|your second card|more cards?, or|Choose your/"
        ".test(document.querySelector('.text-do, .text-now:not(:has(.text-do)) .text-latest')?.innerText ?? '')"
    )


def test_a_game_by_typing(open_page):
    page = open_page(BLANK)
    enter(page)
    expect(page.get_by_role("heading", name="Tickets on offer")).to_be_visible()
    say(page, "keep all")
    expect(page.get_by_role("heading", name="Tickets on offer")).to_have_count(0)
    assert not scan(page)
    for turn in range(120):
        wait_for_turn(page)
        if turn == 6 and not is_over(page):
            skip_ahead(page, trains=4)
            wait_for_turn(page)
        if is_over(page):
            break
        take_turn(page, turn)
    expect(page.locator(".final-table tbody tr")).to_have_count(2)
    assert not scan(page)


def take_turn(page, turn):
    """Claim what can be claimed, else draw: as a player who cannot see the board."""
    say(page, "routes affordable")
    rows = answered(page).locator(".text-routes tbody tr")
    expect(answered(page)).to_contain_text("route")
    before = page.locator(".text-log li").count()
    if rows.count() > 0:
        ends = [rows.first.locator("th").inner_text(), rows.first.locator("td").first.inner_text()]
        say(page, f"claim {ends[0]} {ends[1]}".lower())
        page.wait_for_function(
            "before => document.querySelector('.final-table, .text-answer .text-choices')"
            " || document.querySelectorAll('.text-log li').length > before",
            arg=before,
        )
        if answered(page).locator(".text-choices").count() > 0:
            say(page, "1")
    else:
        say(page, "draw" if turn % 3 else "d")
    page.wait_for_function(
        "before => document.querySelector('.final-table') || document.querySelectorAll('.text-log li').length > before",
        arg=before,
    )


def test_what_is_not_understood_or_not_allowed_is_explained(open_page):
    page = open_page(BLANK)
    enter(page, practice=True)
    for words, answer in {
        "abracadabra": "means nothing here",
        "keep 7": "Which ticket",
        "keep": "Keep at least 1 of these 2 tickets",
        "draw": "First choose which destination tickets to keep",
        "help": "a card from the deck",
        "17": "There is no number 17",
    }.items():
        say(page, words)
        expect(answered(page)).to_contain_text(answer)
    say(page, "keep 1 2")
    expect(page.locator(".text-now")).to_contain_text("Your turn")
    say(page, "claim nowhere else")
    expect(answered(page)).to_contain_text("There is no route")
    say(page, "moves")
    expect(answered(page).locator(".text-choices li").nth(2)).to_be_visible()
    say(page, "draw")
    expect(page.locator(".text-latest")).to_contain_text("from the deck")
    say(page, "undo")
    expect(page.locator(".text-latest")).to_contain_text("take a move back")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#text-line")).to_have_value("undo")


def test_it_speaks_italian_and_understands_english(open_page):
    page = open_page(BLANK, locale="it")
    enter(page)
    say(page, "tieni tutti")
    expect(page.get_by_role("heading", name="Biglietti offerti")).to_have_count(0)
    expect(page.locator(".text-now")).to_contain_text("Tocca a te")
    say(page, "pesca")
    expect(page.locator(".text-latest")).to_contain_text("dal mazzo")
    say(page, "draw")
    expect(page.locator(".text-log li").nth(4)).to_be_attached()
    say(page, "mano")
    expect(answered(page)).to_contain_text("La tua mano")


def test_it_is_the_first_stop_of_the_tab_key(open_page):
    page = open_page(BLANK)
    table = open_table(page, "new-york", "me passenger")
    page.evaluate("localStorage.setItem('ferrovia.rules-seen', '[\"new-york\"]')")
    page.goto(f"/t/{table}")
    expect(page.locator(".board").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Text mode")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#text-line")).to_be_focused()
    page.get_by_role("button", name="Leave text mode").click()
    expect(page.locator(".board").first).to_be_visible()


SIDEWAYS = """() => [...document.querySelectorAll(".text-game *")].filter((each) =>
    each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible"
).map((each) => each.className || each.tagName)"""


WIDEST = """([trail]) => {
    const fill = (row) => {
        const cells = [...row.cells];
        cells.at(-1).textContent = "−123";
        const made = row.querySelectorAll(".final-made");
        made[0].previousSibling.textContent = "−123";
        made[0].textContent = made[0].textContent.replace(/\\d+/g, "12");
        if (made[1]) made[1].textContent = trail;
    };
    document.querySelectorAll(".final-table tbody tr").forEach(fill);
}"""
"""The widest numbers a game can end with, in the place of those of this game."""
SPOKEN = [
    ("north-america", "pt", "comprimento 45"),
    *(
        pytest.param(*each, marks=pytest.mark.slow)
        for each in (
            ("new-york", "en", ""),
            ("switzerland", "it", "lunghezza 45"),
            ("north-america", "en", "length 45"),
        )
    ),
]
"""The longest words in `make test`, the others at night."""


@pytest.mark.parametrize(("rules", "locale", "trail"), SPOKEN)
def test_nothing_scrolls_sideways_on_a_phone(open_page, rules, locale, trail):
    """In the middle of a game, and with the widest result, in words and beside the board."""
    page = open_page(BLANK, locale=locale, viewport=PHONE, has_touch=True, is_mobile=True)
    enter(page, rules, "me passenger porter", practice=True)
    skip_ahead(page, moves=12)
    say(page, "routes")
    expect(answered(page).locator(".text-routes tbody tr").first).to_be_visible()
    fits(page)
    skip_ahead(page)
    expect(page.locator(".final-table")).to_be_visible()
    fits(page)
    assert not scan(page)
    the_widest_result_fits(page, trail)
    page.evaluate("localStorage.clear()")
    page.reload()
    the_widest_result_fits(page, trail)


def fits(page):
    assert page.evaluate(SIDEWAYS) == []
    assert overflow(page) <= 0


def the_widest_result_fits(page, trail):
    expect(page.locator(".final-table")).to_be_visible()
    page.evaluate(WIDEST, [trail])
    fits(page)
    panel, inside = (page.locator(name).bounding_box() for name in (".final-result", ".final-table"))
    assert panel
    assert inside
    assert inside["width"] <= panel["width"] + 1
