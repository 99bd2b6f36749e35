"""Maps of a bot's style: the board of the one cartographer, with routes or tickets drawn by how much it likes them."""

from typing import Any, Final

from ferrovia.arena.statistics.usage import cities_of
from ferrovia.drawing.board import draw_board
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.drawing.svg import cities_layer, document, labels_layer, land_layer
from ferrovia.language.names import route_name, ticket_name
from ferrovia.rules.ids import ticket_id
from ferrovia.rules.resolved import Rules

AREAS: Final = frozenset({"land", "foreign", "lake", "park"})
"""The land that is drawn: enough for orientation."""
SEA: Final = "#d3e3e6"
COLD, HOT = (0xB9, 0xAE, 0x97), (0xC4, 0x2B, 0x14)
KEPT, RETURNED = "#147a4b", "#6b5f52"
THINNEST: Final = 0.08
DRAWN: Final = 8
"""Tickets at each end of the list."""


def routes_map(rules: Rules, routes: dict[str, list[float]]) -> str:
    """Every route: its width is the share of games in which it was claimed, its colour how often that was early."""
    board = draw_board(rules)
    hottest = max(early for _, early, _ in routes.values()) or 1.0
    ordered = sorted(routes.items(), key=lambda item: item[1][1])
    lines = [route_line(rules, name, shares, board["routes"][name], shares[1] / hottest) for name, shares in ordered]
    return sheet(board, lines)


def route_line(rules: Rules, name: str, shares: list[float], route: dict[str, Any], heat: float) -> Markup:
    """One route, with its figures as a tooltip."""
    claimed, early, won = shares
    words = (
        f"{route_name(rules, name)}: claimed in {claimed:.0%} of games, early in {early:.0%}; its owner won {won:.0%}"
    )
    wide = route["space"][1] * (THINNEST + (1 - THINNEST) * claimed)
    style = {"fill": "none", "stroke": mixed(heat), "stroke_width": round(wide, 1), "stroke_linecap": "round"}
    return element("path", element("title", words), d=route["path"], **style)


def mixed(heat: float) -> str:
    """A colour between cold and hot."""
    return "#" + "".join(f"{round(cold + (hot - cold) * heat):02x}" for cold, hot in zip(COLD, HOT, strict=True))


def tickets_map(rules: Rules, tickets: dict[str, list[float]]) -> str:
    """The tickets kept most often, and those returned most often, from city to city."""
    board = draw_board(rules)
    ordered = sorted(tickets.items(), key=lambda item: item[1][0])
    known = {ticket_id(ticket): ticket for ticket in rules.tickets}
    tracks = [
        element("path", d=route["path"], fill="none", stroke="#b9ae97", stroke_width=2)
        for route in board["routes"].values()
    ]
    chosen = [(name, shares, False) for name, shares in ordered[:DRAWN]]
    chosen += [(name, shares, True) for name, shares in ordered[-DRAWN:]]
    return sheet(
        board, [*tracks, *(ticket_line(rules, board, known[name], shares, liked) for name, shares, liked in chosen)]
    )


def ticket_line(rules: Rules, board: dict[str, Any], ticket: Any, shares: list[float], liked: bool) -> Markup:
    """One ticket, as a curve between its cities."""
    start, end = (board["cities"][rules.city_ids[city]] for city in ends_of(rules, ticket))
    across, down = end["x"] - start["x"], end["y"] - start["y"]
    middle = f"{(start['x'] + end['x']) / 2 - 0.12 * down:.0f} {(start['y'] + end['y']) / 2 + 0.12 * across:.0f}"
    path = f"M{start['x']:.0f} {start['y']:.0f}Q{middle} {end['x']:.0f} {end['y']:.0f}"
    kept, completed = shares
    words = f"{ticket_name(rules, ticket_id(ticket))}: kept {kept:.0%} of the times, then completed {completed:.0%}"
    dashes = {} if liked else {"stroke_dasharray": "7 6"}
    style = {"fill": "none", "stroke": KEPT if liked else RETURNED, "stroke_width": 5 if liked else 3, "opacity": 0.85}
    return element("path", element("title", words), d=path, **style, **dashes)


def ends_of(rules: Rules, ticket: Any) -> tuple[int, int]:
    """The two cities of a ticket; a country is drawn at its first border point."""
    return cities_of(rules, ticket.start)[0], cities_of(rules, ticket.targets[0][0])[0]


def sheet(board: dict[str, Any], lines: list[Markup]) -> str:
    """The board with some lines on its land."""
    width, height = board["width"], board["height"]
    sea = element("rect", width=width, height=height, fill=SEA)
    land = land_layer([shape for shape in board["land"] if shape["kind"] in AREAS])
    layers = join(sea, land, *lines, cities_layer(board), labels_layer(board))
    inside = element("svg", layers, width=width, height=height, viewBox=f"0 0 {width} {height}")
    return document(width, height, inside) + "\n"
