"""Benchmark of the page: response time on the largest board, in Debian's Chromium on this machine.

    python benchmarks/client.py

Prints the time from a click to the next paint. On a busy machine it says little.
"""

import json
import sys
from bisect import bisect
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

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
AUTOPILOT = """table => new Promise((done, failed) => {
    const wire = new WebSocket(`ws://${location.host}/ws/${table}`);
    wire.onopen = () => wire.send('{"message":"hello","since":0}');
    wire.onmessage = event => {
        if (JSON.parse(event.data).message !== "snapshot") return;
        wire.send('{"message":"autopilot","id":"away","seat":0}');
        done();
    };
    wire.onerror = failed;
})"""
"""A bot plays for the person too, so that the others' moves keep coming."""
THINGS = {
    "a card of the hand": ".hand-card",
    "a ticket": ".tickets .ticket",
    "a ticket on offer": ".offer .ticket",
    "the board": ".board-picture",
}


BEATS_SECONDS = 12
SIXTY = 60
"""Frames a second: what is spent in a sixtieth of a second must fit into it."""
FRAMES = """() => {
    window.frames_seen = 0;
    const count = () => { window.frames_seen += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""
COSTS = {
    "CPU for everything on the page's thread": "ThreadTime",
    "our code by the clock": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}
"""The first is the processor's time, painting included; the others are by the clock, and longer on a busy machine."""


CALLS = {"FunctionCall", "FireAnimationFrame", "TimerFire", "EventDispatch", "RunMicrotasks", "EvaluateScript"}
"""What the browser calls a run of a page's code, forced layouts included."""
LIMIT = 4
"""Milliseconds of our code that leave a small laptop its sixty frames."""


def set_pace(page: Page, pace: str) -> None:
    """How fast the others' moves are shown."""
    page.evaluate("pace => localStorage.setItem('ferrovia.pace', JSON.stringify(pace))", pace)


def frame_costs(page: Page) -> tuple[int, dict[str, float]]:
    """Frames drawn while bots play, and the milliseconds spent on them in a second at sixty frames."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(FRAMES)
    page.evaluate(AUTOPILOT, page.url.rpartition("/")[2])
    before = metrics(session)
    page.wait_for_timeout(1000 * BEATS_SECONDS)
    after = metrics(session)
    frames = int(page.evaluate("window.frames_seen"))
    return frames, {name: 1000 * (after[key] - before[key]) / BEATS_SECONDS / SIXTY for name, key in COSTS.items()}


def code_of_frames(browser: Browser, page: Page) -> list[float]:
    """The processor's milliseconds that our code took before each frame drawn while bots play, sorted."""
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.wait_for_timeout(1000 * BEATS_SECONDS)
    events = [each for each in json.loads(browser.stop_tracing())["traceEvents"] if each["ph"] == "X"]
    threads = Counter((each["pid"], each["tid"]) for each in events if each["name"] == "FunctionCall")
    ours = [each for each in events if (each["pid"], each["tid"]) == threads.most_common(1)[0][0]]
    drawn = sorted(each["ts"] for each in ours if each["name"] == "Commit")
    spent, end = [0.0] * (len(drawn) + 1), 0.0
    for call in sorted((each for each in ours if each["name"] in CALLS), key=lambda each: (each["ts"], -each["dur"])):
        if call["ts"] >= end:  # not within another call
            spent[bisect(drawn, call["ts"])] += call.get("tdur", 0) / 1000
            end = call["ts"] + call["dur"]
    return sorted(spent)


def metrics(session: CDPSession) -> dict[str, float]:
    """The browser's own counters, in seconds."""
    return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}


def open_game(page: Page) -> None:
    """A five-player game on the largest board, in the middle of the first turn."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": "passenger"} for _ in range(4))]
    wish = json.dumps({"rules": "north-america", "seats": seats, "options": {"practice": True}})
    headers = {"content-type": "application/json"}
    ask = "await fetch('/api/tables', {method: 'POST', body, headers})"
    table = page.evaluate(f"async ([body, headers]) => (await ({ask}).json()).table.id", [wish, headers])
    page.goto(f"/t/{table}")
    page.locator(".game .board").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_timeout(3000)


def answers(page: Page, selector: str) -> list[float]:
    """Sorted milliseconds of a number of clicks on what a selector finds."""
    page.evaluate("() => { window.answered = []; }")
    found = page.locator(selector)
    for turn in range(CLICKS):
        found.nth(turn % found.count()).click(force=True)
        page.wait_for_timeout(150)
    told = page.evaluate("window.answered")
    return sorted([*told, *[float(TOLD)] * (CLICKS - len(told))])


def main() -> None:
    """Measure and print."""
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=FLAGS)
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        page.goto("/")
        set_pace(page, "instant")
        open_game(page)
        page.evaluate(WATCH)
        for name, selector in THINGS.items():
            if page.locator(selector).count():
                times = answers(page, selector)
                print(f"{name}: half within {times[CLICKS // 2]:.0f} ms, all within {times[-1]:.0f} ms")
        page = browser.new_context(base_url=address, reduced_motion="no-preference").new_page()
        page.goto("/")
        set_pace(page, "fast")
        open_game(page)
        frames, costs = frame_costs(page)
        told = ", ".join(f"{cost:.2f} ms {name}" for name, cost in costs.items())
        print(f"the others' moves: {told} in each sixtieth of a second; {frames / BEATS_SECONDS:.0f} frames a second")
        spent = code_of_frames(browser, page)
        mean, above = sum(spent) / len(spent), sum(each > LIMIT for each in spent) / len(spent)
        print(f"our code: {mean:.2f} ms of the processor for each of {len(spent)} frames, {above:.0%} above {LIMIT} ms")
        browser.close()


if __name__ == "__main__":
    main()
