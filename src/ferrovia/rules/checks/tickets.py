"""Validation of a map's tickets and of the totals its author declared."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from ferrovia.core import limits
from ferrovia.rules.checks.map import MapDraft, pairs, parts
from ferrovia.rules.files.document import Location
from ferrovia.rules.ids import cards_of
from ferrovia.rules.kinds import UNREADABLE, is_readable, nearest, show
from ferrovia.rules.schema import Ticket


def check_tickets(draft: MapDraft) -> None:
    """Check each ticket alone, then each deck."""
    seen: dict[object, int] = {}
    connected = list(parts(draft)) if draft.sound else []
    for number, ticket in draft.tickets:
        location = draft.location.at("tickets", number)
        known = _places(draft, ticket, location)
        _value(ticket, location)
        if known and connected:
            _reachable(draft, ticket, connected, location)
        if not is_readable((ticket.start, _names(ticket), ticket.deck)):
            continue
        first = seen.setdefault((ticket.deck, same(ticket)), number)
        if first != number:
            sentence = f"tickets[{first}] joins the same places; if there are two such cards, write `copies = 2` there"
            location.complain("duplicate-ticket", sentence)


def _names(ticket: Ticket) -> Any:
    """The places to reach, as far as they are readable."""
    return UNREADABLE if ticket.to is UNREADABLE else tuple(place for place, _ in ticket.targets)


def same(ticket: Ticket) -> object:
    """The key that two tickets with the same id share. The places must be readable."""
    places = frozenset(place for place, _ in ticket.targets)
    return frozenset((ticket.start, *places)) if len(places) == 1 else (ticket.start, places)


def _places(draft: MapDraft, ticket: Ticket, location: Location) -> bool:
    """Check that the ticket leads between places of the map."""
    targets = _names(ticket)
    ends = () if targets is UNREADABLE else tuple(("to", place) for place in targets)
    for key, place in (("from", ticket.start), *ends):
        if draft.lacks(place, draft.places):
            sentence = f"there is no city or country {show(place)}; {nearest(place, draft.places)}"
            location.at(key).complain("unknown-place", sentence)
        if key == "to" and is_readable((place, ticket.start)) and members(draft, place) & members(draft, ticket.start):
            sentence = f"this ticket leads from {ticket.start!r} to {place!r}, the same place; name another"
            location.at(key).complain("loop", sentence)
    return is_readable(targets) and ticket.start not in targets and draft.places.issuperset((ticket.start, *targets))


def _value(ticket: Ticket, location: Location) -> None:
    if isinstance(ticket.to, str) and ticket.points is None:
        location.complain("missing-key", "the key 'points' is missing (its value)")
    if ticket.to is UNREADABLE:
        return
    if not isinstance(ticket.to, str) and ticket.points is not None and is_readable(ticket.points):
        location.at("points").complain("contradiction", "each place to reach has its own points here; remove 'points'")
    if not 1 <= len(ticket.targets) <= limits.TARGETS:
        sentence = f"{len(ticket.targets)} places to reach; name 1 to {limits.TARGETS}"
        location.at("to").complain("too-many" if ticket.targets else "too-few", sentence)


def _reachable(draft: MapDraft, ticket: Ticket, connected: list[set[str]], location: Location) -> None:
    """Report places that no routes connect, unless one of them has no route at all, which is reported already."""
    joined = [part for part in connected if len(part) > 1]
    for place, _ in ticket.targets:
        starts, ends = members(draft, ticket.start), members(draft, place)
        lonely = not all(any(part & cities for part in joined) for cities in (starts, ends))
        if not lonely and not any(part & starts and part & ends for part in joined):
            sentence = f"no routes join {ticket.start!r} and {place!r}; add routes or change the ticket"
            location.complain("unreachable-ticket", sentence)


def members(draft: MapDraft, place: str) -> set[str]:
    """The cities of a place: the city itself, or the border points of a country."""
    return {place} if place in draft.names else {city.id for _, city in draft.cities if city.country == place}


def check_totals(draft: MapDraft) -> None:
    """Compare the author's totals with the actual counts, where both are readable."""
    if draft.totals is None:
        return
    for name, counted_total in count(draft).items():
        declared = getattr(draft.totals, name)
        if declared is not None and is_readable(declared) and declared != counted_total:
            _differs(draft.location.at("totals", name), declared, counted_total, name)
    if draft.totals.decks is UNREADABLE or not draft.readable("tickets", "deck", "copies"):
        return
    counted = Counter(ticket.deck for ticket in cards_of(ticket for _, ticket in draft.tickets))
    for deck, declared in filter(is_readable, draft.totals.decks):
        if declared != counted[deck]:
            _differs(
                draft.location.at("totals", "decks", deck), declared, counted[deck], f"tickets of the deck {deck!r}"
            )


def _differs(location: Location, declared: int, counted: int, what: str) -> None:
    words = what.replace("_", " ")
    location.complain("totals", f"{declared} {words} declared, {counted} found; correct the number or the list")


def count(draft: MapDraft) -> dict[str, int]:
    """The totals of a map by the names of `Totals`, where the counted lists are readable."""
    cities, routes = [city for _, city in draft.cities], [route for _, route in draft.routes]
    counters: dict[str, tuple[bool, Callable[[], int]]] = {
        "cities": (draft.readable("cities"), lambda: len(cities)),
        "border_points": (draft.readable("cities", "country"), lambda: sum(bool(city.country) for city in cities)),
        "attractions": (draft.readable("cities", "attraction"), lambda: sum(city.attraction for city in cities)),
        "routes": (draft.readable("routes"), lambda: len(routes)),
        "doubles": (draft.sound, lambda: sum(len(routes_of_pair) > 1 for routes_of_pair in pairs(draft).values())),
        "tunnels": (draft.readable("routes", "tunnel"), lambda: sum(route.tunnel for route in routes)),
        "spaces": (draft.readable("routes", "length"), lambda: sum(route.length for route in routes)),
        "tickets": (draft.readable("tickets", "copies"), lambda: len(cards_of(ticket for _, ticket in draft.tickets))),
    }
    return {name: number() for name, (readable, number) in counters.items() if readable}
