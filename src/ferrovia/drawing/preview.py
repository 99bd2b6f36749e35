"""A board as one plain SVG, to look at without the browser game."""

from html import escape
from typing import Any, Final

from ferrovia.rules.resolved import Rules

LAND: Final = {
    "sea": "fill:#c5dce4",
    "land": "fill:#f5eedd;stroke:#9fb6b8;stroke-width:1.4",
    "foreign": "fill:#e7dfca;stroke:#9fb6b8;stroke-width:1.1",
    "lake": "fill:#c5dce4;stroke:#9dbfcb;stroke-width:.9",
    "river": "fill:none;stroke:#aecfdb;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round",
    "border": "fill:none;stroke:#b39a76;stroke-width:1.4;stroke-dasharray:7 3 1.5 3",
    "region": "fill:none;stroke:#e3d7bd;stroke-width:.9",
    "park": "fill:#d0e1bb;stroke:#b8cfa0;stroke-width:.8",
    "street": "fill:none;stroke:#e9dfc9;stroke-width:2.4;stroke-linejoin:round",
    "bridge": "fill:none;stroke:#cbbca1;stroke-width:3",
    "mountain": "fill:#efe5cd;stroke:#cab88f;stroke-width:.8;stroke-linejoin:round",
    "shade": "fill:#dac9a3",
}
ABROAD: Final = ("#e9dfc6", "#e3dfcb", "#ecdccb", "#e2e0d2")
"""One tint for each country around a map."""
COLOURS: Final = {
    "gray": "#aaa9a3",
    "pink": "#d975aa",
    "red": "#c93b31",
    "orange": "#e78c30",
    "yellow": "#edcd42",
    "green": "#5f9f48",
    "blue": "#417ab6",
    "white": "#fbfaf5",
    "black": "#3d3b3a",
}
RAIL: Final = "fill:none;stroke:#8d8371;stroke-width:1.2;opacity:.6"
CITIES: Final = {"city": "#fff8ec", "country": "#8d4b3d", "attraction": "#f3c350"}
FONT: Final = "Inter,Noto Sans,Helvetica,Arial,sans-serif"


def preview(rules: Rules, board: dict[str, Any], pixels: float = 1.6) -> str:
    """The drawing, so many pixels for a board unit."""
    width, height = board["width"], board["height"]
    size = f'width="{pixels * width:.0f}" height="{pixels * height:.0f}"'
    colours = {name: route.colour for name, route in zip(rules.route_ids, rules.map.routes, strict=True)}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} font-family="{FONT}">']
    parts += land(board["land"])
    parts += [f'<path d="{route["path"]}" style="{RAIL}"/>' for route in board["routes"].values()]
    for name, route in board["routes"].items():
        parts += spaces(route, COLOURS.get(colours[name], "#888"))
    for city in board["cities"].values():
        parts.append(dot(city, board["sizes"]["city"]))
    for city in board["cities"].values():
        parts += label(city["label"], board["sizes"])
    return "\n".join([*parts, "</svg>"])


def land(shapes: list[dict[str, Any]]) -> list[str]:
    """Everything below the tracks."""
    countries = sorted({shape["country"] for shape in shapes if "country" in shape})
    found = []
    for shape in shapes:
        tint = f";fill:{ABROAD[countries.index(shape['country']) % len(ABROAD)]}" if "country" in shape else ""
        if shape["path"]:
            found.append(f'<path d="{shape["path"]}" style="{LAND[shape["kind"]]}{tint}"/>')
        if "label" in shape:
            found.append(name(shape["label"]))
    return found


def name(label: dict[str, Any]) -> str:
    """The name of a water or a land."""
    turn = f'transform="translate({label["x"]} {label["y"]}) rotate({label["angle"]})"'
    style = 'text-anchor="middle" dy=".34em" font-style="italic" fill="#8fa8ae" letter-spacing=".06em"'
    font = f'font-size="{label["size"]}" font-family="Noto Serif,serif"'
    return f"<text {turn} {font} {style}>{escape(label['text'])}</text>"


def spaces(route: dict[str, Any], colour: str) -> list[str]:
    """The car spaces of a route."""
    long, wide = route["space"]
    box = f'x="{-long / 2:.2f}" y="{-wide / 2:.2f}" width="{long}" height="{wide}" rx="{0.18 * wide:.1f}"'
    return [
        f'<rect {box} fill="{colour}" stroke="#4a443c" stroke-width=".9" '
        f'transform="translate({space["x"]} {space["y"]}) rotate({space["angle"]})"/>'
        for space in route["spaces"]
    ]


def dot(city: dict[str, Any], radius: float) -> str:
    """A city."""
    place = f'cx="{city["x"]}" cy="{city["y"]}" r="{radius - 1:.1f}"'
    return f'<circle {place} fill="{CITIES[city["kind"]]}" stroke="#5b2f26" stroke-width="2"/>'


def label(content: dict[str, Any], sizes: dict[str, float]) -> list[str]:
    """The name of a city."""
    style = f'text-anchor="{content["anchor"]}" font-size="{sizes["letter"]}" font-weight="600" fill="#3a2c22"'
    halo = 'stroke="#fbf6ea" stroke-width="2.2" stroke-opacity=".75" paint-order="stroke"'
    return [
        f'<text x="{content["x"]}" y="{content["y"] + number * sizes["line"]:.1f}" {style} {halo}>{escape(line)}</text>'
        for number, line in enumerate(content["lines"])
    ]
