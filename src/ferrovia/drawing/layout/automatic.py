"""Places for the cities of a map without a layout: distances on paper like those by rail, few tracks that cross."""

import heapq
import math
from collections.abc import Iterable
from typing import Final

from ferrovia.drawing.land.projection import Point

POWER_STEPS: Final = 80
SWEEPS: Final = 60
TURNS: Final = 16
"""Directions in which a city looks for a place where its tracks cross fewer others."""
BESIDE: Final = 1.3
"""What is not joined lies so many times as far as the farthest that is."""

Link = tuple[int, int, float]
Ends = tuple[int, int]
Table = list[list[float]]


def automatic_places(cities: int, links: list[Link]) -> list[Point]:
    """A place for each city; `links` says which are joined, and how far apart they should be."""
    wanted = distances(cities, links)
    places = refined(start(wanted), wanted)
    ends = sorted({(min(a, b), max(a, b)) for a, b, _ in links})
    if not crossings(places, ends):
        return places
    moved = uncrossed(places, ends)
    trials = [refined(moved, wanted, sweeps) for sweeps in (8, 2, 1, 0)]
    return min([places, *trials], key=lambda trial: crossings(trial, ends))


def distances(cities: int, links: Iterable[Link]) -> Table:
    """The shortest way by rail between any two cities (Dijkstra)."""
    beside: list[list[tuple[int, float]]] = [[] for _ in range(cities)]
    for a, b, length in links:
        beside[a].append((b, length))
        beside[b].append((a, length))
    table = [_from(city, beside) for city in range(cities)]
    farthest = max((each for row in table for each in row if math.isfinite(each)), default=1.0) or 1.0
    return [[each if math.isfinite(each) else BESIDE * farthest for each in row] for row in table]


def _from(city: int, beside: list[list[tuple[int, float]]]) -> list[float]:
    found = [math.inf] * len(beside)
    found[city] = 0.0
    waiting = [(0.0, city)]
    while waiting:
        distance, here = heapq.heappop(waiting)
        for other, length in beside[here]:
            if distance + length < found[other]:
                found[other] = distance + length
                heapq.heappush(waiting, (found[other], other))
    return found


def start(wanted: Table) -> list[Point]:
    """The flattest picture of the distances: their two main axes (classical scaling, by the power method)."""
    count = len(wanted)
    squares = [[each * each for each in row] for row in wanted]
    rows = [sum(row) / count for row in squares]
    whole = sum(rows) / count
    table = [[(rows[i] + rows[j] - squares[i][j] - whole) / 2 for j in range(count)] for i in range(count)]
    axes = []
    for _ in range(2):
        value, axis = main_axis(table)
        axes.append([math.sqrt(max(value, 1e-9)) * each for each in axis])
        table = [[table[i][j] - value * axis[i] * axis[j] for j in range(count)] for i in range(count)]
    return [  # a little apart, so that cities that look alike do not fall together
        (x + 0.01 * math.cos(2.4 * number), y + 0.01 * math.sin(2.4 * number))
        for number, (x, y) in enumerate(zip(*axes, strict=True))
    ]


def main_axis(table: Table) -> tuple[float, list[float]]:
    """The largest eigenvalue of a symmetric table and its vector of length 1."""
    axis, value = [math.sin(1.7 * number + 0.3) for number in range(len(table))], 0.0
    for _ in range(POWER_STEPS):
        pulled = [sum(a * b for a, b in zip(row, axis, strict=True)) for row in table]
        value = math.sqrt(sum(each * each for each in pulled))
        if value < 1e-12:
            break
        axis = [each / value for each in pulled]
    size = math.sqrt(sum(each * each for each in axis)) or 1.0
    return value, [each / size for each in axis]


def refined(places: list[Point], wanted: Table, sweeps: int = SWEEPS) -> list[Point]:
    """Each city in turn goes where its distances fit best; near ones count most (stress majorisation)."""
    places = list(places)
    for _ in range(sweeps):
        for city, row in enumerate(wanted):
            x, y = places[city]
            sum_x = sum_y = total = 0.0
            for other, (ox, oy) in enumerate(places):
                if other == city:
                    continue
                weight = 1 / max(row[other], 1e-9) ** 2
                stretch = row[other] / (math.hypot(x - ox, y - oy) or 1e-9)
                sum_x += weight * (ox + stretch * (x - ox))
                sum_y += weight * (oy + stretch * (y - oy))
                total += weight
            if total:
                places[city] = (sum_x / total, sum_y / total)
    return places


def uncrossed(places: list[Point], ends: list[Ends]) -> list[Point]:
    """Cities whose tracks cross others go somewhere around their neighbours where they cross fewer."""
    places = list(places)
    for _ in range(2):
        for city in range(len(places)):
            mine = [end for end in ends if city in end]
            if crossed(places, mine, ends):
                places[city] = least_crossed(places, city, mine, ends)
    return places


def least_crossed(places: list[Point], city: int, mine: list[Ends], ends: list[Ends]) -> Point:
    """Of some places for a city the first where its tracks cross fewest others."""

    def crossed_at(place: Point) -> int:
        return crossed([*places[:city], place, *places[city + 1 :]], mine, ends)

    return min(candidates(places, city, mine), key=crossed_at)


def candidates(places: list[Point], city: int, mine: list[Ends]) -> list[Point]:
    """Where a city is, and places in a ring around the middle of its neighbours."""
    others = [places[a if b == city else b] for a, b in mine]
    x, y = sum(each[0] for each in others) / len(others), sum(each[1] for each in others) / len(others)
    reach = sum(math.dist(places[city], each) for each in others) / len(others)
    turns = [math.tau * turn / TURNS for turn in range(TURNS)]
    rings = [
        (x + part * reach * math.cos(turn), y + part * reach * math.sin(turn)) for part in (0.4, 0.8) for turn in turns
    ]
    return [places[city], (x, y), *rings]


def crossed(places: list[Point], mine: list[Ends], ends: list[Ends]) -> int:
    """How many tracks these tracks cross."""
    return sum(_cross(places, one, other) for one in mine for other in ends)


def crossings(places: list[Point], ends: list[Ends]) -> int:
    """How often straight tracks cross each other."""
    return crossed(places, ends, ends) // 2


def _cross(places: list[Point], one: Ends, other: Ends) -> bool:
    if one[0] in other or one[1] in other:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = places[one[0]], places[one[1]], places[other[0]], places[other[1]]
    c_side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d_side = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if c_side * d_side >= 0:
        return False
    a_side = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b_side = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return a_side * b_side < 0
