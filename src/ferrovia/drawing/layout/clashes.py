"""Exact overlap test of a sheet: spaces, cities and labels as they are drawn."""

from collections.abc import Iterator
from typing import NamedTuple

from ferrovia.drawing.layout.boxes import Box, gap, gap_to_disc
from ferrovia.drawing.layout.shapes import Sheet
from ferrovia.drawing.layout.spaces import all_boxes

Thing = tuple[str, int]


class Clash(NamedTuple):
    """Two things too close to each other: what they are and their distance, negative where they overlap."""

    apart: float
    one: Thing
    other: Thing


def clashes(sheet: Sheet, air: float = 0.0) -> list[Clash]:
    """Everything closer than `air`, closest first."""
    boxes = all_boxes(sheet)
    return sorted([*_between(boxes, air), *_with_cities(sheet, boxes, air)])


def _between(boxes: list[tuple[str, int, Box]], air: float) -> Iterator[Clash]:
    """Clashes between boxes, by a sweep from left to right."""
    reach = [box.length + box.width + air for _, _, box in boxes]
    now: list[int] = []
    for number in sorted(range(len(boxes)), key=lambda number: boxes[number][2].x - reach[number]):
        kind, owner, box = boxes[number]
        now = [other for other in now if boxes[other][2].x + reach[other] > box.x - reach[number]]
        for other in now:
            if abs(boxes[other][2].y - box.y) > reach[number] + reach[other]:
                continue
            apart = gap(box, boxes[other][2])
            if apart < air:
                yield Clash(apart, (kind, owner), boxes[other][:2])
        now.append(number)


def _with_cities(sheet: Sheet, boxes: list[tuple[str, int, Box]], air: float) -> Iterator[Clash]:
    """Clashes between boxes and cities."""
    for city, (x, y) in enumerate(sheet.places):
        for kind, owner, box in boxes:
            reach = box.length + box.width + sheet.sizes.city + air
            if abs(box.x - x) < reach and abs(box.y - y) < reach:
                apart = gap_to_disc(box, x, y, sheet.sizes.city)
                if apart < air:
                    yield Clash(apart, (kind, owner), ("city", city))
