"""One step of the force-directed layout: the unknowns, the forces on them, and a damped Newton step.

The unknowns are the positions of the cities and, for each track, its two bows and the distance of its spaces from its
cities; names may shift a little. Each step uses only the diagonal of the second derivatives.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track

DAMPING: Final = 0.55
STRAYING: Final = 1.2
"""How far a name may be pushed from where it was placed, in units of the longest step."""


@dataclass(frozen=True)
class Pulls:
    """The strength of each force, relative to the repulsion of touching things, which is 1."""

    home: float = 0.006
    """Cities towards their true positions."""
    together: float = 0.04
    """Cities to move like their neighbours."""
    straight: float = 0.05
    """Tracks to stay straight."""
    even: float = 0.05
    """Tracks to bow evenly."""
    room: float = 0.5
    """Tracks to be as long as their spaces."""
    early: float = 0.15
    """Spaces to begin right at their city."""
    near: float = 0.2
    """Names to stay where they were placed."""
    bows: float = 1.0
    """How freely tracks bow; 0 keeps them fixed."""

    def weaker(self, factor: float) -> "Pulls":
        """All forces except the one for room, scaled down."""
        less = {pull: factor * getattr(self, pull) for pull in ("home", "together", "straight", "even", "near")}
        return replace(self, **less)


class Motion:
    """The accumulated force on each unknown and its stiffness, two components each."""

    __slots__ = ("bows", "cities", "names", "starts")

    def __init__(self, cities: int, tracks: int) -> None:
        self.cities = [[0.0, 0.0, 1e-6] for _ in range(cities)]
        self.names = [[0.0, 0.0, 1e-6] for _ in range(cities)]
        self.bows = [[0.0, 0.0, 1e-6, 1e-6] for _ in range(tracks)]
        self.starts = [[0.0, 0.0, 1e-6, 1e-6] for _ in range(tracks)]


def add(unknown: list[float], x: float, y: float, stiff: float) -> None:
    """Add a force on a city or a name."""
    unknown[0] += x
    unknown[1] += y
    unknown[2] += stiff


def add_two(unknown: list[float], first: float, last: float, stiff: tuple[float, float]) -> None:
    """Add a force on the two bows or the two starts of a track."""
    unknown[0] += first
    unknown[1] += last
    unknown[2] += stiff[0]
    unknown[3] += stiff[1]


def step(sheet: Sheet, motion: Motion, pulls: Pulls) -> None:
    """Move everything one step, at most a quarter of a space."""
    most = sheet.sizes.length / 4
    for city, (x, y, stiff) in enumerate(motion.cities):
        factor = DAMPING / stiff
        size = math.hypot(x, y) * factor
        factor *= min(1.0, most / size) if size else 1.0
        sheet.places[city] = (sheet.places[city][0] + factor * x, sheet.places[city][1] + factor * y)
    for track, bows, starts in zip(sheet.tracks, motion.bows, motion.starts, strict=True):
        _step_track(track, bows, starts, pulls.bows, most)
    for name in sheet.names:
        _step_name(name, motion.names[name.city], pulls.near, most)


def _step_track(track: Track, bows: list[float], starts: list[float], freedom: float, most: float) -> None:
    track.first += freedom * _limited(DAMPING * bows[0] / bows[2], most)
    track.last += freedom * _limited(DAMPING * bows[1] / bows[3], most)
    track.lead = max(0.0, track.lead + _limited(DAMPING * starts[0] / starts[2], most))
    track.trail = max(0.0, track.trail + _limited(DAMPING * starts[1] / starts[3], most))


def _step_name(name: CityLabel, push: list[float], near: float, most: float) -> None:
    back_x, back_y = near * (name.chosen[0] - name.dx), near * (name.chosen[1] - name.dy)
    x = name.dx - name.chosen[0] + _limited(DAMPING * (push[0] + back_x) / (push[2] + near), most)
    y = name.dy - name.chosen[1] + _limited(DAMPING * (push[1] + back_y) / (push[2] + near), most)
    name.dx, name.dy = name.chosen[0] + _limited(x, STRAYING * most), name.chosen[1] + _limited(y, STRAYING * most)


def _limited(value: float, most: float) -> float:
    return max(-most, min(most, value))
