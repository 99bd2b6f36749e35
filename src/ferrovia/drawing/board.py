"""The complete board as plain values, ready for JSON (docs/drawing.md)."""

import json
import math
from functools import lru_cache
from typing import Any, Final

from ferrovia.drawing.labels import letters
from ferrovia.drawing.land.clipping import Frame
from ferrovia.drawing.land.geography import geography_of
from ferrovia.drawing.land.paths import cubic, rounded
from ferrovia.drawing.land.scenery import scenery
from ferrovia.drawing.layout.arranging import arrange
from ferrovia.drawing.layout.boxes import Box
from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track
from ferrovia.drawing.layout.spaces import all_boxes, boxes_of_track
from ferrovia.drawing.layout.stored import kept_arrangement
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import City

LONGER_SIDE: Final = 1000.0
MARGINS: Final = (62.0, 62.0, 62.0, 62.0)
"""Margins of a map without geography: the generated shore needs room."""
BOARDS: Final = 32
"""Boards cached in memory."""


def draw_board(rules: Rules) -> dict[str, Any]:
    """The geometry of a board, as docs/drawing.md describes it. The same rules give the same board.

    >>> from ferrovia.rules.files.loading import load_rules
    >>> board = draw_board(load_rules("switzerland"))
    >>> len(board["routes"]["geneve--yverdon"]["spaces"])
    6
    """
    drawing: dict[str, Any] = json.loads(board_json(rules))
    return drawing


def board_json(rules: Rules) -> str:
    """The same as JSON text."""
    return _board(_Drawn(rules))


class _Drawn:
    """Cache key: rules that are equal in everything that is drawn, names and layout included."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.text = rules, rules.to_json()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawn) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=BOARDS)
def _board(drawn: _Drawn) -> str:
    rules = drawn.rules
    geography = geography_of(rules.map.layout) if rules.layout else None
    sheet, frame = framed(kept_arrangement(rules) or arrange(rules), geography.margins if geography else MARGINS)
    board = {
        "width": rounded(frame.right),
        "height": rounded(frame.bottom),
        **({"bleed": list(geography.bleed)} if geography else {}),
        "sizes": {
            "city": rounded(sheet.sizes.city),
            "letter": rounded(sheet.sizes.letter),
            "line": rounded(letters.LINE * sheet.sizes.letter),
        },
        "land": scenery(rules, geography, sheet, frame),
        "cities": {
            city.id: city_content(city, sheet, name) for city, name in zip(rules.map.cities, sheet.names, strict=True)
        },
        "routes": routes_content(rules, sheet),
    }
    return json.dumps(board, ensure_ascii=False, separators=(",", ":"))


def framed(sheet: Sheet, margins: tuple[float, float, float, float]) -> tuple[Sheet, Frame]:
    """A sheet on a board with margins around it, scaled so that its longer side has the standard length."""
    corners = [corner for _, _, box in all_boxes(sheet) for corner in box.corners()]
    radius = sheet.sizes.city
    corners += [(x + dx, y + dy) for x, y in sheet.places for dx, dy in ((-radius, -radius), (radius, radius))]
    xs, ys = zip(*corners, strict=True)
    left, top, right, bottom = margins
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    factor = min((LONGER_SIDE - left - right) / wide, (LONGER_SIDE - top - bottom) / high)
    moved = sheet.fitted(min(xs) - left / factor, min(ys) - top / factor, factor)
    return moved, Frame(0.0, 0.0, factor * wide + left + right, factor * high + top + bottom)


def city_content(city: City, sheet: Sheet, name: CityLabel) -> dict[str, Any]:
    """A city and its name."""
    x, y = sheet.places[name.city]
    kind = "country" if city.country else "attraction" if city.attraction else "city"
    return {"x": rounded(x), "y": rounded(y), "kind": kind, "label": label_content(sheet, name)}


def label_content(sheet: Sheet, name: CityLabel) -> dict[str, Any]:
    """A label: where its first line stands, its alignment, and its lines."""
    x, y = sheet.places[name.city]
    half = name.width / 2
    anchor = "start" if name.dx >= half else "end" if name.dx <= -half else "middle"
    held = {"start": -half, "middle": 0.0, "end": half}[anchor]
    base = y + name.dy - name.height / 2 + letters.ASCENT * sheet.sizes.letter
    return {"x": rounded(x + name.dx + held), "y": rounded(base), "anchor": anchor, "lines": list(name.lines)}


def routes_content(rules: Rules, sheet: Sheet) -> dict[str, Any]:
    """All routes, in the order of the rules."""
    contents = {}
    for track in sheet.tracks:
        lanes = zip(track.routes, boxes_of_track(sheet, track), track.sides(sheet.sizes), strict=True)
        for number, boxes, side in lanes:
            turned = rules.map.routes[number].start != rules.city_ids[track.start]
            contents[number] = route_content(sheet, track, boxes, side, turned)
    return {rules.route_ids[number]: contents[number] for number in sorted(contents)}


def route_content(sheet: Sheet, track: Track, boxes: list[Box], side: float, turned: bool) -> dict[str, Any]:
    """A route from start to end: its line, its spaces, and its midpoint."""
    curve = sheet.curve(track)
    controls = curve.controls(side)
    spot = curve.spots([curve.total / 2])[0]
    ordered = boxes[::-1] if turned else boxes
    return {
        "path": cubic(controls[::-1] if turned else controls),
        "spaces": [{"x": rounded(box.x), "y": rounded(box.y), "angle": angle_of(box)} for box in ordered],
        "space": [rounded(2 * boxes[0].length), rounded(2 * boxes[0].width)],
        "middle": {"x": rounded(spot.x - side * spot.dy), "y": rounded(spot.y + side * spot.dx)},
    }


def angle_of(box: Box) -> float:
    """Rotation of a space: above -90 and at most 90 degrees, so that text on it stands upright."""
    angle = rounded(math.degrees(math.atan2(box.dy, box.dx)))
    return rounded(angle - 180) if angle > 90 else rounded(angle + 180) if angle <= -90 else angle
