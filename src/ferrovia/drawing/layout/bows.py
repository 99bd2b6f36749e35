"""Choice of curvature: each track takes, of several bows, the one that keeps it farthest from others."""

import math
from typing import Final

from ferrovia.drawing.layout.capsules import TRACK, Capsule, all_capsules, capsules_of_track, meet, pieces, strangers
from ferrovia.drawing.layout.shapes import Sheet, Track

TRIALS: Final = ((1, 1), (-1, -1), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1.8, 1.8), (-1.8, -1.8))
"""Bows to try, relative to the one that is needed."""
FINE: Final = 1.0
"""A track with at most this cost keeps its bow."""
LEAST: Final = 0.06
"""Smallest bow to try, relative to the distance between the cities."""


def choose_bows(sheet: Sheet) -> None:
    """Choose the bows of all tracks, those with the least room first."""
    counts = [pieces(sheet, track) for track in sheet.tracks]
    curves = [sheet.curve(track) for track in sheet.tracks]
    lacking = {
        number: sheet.needed(track, curve.chord) - curve.total
        for number, (track, curve) in enumerate(zip(sheet.tracks, curves, strict=True))
    }
    capsules = all_capsules(sheet, curves, counts)
    for number in sorted(lacking, key=lambda number: (-lacking[number], number)):
        others = [capsule for capsule in capsules if capsule.kind != TRACK or capsule.owner != number]
        choose_bow(sheet, number, counts[number], others)
        moved = capsules_of_track(sheet, number, sheet.curve(sheet.tracks[number]), counts[number])
        capsules = others + moved


def choose_bow(sheet: Sheet, number: int, count: int, others: list[Capsule]) -> None:
    """Choose the bow of one track; it stays as it is if it is good enough."""
    track, chord = sheet.tracks[number], sheet.curve(sheet.tracks[number]).chord
    others = nearby(sheet, track, 0.6 * chord + sheet.sizes.length, others)
    if cost(sheet, number, count, (track.first, track.last), others) < FINE:
        return
    size = max(needed_bow(sheet, track, chord), LEAST * chord)
    trials = [(track.first, track.last), *((size * first, size * last) for first, last in TRIALS)]
    track.first, track.last = min(trials, key=lambda trial: cost(sheet, number, count, trial, others))


def nearby(sheet: Sheet, track: Track, reach: float, capsules: list[Capsule]) -> list[Capsule]:
    """The capsules that a track could come close to."""
    (x1, y1), (x2, y2) = sheet.places[track.start], sheet.places[track.end]
    left, right, top, bottom = min(x1, x2) - reach, max(x1, x2) + reach, min(y1, y2) - reach, max(y1, y2) + reach
    return [capsule for capsule in capsules if left < capsule.x1 < right and top < capsule.y1 < bottom]


def needed_bow(sheet: Sheet, track: Track, chord: float) -> float:
    """The bow a track needs to hold its spaces."""
    short = sheet.needed(track, chord) - chord
    return math.sqrt(short * chord / 1.5) if short > 0 else 0.0


def cost(sheet: Sheet, number: int, count: int, trial: tuple[float, float], others: list[Capsule]) -> float:
    """The cost of a bow: how close it comes to others, how short it leaves the track, how far it strays."""
    track = sheet.tracks[number]
    before, (track.first, track.last) = (track.first, track.last), trial
    curve = sheet.curve(track)
    short = max(0.0, sheet.needed(track, curve.chord) - curve.total)
    total = 4 * short * short + 0.02 * (trial[0] ** 2 + trial[1] ** 2) + 0.05 * (trial[0] - trial[1]) ** 2
    for capsule in capsules_of_track(sheet, number, curve, count):
        total += sum(deep * deep for deep in depths(sheet, capsule, others))
    track.first, track.last = before
    return total


def depths(sheet: Sheet, capsule: Capsule, others: list[Capsule]) -> list[float]:
    """How deep a capsule penetrates each of those it touches."""
    overlaps = []
    left, right = min(capsule.x1, capsule.x2) - capsule.radius, max(capsule.x1, capsule.x2) + capsule.radius
    top, bottom = min(capsule.y1, capsule.y2) - capsule.radius, max(capsule.y1, capsule.y2) + capsule.radius
    for other in others:
        x1, y1, x2, y2, radius = other[:5]
        if (x1 if x1 < x2 else x2) - radius > right or (x1 if x1 > x2 else x2) + radius < left:
            continue
        if (y1 if y1 < y2 else y2) - radius > bottom or (y1 if y1 > y2 else y2) + radius < top:
            continue
        square = meet(capsule, other)[0]
        if square < (capsule.radius + other.radius) ** 2 and strangers(sheet, capsule, other):
            overlaps.append(capsule.radius + other.radius - math.sqrt(square))
    return overlaps
