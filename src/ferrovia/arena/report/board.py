"""The board of a report: line width shows how often a route was claimed, colour whether its owners won more."""

from typing import Any, Final

from ferrovia.arena.report.svg import drawing
from ferrovia.arena.statistics.estimates import Estimate
from ferrovia.arena.statistics.usage import RouteUse
from ferrovia.drawing.board import draw_board
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.drawing.svg import labels_layer
from ferrovia.language.names import route_name
from ferrovia.language.numbers import interval, percent, percentage_points
from ferrovia.rules.resolved import Rules

THINNEST: Final = 0.1
"""Width of a route that is hardly ever claimed, relative to the width of a space."""
LEGEND_WIDTH: Final = 9.0
MUCH: Final = 0.05
"""The win share difference with the strongest colour."""
TONES: Final = (
    ("less-much", "wins much less"),
    ("less", "wins less"),
    ("noise", "no more than chance"),
    ("more", "wins more"),
    ("more-much", "wins much more"),
)
AREAS: Final = frozenset({"land", "foreign", "lake", "park"})
"""The land shown in a report: enough for orientation."""


def board_map(rules: Rules, routes: tuple[RouteUse, ...], description: str) -> Markup:
    """The map with its legend."""
    board = draw_board(rules)
    width, height = board["width"], board["height"]
    lines = [route_line(rules, use, board["routes"][rules.route_ids[use.route]]) for use in routes]
    layers = (land(board), *lines, dots(board), labels_layer(board, "name"))
    picture = drawing("The board", description, height, *layers, width=width, kind="board")
    sized = element("div", picture, style=f"min-width:{0.7 * width:.0f}px;max-width:{width:.0f}px", class_="sheet")
    return join(element("div", sized, class_="scroll", tabindex="0", role="region", aria_label="The board"), legend())


def land(board: dict[str, Any]) -> Markup:
    """The shapes of the land; the style sheet clips them at the frame."""
    shapes = [
        element("path", d=shape["path"], class_=f"land-{shape['kind']}")
        for shape in board["land"]
        if shape["kind"] in AREAS and shape["path"]
    ]
    return join(element("rect", class_="land-sea", width=board["width"], height=board["height"]), *shapes)


def dots(board: dict[str, Any]) -> Markup:
    radius = 0.7 * board["sizes"]["city"]
    return join(*(element("circle", cx=c["x"], cy=c["y"], r=radius, class_="city") for c in board["cities"].values()))


def route_line(rules: Rules, use: RouteUse, route: dict[str, Any]) -> Markup:
    """One route, with its numbers in a tooltip."""
    return element(
        "path",
        element("title", route_sentence(rules, use)),
        d=route["path"],
        stroke_width=width(use.claimed, route["space"][1]),
        class_=f"route {tone(use.lift)}" if use.claims else "route never",
    )


def width(claimed: float, widest: float = LEGEND_WIDTH) -> float:
    """The line width of a route."""
    return widest * (THINNEST + (1 - THINNEST) * claimed)


def tone(lift: Estimate) -> str:
    """The colour of a difference; none if it is not significant."""
    if lift.mean is None or lift.interval is None or lift.interval[0] <= 0 <= lift.interval[1]:
        return "noise"
    return ("more" if lift.mean > 0 else "less") + ("-much" if abs(lift.mean) >= MUCH else "")


def route_sentence(rules: Rules, use: RouteUse) -> str:
    """The numbers of a route in words."""
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
    """The meaning of width and colour."""
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
