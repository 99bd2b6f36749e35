"""What our code costs in each frame of the page, by what happens in the game: from the browser's own trace."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

LIMIT = 4
"""Milliseconds of our code that leave a small laptop its sixty frames."""
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
CALLS = {"FunctionCall", "FireAnimationFrame", "TimerFire", "EventDispatch", "RunMicrotasks", "EvaluateScript"}
"""What the browser calls a run of a page's code, forced layouts included."""
OPENS = "the page opens"
KINDS = {
    "the ending": ".final, .final *",
    "a moment": ".moment",
    "a claim": ".train",
    "tickets": ".offer, .offer *",
    "a card": ".flight, .market-slot",
}
"""What happens, the rarest first, by elements that are new on the page."""
TURN, ARRIVES, NOTHING = "the turn passes", "a message arrives", "between events"
ORDER = [*KINDS, TURN, ARRIVES]
OBSERVE = """([kinds, turn, arrives]) => {
    const happened = kind => performance.mark(`happened:${kind}`);
    let asked = null;
    new MutationObserver(changes => {
        const added = changes.flatMap(({addedNodes}) => [...addedNodes]).filter(node => node instanceof Element);
        for (const [kind, selector] of kinds) if (added.some(node => node.matches(selector))) happened(kind);
        const now = document.querySelector(".seat.asked")?.dataset.seat;
        if (now !== asked) happened(turn);
        asked = now;
    }).observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ["class"]});
    const {data} = Object.getOwnPropertyDescriptors(MessageEvent.prototype);
    Object.defineProperty(MessageEvent.prototype, "data", {...data, get() {
        if (this.target instanceof WebSocket) happened(arrives);
        return data.get.call(this);
    }});
}"""
"""Mark in the trace what happens, at the time the page changes."""
OBSERVER = "MutationObserver.observe.childList"
"""The name that the trace has for it. What it takes does not count."""


class Frame(NamedTuple):
    """One frame: what happened in it, and the processor's milliseconds that our code took for it."""

    kind: str
    cost: float


def observe(page: Page) -> None:
    """Begin to mark what happens on a page."""
    page.evaluate(OBSERVE, [list(KINDS.items()), TURN, ARRIVES])


def frames_during(browser: Browser, page: Page, act: Callable[[], object]) -> list[Frame]:
    """The frames of a page while something is done."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    return frames_in(json.loads(browser.stop_tracing())["traceEvents"])


def frames_in(trace: list[dict[str, Any]]) -> list[Frame]:
    """The frames of the page's thread in a trace."""
    threads = Counter((each["pid"], each["tid"]) for each in trace if each["name"] == "FunctionCall")
    page = threads.most_common(1)[0][0]
    ours = [each for each in trace if (each["pid"], each["tid"]) == page]
    drawn = sorted(each["ts"] for each in ours if each["name"] == "Commit")
    spent = [0.0] * (len(drawn) + 1)
    calls = [each for each in ours if each["ph"] == "X" and each["name"] in CALLS]
    for call in outermost(calls):
        spent[bisect_right(drawn, call["ts"])] += call.get("tdur", 0) / 1000
    for call in calls:
        if call["args"].get("data", {}).get("functionName") == OBSERVER:
            spent[bisect_right(drawn, call["ts"])] -= call.get("tdur", 0) / 1000
    kinds: list[set[str]] = [set() for _ in spent]
    for each in ours:
        if each["name"].startswith("happened:"):
            kinds[bisect_right(drawn, each["ts"])].add(each["name"].removeprefix("happened:"))
    return [Frame(kind, cost) for kind, cost in zip(following(kinds), spent, strict=True)]


def outermost(calls: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls that do not lie within another one."""
    calls_kept, end = [], 0.0
    for call in sorted(calls, key=lambda each: (each["ts"], -each["dur"])):
        if call["ts"] >= end:
            calls_kept.append(call)
            end = call["ts"] + call["dur"]
    return calls_kept


AFTERMATH = 3
"""Frames after an event that still belong to it: effects run after the frame that shows it."""


def following(kinds: list[set[str]]) -> list[str]:
    """One kind for each frame: the rarest of what happened in it or in the few before it."""
    recent = [set().union(*kinds[max(0, frame - AFTERMATH) : frame + 1]) for frame in range(len(kinds))]
    return [next((kind for kind in ORDER if kind in happened), NOTHING) for happened in recent]


def table_of(runs: list[list[Frame]]) -> list[str]:
    """A plain table, one line for each kind of event. The worst frame is that of the calmest run, since whatever else
    the machine does can only add to it."""
    lines = [f"{'our code in a frame':20} {'frames':>7} {f'over {LIMIT} ms':>10} {'typical':>9} {'worst':>9}"]
    for kind in [*ORDER, NOTHING, OPENS]:
        costs = [sorted(frame.cost for frame in run if frame.kind == kind) for run in runs]
        costs = [each for each in costs if each]
        if not costs:
            continue
        every = sorted(cost for run in costs for cost in run)
        calmest = min(costs, key=lambda run: run[-1])
        share = sum(cost > LIMIT for cost in every) / len(every)
        typical, worst = every[len(every) // 2], calmest[-1]
        lines.append(f"{kind:20} {len(every):7} {share:10.1%} {typical:6.2f} ms {worst:6.2f} ms")
    return lines
