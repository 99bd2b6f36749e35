"""The stored form of shapes: a kind, whole numbers, optionally a name."""

import tomllib
from pathlib import Path
from typing import Any

from ferrovia.drawing.land.clipping import Frame, cut_area, cut_line
from tools.geography import outline
from tools.geography.topology import Line

HAND = Path(__file__).parent / "hand"

Shape = dict[str, Any]


class Pen:
    """Clips shapes to a window (west, south, east, north, in degrees) and encodes them with `scale` steps per
    degree."""

    def __init__(self, window: tuple[float, float, float, float], scale: int, least: float) -> None:
        self.window, self.scale, self.least = Frame(*window), scale, least

    def simplify(self, line: Line) -> Line:
        """The line without unimportant points."""
        return outline.simplified(line, self.least)

    def area(self, kind: str, rings: list[Line], name: str = "") -> list[Shape]:
        """An area, without rings that are too small to see."""
        cut = [cut_area(ring, self.window) for ring in rings]
        seen = [ring for ring in cut if len(ring) > 3 and outline.size_of(ring) > 6 * self.least]
        lines = [outline.whole_numbers(ring, self.scale, True) for ring in seen]
        return [shape(kind, [line for line in lines if len(line) > 6], True, name)] if lines else []

    def line(self, kind: str, lines: list[Line], name: str = "") -> list[Shape]:
        """Lines, without the parts outside."""
        cut = [part for line in lines for part in cut_line(line, self.window)]
        whole = [outline.whole_numbers(line, self.scale, False) for line in cut]
        return [shape(kind, whole, False, name)] if whole else []

    def content(self, shapes: list[Shape], hand: dict[str, Any]) -> Shape:
        """A whole file: margins and bleed, the shapes, the mountains and the names."""
        peaks = [peak for chain in hand.get("peaks", {}).values() for peak in chain]
        return {
            "scale": self.scale,
            "margins": hand["margins"],
            "bleed": hand["bleed"],
            "shapes": shapes,
            "peaks": [[round(x * self.scale), round(y * self.scale), size] for x, y, size in peaks],
            "names": [[text, *place] for text, place in hand.get("names", {}).items()],
        }


def shape(kind: str, lines: list[list[int]], closed: bool, name: str) -> Shape:
    """A shape in its stored form."""
    return {"kind": kind, **({"name": name} if name else {}), "closed": closed, "lines": lines}


def by_hand(name: str) -> dict[str, Any]:
    """The hand-drawn parts of a map."""
    return tomllib.loads((HAND / f"{name}.toml").read_text(encoding="utf-8"))


def points(numbers: list[list[float]]) -> Line:
    """A line from a hand-drawn file."""
    return [(x, y) for x, y in numbers]
