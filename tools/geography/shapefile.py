"""Reading the borough boundaries of New York City: a shapefile in feet of the state plane, Long Island."""

import math
import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tools.geography.topology import Line, Point

POLYGON = 5
FOOT = 0.3048006096012192
RADIUS, FLATTENING = 6378137.0, 1 / 298.257222101
SOUTH, NORTH, ORIGIN = (math.radians(degrees) for degrees in (40.0 + 2 / 3, 41.0 + 1 / 30, 40.0 + 1 / 6))
MERIDIAN, FALSE_EASTING = -74.0, 984250.0 * FOOT


def boroughs(folder: Path) -> dict[str, list[Line]]:
    """The outlines of each borough, in degrees, by its name."""
    names = list(_names((folder / "nybb.dbf").read_bytes()))
    return dict(zip(names, _records((folder / "nybb.shp").read_bytes()), strict=True))


def _names(table: bytes) -> Iterator[str]:
    """The column BoroName of the table beside a shapefile."""
    count, start, size = struct.unpack_from("<IHH", table, 4)
    columns = [table[at : at + 32] for at in range(32, start - 1, 32)]
    offset = 1
    for column in columns:
        if column.startswith(b"BoroName"):
            break
        offset += column[16]
    for row in range(count):
        begin = start + row * size + offset
        yield table[begin : begin + column[16]].decode("ascii").strip()


def _records(content: bytes) -> Iterator[list[Line]]:
    at = 100
    while at < len(content):
        (words,) = struct.unpack_from(">i", content, at + 4)
        yield list(_rings(content[at + 8 : at + 8 + 2 * words]))
        at += 8 + 2 * words


def _rings(record: bytes) -> Iterator[Line]:
    kind, parts, points = struct.unpack_from("<i", record)[0], *struct.unpack_from("<ii", record, 36)
    assert kind == POLYGON
    starts = [*struct.unpack_from(f"<{parts}i", record, 44), points]
    numbers = struct.unpack_from(f"<{2 * points}d", record, 44 + 4 * parts)
    for first, last in pairwise(starts):
        yield [degrees(numbers[2 * each], numbers[2 * each + 1]) for each in range(first, last)]


def degrees(east: float, north: float) -> Point:
    """Longitude and latitude of a point in feet: the inverse Lambert conformal conic projection."""
    squared = FLATTENING * (2 - FLATTENING)
    eccentric = math.sqrt(squared)

    def narrow(latitude: float) -> float:
        return math.cos(latitude) / math.sqrt(1 - squared * math.sin(latitude) ** 2)

    def steep(latitude: float) -> float:
        part = eccentric * math.sin(latitude)
        return math.tan(math.pi / 4 - latitude / 2) * math.pow((1 + part) / (1 - part), eccentric / 2)

    cone = math.log(narrow(SOUTH) / narrow(NORTH)) / math.log(steep(SOUTH) / steep(NORTH))
    size = RADIUS * narrow(SOUTH) / (cone * steep(SOUTH) ** cone)
    x, y = east * FOOT - FALSE_EASTING, size * steep(ORIGIN) ** cone - north * FOOT
    height = (math.hypot(x, y) / size) ** (1 / cone)
    latitude = math.pi / 2 - 2 * math.atan(height)
    for _ in range(6):
        part = eccentric * math.sin(latitude)
        latitude = math.pi / 2 - 2 * math.atan(height * ((1 - part) / (1 + part)) ** (eccentric / 2))
    return math.degrees(math.atan2(x, y) / cone) + MERIDIAN, math.degrees(latitude)
