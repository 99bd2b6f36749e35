"""Collision shapes: everything on a sheet as capsules (thick segments), and which of them are close to each other."""

from itertools import pairwise
from typing import NamedTuple

from ferrovia.drawing.layout.curve import Curve
from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track, spread

TRACK, CITY, NAME = range(3)

Pair = tuple[int, int]


class Capsule(NamedTuple):
    """A segment with a radius, and what it belongs to."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    kind: int
    owner: int
    begin: float
    end: float


def meet(one: Capsule, other: Capsule) -> tuple[float, float, float, float, float]:
    """The squared distance of two capsules' axes, the nearest point on each (0 to 1), and the vector from the
    other's to the first's."""
    x1, y1, x2, y2 = one[:4]
    x3, y3, x4, y4 = other[:4]
    ux, uy, vx, vy, wx, wy = x2 - x1, y2 - y1, x4 - x3, y4 - y3, x1 - x3, y1 - y3
    a, b, c = ux * ux + uy * uy, ux * vx + uy * vy, vx * vx + vy * vy
    d, e = ux * wx + uy * wy, vx * wx + vy * wy
    if a < 1e-9:
        s, t = 0.0, (e / c if c > 1e-9 else 0.0)
    elif c < 1e-9:
        s, t = -d / a, 0.0
    else:
        even = a * c - b * b
        s = (b * e - c * d) / even if even > 1e-9 * a * c else 0.0
        s = 0.0 if s < 0 else 1.0 if s > 1 else s
        t = (b * s + e) / c
        if t < 0:
            t, s = 0.0, -d / a
        elif t > 1:
            t, s = 1.0, (b - d) / a
    s = 0.0 if s < 0 else 1.0 if s > 1 else s
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    dx, dy = wx + s * ux - t * vx, wy + s * uy - t * vy
    return dx * dx + dy * dy, s, t, dx, dy


def pieces(sheet: Sheet, track: Track) -> int:
    """Number of capsules for one route of a track: one per space; more where spaces are far apart."""
    (x1, y1), (x2, y2) = sheet.homes[track.start], sheet.homes[track.end]
    distance = abs(x2 - x1) + abs(y2 - y1)
    return max(track.spaces, round(distance / (1.7 * sheet.sizes.length)))


def capsules_of_track(sheet: Sheet, number: int, curve: Curve, count: int) -> list[Capsule]:
    """A track from its first space to its last, as capsules."""
    track, sizes = sheet.tracks[number], sheet.sizes
    begin, pitch = spread(sheet, track, curve.total)
    extent = max(pitch * track.spaces - sizes.gap, 0.2 * sizes.length)
    spots = curve.spots([begin + extent * knot / count for knot in range(count + 1)])
    radius, capsules = (sizes.width + sizes.air) / 2, []
    for side in track.sides(sizes):
        knots = [(spot.x - side * spot.dy, spot.y + side * spot.dx, spot.share) for spot in spots]
        for (x1, y1, begin), (x2, y2, end) in pairwise(knots):
            capsules.append(Capsule(x1, y1, x2, y2, radius, TRACK, number, begin, end))
    return capsules


def capsule_of_city(sheet: Sheet, number: int) -> Capsule:
    """A city as a capsule of length 0."""
    x, y = sheet.places[number]
    return Capsule(x, y, x, y, sheet.sizes.city + sheet.sizes.air / 2, CITY, number, 0.0, 0.0)


def capsule_of_name(sheet: Sheet, name: CityLabel) -> Capsule:
    """A name as a horizontal capsule."""
    x, y = sheet.places[name.city]
    half = max(0.0, name.width / 2 - name.height / 4)
    x, y, radius = x + name.dx, y + name.dy, name.height / 2 + 0.3 * sheet.sizes.air
    return Capsule(x - half, y, x + half, y, radius, NAME, name.city, 0.0, 0.0)


def all_capsules(sheet: Sheet, curves: list[Curve], counts: list[int]) -> list[Capsule]:
    """Tracks, cities and placed names, always in this order."""
    capsules: list[Capsule] = []
    for number, (curve, count) in enumerate(zip(curves, counts, strict=True)):
        capsules += capsules_of_track(sheet, number, curve, count)
    capsules += [capsule_of_city(sheet, number) for number in range(len(sheet.places))]
    return capsules + [capsule_of_name(sheet, name) for name in sheet.names if name.placed]


def sheet_capsules(sheet: Sheet) -> list[Capsule]:
    """All capsules of a sheet in its current state."""
    curves = [sheet.curve(track) for track in sheet.tracks]
    return all_capsules(sheet, curves, [pieces(sheet, track) for track in sheet.tracks])


def strangers(sheet: Sheet, one: Capsule, other: Capsule) -> bool:
    """Whether two capsules must keep apart: not those of one track, nor a track and one of its cities."""
    if one.kind == other.kind:
        return one.owner != other.owner
    if one.kind > other.kind:
        one, other = other, one
    if one.kind == TRACK and other.kind == CITY:
        track = sheet.tracks[one.owner]
        return other.owner not in (track.start, track.end)
    return True


def near_pairs(sheet: Sheet, capsules: list[Capsule], reach: float) -> list[Pair]:
    """Capsules that must keep apart and could touch within `reach`, by a sweep from left to right."""
    edges = [
        (min(capsule.x1, capsule.x2) - capsule.radius, max(capsule.x1, capsule.x2) + capsule.radius + reach)
        for capsule in capsules
    ]
    pairs: list[Pair] = []
    now: list[int] = []
    for number in sorted(range(len(capsules)), key=lambda number: edges[number][0]):
        left, capsule = edges[number][0], capsules[number]
        now = [other for other in now if edges[other][1] >= left]
        pairs += [
            (min(other, number), max(other, number))
            for other in now
            if _level(capsule, capsules[other], reach) and strangers(sheet, capsule, capsules[other])
        ]
        now.append(number)
    return sorted(pairs)


def _level(one: Capsule, other: Capsule, reach: float) -> bool:
    """Whether neither of two capsules lies entirely above the other."""
    high = (abs(one.y2 - one.y1) + abs(other.y2 - other.y1)) / 2 + one.radius + other.radius + reach
    return abs(one.y1 + one.y2 - other.y1 - other.y2) <= 2 * high
