"""Dot-and-whisker plots: shares or ratings with their confidence intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.arena.report.html_parts import Cell, table
from ferrovia.arena.report.svg import Scale, axis_below, drawing, rule, series, words
from ferrovia.arena.statistics.estimates import Estimate, Interval
from ferrovia.arena.words import short_name
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.language.numbers import interval, percent

ROW: Final = 30.0
LEFT, RIGHT = 104.0, 312.0
LONGEST_LABEL: Final = 15


@dataclass(frozen=True)
class Mark:
    """One row: a value in the units of the axis."""

    label: str
    value: float | None
    interval: Interval | None
    text: str
    colour: int = 0
    """The number of a bot, which has the same colour in all drawings."""


@dataclass(frozen=True)
class Axis:
    """The unit and range of the values."""

    name: str
    suffix: str = ""
    expected: float | None = None
    """The value expected of equals."""
    least_span: float = 1.0
    bounds: Interval | None = None
    """The range of meaningful values."""


def interval_plot(title: str, description: str, marks: Sequence[Mark], axis: Axis) -> Markup:
    """All rows over one axis."""
    bottom = 8 + ROW * len(marks)
    scale = Scale(*reach(marks, axis), LEFT, RIGHT)
    lines = [row(mark, scale, 8 + ROW * (number + 0.5)) for number, mark in enumerate(marks)]
    middle = [] if axis.expected is None else [scale(axis.expected)]
    expected = [rule(x, 4, x, bottom, "expected") for x in middle]
    grid = axis_below(scale, 4, bottom, axis.suffix, axis.name)
    return drawing(title, description, bottom + 34, grid, *expected, *lines)


def row(mark: Mark, scale: Scale, y: float) -> Markup:
    """Name, whisker, dot, value."""
    short = short_name(mark.label, mark.colour + 1, LONGEST_LABEL)
    name = words(0, y + 4, short, kind="label", full=mark.label)
    value = words(360, y + 4, mark.text, "end", "value")
    if mark.value is None:
        return join(name, value)
    whisker = None
    if mark.interval is not None:
        low, high = (scale(min(max(end, scale.low), scale.high)) for end in mark.interval)
        whisker = rule(low, y, high, y, f"whisker {series(mark.colour)}")
    dot = element("circle", cx=scale(mark.value), cy=y, r=4.5, class_=f"dot {series(mark.colour)}")
    return join(name, whisker, dot, value)


def reach(marks: Sequence[Mark], axis: Axis) -> Interval:
    """The range to show, with some padding."""
    values = [axis.expected] if axis.expected is not None else []
    for mark in marks:
        values += [mark.value] if mark.value is not None else []
        values += list(mark.interval or ())
    low, high = min(values, default=0.0), max(values, default=1.0)
    air = max(0.08 * (high - low), (axis.least_span - (high - low)) / 2)
    low, high = low - air, high + air
    return (low, high) if axis.bounds is None else (max(low, axis.bounds[0]), min(high, axis.bounds[1]))


def share_mark(label: str, estimate: Estimate, colour: int, shown: float | None = None) -> Mark:
    """A share as a row of a drawing, in percent; `shown` is the printed share."""
    mean = None if estimate.mean is None else 100 * estimate.mean
    interval = None if estimate.interval is None else (100 * estimate.interval[0], 100 * estimate.interval[1])
    return Mark(label, mean, interval, percent(estimate.mean if shown is None else shown), colour)


def estimates_table(caption: str, marks: list[Mark], what: str) -> Markup:
    """The same numbers as in a drawing."""
    rows = [(mark.label, Cell(mark.text, mark.value), Cell(interval(mark.interval, 1), None)) for mark in marks]
    return table(caption, (what, "value", "95 % interval"), rows)
