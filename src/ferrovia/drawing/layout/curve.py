"""The centre line of a track: a cubic curve between two cities, and points along it by arc length."""

import math
from itertools import pairwise
from typing import Final, NamedTuple

from ferrovia.drawing.land.projection import Point

STEPS: Final = 12
"""Segments for measuring a curve."""


def _weights(share: float) -> tuple[float, float, float]:
    return share, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share)


SHARES: Final = tuple(_weights(step / STEPS) for step in range(STEPS + 1))
"""How far along the chord each sample point lies, and how much of each bow it feels."""


class CurvePoint(NamedTuple):
    """A point on a track: position, direction of the track, and share of its length (0 to 1)."""

    x: float
    y: float
    dx: float
    dy: float
    share: float


class Curve:
    """The curve from one point to another that bows by `first` after one third and by `last` after two thirds.

    Its points lie beside the chord, at a share of it equal to their parameter: y over x is a cubic polynomial.
    """

    __slots__ = ("along", "chord", "end", "first", "last", "nx", "ny", "points", "start", "total")

    def __init__(self, start: Point, end: Point, first: float, last: float) -> None:
        self.start, self.end, self.first, self.last = start, end, first, last
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.chord = math.hypot(dx, dy) or 1e-9
        self.nx, self.ny = -dy / self.chord, dx / self.chord
        self.points, self.along, self.total = [start], [0.0], 0.0
        self._measure(dx, dy)

    def _measure(self, dx: float, dy: float) -> None:
        """Measure the curve once."""
        (ax, ay), nx, ny, first, last = self.start, self.nx, self.ny, self.first, self.last
        x, y, total = ax, ay, 0.0
        for share, one, other in SHARES[1:]:
            side, left, top = first * one + last * other, x, y
            x, y = ax + dx * share + nx * side, ay + dy * share + ny * side
            total += math.hypot(x - left, y - top)
            self.points.append((x, y))
            self.along.append(total)
        self.total = total

    def spots(self, distances: list[float]) -> list[CurvePoint]:
        """The points at these distances from the start, which must be ascending."""
        spots, step, along, points = [], 1, self.along, self.points
        for distance in distances:
            while step < STEPS and along[step] < distance:
                step += 1
            part = (distance - along[step - 1]) / (along[step] - along[step - 1] or 1e-9)
            (x1, y1), (x2, y2) = points[step - 1], points[step]
            share = (step - 1 + part) / STEPS
            spots.append(CurvePoint(x1 + part * (x2 - x1), y1 + part * (y2 - y1), *self.direction(share), share))
        return spots

    def direction(self, share: float) -> Point:
        """The direction of the track at a share of the chord."""
        slope = self.first * (1 - share) * (1 - 3 * share) + self.last * share * (2 - 3 * share)
        steep = 3 * slope / self.chord
        size = math.sqrt(1 + steep * steep)
        return (self.ny + steep * self.nx) / size, (steep * self.ny - self.nx) / size

    def controls(self, side: float = 0.0) -> list[Point]:
        """The four control points; with a `side`, those of a parallel curve (each leg shifted: Tiller and Hanson)."""
        (x1, y1), (x4, y4) = self.start, self.end
        dx, dy = (x4 - x1) / 3, (y4 - y1) / 3
        second = (x1 + dx + self.nx * self.first, y1 + dy + self.ny * self.first)
        third = (x4 - dx + self.nx * self.last, y4 - dy + self.ny * self.last)
        points = [self.start, second, third, self.end]
        turns = [math.atan2(y2 - y1, x2 - x1) for (x1, y1), (x2, y2) in pairwise(points)]
        return [
            _shifted(point, before, after, side)
            for point, before, after in zip(points, [turns[0], *turns], [*turns, turns[-1]], strict=True)
        ]


def _shifted(point: Point, before: float, after: float, side: float) -> Point:
    """A corner of a line, shifted to its right."""
    half = math.remainder(after - before, 2 * math.pi) / 2
    far = side / max(math.cos(half), 0.3)
    return point[0] - far * math.sin(before + half), point[1] + far * math.cos(before + half)
