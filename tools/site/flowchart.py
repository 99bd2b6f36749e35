"""Flowcharts of Mermaid as pictures: a page that draws them in the browser would load Mermaid from another host."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ferrovia.drawing.markup import Markup, element, join
from ferrovia.drawing.svg import document

BLOCK: Final = re.compile(r"^```mermaid\nflowchart BT\n(.*?)^```", re.MULTILINE | re.DOTALL)
ARROW: Final = re.compile(r"(\S+) --> (\S+)")
WIDTH, HEIGHT, GAP, RISE = 104.0, 30.0, 26.0, 64.0
INK: Final = "#445"


def with_pictures(text: str) -> Iterator[tuple[str, str | None]]:
    """Pieces of a page in order, each with the picture that follows it."""
    start = 0
    for block in BLOCK.finditer(text):
        yield text[start : block.start()], picture(ARROW.findall(block[1]))
        start = block.end()
    yield text[start:], None


def picture(arrows: list[tuple[str, str]]) -> str:
    """Boxes in ranks, the ones that all others stand on at the bottom."""
    ranks = ranked(arrows)
    rows = [[box for box in ranks if ranks[box] == rank] for rank in range(max(ranks.values()) + 1)]
    width = max(len(row) for row in rows) * (WIDTH + GAP) + GAP
    height = len(rows) * RISE + GAP
    places = {box: place for rank, row in enumerate(rows) for box, place in placed(row, width, height - rank * RISE)}
    lines = (line(places[upper], places[lower]) for upper, lower in arrows)
    boxes = (labelled(name, *place) for name, place in places.items())
    return document(width, height, *lines, *boxes)


def ranked(arrows: list[tuple[str, str]]) -> dict[str, int]:
    """How many steps each box is above the ground, in order of appearance."""
    below: dict[str, set[str]] = {}
    for upper, lower in arrows:
        below.setdefault(lower, set())
        below.setdefault(upper, set()).add(lower)

    def rank(box: str) -> int:
        return 1 + max((rank(each) for each in below[box]), default=-1)

    return {box: rank(box) for box in below}


def placed(row: list[str], width: float, bottom: float) -> Iterable[tuple[str, tuple[float, float]]]:
    """Centres of the boxes of a row."""
    step = width / len(row)
    return ((box, (step * (number + 0.5), bottom - RISE / 2)) for number, box in enumerate(row))


def line(upper: tuple[float, float], lower: tuple[float, float]) -> Markup:
    """An arrow's line from the foot of one box to the head of another."""
    head, foot = upper[1] + HEIGHT / 2, lower[1] - HEIGHT / 2
    return element("line", x1=upper[0], y1=head, x2=lower[0], y2=foot, stroke=INK, opacity=0.5)


def labelled(name: str, x: float, y: float) -> Markup:
    """A box with its name."""
    box = element("rect", x=x - WIDTH / 2, y=y - HEIGHT / 2, width=WIDTH, height=HEIGHT, rx=6, fill="#fff", stroke=INK)
    return join(box, element("text", name, x=x, y=y + 5, text_anchor="middle", font_size=14, fill=INK))
