"""Label placement: each city's name takes, among many candidate positions, the one where it covers least."""

import math
from typing import Final, NamedTuple

from ferrovia.drawing.labels import letters
from ferrovia.drawing.layout.capsules import NAME, TRACK, Capsule, capsule_of_name, meet, sheet_capsules
from ferrovia.drawing.layout.shapes import CityLabel, Sheet

SWEEPS: Final = 4
"""How often every name reconsiders its position, given those of the others."""
DISTANCES: Final = (0.16, 0.34, 0.6, 0.9, 1.3)
"""Candidate distances of a name from its city, in font sizes; nearer is better."""
FAR: Final = 8.0
"""Penalty per step away from the city."""
ENOUGH: Final = 4
"""A name with this many free positions searches no further."""
TWO_LINES: Final = 1.5
"""Penalty for a second line."""
ACROSS: Final = 1000.0
"""Extra penalty for a name that something crosses completely, because no force would push them apart."""
BEHIND: Final = 1500.0
"""Penalty for a name behind a track, as seen from its city."""


class Choice(NamedTuple):
    """A candidate position of a name, and its cost apart from other names."""

    cost: float
    name: CityLabel
    capsule: Capsule


def place_names(sheet: Sheet) -> None:
    """Position every name; those with the least room choose first."""
    fixed = [capsule for capsule in sheet_capsules(sheet) if capsule.kind != NAME]
    choices = {name.city: choices_of(sheet, name, fixed) for name in sheet.names}
    order = sorted(choices, key=lambda city: (-choices[city][0].cost, city))
    chosen: dict[int, Choice] = {}
    for _ in range(SWEEPS):
        for city in order:
            others = [widened(sheet, choice.capsule) for other, choice in chosen.items() if other != city]
            chosen[city] = best_among(choices[city], others)
    sheet.names = [chosen[name.city].name for name in sheet.names]


def widened(sheet: Sheet, capsule: Capsule) -> Capsule:
    """A name with a margin: two names directly above each other read like one."""
    return capsule._replace(radius=capsule.radius + 0.8 * sheet.sizes.letter)


def best_among(choices: list[Choice], others: list[Capsule]) -> Choice:
    """The best of several candidates, sorted by cost, given the other names."""
    best, least = choices[0], math.inf
    for choice in choices:
        if choice.cost >= least:
            break
        total = choice.cost + covered(choice.capsule, others)
        if total < least:
            best, least = choice, total
    return best


def choices_of(sheet: Sheet, name: CityLabel, fixed: list[Capsule]) -> list[Choice]:
    """Candidates for a name, best first. It looks further away only if there is little room nearby."""
    whole = letters.joined(name.lines)
    around = nearby(sheet, fixed, name.city, letters.width(whole, sheet.sizes.letter))
    choices: list[Choice] = []
    for far, distance in enumerate(DISTANCES):
        for broken, lines in enumerate({(whole,): 0, letters.in_two(whole): 1}):
            dislike = FAR * far + TWO_LINES * broken
            choices += choices_at(sheet, name.city, lines, distance, dislike, around)
        if sum(choice.cost < FAR * (far + 1) for choice in choices) >= ENOUGH:
            break
    return sorted(choices, key=lambda choice: choice.cost)


def choices_at(
    sheet: Sheet, city: int, lines: tuple[str, ...], distance: float, dislike: float, around: list[Capsule]
) -> list[Choice]:
    """The candidates at one distance from the city."""
    size = sheet.sizes.letter
    wide, high = letters.block_width(lines, size), letters.height(len(lines), size)
    choices = []
    for liked, dx, dy in ring(wide, high, sheet.sizes.city + distance * size):
        place = CityLabel(city, lines, wide, high, dx, dy, True, (dx, dy))
        capsule = capsule_of_name(sheet, place)
        cost = dislike + liked + covered(capsule, around)
        cost += BEHIND if cost < BEHIND and behind(sheet, capsule, around) else 0.0
        choices.append(Choice(cost, place, capsule))
    return choices


def ring(wide: float, high: float, reach: float) -> list[tuple[float, float, float]]:
    """Positions around a city for the centre of a box, each with its penalty."""
    offsets = []
    for shift in (0.0, -0.4, 0.4, -0.8, 0.8):
        dy = shift * (high / 2 + reach * 0.5)
        out = wide / 2 + math.sqrt(max(0.0, reach**2 - max(0.0, abs(dy) - high / 2) ** 2))
        offsets += [(2 * abs(shift), out, dy), (0.3 + 2 * abs(shift), -out, dy)]
    for step in range(-5, 6):
        shift, dy = step / 5, high / 2 + reach
        offsets += [(0.6 + 1.5 * abs(shift), shift * wide / 2, -dy), (0.9 + 1.5 * abs(shift), shift * wide / 2, dy)]
    return offsets


def nearby(sheet: Sheet, capsules: list[Capsule], city: int, wide: float) -> list[Capsule]:
    """What the name of a city could cover."""
    x, y = sheet.places[city]
    across = sheet.sizes.city + sheet.sizes.letter + wide
    down = sheet.sizes.city + 4 * sheet.sizes.letter
    return [
        capsule
        for capsule in capsules
        if min(capsule.x1, capsule.x2) - capsule.radius < x + across
        and max(capsule.x1, capsule.x2) + capsule.radius > x - across
        and min(capsule.y1, capsule.y2) - capsule.radius < y + down
        and max(capsule.y1, capsule.y2) + capsule.radius > y - down
        and (capsule.kind == TRACK or capsule.owner != city)
    ]


def behind(sheet: Sheet, capsule: Capsule, capsules: list[Capsule]) -> bool:
    """Whether a track lies between a name and its city."""
    x, y = sheet.places[capsule.owner]
    end_x, end_y = max(capsule.x1, min(capsule.x2, x)), capsule.y1
    if math.hypot(end_x - x, end_y - y) < sheet.sizes.start:
        return False
    line, thin = Capsule(x, y, end_x, end_y, 0.0, NAME, capsule.owner, 0.0, 0.0), sheet.sizes.width / 4
    left, right, top, bottom = min(x, end_x) - thin, max(x, end_x) + thin, min(y, end_y) - thin, max(y, end_y) + thin
    return any(
        other.kind == TRACK
        and min(other.x1, other.x2) < right
        and max(other.x1, other.x2) > left
        and min(other.y1, other.y2) < bottom
        and max(other.y1, other.y2) > top
        and meet(line, other)[0] < thin * thin
        for other in capsules
    )


def hidden_names(sheet: Sheet) -> list[int]:
    """The cities whose names are behind a track."""
    capsules = sheet_capsules(sheet)
    return [name.city for name in sheet.names if name.placed and behind(sheet, capsule_of_name(sheet, name), capsules)]


def covered(level: Capsule, capsules: list[Capsule]) -> float:
    """How much a horizontal capsule covers of others."""
    total, y, radius = 0.0, level.y1, level.radius
    left, right = level.x1 - radius, level.x2 + radius
    for capsule in capsules:
        x1, y1, x2, y2, other = capsule[:5]
        if (y1 if y1 < y2 else y2) - other > y + radius or (y1 if y1 > y2 else y2) + other < y - radius:
            continue
        if (x1 if x1 < x2 else x2) - other > right or (x1 if x1 > x2 else x2) + other < left:
            continue
        square = meet(level, capsule)[0]
        if square < (radius + other) ** 2:
            deep = radius + other - math.sqrt(square)
            total += deep * (deep + 3) + (ACROSS if deep > 0.85 * (radius + other) else 0.0)
    return total
