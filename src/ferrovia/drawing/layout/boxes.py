"""Oriented boxes and the distance between them."""

import math
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle: its centre, the direction of its length, and half its sides."""

    x: float
    y: float
    dx: float
    dy: float
    length: float
    width: float

    def corners(self) -> list[tuple[float, float]]:
        """Its four corners, in order."""
        ax, ay, bx, by = self.dx * self.length, self.dy * self.length, -self.dy * self.width, self.dx * self.width
        signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        return [(self.x + one * ax + other * bx, self.y + one * ay + other * by) for one, other in signs]


def gap(one: Box, other: Box) -> float:
    """Distance of two boxes along the best separating axis; negative where they overlap."""
    x, y = other.x - one.x, other.y - one.y
    cos, sin = abs(one.dx * other.dx + one.dy * other.dy), abs(one.dx * other.dy - one.dy * other.dx)
    return max(
        abs(x * one.dx + y * one.dy) - one.length - other.length * cos - other.width * sin,
        abs(x * one.dy - y * one.dx) - one.width - other.length * sin - other.width * cos,
        abs(x * other.dx + y * other.dy) - other.length - one.length * cos - one.width * sin,
        abs(x * other.dy - y * other.dx) - other.width - one.length * sin - one.width * cos,
    )


def gap_to_disc(box: Box, x: float, y: float, radius: float) -> float:
    """Distance of a box and a disc; negative where they overlap."""
    x, y = x - box.x, y - box.y
    along, across = abs(x * box.dx + y * box.dy) - box.length, abs(x * box.dy - y * box.dx) - box.width
    if along <= 0 or across <= 0:
        return max(along, across) - radius
    return math.hypot(along, across) - radius
