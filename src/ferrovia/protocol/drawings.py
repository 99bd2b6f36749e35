"""Drawings on the wire: the geometry of a board (docs/drawing.md), computed by `ferrovia.drawing`."""

import json
from typing import Literal, NotRequired

from ferrovia.drawing.board import board_json
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.rules.resolved import Rules


class DrawnPoint(TypedDict):
    """A point on the board."""

    x: float
    y: float


class DrawnSpace(DrawnPoint):
    """A train space: its centre and its rotation."""

    angle: float


class DrawnLabel(DrawnPoint):
    """The label of a city: where its first line starts."""

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
    """The name of a body of water or of a region."""

    text: str
    angle: float
    size: float


class DrawnLand(TypedDict):
    """A shape under the board; more kinds may be added."""

    kind: str
    path: str
    country: NotRequired[str]
    label: NotRequired[DrawnName]


class DrawnSizes(TypedDict):
    """Sizes of what is drawn."""

    city: float
    letter: float
    line: float


class Drawing(TypedDict):
    """The geometry of a board (docs/drawing.md)."""

    width: float
    height: float
    bleed: NotRequired[list[float]]
    sizes: DrawnSizes
    land: list[DrawnLand]
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]


def drawing_of(rules: Rules) -> Drawing:
    drawing: Drawing = json.loads(board_json(rules))
    return drawing
