"""A generated shoreline for a map without geography: around everything, slightly irregular."""

import math
from itertools import pairwise
from typing import Final

from ferrovia.drawing.land.projection import Point

AWAY: Final = 36.0
"""Mean distance of the shore from everything."""
DIRECTIONS: Final = 72
STRIDE: Final = 26.0
"""Distance between consecutive points of the shore."""


def generated_shore(points: list[Point]) -> list[Point]:
    """A ring around all these points."""
    ring = outline(points)
    sides = list(pairwise([*ring, ring[0]]))
    total = sum(math.dist(one, other) for one, other in sides)
    count = max(12, round(total / STRIDE))
    shore, walked, number = [], 0.0, 0
    for (x1, y1), (x2, y2) in sides:
        length = math.dist((x1, y1), (x2, y2)) or 1e-9
        while number < count and total * number / count <= walked + length:
            part, angle = (total * number / count - walked) / length, math.tau * number / count
            out = wobble(angle) / length
            shore.append((x1 + part * (x2 - x1) + out * (y2 - y1), y1 + part * (y2 - y1) - out * (x2 - x1)))
            number += 1
        walked += length
    return shore


def outline(points: list[Point]) -> list[Point]:
    """The farthest point in every direction, moved outwards: clockwise on a sheet whose y goes down."""
    corners = []
    for number in range(DIRECTIONS):
        dx, dy = math.cos(math.tau * number / DIRECTIONS), math.sin(math.tau * number / DIRECTIONS)
        x, y = max(points, key=lambda point: (dx * point[0] + dy * point[1], point))
        corners.append((x + AWAY * dx, y + AWAY * dy))
    return corners


def wobble(angle: float) -> float:
    """Offset of the shore from its smooth course, by direction."""
    return 5 * math.sin(5 * angle + 1) + 5 * math.sin(11 * angle) + 3.5 * math.sin(23 * angle + 2)
