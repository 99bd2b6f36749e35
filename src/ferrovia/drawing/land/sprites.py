"""Sprites on the land: woods, deserts, ships and skylines, where nothing of the game is in the way."""

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ferrovia.drawing.land.hills import NUDGES, Obstacles
from ferrovia.drawing.land.paths import polyline, smooth
from ferrovia.drawing.land.projection import Point
from ferrovia.drawing.layout.boxes import Box

GOLDEN_ANGLE: Final = math.pi * (3 - math.sqrt(5))


class SpriteCluster(NamedTuple):
    """Sprites of one kind scattered around a place, in degrees."""

    kind: str
    middle: Point
    radius: float
    number: int

    def points(self) -> list[Point]:
        """Evenly scattered points (a sunflower spiral)."""
        points = []
        for index in range(self.number):
            reach, turn = self.radius * math.sqrt((index + 0.5) / self.number), index * GOLDEN_ANGLE
            points.append((self.middle[0] + 1.35 * reach * math.cos(turn), self.middle[1] + reach * math.sin(turn)))
        return points


def sprites(
    clusters: list[SpriteCluster], place: Callable[[Point], Point], unit: float, obstacles: Obstacles
) -> list[Any]:
    """The sprites that have room, as areas: one entry per kind of area."""
    spots = [
        (spot[1], spot[0], kind, size)
        for kind, middle, size in _placed(clusters, place, unit)
        if (spot := _room(middle, size, obstacles))
    ]
    paths: dict[str, str] = {}
    for y, x, kind, size in sorted(spots):
        for area, path in SHAPES[kind](x, y, size):
            paths[area] = paths.get(area, "") + path
    return [{"kind": area, "path": paths[area]} for area in AREAS if area in paths]


def _placed(
    clusters: list[SpriteCluster], place: Callable[[Point], Point], unit: float
) -> list[tuple[str, Point, float]]:
    return [
        (cluster.kind, place(point), unit * SIZES[cluster.kind] * (1 - 0.12 * (number % 3)))
        for cluster in clusters
        for number, point in enumerate(cluster.points())
    ]


def _room(middle: Point, size: float, obstacles: Obstacles) -> Point | None:
    """A free position near the wanted one, which is occupied from then on."""
    for across, down in NUDGES[:9]:
        x, y = middle[0] + 0.5 * size * across, middle[1] + 0.5 * size * down
        box = Box(x, y - 0.5 * size, 1.0, 0.0, 0.5 * size, 0.55 * size)
        if obstacles.free(box, 0.12 * size):
            obstacles.boxes.append(box)
            return x, y
    return None


def _pine(x: float, y: float, size: float) -> list[tuple[str, str]]:
    tiers = [(0.1, 0.4, 0.55), (0.38, 0.32, 0.8), (0.62, 0.22, 1.0)]
    crown = "".join(
        polyline([(x - half * size, y - low * size), (x, y - top * size), (x + half * size, y - low * size)], True)
        for low, half, top in tiers
    )
    return [("trunk", _box(x, y, 0.05 * size, 0.14 * size)), ("wood", crown)]


def _tree(x: float, y: float, size: float) -> list[tuple[str, str]]:
    ring = [
        (x + 0.36 * size * math.cos(turn), y - 0.6 * size + 0.36 * size * math.sin(turn))
        for turn in (index * math.pi / 4 for index in range(8))
    ]
    return [("trunk", _box(x, y, 0.05 * size, 0.3 * size)), ("wood", smooth(ring, True))]


def _cypress(x: float, y: float, size: float) -> list[tuple[str, str]]:
    ring = [(0.0, 1.1), (0.11, 0.75), (0.14, 0.4), (0.07, 0.1), (-0.07, 0.1), (-0.14, 0.4), (-0.11, 0.75)]
    crown = smooth([(x + across * size, y - up * size) for across, up in ring], True)
    return [("trunk", _box(x, y, 0.03 * size, 0.14 * size)), ("wood", crown)]


def _cactus(x: float, y: float, size: float) -> list[tuple[str, str]]:
    arms = (
        _box(x - 0.26 * size, y - 0.4 * size, 0.06 * size, 0.3 * size)
        + _box(x - 0.13 * size, y - 0.4 * size, 0.14 * size, 0.11 * size)
        + _box(x + 0.26 * size, y - 0.52 * size, 0.06 * size, 0.3 * size)
        + _box(x + 0.13 * size, y - 0.52 * size, 0.14 * size, 0.11 * size)
    )
    return [("cactus", _box(x, y, 0.08 * size, 0.95 * size) + arms)]


def _ship(x: float, y: float, size: float) -> list[tuple[str, str]]:
    hull = [(-0.5, 0.22), (0.5, 0.22), (0.34, 0.0), (-0.36, 0.0)]
    sails = [[(-0.04, 0.3), (-0.04, 1.0), (-0.42, 0.34)], [(0.05, 0.3), (0.05, 0.92), (0.42, 0.34)]]
    at = [[(x + across * size, y - up * size) for across, up in shape] for shape in (hull, *sails)]
    return [("hull", polyline(at[0], True)), ("sail", polyline(at[1], True) + polyline(at[2], True))]


def _skyline(x: float, y: float, size: float) -> list[tuple[str, str]]:
    towers = [(-0.42, 0.45), (-0.24, 0.75), (-0.05, 1.0), (0.15, 0.6), (0.33, 0.85)]
    return [("skyline", "".join(_box(x + across * size, y, 0.08 * size, up * size) for across, up in towers))]


def _box(x: float, y: float, half: float, height: float) -> str:
    return polyline([(x - half, y), (x - half, y - height), (x + half, y - height), (x + half, y)], True)


SHAPES: Final = {
    "pine": _pine,
    "tree": _tree,
    "cypress": _cypress,
    "cactus": _cactus,
    "ship": _ship,
    "skyline": _skyline,
}
SIZES: Final = {"pine": 1.0, "tree": 0.95, "cypress": 1.1, "cactus": 0.9, "ship": 1.5, "skyline": 1.5}
AREAS: Final = ("skyline", "trunk", "wood", "cactus", "hull", "sail")
"""The kinds of areas, in drawing order."""
