"""Benchmark of the page: response time on the largest board, in Debian's Chromium on this machine.

    python benchmarks/client.py                    the largest board
    python benchmarks/client.py switzerland        another rule set

Prints the time from a click to the next paint, which says little on a busy machine; then what our code costs in a
frame, in milliseconds of the processor, by what happens in the game: one with all seats is played at the fast pace.
"""

import json
import sys
from pathlib import Path

from page_frames import OPENS, Frame, frames_during, observe, table_of
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))  # it takes the pictures, and also starts a server

from tools.pictures import FLAGS, PROGRAM, served

WATCH = """() => {
    window.answered = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => {
        if (entry.name === "click") window.answered.push(entry.duration);
    })).observe({type: "event", durationThreshold: 16});
}"""
"""The browser's own measure from the click to the next paint, in steps of 8 ms; it does not report times below 16
ms."""
CLICKS = 9
TOLD = 16
PLAYER = """([table, pause]) => {
    const wire = new WebSocket(`ws://${location.host}/ws/${table}`);
    const choose = ({moves, claims}) => {
        const longest = Object.entries(claims).map(([route, [payment]]) => `claim ${route} ${payment}`)
            .toSorted((one, other) => other.length - one.length);
        return longest[0] ?? moves.find(move => move === "draw") ?? moves[0];
    };
    wire.onopen = () => wire.send('{"message":"hello","since":0}');
    wire.onmessage = event => {
        const {sights: [{seat, legal}] = [{}], seq} = JSON.parse(event.data);
        const play = () => wire.send(JSON.stringify({message: "move", id: `${seq}`, seq, seat, move: choose(legal)}));
        if (legal) setTimeout(play, pause);
    };
}"""
"""Plays for the person in a tab of its own, with a pause that lets the others' moves be shown before."""
PAUSE = 2600
SHORT_PAUSE = 400
"""Long enough to see that the last round has begun."""
RUNS, RUN_SECONDS = 4, 20
PATIENCE = 300_000
THINGS = {
    "a card of the hand": ".hand-card",
    "a ticket": ".tickets .ticket",
    "a ticket on offer": ".offer .ticket",
    "the board": ".board-picture",
}


ENDING_SECONDS = 12


def set_pace(page: Page, pace: str) -> None:
    """How fast the others' moves are shown."""
    page.evaluate("pace => localStorage.setItem('ferrovia.pace', JSON.stringify(pace))", pace)


def frames_of_a_game(browser: Browser, page: Page) -> list[list[Frame]]:
    """The frames of some stretches of a game, of a reload, and of its end."""
    table = page.url.rpartition("/")[2]
    player = page.context.new_page()
    player.goto("/healthz")
    page.bring_to_front()
    observe(page)
    player.evaluate(PLAYER, [table, PAUSE])
    page.wait_for_timeout(PAUSE)

    def opens() -> None:
        page.reload()
        page.wait_for_timeout(PAUSE)

    runs = [frames_during(browser, page, lambda: page.wait_for_timeout(1000 * RUN_SECONDS)) for _ in range(RUNS)]
    opening = frames_during(browser, page, opens)
    set_pace(player, "instant")
    observe(page)
    player.reload()
    player.evaluate(PLAYER, [table, SHORT_PAUSE])
    page.locator(".last-round, .final").first.wait_for(timeout=PATIENCE)

    def ends() -> None:
        page.locator(".final").wait_for(timeout=PATIENCE)
        page.wait_for_timeout(1000 * ENDING_SECONDS)

    return [*runs, [frame._replace(kind=OPENS) for frame in opening], frames_during(browser, page, ends)]


def open_game(page: Page, rules: str) -> None:
    """A game with all seats, in the middle of the first turn."""
    most = page.evaluate("async rules => (await (await fetch(`/api/rules/${rules}`)).json()).players[1]", rules)
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": "passenger"} for _ in range(most - 1))]
    body = json.dumps({"rules": rules, "seats": seats, "options": {"practice": True}})
    headers = {"content-type": "application/json"}
    ask = "await fetch('/api/tables', {method: 'POST', body, headers})"
    table = page.evaluate(f"async ([body, headers]) => (await ({ask}).json()).table.id", [body, headers])
    page.goto(f"/t/{table}")
    page.locator(".game .board").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_timeout(3000)


def answers(page: Page, selector: str) -> list[float]:
    """Sorted milliseconds of a number of clicks on what a selector finds."""
    page.evaluate("() => { window.answered = []; }")
    targets = page.locator(selector)
    for turn in range(CLICKS):
        targets.nth(turn % targets.count()).click(force=True)
        page.wait_for_timeout(150)
    answered = page.evaluate("window.answered")
    return sorted([*answered, *[float(TOLD)] * (CLICKS - len(answered))])


def main() -> None:
    """Measure and print."""
    rules = sys.argv[1] if len(sys.argv) > 1 else "north-america"
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=FLAGS)
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        page.goto("/")
        set_pace(page, "instant")
        open_game(page, rules)
        page.evaluate(WATCH)
        for name, selector in THINGS.items():
            if page.locator(selector).count():
                times = answers(page, selector)
                print(f"{name}: half within {times[CLICKS // 2]:.0f} ms, all within {times[-1]:.0f} ms")
        page = browser.new_context(base_url=address, reduced_motion="no-preference").new_page()
        page.goto("/")
        set_pace(page, "fast")
        open_game(page, rules)
        runs = frames_of_a_game(browser, page)
        print("\n".join(table_of(runs)))
        browser.close()


if __name__ == "__main__":
    main()
