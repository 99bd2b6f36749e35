"""A drawn board as polygons and discs, and how they lie to each other: written apart from the code it checks."""

import math
import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

from ferrovia.drawing import draw_board
from ferrovia.drawing.labels.letters import width
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.schema import City, Route

ISLAND = Path(__file__).parents[2] / "examples" / "custom_map" / "island.toml"
PLAIN_ISLAND = "the island without its layout"
BOARDS = (*built_in_rules(), str(ISLAND), PLAIN_ISLAND)


def rules_called(name):
    if name == PLAIN_ISLAND:
        return replace(load_rules(ISLAND), layout=None)
    return load_rules(name)


def board_called(name):
    return draw_board(rules_called(name))


def rectangle(x, y, length, width, angle=0.0):
    """The corners of a rectangle."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    halves = [(length / 2, width / 2), (length / 2, -width / 2), (-length / 2, -width / 2), (-length / 2, width / 2)]
    return [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in halves]


def spaces(board):
    """Every space: its route, its number, its corners."""
    for name, route in board["routes"].items():
        for number, space in enumerate(route["spaces"]):
            yield name, number, rectangle(space["x"], space["y"], route["space"][0], route["space"][1], space["angle"])


def labels(board):
    """Every name of a city: the city, its corners."""
    size, line = board["sizes"]["letter"], board["sizes"]["line"]
    for name, city in board["cities"].items():
        label = city["label"]
        wide = max(width(text, size) for text in label["lines"])
        left = label["x"] - {"start": 0, "middle": wide / 2, "end": wide}[label["anchor"]]
        top, bottom = label["y"] - 0.76 * size, label["y"] + 0.2 * size + line * (len(label["lines"]) - 1)
        yield name, [(left, top), (left + wide, top), (left + wide, bottom), (left, bottom)]


def distance(one, other):
    """Between two convex polygons: 0 where they overlap."""
    if inside(one[0], other) or inside(other[0], one):
        return 0.0
    return min(
        between_segments(one[i - 1], one[i], other[j - 1], other[j]) for i in range(len(one)) for j in range(len(other))
    )


def inside(point, polygon):
    """Whether a point lies in a polygon, however it is shaped."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            found = not found
    return found


def between_segments(a, b, c, d):
    """0 where they cross."""

    def turn(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return 0.0
    return min(to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))


def to_segment(point, start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length)) if length else 0.0
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def to_disc(polygon, city, radius):
    """Between a polygon and a city: below 0 where they overlap."""
    place = (city["x"], city["y"])
    if inside(place, polygon):
        return -radius
    return min(to_segment(place, polygon[i - 1], polygon[i]) for i in range(len(polygon))) - radius


def near(one, other, reach):
    """A quick look whether two polygons could be nearer than `reach`."""
    return (
        min(x for x, _ in one) - reach < max(x for x, _ in other)
        and max(x for x, _ in one) + reach > min(x for x, _ in other)
        and min(y for _, y in one) - reach < max(y for _, y in other)
        and max(y for _, y in one) + reach > min(y for _, y in other)
    )


def overlaps(board):
    """Everything that overlaps anything it should not: spaces, names, cities."""
    things = [((name, number), corners) for name, number, corners in spaces(board)]
    things += [((name, "name"), corners) for name, corners in labels(board)]
    found = [
        (one, other)
        for (one, corners), (other, others) in combinations(things, 2)
        if near(corners, others, 0.0) and distance(corners, others) <= 0.0
    ]
    radius = board["sizes"]["city"]
    return found + [
        (what, name)
        for what, corners in things
        for name, city in board["cities"].items()
        if to_disc(corners, city, radius) < 0
    ]


def rings(path):
    """The rings of a path made of M, l, q and z, each by the points it passes through."""
    found, x, y = [], 0.0, 0.0
    for command, text in re.findall(r"([Mlqz])([^Mlqz]*)", path):
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "M":
            x, y = numbers
            found.append([(x, y)])
        elif command != "z":
            x, y = x + numbers[-2], y + numbers[-1]
            found[-1].append((x, y))
    return found


def folds(move, low, high, step):
    """The number of places where a displacement folds the plane over."""
    folded = 0
    rows = [low[1] + step * row for row in range(int((high[1] - low[1]) / step) + 1)]
    columns = [low[0] + step * column for column in range(int((high[0] - low[0]) / step) + 1)]
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            (ax, ay), (bx, by), (cx, cy) = move((left, top)), move((right, top)), move((left, bottom))
            folded += (bx - ax) * (cy - ay) <= (by - ay) * (cx - ax)
    return folded


def random_rules(seed):
    """Rules with a made-up connected map of any shape, without a layout."""
    random = Random(seed)
    count = random.randint(2, 24)
    cities = tuple(City(f"c{number}", name=random_name(random)) for number in range(count))
    ends = {(random.randrange(number), number) for number in range(1, count)}
    for _ in range(random.randint(0, count)):
        one, other = random.randrange(count), random.randrange(count)
        ends |= {(min(one, other), max(one, other))} if one != other else set()
    routes = []
    for one, other in sorted(ends):
        length = random.randint(1, 8)
        routes += [Route(f"c{one}", f"c{other}", length)] * random.choice((1, 1, 1, 2))
    rules = load_rules("north-america")
    return replace(rules, map=replace(rules.map, cities=cities, routes=tuple(routes), layout=""), layout=None)


def random_name(random):
    words = ("Ost", "Santa Clara", "Ü", "Llanfair", "Nowhere-by-the-Sea", "a long name of many words", "東京", "")
    return random.choice(words)
