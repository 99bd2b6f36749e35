"""The board as a list of routes, and filters for it: `routes from denver`, `routes affordable`, `routes 5+ free`."""

from collections.abc import Callable
from dataclasses import dataclass

from ferrovia.engine.state import TURN
from ferrovia.game.moves import Claim
from ferrovia.game.typed.matching import match_cities, plain, typed_number
from ferrovia.game.typed.vocabulary import vocabulary
from ferrovia.game.view import View
from ferrovia.language.names import colour_name
from ferrovia.rules.schema import GRAY, Route


@dataclass(frozen=True, slots=True)
class RouteStatus:
    """The status of one route for one seat."""

    id: str
    route: Route
    owner: int | None
    closed: bool
    affordable: bool
    needed: bool


Test = Callable[[RouteStatus], bool]


def route_statuses(view: View) -> list[RouteStatus]:
    """The status of every route of the board."""
    owners = {route: seat for seat in range(view.players) for route in view.routes(seat)}
    payable = {move.route for move in _on_turn(view).legal_moves() if isinstance(move, Claim)}
    needed = {route for way in (*view.ticket_progress(), *view.offer_progress()) for route in way.routes}
    return [
        RouteStatus(name, route, owners.get(name), _is_closed(view, number), name in payable, name in needed)
        for number, (name, route) in enumerate(zip(view.rules.route_ids, view.rules.map.routes, strict=True))
    ]


def _on_turn(view: View) -> View:
    """The view as if the seat were to move: what its hand can pay for also matters while it chooses tickets or waits.
    After the first card, or in a tunnel, nothing can be claimed."""
    if view.seat < 0 or view.phase in ("second-card", "tunnel"):
        return view
    array = view.array.copy()
    array["public"]["phase"], array["public"]["seat"] = TURN, view.seat
    return View(view.rules, array)


def _is_closed(view: View, number: int) -> bool:
    """Whether the rules for doubles keep the seat from a route."""
    return not int(view.record.public.open[max(view.seat, 0), number >> 6]) >> (number & 63) & 1


def find_routes(view: View, words: list[str], language: str) -> tuple[list[RouteStatus], str | None]:
    """The routes that match all filters, and the first word that is not a filter."""
    statuses = route_statuses(view)
    for word in words:
        test = _test_of(view, word, language)
        if test is not None:
            statuses = [status for status in statuses if test(status)]
        elif vocabulary(language).bare([word]):
            return [], word
    return statuses, None


def _test_of(view: View, word: str, language: str) -> Test | None:
    length, longer = typed_number(word.rstrip("+")), word.endswith("+")
    if length is not None:
        return lambda status: status.route.length == length or (longer and status.route.length > length)
    for colour in (*view.rules.colours, GRAY):
        if plain(word) in (plain(colour), plain(colour_name(colour, language))):
            return lambda status: status.route.colour == colour
    name = vocabulary(language).filter(word)
    if name is not None:
        return _filters(view)[name]
    cities = set(match_cities(view.rules, word, language))
    return (lambda status: bool(cities & {status.route.start, status.route.end})) if cities else None


def _filters(view: View) -> dict[str, Test]:
    return {
        "affordable": lambda status: status.affordable,
        "needed": lambda status: status.needed,
        "free": lambda status: status.owner is None and not status.closed,
        "taken": lambda status: status.owner is not None,
        "tunnels": lambda status: status.route.tunnel,
        "mine": lambda status: status.owner == view.seat,
    }
