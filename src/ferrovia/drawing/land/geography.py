"""Geography under the tracks: coasts, lakes, rivers and borders, projected and warped like the cities."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from ferrovia.drawing.land.clipping import Frame, cut_area, cut_line
from ferrovia.drawing.land.paths import polyline, smooth
from ferrovia.drawing.land.projection import Point
from ferrovia.drawing.land.sprites import SpriteCluster
from ferrovia.drawing.land.warp import Move

ANGULAR: Final = {"street", "bridge", "park"}
"""Kinds with straight edges."""
BEYOND: Final = 6.0
"""How far shapes extend beyond the frame, so that their edges stay hidden."""


@dataclass(frozen=True)
class Shape:
    """Areas or lines of one kind, in degrees."""

    kind: str
    name: str
    closed: bool
    lines: list[list[Point]]


@dataclass(frozen=True)
class Geography:
    """All geography of a map, in degrees."""

    shapes: list[Shape]
    peaks: list[tuple[Point, int]]
    names: list[tuple[str, Point, float, float]]
    """Names of waters and regions: text, centre, size relative to a city's name, clockwise rotation in degrees."""
    clusters: list[SpriteCluster]
    """Woods, deserts, ships and skylines."""
    margins: tuple[float, float, float, float]
    """Left, top, right, bottom: visible margin around the game, in board units."""
    bleed: tuple[float, float]
    """Left and right: how far the land goes on beyond that, for windows wider than the map."""


@cache
def geography_of(layout: str) -> Geography | None:
    """The geography of a built-in layout, if there is any."""
    folder = resources.files("ferrovia").joinpath("data", "geography")
    source = folder.joinpath(f"{layout}.json")
    if not layout.replace("-", "").removesuffix(".toml").isalnum() or not source.is_file():
        return None
    content = json.loads(source.read_text(encoding="utf-8"))
    scattered = json.loads(folder.joinpath("sprites.json").read_text(encoding="utf-8"))
    scale = content["scale"]
    return Geography(
        [_shape(shape, scale) for shape in content["shapes"]],
        [((x / scale, y / scale), size) for x, y, size in content["peaks"]],
        [(text, (x, y), size, turn) for text, x, y, size, turn in content["names"]],
        [SpriteCluster(kind, (x, y), radius, count) for kind, x, y, radius, count in scattered.get(layout, [])],
        tuple(content["margins"]),
        tuple(content["bleed"]),
    )


def _shape(content: dict[str, Any], scale: float) -> Shape:
    lines = [_points(line, scale) for line in content["lines"]]
    return Shape(content["kind"], content.get("name", ""), content["closed"], lines)


def _points(steps: list[int], scale: float) -> list[Point]:
    """Convert whole-number steps to degrees."""
    x = y = 0
    points = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / scale, y / scale))
    return points


def sea(frame: Frame) -> dict[str, Any]:
    """Water everywhere."""
    left, top, right, bottom = frame
    return {"kind": "sea", "path": polyline([(left, top), (right, top), (right, bottom), (left, bottom)], True)}


def land_of(geography: Geography, place: Move, frame: Frame) -> list[dict[str, Any]]:
    """The shapes of a map as drawn; `place` maps a point of the globe to the board."""
    shapes = [sea(frame)]
    for shape in geography.shapes:
        path = path_of(shape, place, frame)
        if path:
            shapes.append({"kind": shape.kind, **({"country": shape.name} if shape.name else {}), "path": path})
    return shapes


def path_of(shape: Shape, place: Move, frame: Frame) -> str:
    """A shape as a path, clipped to the frame."""
    draw, wide = polyline if shape.kind in ANGULAR else smooth, frame.grown(BEYOND)
    path = ""
    for line in shape.lines:
        points = list(map(place, line))
        if shape.closed:
            ring = sharp_edges(cut_area(points, wide), wide)
            path += draw(ring, True) if len(ring) > 2 else ""
        else:
            path += "".join(draw(part, False) for part in cut_line(points, wide))
    return path


def sharp_edges(ring: list[Point], frame: Frame) -> list[Point]:
    """The ring with the points on the frame doubled, so that smoothing does not round them."""
    points = []
    for x, y in ring:
        on_frame = x in (frame.left, frame.right) or y in (frame.top, frame.bottom)
        points += [(x, y)] * (1 + on_frame)
    return points
