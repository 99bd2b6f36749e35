"""The train spaces of a track and the box of a name, as they are drawn."""

import math
from itertools import pairwise

from ferrovia.drawing.layout.boxes import Box
from ferrovia.drawing.layout.curve import CurvePoint
from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track, spread


def boxes_of_track(sheet: Sheet, track: Track) -> list[list[Box]]:
    """The spaces of each route of a track, from start to end."""
    sizes, curve = sheet.sizes, sheet.curve(track)
    begin, pitch = spread(sheet, track, curve.total)
    half = (pitch - sizes.gap) / 2
    spots = curve.spots([begin + half + pitch * number for number in range(track.spaces)])
    length = space_length(sheet, track, pitch, spots)
    return [
        [
            Box(spot.x - side * spot.dy, spot.y + side * spot.dx, spot.dx, spot.dy, length / 2, sizes.width / 2)
            for spot in spots
        ]
        for side in track.sides(sizes)
    ]


def space_length(sheet: Sheet, track: Track, pitch: float, spots: list[CurvePoint]) -> float:
    """The length of a track's spaces: a little more than usual where there is much room, less where it bends."""
    sizes, edge = sheet.sizes, sheet.half_width(track)
    room = pitch
    for one, other in pairwise(spots):
        turn = abs(one.dx * other.dy - one.dy * other.dx)
        room = min(room, math.hypot(other.x - one.x, other.y - one.y) - turn * edge)
    stretched = sizes.length * (1 + 0.3 * max(0.0, pitch / sizes.length - 1.2))
    return max(min(room - sizes.gap, stretched), 0.3 * sizes.length)


def box_of_name(sheet: Sheet, name: CityLabel) -> Box:
    """The box around a name."""
    x, y = sheet.places[name.city]
    return Box(x + name.dx, y + name.dy, 1.0, 0.0, name.width / 2, name.height / 2)


def all_boxes(sheet: Sheet) -> list[tuple[str, int, Box]]:
    """Every space and every name: its kind, the number of its track or city, and its box."""
    tracks = [
        ("track", number, box)
        for number, track in enumerate(sheet.tracks)
        for lane in boxes_of_track(sheet, track)
        for box in lane
    ]
    return tracks + [("name", name.city, box_of_name(sheet, name)) for name in sheet.names if name.placed]
