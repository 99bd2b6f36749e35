"""Where the name of each city stands, so that names cover neither each other nor much of anything else."""

from dataclasses import dataclass
from typing import Final

LETTER, LINE = 7.0, 14.0
NEAR: Final = 9.0
SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))
"""Right, left, above, below, and the corners; the first are liked best."""
ANCHORS: Final = {1: "start", 0: "middle", -1: "end"}

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Name:
    """A name and where it stands: the point its baseline starts from, is centred on, or ends at."""

    city: str
    text: str
    x: float
    y: float
    anchor: str


def place_names(
    texts: dict[str, str], places: dict[str, Point], segments: list[tuple[Point, Point]], frame: Point
) -> list[Name]:
    """A place for every name; the longest ones choose first."""
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in places.values()]
    found = []
    for city in sorted(texts, key=lambda city: -len(texts[city])):
        boxes = [box_at(places[city], side, len(texts[city])) for side in SIDES]
        costs = [2 * number + cost(box, taken, segments, frame) for number, box in enumerate(boxes)]
        best = min(range(len(SIDES)), key=costs.__getitem__)
        taken.append(boxes[best])
        found.append(name_in(city, texts[city], boxes[best], SIDES[best][0]))
    return found


def box_at(place: Point, side: tuple[int, int], letters: int) -> Box:
    """The box of a name on one side of its city."""
    width = LETTER * letters
    x = place[0] + side[0] * (NEAR if not side[1] else NEAR * 0.6) - width * (1 - side[0]) / 2
    y = place[1] + side[1] * (NEAR if side[0] else NEAR + 4) - LINE / 2
    return x, y, x + width, y + LINE


def name_in(city: str, text: str, box: Box, side: int) -> Name:
    """A name in its box."""
    x = {1: box[0], 0: (box[0] + box[2]) / 2, -1: box[2]}[side]
    return Name(city, text, x, box[3] - 3, ANCHORS[side])


def cost(box: Box, taken: list[Box], segments: list[tuple[Point, Point]], frame: Point) -> float:
    """How bad it is to write here."""
    outside = max(0.0, -box[0], -box[1], box[2] - frame[0], box[3] - frame[1])
    covered = sum(overlap(box, other) for other in taken)
    crossed = sum(crosses(box, *segment) for segment in segments)
    return 20 * outside + 5 * covered + 5 * crossed


def overlap(one: Box, other: Box) -> float:
    """How much of two boxes is the same, in units of a letter's height."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height / LINE if width > 0 and height > 0 else 0.0


def crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether a line goes through a box: clipped at each side in turn, something is left of it."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        delta = end[axis] - start[axis]
        for edge, sign in ((box[axis], 1), (box[axis + 2], -1)):
            inside = sign * (start[axis] - edge)
            if abs(delta) < 1e-9:
                if inside < 0:
                    return False
                continue
            meeting = (edge - start[axis]) / delta
            if sign * delta > 0:
                first = max(first, meeting)
            else:
                last = min(last, meeting)
    return first < last
