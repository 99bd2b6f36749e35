"""The layout of a board, step by step: force-directed relaxation, curvature of tracks, label placement."""

import math
from dataclasses import dataclass, replace
from typing import Final

from ferrovia.drawing.labels import letters
from ferrovia.drawing.labels.placement import hidden_names, place_names
from ferrovia.drawing.land.projection import Point, project
from ferrovia.drawing.layout.automatic import automatic_places
from ferrovia.drawing.layout.bows import choose_bows
from ferrovia.drawing.layout.clashes import clashes
from ferrovia.drawing.layout.motion import Pulls
from ferrovia.drawing.layout.relaxing import relax
from ferrovia.drawing.layout.shapes import CityLabel, Sheet, Track
from ferrovia.drawing.layout.sizes import Sizes
from ferrovia.rules.resolved import Rules

LONGER_SIDE: Final = 900.0
"""Initial extent of the cities alone; with names and margins it is about 1000."""
SMALLEST_SPACE, LARGEST_SPACE = 12.0, 46.0
LETTERS: Final = (12.0, 16.0)
"""The smallest and the largest font size."""
HOPELESS: Final = 25
"""With more clashes than this, a smaller size would not help."""
YIELDING: Final = 0.3
"""How much of all other forces remains in the final phase, which separates what still touches."""
AT_HOME, ANYWHERE = Pulls(), Pulls(home=0.002)
"""Cities of a layout, and those whose positions were computed because there is none."""


@dataclass(frozen=True)
class Effort:
    """How long to search for a good layout."""

    sizes: tuple[float, ...] = (1.0, 0.9)
    """Sizes to try, largest first; 1 is an estimate from the distances."""
    rounds: int = 26
    """Simulation rounds per phase."""
    namings: int = 2
    """How often names are placed."""


def arrange(rules: Rules, effort: Effort | None = None) -> Sheet:
    """The largest size at which nothing overlaps, otherwise the one with the fewest overlaps."""
    effort = effort or Effort()
    homes, tracks = homes_of(rules), tracks_of(rules)
    best: tuple[int, Sheet] | None = None
    for factor in effort.sizes:
        sheet = make_sheet(rules, homes, [replace(track) for track in tracks], factor)
        settle(sheet, AT_HOME if rules.layout else ANYWHERE, effort)
        wrong = len(clashes(sheet, air_of(sheet))) + len(hidden_names(sheet))
        if best is None or wrong < best[0]:
            best = (wrong, sheet)
        if not wrong or wrong > HOPELESS:
            break
    assert best is not None, "no size to try"
    return best[1]


def settle(sheet: Sheet, pulls: Pulls, effort: Effort) -> None:
    """Cities first, with straight tracks; then the curvature of tracks; then names; finally everything together."""
    relax(sheet, effort.rounds, replace(pulls, bows=0.0))
    choose_bows(sheet)
    relax(sheet, effort.rounds, pulls)
    for _ in range(effort.namings):
        place_names(sheet)
        relax(sheet, effort.rounds, pulls)
    if clashes(sheet, air_of(sheet)):
        relax(sheet, effort.rounds // 2, pulls.weaker(YIELDING))


def air_of(sheet: Sheet) -> float:
    """The clearance between any two things."""
    return sheet.sizes.air / 4


def make_sheet(rules: Rules, homes: list[Point], tracks: list[Track], factor: float) -> Sheet:
    """A sheet with everything at its initial position."""
    sizes = sizes_for(homes, tracks, factor)
    names = [name_of(number, city.name or city.id, sizes) for number, city in enumerate(rules.map.cities)]
    return Sheet(sizes, homes, list(homes), tracks, names)


def name_of(number: int, text: str, sizes: Sizes) -> CityLabel:
    """A name without a position."""
    return CityLabel(number, (text,), letters.width(text, sizes.letter), letters.height(1, sizes.letter))


def tracks_of(rules: Rules) -> list[Track]:
    """One track for all routes between two cities."""
    cities = {city: number for number, city in enumerate(rules.city_ids)}
    routes_by_ends: dict[tuple[str, str], list[int]] = {}
    for number, route in enumerate(rules.map.routes):
        routes_by_ends.setdefault(route.ends, []).append(number)
    return [
        Track(
            cities[start],
            cities[end],
            max(rules.map.routes[route_number].length for route_number in routes),
            tuple(routes),
        )
        for (start, end), routes in routes_by_ends.items()
    ]


def homes_of(rules: Rules) -> list[Point]:
    """Initial positions of the cities: those of the layout or, without one, spaced like their distances by rail."""
    if rules.layout is not None:
        where = dict(rules.layout.positions)
        return fitted([project(rules.layout, *where[city]) for city in rules.city_ids])
    links = [(track.start, track.end, track.spaces + 0.8) for track in tracks_of(rules)]
    return fitted(automatic_places(len(rules.city_ids), links))


def fitted(places: list[Point]) -> list[Point]:
    """The positions scaled so that the longer side has the standard length."""
    xs, ys = zip(*places, strict=True)
    size = LONGER_SIDE / max(max(xs) - min(xs), max(ys) - min(ys), 1e-9)
    return [(size * (x - min(xs)), size * (y - min(ys))) for x, y in places]


def sizes_for(homes: list[Point], tracks: list[Track], factor: float) -> Sizes:
    """Sizes such that four out of five tracks have room for their spaces."""
    rooms = sorted(math.dist(homes[track.start], homes[track.end]) / (track.spaces + 0.8) for track in tracks)
    length = factor * min(LARGEST_SPACE, max(rooms[len(rooms) // 5], SMALLEST_SPACE))
    return Sizes(length, min(max(0.5 * length, LETTERS[0]), LETTERS[1]))
