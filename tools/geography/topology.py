"""Reading of TopoJSON: shapes that share lines with their neighbours, so that simplifying leaves no gaps."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Line = list[Point]


class Topology:
    """A file of shared lines; each is simplified once."""

    def __init__(self, path: Path, simplify: Callable[[Line], Line]) -> None:
        content = json.loads(path.read_text(encoding="utf-8"))
        self.objects: dict[str, Any] = content["objects"]
        self._scale = content["transform"]["scale"]
        self._move = content["transform"]["translate"]
        self._arcs = content["arcs"]
        self._simplify = simplify
        self._known: dict[int, Line] = {}

    def polygons(self, shape: dict[str, Any]) -> list[list[Line]]:
        """The polygons of a shape, each as its rings."""
        if shape["type"] == "GeometryCollection":
            return [polygon for part in shape["geometries"] for polygon in self.polygons(part)]
        arcs = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
        return [[self.line(ring) for ring in polygon] for polygon in arcs]

    def lines(self, shape: dict[str, Any]) -> list[Line]:
        """The lines of a shape that is not an area."""
        return list(map(self.line, [shape["arcs"]] if shape["type"] == "LineString" else shape["arcs"]))

    def borders(self, shapes: list[dict[str, Any]]) -> list[Line]:
        """The lines that two of these areas share."""
        uses = Counter(number if number >= 0 else ~number for shape in shapes for number in _numbers(shape["arcs"]))
        return [self.arc(number) for number, times in sorted(uses.items()) if times > 1]

    def line(self, numbers: list[int]) -> Line:
        """A line composed of shared ones."""
        points: Line = []
        for number in numbers:
            arc = self.arc(number) if number >= 0 else self.arc(~number)[::-1]
            points += arc[1:] if points else arc
        return points

    def arc(self, number: int) -> Line:
        """One shared line, simplified."""
        if number not in self._known:
            self._known[number] = self._simplify(list(self._decoded(number)))
        return self._known[number]

    def _decoded(self, number: int) -> Iterator[Point]:
        x = y = 0
        for dx, dy in self._arcs[number]:
            x, y = x + dx, y + dy
            yield x * self._scale[0] + self._move[0], y * self._scale[1] + self._move[1]


def _numbers(arcs: Any) -> Iterator[int]:
    for each in arcs:
        if isinstance(each, int):
            yield each
        else:
            yield from _numbers(each)
