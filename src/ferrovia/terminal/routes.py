"""The board as a list, and words that narrow it down: `routes from denver`, `routes affordable`, `routes 5+ free`."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from ferrovia.engine.state import TURN
from ferrovia.game.moves import Claim
from ferrovia.game.view import View
from ferrovia.language.names import place_name, route_name
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Route
from ferrovia.terminal.numerals import read_number
from ferrovia.terminal.paint import Paint

LINKS = frozenset({"from", "to", "in", "at", "near", "and", "between", "of", "the"})
"""Words that people put between others."""
SPACES = 9
NARROWEST_NAME = 36


def plain(text: str) -> str:
    """Without accents, capitals and signs, so that it can be typed: `Zürich`, `zurich`."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class Line:
    """One route as it stands."""

    id: str
    route: Route
    owner: int | None
    closed: bool
    affordable: bool
    needed: bool


def lines_of(view: View) -> list[Line]:
    """Every route of the board."""
    owners = {route: seat for seat in range(view.players) for route in view.routes(seat)}
    payable = {move.route for move in on_turn(view).legal_moves() if isinstance(move, Claim)}
    needed = {route for way in (*view.ticket_progress(), *view.offer_progress()) for route in way.routes}
    return [
        Line(name, route, owners.get(name), is_closed(view, number), name in payable, name in needed)
        for number, (name, route) in enumerate(zip(view.rules.route_ids, view.rules.map.routes, strict=True))
    ]


def on_turn(view: View) -> View:
    """The view as if the seat were to move: what its hand can pay is of interest while it chooses tickets, too."""
    array = view.array.copy()
    array["public"]["phase"], array["public"]["seat"] = TURN, view.seat
    return View(view.rules, array)


def is_closed(view: View, number: int) -> bool:
    """Whether the rules of doubles keep the seat from it."""
    return not int(view.record.public.open[max(view.seat, 0), number >> 6]) >> (number & 63) & 1


FILTERS: dict[str, Callable[[Line], bool]] = {
    "affordable": lambda line: line.affordable,
    "needed": lambda line: line.needed,
    "free": lambda line: line.owner is None and not line.closed,
    "taken": lambda line: line.owner is not None,
    "tunnels": lambda line: line.route.tunnel,
}


def find_routes(view: View, words: list[str]) -> tuple[list[Line], list[str]]:
    """The routes that fit all the words, and the words that mean nothing."""
    found, unknown = lines_of(view), []
    for word in words:
        test = test_of(view, word)
        if test is None:
            unknown += [word] if word not in LINKS else []
        else:
            found = [line for line in found if test(line)]
    return found, unknown


def test_of(view: View, word: str) -> Callable[[Line], bool] | None:
    """What a word asks of a route."""
    if word in ("mine", "yours"):
        return lambda line: line.owner == view.seat
    length, longer = read_number(word.rstrip("+")), word.endswith("+")
    if length is not None:
        return lambda line: line.route.length == length or (longer and line.route.length > length)
    if word in (*view.rules.colours, "gray"):
        return lambda line: line.route.colour == word
    for name, test in FILTERS.items():
        if len(word) > 2 and name.startswith(word):
            return test
    cities = set(cities_like(view.rules, word))
    return (lambda line: bool(cities & {line.route.start, line.route.end})) if cities else None


def cities_like(rules: Rules, word: str) -> list[str]:
    """The cities that a word can mean: their whole name, else its beginning, else that of one of its words."""
    wanted = plain(word).strip()
    names = {city.id: plain(place_name(rules, city.id)).strip() for city in rules.map.cities}
    for fits in (str.__eq__, str.startswith, lambda name, start: any(part.startswith(start) for part in name.split())):
        found = [city for city, name in names.items() if wanted and (fits(name, wanted) or fits(plain(city), wanted))]
        if found:
            return found
    return []


def route_lines(lines: list[Line], view: View, paint: Paint, names: dict[int, str]) -> list[str]:
    """One line for each, with columns as wide as the longest name."""
    width = max([NARROWEST_NAME, *(len(line_name(line, view)) for line in lines)])
    return [route_line(line, view, paint, names, width) for line in lines]


def line_name(line: Line, view: View) -> str:
    """`Denver–Omaha`; the second of a double looks like the first, and has its number."""
    _, _, twin = line.id.partition(":")
    return route_name(view.rules, line.id) + f" :{twin}" * bool(twin)


def route_line(line: Line, view: View, paint: Paint, names: dict[int, str], width: int) -> str:
    """Name, spaces, points and whose it is."""
    points = int(view.rules.board[0].route_points[line.route.length])
    state = paint.seat(line.owner, names[line.owner]) if line.owner is not None else "closed" if line.closed else ""
    payable = "you can claim it" if view.phase == "turn" else "your cards pay for it"
    marks = [state, "tunnel" * line.route.tunnel, payable * line.affordable, "on your way" * line.needed]
    spaces, said = paint.spaces(line.route.length, line.route.colour, SPACES), ", ".join(filter(None, marks))
    return f"  {line_name(line, view):<{width}} {spaces}{line.route.colour:<7} {points:>3}  {said}".rstrip()
