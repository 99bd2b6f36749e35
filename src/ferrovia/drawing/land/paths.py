"""Compact SVG path data: relative steps, one decimal."""

from collections.abc import Iterable
from itertools import pairwise

from ferrovia.drawing.land.projection import Point


def rounded(value: float) -> float:
    """A number with one decimal."""
    return round(value, 1) + 0.0  # never -0.0


def number(value: float) -> str:
    """A number with one decimal, in its shortest form."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def numbers(values: Iterable[float]) -> str:
    """A sequence of numbers; a minus sign needs no space before it."""
    joined = ""
    for value in values:
        text = number(value)
        joined += text if not joined or text.startswith("-") else f" {text}"
    return joined


def polyline(points: list[Point], closed: bool) -> str:
    """Straight lines from point to point."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in points]
    steps = [numbers((x2 - x1, y2 - y1)) for (x1, y1), (x2, y2) in pairwise(rounded)]
    return "M" + numbers(rounded[0]) + "".join("l" + step for step in steps) + "z" * closed


def smooth(points: list[Point], closed: bool) -> str:
    """A smooth curve through the midpoint of every side, bent towards every point."""
    if len(points) < 3:
        return polyline(points, closed)
    if closed:
        points = [*points, points[0], points[1]]
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(points)]
    knots = middles if closed else [points[0], *middles[1:-1], points[-1]]
    bends = points[1:-1]
    x, y = round(knots[0][0], 1), round(knots[0][1], 1)
    path = "M" + numbers((x, y))
    for (bx, by), (kx, ky) in zip(bends, knots[1:], strict=True):
        path += "q" + numbers((bx - x, by - y, kx - x, ky - y))
        x, y = x + round(kx - x, 1), y + round(ky - y, 1)
    return path + "z" * closed


def cubic(points: Iterable[Point]) -> str:
    """One cubic curve."""
    one, two, three, four = points
    return f"M{numbers(one)}C{numbers((*two, *three, *four))}"
