"""SVG building blocks: a figure with its caption, scales, axes. All plots are 360 units wide, to fit a phone."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Final

from ferrovia.drawing.markup import Content, Markup, element, join

WIDTH: Final = 360.0
COLOURS: Final = 8
"""Colours of the style sheet for bots; they repeat after the last, and every line is labelled anyway."""

_numbers = count(1)


@dataclass(frozen=True)
class Scale:
    """Linear scale from values to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values within the range, at most `most` of them."""
        step = round_step((self.high - self.low) / most)
        first = -(-self.low // step)
        return [step * number for number in range(int(first), int(self.high // step) + 1)]


def round_step(least: float) -> float:
    """The smallest of …, 1, 2, 5, 10, 20, 50, … that is at least this large."""
    size = 10.0**-6
    while True:
        for factor in (1, 2, 5):
            if factor * size >= least * (1 - 1e-9):
                return factor * size
        size *= 10


def drawing(
    title: str, description: str, height: float, *children: Content, width: float = WIDTH, kind: str = "plot"
) -> Markup:
    """An SVG with a description for readers who cannot see it."""
    number = next(_numbers)
    heads = (element("title", title, id=f"t{number}"), element("desc", description, id=f"d{number}"))
    return element(
        "svg",
        *heads,
        *children,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img",
        aria_labelledby=f"t{number} d{number}",
        class_=kind,
    )


def figure(title: str, note: str, picture: Markup, numbers: Markup | None = None, wide: bool = False) -> Markup:
    """A drawing with its caption, and its numbers as a table."""
    caption = element("figcaption", element("h3", title), element("p", note))
    table = numbers and element("details", element("summary", "Numbers"), numbers)
    return element("figure", caption, picture, table, class_="wide" if wide else None)


def words(
    x: float, y: float, text: str, anchor: str = "start", kind: str | None = None, full: str | None = None
) -> Markup:
    """Text in a drawing; `full` is the text before shortening."""
    whole = element("title", full) if full and full != text else None
    return element("text", whole, text, x=x, y=y, text_anchor=anchor, class_=kind)


def rule(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def path(points: Iterable[tuple[float, float]], kind: str, closed: bool = False) -> Markup:
    """A line through many points, or the area inside it."""
    steps = "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return element("path", d=f"M{steps}{'Z' * closed}", class_=kind)


def axis_below(scale: Scale, top: float, bottom: float, suffix: str = "", name: str | None = None) -> Markup:
    """Vertical grid lines with their values and the name of the axis below."""
    lines = [rule(scale(value), top, scale(value), bottom, "grid") for value in scale.ticks()]
    texts = [words(scale(value), bottom + 13, tick_text(value) + suffix, "middle", "tick") for value in scale.ticks()]
    title = words((scale.start + scale.end) / 2, bottom + 28, name, "middle", "tick") if name else None
    return element("g", *lines, *texts, title)


def axis_left(scale: Scale, left: float, right: float) -> Markup:
    """Horizontal grid lines with their values to the left."""
    lines = [rule(left, scale(value), right, scale(value), "grid") for value in scale.ticks(5)]
    texts = [words(left - 6, scale(value) + 4, tick_text(value), "end", "tick") for value in scale.ticks(5)]
    return join(*lines, *texts)


def tick_text(value: float) -> str:
    """A round value."""
    return f"{round(value, 6):g}".replace("-", "−")


def series(number: int) -> str:
    """The CSS class for a bot's colour."""
    return f"s{number % COLOURS}"
