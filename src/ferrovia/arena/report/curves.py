"""Plots of the score distribution, and of scores by turn."""

from itertools import pairwise
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import TURNS
from ferrovia.arena.report.svg import Scale, axis_below, axis_left, drawing, path, rule, series, words
from ferrovia.arena.statistics.rows import Rows
from ferrovia.arena.words import short_name
from ferrovia.drawing.markup import Markup, join
from ferrovia.language.numbers import decimal

RIDGE: Final = 48.0
BINS: Final = 48
TOP, BOTTOM, LEFT, RIGHT = 12.0, 200.0, 30.0, 286.0
BANDS: Final = 3
"""Most bots with a band around their line; more bands would cover each other."""


def ridges(title: str, unit: str, values: dict[str, Any]) -> Markup:
    """Ridgeline plot: one histogram per label over a common axis; half a percent is cut off on either side."""
    everything = np.concatenate(list(values.values()))
    low, high = (round(float(end)) for end in np.percentile(everything, [0.5, 99.5]))
    step = -(-(high - low + 1) // BINS)  # whole points, because some bins would otherwise hold more of them than others
    edges = np.arange(low - 0.5, high + step, step)
    scale = Scale(edges[0], edges[-1], 4, 356)
    shares = [np.histogram(sample, edges)[0] / max(len(sample), 1) for sample in values.values()]
    tallest = max(float(sample.max()) for sample in shares) or 1.0
    bottom = 14 + RIDGE * len(values)
    hills = [
        hill(label, number, sample, share / tallest, scale, 14 + RIDGE * (number + 1))
        for number, ((label, sample), share) in enumerate(zip(values.items(), shares, strict=True))
    ]
    grid = axis_below(scale, 10, bottom, name=unit)
    return drawing(title, spread_text(values), bottom + 32, grid, *hills)


def hill(label: str, number: int, scores: Any, heights: Any, scale: Scale, base: float) -> Markup:
    """The histogram of one bot, with its mean."""
    step = (scale.end - scale.start) / len(heights)
    outline = [(scale.start, base)]
    for place, height in enumerate(heights.tolist()):
        y = base - height * (RIDGE - 6)
        outline += [(scale.start + step * place, y), (scale.start + step * (place + 1), y)]
    outline.append((scale.end, base))
    mean = float(scores.mean()) if len(scores) else None
    mark = None if mean is None else rule(scale(mean), base - RIDGE + 8, scale(mean), base, f"mean {series(number)}")
    left = mean is None or scale(mean) > 180
    x, anchor, y = (6, "start", base - RIDGE + 20) if left else (354, "end", base - RIDGE + 20)
    name = words(x, y, short_name(label, number + 1, 22), anchor, "label", full=label)
    value = words(x, y + 14, f"mean {decimal(mean)}", anchor, "tick")
    return join(path(outline, f"hill {series(number)}", closed=True), mark, name, value)


def spread_text(values: dict[str, Any]) -> str:
    """The distribution in words."""
    return " ".join(
        f"{label}: mean {decimal(float(sample.mean()))}, middle half {np.percentile(sample, 25):.0f} to"
        f" {np.percentile(sample, 75):.0f}."
        for label, sample in values.items()
        if len(sample)
    )


def turn_curves(labels: tuple[str, ...], rows: Rows) -> Markup:
    """Route points after each of a bot's own turns: the median and the interquartile range of all games."""
    curves = [points_by_turn(rows.of(rows.bot == number)) for number in range(len(labels))]
    turns = max(2, round(float(np.percentile(np.minimum(rows.seats["turns"], TURNS), 95))))
    highest = max(1.0, *(float(curve[2, :turns].max()) for curve in curves))
    across, up = Scale(1, turns, LEFT, RIGHT), Scale(0, highest, BOTTOM, TOP)
    bands = [band(curve[:, :turns], across, up, number) for number, curve in enumerate(curves)]
    lines = [line(curve[1, :turns], across, up, number) for number, curve in enumerate(curves)]
    ends = [up(float(curve[1, turns - 1])) for curve in curves]
    names = [
        words(RIGHT + 6, y + 4, short_name(label, number + 1, 11), kind=f"label ink {series(number)}", full=label)
        for number, (label, y) in enumerate(zip(labels, apart(ends), strict=True))
    ]
    description = " ".join(
        f"{label}: {decimal(float(curve[1, turns - 1]), 0)} route points after {turns} turns."
        for label, curve in zip(labels, curves, strict=True)
    )
    grid = join(axis_left(up, LEFT, RIGHT), axis_below(across, BOTTOM, BOTTOM, name="own turns"))
    shown = bands if len(labels) <= BANDS else []
    return drawing("Route points over turns", description, BOTTOM + 32, grid, *shown, *lines, *names)


def points_by_turn(rows: Rows) -> Any:
    """Quartiles and median of the route points after each turn; seats that have finished keep theirs."""
    points = rows.seats["points"].astype(float)
    if not len(points):
        return np.zeros((3, TURNS))
    last = np.clip(rows.seats["turns"], 1, TURNS)[:, None] - 1
    points = np.where(np.arange(TURNS) > last, np.take_along_axis(points, last, axis=1), points)
    return np.percentile(points, [25, 50, 75], axis=0)


def line(medians: Any, across: Scale, up: Scale, number: int) -> Markup:
    """The median line of one bot."""
    return path(
        ((across(turn + 1), up(value)) for turn, value in enumerate(medians.tolist())), f"curve {series(number)}"
    )


def band(curve: Any, across: Scale, up: Scale, number: int) -> Markup:
    """The interquartile band of one bot."""
    above = [(across(turn + 1), up(value)) for turn, value in enumerate(curve[2].tolist())]
    below = [(across(turn + 1), up(value)) for turn, value in enumerate(curve[0].tolist())]
    return path(above + below[::-1], f"band {series(number)}", closed=True)


def apart(places: list[float], least: float = 14.0) -> list[float]:
    """The same heights, moved until the labels beside them do not touch."""
    moved, order = list(places), sorted(range(len(places)), key=places.__getitem__)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + least)
    excess = max(0.0, moved[order[-1]] - BOTTOM) if order else 0.0
    return [place - excess for place in moved]
