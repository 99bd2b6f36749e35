"""A board as a self-contained SVG, for notebooks, reports and viewing without the browser game."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ferrovia.drawing.board import draw_board
from ferrovia.drawing.markup import Content, Markup, element, join
from ferrovia.rules.resolved import Rules

LAND: Final[Mapping[str, Mapping[str, Content]]] = {
    "sea": {"fill": "#c5dce4"},
    "land": {"fill": "#f5eedd", "stroke": "#9fb6b8", "stroke_width": 1.4},
    "skyline": {"fill": "#ddd3bd"},
    "trunk": {"fill": "#a9b98c"},
    "wood": {"fill": "#cdd8b4", "stroke": "#a9b98c", "stroke_width": 0.4},
    "cactus": {"fill": "#b9c896"},
    "hull": {"fill": "#9fb6b8"},
    "sail": {"fill": "#eef4f2"},
    "foreign": {"fill": "#e7dfca", "stroke": "#9fb6b8", "stroke_width": 1.1},
    "lake": {"fill": "#c5dce4", "stroke": "#9dbfcb", "stroke_width": 0.9},
    "river": {"fill": "none", "stroke": "#aecfdb", "stroke_width": 1.6, "stroke_linecap": "round"},
    "border": {"fill": "none", "stroke": "#b39a76", "stroke_width": 1.4, "stroke_dasharray": "7 3 1.5 3"},
    "region": {"fill": "none", "stroke": "#e3d7bd", "stroke_width": 0.9},
    "park": {"fill": "#d0e1bb", "stroke": "#b8cfa0", "stroke_width": 0.8},
    "street": {"fill": "none", "stroke": "#e9dfc9", "stroke_width": 2.4, "stroke_linejoin": "round"},
    "bridge": {"fill": "none", "stroke": "#cbbca1", "stroke_width": 3.0},
    "mountain": {"fill": "#efe5cd", "stroke": "#cab88f", "stroke_width": 0.8, "stroke_linejoin": "round"},
    "shade": {"fill": "#dac9a3"},
}
ABROAD: Final = ("#e9dfc6", "#e3dfcb", "#ecdccb", "#e2e0d2")
"""One tint for each country around a map."""
CITIES: Final = {"city": "#fff8ec", "country": "#8d4b3d", "attraction": "#f3c350"}
FONT: Final = "Inter,Noto Sans,Helvetica,Arial,sans-serif"
TEXT: Final = "#3a2c22"


class Tint(NamedTuple):
    """A fill, and a colour for text on it."""

    fill: str
    ink: str


CARDS: Final = {
    "gray": Tint("#b2afa2", "#3b3931"),
    "pink": Tint("#e07fcb", "#3d0b33"),
    "red": Tint("#bf3218", "#fff1ea"),
    "orange": Tint("#f47a10", "#381600"),
    "yellow": Tint("#f8d62e", "#3d2d00"),
    "green": Tint("#1e8f62", "#f2fff8"),
    "blue": Tint("#3059b0", "#f0f5ff"),
    "white": Tint("#fdf9f1", "#4c4434"),
    "black": Tint("#332c28", "#f6eee4"),
    "locomotive": Tint("#5b3b8c", "#ffe9a8"),
}
OTHER_CARD: Final = Tint("#888888", "#ffffff")
"""For colours that only a custom map has."""
SEATS: Final = (
    Tint("#3145c6", "#ffffff"),
    Tint("#b92a1b", "#ffffff"),
    Tint("#12a8ad", "#00282b"),
    Tint("#f6c52b", "#392900"),
    Tint("#451051", "#ffffff"),
)

FREE: Final = ".4"
"""Opacity of free routes where others have trains on them, so that trains stand out."""

NOBODY: Final[Mapping[str, int]] = MappingProxyType({})


def card_tint(card: str) -> Tint:
    """The tint of a card or a route."""
    return CARDS.get(card, OTHER_CARD)


def board_svg(rules: Rules, owners: Mapping[str, int] = NOBODY) -> str:
    """The board alone; `owners` maps claimed routes to their seats.

    >>> from ferrovia.rules.files.loading import load_rules
    >>> board_svg(load_rules("new-york"))[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    board = draw_board(rules)
    return document(board["width"], board["height"], board_layers(rules, board, owners))


def document(width: float, height: float, *children: Content) -> str:
    """A complete SVG document; one board unit is one pixel."""
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=round(width),
        height=round(height),
        font_family=FONT,
    )


def board_layers(rules: Rules, board: dict[str, Any], owners: Mapping[str, int] = NOBODY) -> Markup:
    """Land, routes, cities and labels of a board, bottom to top."""
    frame = {"width": board["width"], "height": board["height"], "viewBox": f"0 0 {board['width']} {board['height']}"}
    colours = {name: route.colour for name, route in zip(rules.route_ids, rules.map.routes, strict=True)}
    free = FREE if owners else None
    routes = [
        claimed_route(route, owners[name]) if name in owners else free_route(route, card_tint(colours[name]), free)
        for name, route in board["routes"].items()
    ]
    inside = (land_layer(board["land"]), *routes, cities_layer(board), labels_layer(board))
    return element("svg", *inside, **frame)  # an inner SVG clips at its frame


def land_layer(shapes: list[dict[str, Any]]) -> Markup:
    """Everything below the tracks."""
    countries = sorted({shape["country"] for shape in shapes if "country" in shape})
    tints = {country: ABROAD[number % len(ABROAD)] for number, country in enumerate(countries)}
    return join(*(land_shape(shape, tints.get(shape.get("country", ""))) for shape in shapes))


def land_shape(shape: dict[str, Any], tint: str | None) -> Markup:
    """An area or a line of the land, or the name of a water."""
    if "label" in shape:
        return water_name(shape["label"])
    style: dict[str, Content] = {**LAND[shape["kind"]], **({"fill": tint} if tint else {})}
    return element("path", d=shape["path"], **style) if shape["path"] else Markup()


def water_name(label: dict[str, Any]) -> Markup:
    """The name of a water or a region, rotated along it."""
    return element(
        "text",
        label["text"],
        transform=f"translate({label['x']} {label['y']}) rotate({label['angle']})",
        font_size=label["size"],
        font_family="Noto Serif,serif",
        font_style="italic",
        fill="#8fa8ae",
        text_anchor="middle",
        dy=".34em",
    )


def free_route(route: dict[str, Any], tint: Tint, opacity: str | None) -> Markup:
    """A free route: its line, and its spaces in its colour."""
    return join(track(route), *spaces(route, fill=tint.fill, fill_opacity=opacity, stroke="#4a443c", stroke_width=0.9))


def claimed_route(route: dict[str, Any], owner: int) -> Markup:
    """A route with the trains of a seat, and the seat's number, because not everybody can tell the colours apart."""
    seat, middle = SEATS[owner % len(SEATS)], route["spaces"][len(route["spaces"]) // 2]
    style: dict[str, Content] = {"font_size": 0.95 * route["space"][1], "font_weight": 700, "text_anchor": "middle"}
    number = element("text", owner, x=middle["x"], y=middle["y"], fill=seat.ink, dy=".35em", **style)
    return join(track(route), *spaces(route, fill=seat.fill, stroke="#1d1a16", stroke_width=1.6), number)


def track(route: dict[str, Any]) -> Markup:
    """The line from city to city."""
    return element("path", d=route["path"], fill="none", stroke="#8d8371", stroke_width=1.2, opacity=".6")


def spaces(route: dict[str, Any], **style: Content) -> Iterable[Markup]:
    """The train spaces of a route."""
    long, wide = route["space"]
    box: dict[str, Content] = {"x": -long / 2, "y": -wide / 2, "width": long, "height": wide, "rx": 0.18 * wide}
    for space in route["spaces"]:
        turned = f"translate({space['x']} {space['y']}) rotate({space['angle']})"
        yield element("rect", **box, **style, transform=turned)


def cities_layer(board: dict[str, Any]) -> Markup:
    """The cities as dots."""
    style: dict[str, Content] = {"r": board["sizes"]["city"] - 1, "stroke": "#5b2f26", "stroke_width": 2}
    cities = board["cities"].values()
    return join(*(element("circle", cx=city["x"], cy=city["y"], fill=CITIES[city["kind"]], **style) for city in cities))


def labels_layer(board: dict[str, Any], kind: str | None = None) -> Markup:
    """The names of the cities; a `kind` is the CSS class that styles them."""
    halo: dict[str, Content] = {"stroke": "#fbf6ea", "stroke_width": 2.2, "stroke_opacity": ".75"}
    own: dict[str, Content] = {"fill": TEXT, "font_weight": 600, "paint_order": "stroke", **halo}
    style: dict[str, Content] = {"class_": kind} if kind else own
    sizes = board["sizes"]
    return join(
        *(
            element(
                "text",
                line,
                x=city["label"]["x"],
                y=city["label"]["y"] + number * sizes["line"],
                text_anchor=city["label"]["anchor"],
                font_size=sizes["letter"],
                **style,
            )
            for city in board["cities"].values()
            for number, line in enumerate(city["label"]["lines"])
        )
    )
