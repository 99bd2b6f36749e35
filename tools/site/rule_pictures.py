"""Pictures for the page of the rules: parts of the boards, each under the heading of its rules."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import ferrovia
from ferrovia.drawing.board import draw_board
from ferrovia.drawing.svg import board_svg

MARGIN: Final = 45  # board units around the cities shown


@dataclass(frozen=True)
class RulePicture:
    """A part of a board: the heading it belongs under, the cities it shows, and who owns which routes."""

    heading: str
    name: str
    rules: str
    cities: tuple[str, ...]
    text: str
    owners: dict[str, int] = field(default_factory=dict)


PICTURES: Final = (
    RulePicture(
        "## 1 The table",
        "double",
        "north-america-classic",
        ("denver", "omaha", "saint-louis", "oklahoma-city"),
        "A double of four spaces, black and orange, joins Denver and Kansas City; the two routes from Kansas City to"
        " Oklahoma City are gray.",
    ),
    RulePicture(
        "## 3 Claiming a route",
        "claimed",
        "north-america-classic",
        ("salt-lake-city", "helena", "omaha", "kansas-city", "santa-fe"),
        "Blue has claimed Denver–Kansas City for four black cards and 7 points. With two or three players, the orange"
        " route beside it is now closed to everybody.",
        {"denver--kansas-city": 0},
    ),
    RulePicture(
        "## 6 Points",
        "longest-path",
        "north-america-classic",
        ("los-angeles", "salt-lake-city", "denver", "oklahoma-city", "houston"),
        "Blue's longest path has {trail} trains: Phoenix, Denver, Santa Fe, El Paso, Oklahoma City, Denver again. It"
        " visits Denver twice and uses each route once.",
        {
            "denver--phoenix": 0,
            "denver--santa-fe": 0,
            "el-paso--santa-fe": 0,
            "el-paso--oklahoma-city": 0,
            "denver--oklahoma-city": 0,
        },
    ),
    RulePicture(
        "## 7 Switzerland",
        "tunnels",
        "switzerland",
        ("wassen", "chur", "locarno", "italy-locarno", "italy-lugano"),
        "Every route here is a tunnel. Locarno and Lugano have a route to Italy each, to a border point of its own.",
    ),
    RulePicture(
        "## 8 New York",
        "attractions",
        "new-york",
        ("lincoln-center", "central-park", "united-nations", "midtown-west"),
        "Central Park, Times Square and United Nations are attractions. Blue's route touches two of them: two points.",
        {"central-park--times-square": 0},
    ),
)


def cropped(picture: RulePicture) -> str:
    """The part of the board around the cities of a picture, as a document of its own."""
    rules = ferrovia.load_rules(picture.rules)
    places = [draw_board(rules)["cities"][city] for city in picture.cities]
    left, top = (min(place[axis] for place in places) - MARGIN for axis in "xy")
    width, height = (max(place[axis] for place in places) + MARGIN - start for axis, start in (("x", left), ("y", top)))
    frame = f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', frame, board_svg(rules, picture.owners), count=1)


def trail_of(picture: RulePicture) -> int:
    """The trains of the longest path that the first seat owns in a picture."""
    from ferrovia.engine.trail.route import trail_lengths

    rules = ferrovia.load_rules(picture.rules)
    owned = sum(1 << rules.route_ids.index(route) for route in picture.owners)
    return trail_lengths(rules.board, [owned])[0]


def add_pictures(page: Path) -> None:
    """Draw the pictures beside the page of the rules, and show each under its heading."""
    text = page.read_text("utf-8")
    for picture in PICTURES:
        (page.parent / f"rules-{picture.name}.svg").write_text(cropped(picture), "utf-8")
        caption = picture.text.format(trail=trail_of(picture))
        shown = f"{picture.heading}\n\n![{caption}](rules-{picture.name}.svg)\n\n*{caption}*\n"
        if text.count(f"{picture.heading}\n") != 1:
            raise ValueError(f"{page} has no heading {picture.heading!r}")
        text = text.replace(f"{picture.heading}\n", shown)
    page.write_text(text, "utf-8")
