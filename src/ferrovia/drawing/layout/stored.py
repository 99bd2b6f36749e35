"""Stored layouts of the built-in maps, computed once with more effort than a request allows.

A stored layout is used only for exactly the cities, routes and layout it was made for. A changed map is laid out again
with less effort until `python -m tools.geography.arrange` is run.
"""

import hashlib
import json
from importlib import resources
from typing import Any, Final

from ferrovia.drawing.labels import letters
from ferrovia.drawing.layout.arranging import homes_of, tracks_of
from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track
from ferrovia.drawing.layout.sizes import Sizes
from ferrovia.rules.plain import as_table
from ferrovia.rules.resolved import Rules

VERSION: Final = 1
"""Part of every fingerprint: raised when a stored number changes its meaning."""


def fingerprint(rules: Rules) -> str:
    """A hash of everything a layout depends on."""
    cities = [(city.id, city.name) for city in rules.map.cities]
    routes = [(*route.ends, route.length) for route in rules.map.routes]
    layout = as_table(rules.layout) if rules.layout else None
    text = json.dumps([VERSION, cities, routes, layout], sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def kept_arrangement(rules: Rules) -> Sheet | None:
    """The stored layout for these rules, if there is one."""
    layout = rules.map.layout
    source = resources.files("ferrovia").joinpath("data", "geography", f"{layout}.arranged.json")
    if rules.layout is None or not layout.replace("-", "").isalnum() or not source.is_file():
        return None
    content = json.loads(source.read_text(encoding="utf-8"))
    return unpacked(rules, content) if content["for"] == fingerprint(rules) else None


def packed(rules: Rules, sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain values."""

    def short(*values: float) -> list[float]:
        return [round(value, 2) for value in values]

    return {
        "for": fingerprint(rules),
        "sizes": short(sheet.sizes.length, sheet.sizes.letter),
        "places": [short(*place) for place in sheet.places],
        "tracks": [short(track.first, track.last, track.lead, track.trail) for track in sheet.tracks],
        "names": [[list(name.lines), *short(name.dx, name.dy)] for name in sheet.names],
    }


def unpacked(rules: Rules, content: dict[str, Any]) -> Sheet:
    """A sheet from plain values."""
    sizes = Sizes(*content["sizes"])
    tracks = [_track(track, numbers) for track, numbers in zip(tracks_of(rules), content["tracks"], strict=True)]
    names = [_name(city, sizes, *values) for city, values in enumerate(content["names"])]
    return Sheet(sizes, homes_of(rules), [(x, y) for x, y in content["places"]], tracks, names)


def _track(track: Track, numbers: list[float]) -> Track:
    return Track(track.start, track.end, track.spaces, track.routes, *numbers)


def _name(city: int, sizes: Sizes, lines: list[str], dx: float, dy: float) -> CityLabel:
    wide, high = letters.block_width(tuple(lines), sizes.letter), letters.height(len(lines), sizes.letter)
    return CityLabel(city, tuple(lines), wide, high, dx, dy, True, (dx, dy))
