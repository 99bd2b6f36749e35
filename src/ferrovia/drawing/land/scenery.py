"""The land under a board: from the geography of its layout, or generated for a map without one."""

import math
from typing import Any, Final

from ferrovia.drawing.labels import letters
from ferrovia.drawing.land.clipping import Frame
from ferrovia.drawing.land.geography import Geography, land_of, sea
from ferrovia.drawing.land.hills import Obstacles, mountains, water_name
from ferrovia.drawing.land.paths import rounded, smooth
from ferrovia.drawing.land.projection import Point, project
from ferrovia.drawing.land.shore import generated_shore
from ferrovia.drawing.land.sprites import sprites
from ferrovia.drawing.land.warp import Move, on_grid, spline
from ferrovia.drawing.layout.boxes import Box
from ferrovia.drawing.layout.shapes import Sheet
from ferrovia.drawing.layout.spaces import all_boxes
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Layout

BEYOND: Final = 120.0
"""How far outside the frame the land stops moving."""
STEP: Final = 24.0
"""Grid step of the warp table."""


def scenery(rules: Rules, geography: Geography | None, sheet: Sheet, frame: Frame) -> list[dict[str, Any]]:
    """Everything below the tracks, in drawing order."""
    if geography is None or rules.layout is None:
        corners = [corner for _, _, box in all_boxes(sheet) for corner in box.corners()] + sheet.places
        return [sea(frame), {"kind": "land", "path": smooth(generated_shore(corners), True)}]
    place = from_globe(rules, rules.layout, sheet, frame)
    boxes = [box for _, _, box in all_boxes(sheet)]
    wide = frame.widened(*geography.bleed)
    obstacles = Obstacles(boxes, sheet.places, sheet.sizes.city, frame, wide)
    peaks = [(place(point), size) for point, size in geography.peaks]
    shapes = land_of(geography, place, wide) + mountains(peaks, 0.62 * sheet.sizes.letter, obstacles)
    for text, point, size, turn in geography.names:
        shapes += _name(text, place(point), size * sheet.sizes.letter, turn, obstacles)
    return shapes + sprites(geography.clusters, place, 1.15 * sheet.sizes.letter, obstacles)


def _name(text: str, middle: Point, size: float, turn: float, obstacles: Obstacles) -> list[dict[str, Any]]:
    direction = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    spot = water_name(text, middle, size, direction, obstacles)
    if spot is None:
        return []
    obstacles.boxes.append(Box(*spot, *direction, letters.width(text, size) / 2, letters.height(1, size) / 2))
    label = {"text": text, "x": rounded(spot[0]), "y": rounded(spot[1]), "angle": turn, "size": rounded(size)}
    return [{"kind": "name", "path": "", "label": label}]


def from_globe(rules: Rules, layout: Layout, sheet: Sheet, frame: Frame) -> Move:
    """A map from points of the globe to the board: projected, and displaced like the cities."""
    where = dict(layout.positions)
    flat = [project(layout, *where[city]) for city in rules.city_ids]
    (x1, y1), (x2, y2), (a1, b1), (a2, b2) = flat[0], _farthest(flat), sheet.homes[0], _farthest(sheet.homes)
    size = math.dist((a1, b1), (a2, b2)) / math.dist((x1, y1), (x2, y2))
    move = warp_of(sheet, frame)

    def place(point: Point) -> Point:
        x, y = project(layout, *point)
        return move((a1 + size * (x - x1), b1 + size * (y - y1)))

    return place


def _farthest(points: list[Point]) -> Point:
    return max(points, key=lambda point: math.dist(point, points[0]))


def warp_of(sheet: Sheet, frame: Frame) -> Move:
    """The displacement of the land that takes every city from its true position to where it is drawn."""
    wide = frame.grown(BEYOND)
    middle_x, middle_y = (wide.left + wide.right) / 2, (wide.top + wide.bottom) / 2
    around = [(x, y) for x in (wide.left, middle_x, wide.right) for y in (wide.top, wide.bottom)]
    around += [(wide.left, middle_y), (wide.right, middle_y)]
    exact = spline(sheet.homes + around, sheet.places + around)
    return on_grid(exact, (wide.left, wide.top), (wide.right, wide.bottom), STEP)
