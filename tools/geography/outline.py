"""Line simplification, and encoding as whole numbers."""

import heapq
import math
from itertools import pairwise

from tools.geography.topology import Line


def simplified(line: Line, least: float) -> Line:
    """Remove the least important points, while the triangle with their neighbours is smaller than `least` square
    degrees of latitude (Visvalingam–Whyatt). Ends stay; a ring keeps at least four points."""
    squeeze = math.cos(math.radians(line[0][1])) if line else 1.0
    before, after = list(range(-1, len(line) - 1)), list(range(1, len(line) + 1))
    kept, left = [True] * len(line), len(line)

    def area(number: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = (line[each] for each in (before[number], number, after[number]))
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) * squeeze / 2

    waiting = [(area(number), number) for number in range(1, len(line) - 1)]
    current = {number: size for size, number in waiting}
    heapq.heapify(waiting)
    while waiting and left > (4 if line[0] == line[-1] else 2):
        size, number = heapq.heappop(waiting)
        if size != current.get(number):
            continue
        if size >= least:
            break
        kept[number], left = False, left - 1
        current.pop(number)
        after[before[number]], before[after[number]] = after[number], before[number]
        for other in (before[number], after[number]):
            if 0 < other < len(line) - 1:
                current[other] = max(size, area(other))
                heapq.heappush(waiting, (current[other], other))
    return [point for point, stays in zip(line, kept, strict=True) if stays]


def size_of(ring: Line) -> float:
    """The area of a ring, in square degrees of latitude."""
    squeeze = math.cos(math.radians(ring[0][1]))
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]))) * squeeze / 2


def length_of(line: Line) -> float:
    """The length of a line, in degrees of latitude."""
    return sum(math.hypot((x2 - x1) * math.cos(math.radians(y1)), y2 - y1) for (x1, y1), (x2, y2) in pairwise(line))


def whole_numbers(line: Line, scale: float, closed: bool) -> list[int]:
    """A line as its first point and the steps from each to the next, in parts of a degree."""
    numbers, last = [], (0, 0)
    points = line[:-1] if closed and line[0] == line[-1] else line
    for number, (x, y) in enumerate(points):
        now = (round(x * scale), round(y * scale))
        if number == 0 or now != last:
            numbers += [now[0] - last[0], now[1] - last[1]]
        last = now
    return numbers
