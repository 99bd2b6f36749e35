"""A player who clicks what the game screen offers: the first sensible thing, or what a test wants done."""

import random
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Error, Locator, Page, expect

from tests.web.browser_visits import PATIENCE, call, open_table

SHORT: Final = 3000
expect.set_options(timeout=PATIENCE)
SEEN: Final = "localStorage.setItem('ferrovia.rules-seen', JSON.stringify(['%s']))"
MIDDLE: Final = """route => {
    const path = document.querySelector(`[data-route="${CSS.escape(route)}"] .route-hit`);
    const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return [point.x, point.y];
}"""


def sit_down(page: Page, rules: str, seats: str, **options: Any) -> str:
    """Open a table and go there; the rules' card, which comes once, is read already."""
    page.evaluate(SEEN % rules)
    table = open_table(page, rules, seats, **options)
    page.goto(f"/t/{table}")
    page.locator(".game").wait_for()
    return table


def sight(page: Page, seat: int | None = None) -> Any:
    """What the server says a seat of this browser sees; the first one if none is named."""
    sights = call(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}/log")["sights"]
    return next(each for each in sights if seat is None or each["seat"] == seat)


SHOWN: Final = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const has = (selector) => document.querySelector(selector) !== null;
    const aside = has(".final") ? "over" : [".curtain", ".hand-over"].find(has)?.slice(1);
    return {
        phase: aside ?? (has(".action.mine") && document.querySelector(".game")?.dataset.phase || "wait"),
        routes: all("[data-route].claimable").map((each) => each.dataset.route),
        offers: Object.fromEntries(Object.entries({
            sent: ".action .confirm:disabled",
            confirm: ".action .confirm", twin: ".action .twin", pass: ".action .pass", surcharge: ".surcharge:enabled",
            deck: ".deck.open:not(.ticket-deck)", market: ".market-slot.open", tickets: ".ticket-deck.open",
        }).map(([name, selector]) => [name, all(selector).length])),
    };
}"""
"""All that a player decides by, in one question: each one costs a round trip to the browser."""


def phase(page: Page) -> str:
    """What the screen shows: a phase of one's own, `wait`, `curtain`, or `over`."""
    return str(page.evaluate(SHOWN)["phase"])


def await_turn(page: Page, wanted: str = "turn") -> None:
    """Until it is one's turn and nothing has been done in it."""
    expect(page.locator(f'.game[data-phase="{wanted}"] .action.mine')).to_be_visible()
    if wanted == "turn":  # panels are drawn a frame after the phase: only open cards say that all beats are over
        expect(page.locator(".deck.open, .market-slot.open")).not_to_have_count(0)


def click_route(page: Page, route: str) -> None:
    """With the mouse, in the middle of it."""
    x, y = page.evaluate(MIDDLE, route)
    page.mouse.click(x, y)


def tap_route(page: Page, route: str) -> None:
    x, y = page.evaluate(MIDDLE, route)
    page.touchscreen.tap(x, y)


def claimable(page: Page) -> list[str]:
    """The routes that glow."""
    return [str(each) for each in page.evaluate(SHOWN)["routes"]]


def keep_tickets(page: Page, count: int = 0) -> None:
    """Keep this many of the offered tickets, or as few as allowed."""
    choices = page.locator(".choice")
    for number in range(choices.count()):
        if count == 0 and page.locator(".keep").is_enabled():
            break
        if count and number >= count:
            break
        choices.nth(number).click()
    page.locator(".keep").click()


class Clicker:
    """Plays a game by clicking; `done` counts what was done."""

    def __init__(self, page: Page, seed: int = 1, click: Callable[[Page, str], None] = click_route) -> None:
        self.page, self.click, self.random = page, click, random.Random(seed)
        self.done: dict[str, int] = {}

    def play(self, most: int = 600, until: Callable[[], bool] | None = None) -> str:
        """Play until the game is over, something is reached, or this many clicks are made; return the phase."""
        for _ in range(most):
            shown = self.page.evaluate(SHOWN)
            if shown["phase"] == "over" or (until and until()):
                return str(shown["phase"])
            try:
                self.decide(shown["phase"], shown["offers"], shown["routes"])
            except Error:  # the element is gone: another player moved, or the answer arrived
                self.note("again")
                assert self.done["again"] < 20
        return phase(self.page)

    def note(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def press(self, button: Locator, what: str) -> None:
        button.first.click(timeout=SHORT)
        self.note(what)

    def decide(self, now: str, offers: dict[str, int], routes: list[str]) -> None:
        page = self.page
        if now == "wait" or offers["sent"]:
            page.wait_for_timeout(30)
        elif now == "curtain":
            self.press(page.locator(".curtain .button"), "curtain")
        elif now == "hand-over":
            self.press(page.locator(".hand-over"), "hand-over")
        elif now in ("opening", "tickets"):
            keep_tickets(page)
            self.note(now)
        elif now == "tunnel":
            refusing = page.locator(".tunnel .action-buttons .button:not(.primary)")
            self.press(page.locator(".surcharge:enabled") if offers["surcharge"] else refusing, "tunnel")
        elif asked := next((name for name in ("confirm", "twin", "pass") if offers[name]), ""):
            self.press(page.locator(f".action .{asked}"), asked)
        else:
            self.turn(offers, routes if now == "turn" else [])

    def turn(self, offers: dict[str, int], routes: list[str]) -> None:
        """Claim where that is possible; else draw."""
        page = self.page
        deck, market = page.locator(".deck.open:not(.ticket-deck)"), page.locator(".market-slot.open")
        if routes and self.random.random() < 0.8:
            self.click(page, self.random.choice(routes))
            self.note("claim")
        elif offers["deck"] and self.random.random() < 0.6:
            self.press(deck, "draw")
        elif offers["market"]:
            self.press(market.nth(self.random.randrange(offers["market"])), "take")
        elif offers["deck"]:
            self.press(deck, "draw")
        elif offers["tickets"]:
            self.press(page.locator(".ticket-deck"), "tickets")
        page.wait_for_timeout(30)
