"""Drawings on the wire: where everything of a board is drawn (docs/drawing.md). `ferrovia.drawing` makes them."""

import json
from typing import Literal, NotRequired

from ferrovia.drawing.board import board_json
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.rules.resolved import Rules


class DrawnPoint(TypedDict):
    """A point of the board."""

    x: float
    y: float


class DrawnSpace(DrawnPoint):
    """A car space: its middle, and how it is turned."""

    angle: float


class DrawnLabel(DrawnPoint):
    """A city's name: where its first line stands."""

    anchor: Literal["start", "middle", "end"]
    lines: list[str]


class DrawnCity(DrawnPoint):
    """Where a city is drawn."""

    kind: Literal["city", "country", "attraction"]
    label: DrawnLabel


class DrawnRoute(TypedDict):
    """Where a route is drawn; `space`: length and width of its spaces."""

    path: str
    spaces: list[DrawnSpace]
    space: list[float]
    middle: DrawnPoint


class DrawnName(DrawnPoint):
    """The name of a water or a land."""

    text: str
    angle: float
    size: float


class DrawnLand(TypedDict):
    """Something under the board; kinds may be added."""

    kind: str
    path: str
    country: NotRequired[str]
    label: NotRequired[DrawnName]


class DrawnSizes(TypedDict):
    """How large things are."""

    city: float
    letter: float
    line: float


class Drawing(TypedDict):
    """Where everything of a board is drawn (docs/drawing.md)."""

    width: float
    height: float
    sizes: DrawnSizes
    land: list[DrawnLand]
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]


def drawing_of(rules: Rules) -> Drawing:
    """Where everything of a board is drawn."""
    found: Drawing = json.loads(board_json(rules))
    return found
