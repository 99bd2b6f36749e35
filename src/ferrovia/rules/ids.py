"""Text ids of routes and tickets, and lookup of an id with its ends in either order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from ferrovia.rules.schema import Map, Route, Ticket


def ticket_id(ticket: Ticket) -> str:
    """The id of a ticket: `denver--el-paso`, or `bern--austria+france` with several targets."""
    return f"{ticket.start}--{'+'.join(place for place, _ in ticket.targets)}"


def route_ids(routes: Iterable[Route]) -> tuple[str, ...]:
    """The ids of routes: `denver--omaha`. The second of a double has the id of the first with `:2`, whichever way its
    ends are written."""
    first: dict[tuple[str, str], str] = {}
    return _numbered(first.setdefault(route.ends, f"{route.start}--{route.end}") for route in routes)


def ticket_ids(tickets: Iterable[Ticket]) -> tuple[str, ...]:
    """One id per card; a second copy ends in `:2`."""
    return _numbered(map(ticket_id, tickets))


def _numbered(names: Iterable[str]) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}:{seen[name]}")
    return tuple(ids)


def index_of(ids: tuple[str, ...]) -> Mapping[str, int]:
    """The number of each id. An id with two ends is found under both orders."""
    turned = {_turned(name): number for number, name in enumerate(ids)}
    return MappingProxyType(turned | {name: number for number, name in enumerate(ids)})


def _turned(name: str) -> str:
    ends, colon, copy = name.partition(":")
    start, _, end = ends.partition("--")
    return name if "+" in end else f"{end}--{start}{colon}{copy}"


def cards_of(tickets: Iterable[Ticket]) -> tuple[Ticket, ...]:
    """One entry per ticket card, copies included."""
    return tuple(ticket for ticket in tickets for _ in range(ticket.copies))


def in_play(tickets: Iterable[Ticket], decks: tuple[str, ...]) -> tuple[Ticket, ...]:
    """The tickets of these decks: always those without a deck, and all tickets if no deck is named."""
    return tuple(ticket for ticket in tickets if not decks or not ticket.deck or ticket.deck in decks)


def countries(board: Map) -> dict[str, list[int]]:
    """The border points of each country."""
    border_points: dict[str, list[int]] = {}
    for number, city in enumerate(board.cities):
        if city.country:
            border_points.setdefault(city.country, []).append(number)
    return border_points
