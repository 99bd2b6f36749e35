"""The parts of a board during layout: cities, tracks between them, names beside them."""

import math
from dataclasses import dataclass, field, replace

from ferrovia.drawing.land.projection import Point
from ferrovia.drawing.layout.curve import Curve
from ferrovia.drawing.layout.sizes import Sizes


@dataclass(slots=True)
class Track:
    """All routes between two cities, side by side. Its bows are in board units, to the right of its direction."""

    start: int
    end: int
    spaces: int
    routes: tuple[int, ...]
    first: float = 0.0
    last: float = 0.0
    lead: float = 0.0
    trail: float = 0.0
    """How much farther than usual its first and last space are from their cities."""

    def sides(self, sizes: Sizes) -> list[float]:
        """The offset of each of its routes from its centre line."""
        middle = (len(self.routes) - 1) / 2
        return [sizes.lane * (number - middle) for number in range(len(self.routes))]

    def scaled(self, factor: float) -> "Track":
        """The track scaled with its sheet."""
        first, last, lead, trail = (factor * length for length in (self.first, self.last, self.lead, self.trail))
        return replace(self, first=first, last=last, lead=lead, trail=trail)


@dataclass(slots=True)
class CityLabel:
    """The label of a city: its lines, its size, and its centre relative to the city."""

    city: int
    lines: tuple[str, ...]
    width: float
    height: float
    dx: float = 0.0
    dy: float = 0.0
    placed: bool = False
    chosen: Point = (0.0, 0.0)
    """Where it stood before it was pushed."""

    def scaled(self, factor: float) -> "CityLabel":
        """The label scaled with its sheet."""
        width, height, dx, dy = (factor * length for length in (self.width, self.height, self.dx, self.dy))
        return CityLabel(self.city, self.lines, width, height, dx, dy, self.placed, (dx, dy))


@dataclass(slots=True)
class Sheet:
    """A board during layout."""

    sizes: Sizes
    homes: list[Point]
    """The true positions of the cities."""
    places: list[Point]
    """Where they are drawn."""
    tracks: list[Track]
    names: list[CityLabel]
    neighbours: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.neighbours = [[] for _ in self.homes]
        for track in self.tracks:
            self.neighbours[track.start].append(track.end)
            self.neighbours[track.end].append(track.start)

    def curve(self, track: Track) -> Curve:
        """The centre line of a track."""
        return Curve(self.places[track.start], self.places[track.end], track.first, track.last)

    def needed(self, track: Track, chord: float) -> float:
        """The length a track needs to hold its spaces; the more it bends, the closer they get on the inner side."""
        bare = 2 * self.sizes.start + track.lead + track.trail + track.spaces * self.sizes.pitch - self.sizes.gap
        turn = abs(math.atan(3 * track.first / chord)) + abs(math.atan(3 * track.last / chord))
        return bare + 0.85 * turn * self.half_width(track)

    def half_width(self, track: Track) -> float:
        """From the centre line of a track to its edge."""
        return (self.sizes.lane * (len(track.routes) - 1) + self.sizes.width) / 2

    def fitted(self, left: float, top: float, factor: float) -> "Sheet":
        """The sheet moved so that this corner is its origin, and then scaled."""
        both = (self.homes, self.places)
        homes, places = ([(factor * (x - left), factor * (y - top)) for x, y in points] for points in both)
        tracks, names = [track.scaled(factor) for track in self.tracks], [name.scaled(factor) for name in self.names]
        return Sheet(self.sizes.scaled(factor), homes, places, tracks, names)


def spread(sheet: Sheet, track: Track, total: float) -> tuple[float, float]:
    """Where on a track of this length the first space begins, and the distance from one space to the next."""
    sizes = sheet.sizes
    begin, end = sizes.start + track.lead, total - sizes.start - track.trail
    pitch = (end - begin + sizes.gap) / track.spaces
    if pitch > sizes.longest_pitch:
        begin += track.spaces * (pitch - sizes.longest_pitch) / 2
        pitch = sizes.longest_pitch
    return begin, pitch
