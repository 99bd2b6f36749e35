"""Plot of point sources by bot: routes, tickets, the longest path, attractions."""

from typing import Final

import numpy as np

from ferrovia.arena.report.svg import Scale, axis_below, drawing, rule, words
from ferrovia.arena.statistics.rows import Rows
from ferrovia.arena.words import short_names
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.language.numbers import decimal

ROW: Final = 30.0
LEFT, RIGHT = 104.0, 318.0
LONGEST_LABEL: Final = 15
PARTS: Final = {"routes": "routes", "tickets": "tickets", "longest_path": "longest path", "attractions": "attractions"}
SOURCES: Final = ("Where the points come from", "Means per game; points lost with tickets are to the left of zero.")

Parts = dict[str, float]


def point_sources(labels: tuple[str, ...], rows: Rows) -> Markup:
    """A stacked bar for each bot."""
    means = [mean_parts(rows.of(rows.bot == number)) for number in range(len(labels))]
    low = min(sum(value for value in parts.values() if value < 0) for parts in means)
    high = max(sum(value for value in parts.values() if value > 0) for parts in means)
    scale, bottom = Scale(min(low, 0.0), max(high, 1.0), LEFT, RIGHT), 8 + ROW * len(labels)
    both = list(zip(labels, means, strict=True))
    names = short_names(labels, LONGEST_LABEL)
    bars = [bar(label, names[at], parts, scale, 8 + ROW * (at + 0.5)) for at, (label, parts) in enumerate(both)]
    zero = rule(scale(0), 4, scale(0), bottom, "zero")
    description = " ".join(f"{label}: {in_words(parts)}." for label, parts in both)
    grid = axis_below(scale, 4, bottom, name="points")
    used = [name for name in PARTS if any(parts[name] for parts in means)]
    return join(drawing(SOURCES[0], description, bottom + 34, grid, *bars, zero), legend(used))


def mean_parts(rows: Rows) -> Parts:
    """The mean points of each kind."""
    return {name: float(np.mean(rows.seats["score"][name])) if len(rows.seats) else 0.0 for name in PARTS}


def bar(label: str, short: str, parts: Parts, scale: Scale, y: float) -> Markup:
    """The bar of one bot, with its total."""
    pieces, ends = [], {True: 0.0, False: 0.0}
    for number, (name, value) in enumerate(parts.items()):
        start = ends[value > 0]
        ends[value > 0] = start + value
        left, right = sorted((scale(start), scale(start + value)))
        title = element("title", f"{label}, {PARTS[name]}: {decimal(value)}")
        pieces.append(element("rect", title, x=left, y=y - 8, width=right - left, height=16, class_=f"bar p{number}"))
    name_text = words(0, y + 4, short, kind="label", full=label)
    return join(name_text, *pieces, words(360, y + 4, decimal(sum(parts.values())), "end", "value"))


def in_words(parts: Parts) -> str:
    """`routes 80.2, tickets 12.0`."""
    return ", ".join(f"{PARTS[name]} {decimal(value)}" for name, value in parts.items() if value)


def legend(used: list[str]) -> Markup:
    """The meaning of the colours."""
    items = [
        element("li", element("i", class_=f"swatch bar p{number}"), PARTS[name])
        for number, name in enumerate(PARTS)
        if name in used
    ]
    return element("div", element("ul", *items), class_="legend")
