"""The board: a route is as wide as it was claimed often; its colour says whether its owners won more than usual."""

import math
from typing import Final

from ferrovia.arena.report.markup import Markup, element, join
from ferrovia.arena.report.names_on_map import Point, place_names
from ferrovia.arena.report.placement import positions
from ferrovia.arena.report.svg import drawing, words
from ferrovia.arena.report.usage import RouteUse
from ferrovia.arena.statistics import Estimate
from ferrovia.language.names import place_name, route_name
from ferrovia.language.numbers import interval, percent, percentage_points
from ferrovia.rules.resolved import Rules

LARGEST: Final = (900.0, 600.0)
MARGIN: Final = (70.0, 30.0)
WIDEST, THINNEST = 8.0, 1.0
APART: Final = 4.4
"""How far the routes of a double are from the line between their cities."""
MUCH: Final = 0.05
"""A difference of so much in win share has the strong colour."""
TONES: Final = (
    ("less-much", "wins much less"),
    ("less", "wins less"),
    ("noise", "no more than chance"),
    ("more", "wins more"),
    ("more-much", "wins much more"),
)


def board_map(rules: Rules, routes: tuple[RouteUse, ...], description: str) -> Markup:
    """The whole map with its legend."""
    places, frame = fitted(positions(rules))
    lines = [line_of(rules, use, places) for use in routes]
    segments = [(places[route.start], places[route.end]) for route in rules.map.routes]
    texts = {city.id: place_name(rules, city.id) for city in rules.map.cities}
    dots = [element("circle", cx=x, cy=y, r=4, class_="city") for x, y in places.values()]
    names = place_names(texts, places, segments, frame)
    written = [words(name.x, name.y, name.text, name.anchor, "name") for name in names]
    picture = drawing("The board", description, frame[1], *lines, *dots, *written, width=frame[0], kind="board")
    size = f"min-width:{0.85 * frame[0]:.0f}px;max-width:{1.15 * frame[0]:.0f}px"
    sized = element("div", picture, style=size, class_="sheet")
    return join(element("div", sized, class_="scroll", tabindex="0", role="region", aria_label="The board"), legend())


def fitted(places: dict[str, Point]) -> tuple[dict[str, Point], Point]:
    """The same places in a frame of a page's size, and the frame."""
    xs, ys = zip(*places.values(), strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    room = (LARGEST[0] - 2 * MARGIN[0], LARGEST[1] - 2 * MARGIN[1])
    size = min(room[0] / (width or 1), room[1] / (height or 1))
    left, top = MARGIN[0] - size * min(xs), MARGIN[1] - size * min(ys)
    moved = {city: (left + size * x, top + size * y) for city, (x, y) in places.items()}
    return moved, (size * width + 2 * MARGIN[0], size * height + 2 * MARGIN[1])


def line_of(rules: Rules, use: RouteUse, places: dict[str, Point]) -> Markup:
    """One route, beside its twin if it has one; what it was is said to whoever points at it."""
    route, twin = rules.map.routes[use.route], int(rules.board[0]["route_twin"][use.route])
    (x1, y1), (x2, y2) = places[route.start], places[route.end]
    shift = 0.0 if twin < 0 else (APART if use.route < twin else -APART)
    if (route.start, route.end) != route.ends:  # a twin may be written the other way round
        shift = -shift
    length = math.hypot(x2 - x1, y2 - y1) or 1
    dx, dy = shift * (y1 - y2) / length, shift * (x2 - x1) / length
    return element(
        "line",
        element("title", route_sentence(rules, use)),
        x1=x1 + dx,
        y1=y1 + dy,
        x2=x2 + dx,
        y2=y2 + dy,
        stroke_width=width(use.claimed),
        class_=f"route {tone(use.lift)}" if use.claims else "route never",
    )


def width(claimed: float) -> float:
    """How wide a route is drawn."""
    return THINNEST + (WIDEST - THINNEST) * claimed


def tone(lift: Estimate) -> str:
    """The colour of a difference; what chance alone may have made has none."""
    if lift.mean is None or lift.interval is None or lift.interval[0] <= 0 <= lift.interval[1]:
        return "noise"
    return ("more" if lift.mean > 0 else "less") + ("-much" if abs(lift.mean) >= MUCH else "")


def route_sentence(rules: Rules, use: RouteUse) -> str:
    """What became of a route."""
    length = rules.map.routes[use.route].length
    head = (
        f"{route_name(rules, rules.route_ids[use.route])}, length {length}: claimed in {percent(use.claimed)} of games"
    )
    if not use.claims:
        return head
    span = interval(use.lift.interval)
    lift = f"{percentage_points(use.lift.mean)} percentage points against the owner's usual ({span})"
    return f"{head}, owner won {percent(use.won.mean)}, {lift}"


def legend() -> Markup:
    """What width and colour mean."""
    tones = [element("li", element("i", class_=f"swatch {kind}"), meaning) for kind, meaning in TONES]
    widths = [
        element("li", element("i", class_="swatch noise", style=f"height:{width(share):.0f}px"), f"{share:.0%}")
        for share in (0.1, 0.5, 1.0)
    ]
    never = element("li", element("i", class_="swatch never"), "never")
    return element(
        "div",
        element("ul", element("li", element("b", "Its owner")), *tones),
        element("ul", element("li", element("b", "Claimed in")), never, *widths),
        class_="legend",
    )
