"""Placement of mountains and water names where nothing of the game is in the way."""

from typing import Any, Final

from ferrovia.drawing.labels import letters
from ferrovia.drawing.land.clipping import Frame
from ferrovia.drawing.land.paths import polyline
from ferrovia.drawing.land.projection import Point
from ferrovia.drawing.layout.boxes import Box, gap, gap_to_disc

NUDGES: Final = (
    *((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (1, -1), (-1, 1)),
    *((0, -2), (0, 2), (-2, 0), (2, 0)),
)
"""Offsets by which something may be moved from its wanted position."""


class Obstacles:
    """What must not be covered."""

    def __init__(
        self, boxes: list[Box], discs: list[Point], radius: float, frame: Frame, wide: Frame | None = None
    ) -> None:
        self.boxes, self.discs, self.radius, self.frame, self.wide = boxes, discs, radius, frame, wide or frame

    def free(self, box: Box, air: float) -> bool:
        """Whether a box covers nothing, and the edge of the frame does not cut it."""
        reach = box.length + box.width + air
        if not (self.within(box, air) or self.beside(box, air)):
            return False
        for x, y in self.discs:
            if abs(x - box.x) < reach + self.radius and gap_to_disc(box, x, y, self.radius) < air:
                return False
        near = (other for other in self.boxes if abs(other.x - box.x) < reach + other.length + other.width)
        return all(gap(box, other) >= air for other in near)

    def within(self, box: Box, air: float) -> bool:
        """Whether a box lies inside the frame."""
        inside = self.frame.grown(-air)
        return all(inside.holds(x, y) for x, y in tips(box))

    def beside(self, box: Box, air: float) -> bool:
        """Whether a box lies where the land goes on beside the frame."""
        inside, outside = self.wide.grown(-air), self.frame.grown(air)
        return all(inside.holds(x, y) and not outside.holds(x, y) for x, y in tips(box))


def tips(box: Box) -> list[Point]:
    """How far an upright box reaches to the left, right, top and bottom."""
    across = [(box.x - box.length, box.y), (box.x + box.length, box.y)]
    return [*across, (box.x, box.y - box.width), (box.x, box.y + box.width)]


def mountains(peaks: list[tuple[Point, int]], unit: float, obstacles: Obstacles) -> list[dict[str, Any]]:
    """The peaks that have room, each with its shaded side, farthest first."""
    spots = [room_for(middle, unit * (0.55 + 0.3 * size), unit, obstacles) for middle, size in peaks]
    sides, shades = "", ""
    for y, x, half in sorted(spot for spot in spots if spot):
        top = (x - 0.06 * half, y - 1.25 * half)
        sides += polyline([(x - half, y), (x - 0.42 * half, y - 0.62 * half), top, (x + half, y)], True)
        ridge = [(x + 0.02 * half, y - 0.7 * half), (x + 0.18 * half, y - 0.45 * half), (x + 0.22 * half, y)]
        shades += polyline([top, *ridge, (x + half, y)], True)
    return [{"kind": "mountain", "path": sides}, {"kind": "shade", "path": shades}] if sides else []


def room_for(middle: Point, half: float, unit: float, obstacles: Obstacles) -> tuple[float, float, float] | None:
    """Where a peak fits near its wanted position: y, x and half its width."""
    for across, down in NUDGES[:9]:
        x, y = middle[0] + 0.9 * unit * across, middle[1] + 0.9 * unit * down
        if obstacles.free(Box(x, y - 0.6 * half, 1.0, 0.0, half, 0.65 * half), 0.25 * unit):
            return y, x, half
    return None


def water_name(text: str, middle: Point, size: float, direction: Point, obstacles: Obstacles) -> Point | None:
    """Where the name of a water fits near its wanted position; None if it is too crowded there. Never beside the frame,
    where a window cuts the land anywhere."""
    half, high = letters.width(text, size) / 2 * 1.08, letters.height(1, size) / 2
    for across, down in NUDGES:
        x, y = middle[0] + 0.8 * size * across, middle[1] + 0.8 * size * down
        box = Box(x, y, *direction, half, high)
        if obstacles.within(box, 0.3 * size) and obstacles.free(box, 0.3 * size):
            return x, y
    return None
