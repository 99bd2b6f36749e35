"""Polygon and line clipping: cuts shapes to a frame."""

from itertools import pairwise
from typing import NamedTuple

from ferrovia.drawing.land.projection import Point


class Frame(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Frame":
        """The frame with a margin."""
        return Frame(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def widened(self, left: float, right: float) -> "Frame":
        """The frame with more room at its sides."""
        return Frame(self.left - left, self.top, self.right + right, self.bottom)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def cut_area(ring: list[Point], frame: Frame) -> list[Point]:
    """The part of an area inside a frame (Sutherland–Hodgman)."""
    for axis, limit, sign in ((0, frame.left, 1), (1, frame.top, 1), (0, frame.right, -1), (1, frame.bottom, -1)):
        clipped: list[Point] = []
        for one, other in pairwise([*ring, ring[0]] if ring else []):
            inside, next_inside = sign * (one[axis] - limit) >= 0, sign * (other[axis] - limit) >= 0
            if inside:
                clipped.append(one)
            if inside != next_inside:
                share = (limit - one[axis]) / (other[axis] - one[axis])
                clipped.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
        ring = clipped
    return ring


def cut_line(line: list[Point], frame: Frame) -> list[list[Point]]:
    """The parts of a line inside a frame, with one extra point at each end."""
    parts: list[list[Point]] = [[]]
    inside = [frame.holds(x, y) for x, y in line]
    for number, point in enumerate(line):
        if any(inside[max(0, number - 1) : number + 2]):
            parts[-1].append(point)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]
