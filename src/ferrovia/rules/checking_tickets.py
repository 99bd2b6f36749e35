"""Complaints about the tickets of a map and about the totals its author declared."""

from ferrovia.rules import limits
from ferrovia.rules.checking_map import Draft, pairs, parts
from ferrovia.rules.document import Spot
from ferrovia.rules.keys import keys_of
from ferrovia.rules.kinds import nearest, show
from ferrovia.rules.names import cards_of
from ferrovia.rules.schema import Ticket, Totals


def check_tickets(draft: Draft) -> None:
    """Each ticket by itself, then all of a deck."""
    seen: dict[object, int] = {}
    connected = list(parts(draft)) if draft.whole else []
    for number, ticket in draft.tickets:
        spot = draft.spot.at("tickets", number)
        known = _places(draft, ticket, spot)
        _value(ticket, spot)
        if known and connected:
            _reachable(draft, ticket, connected, spot)
        first = seen.setdefault((ticket.deck, same(ticket)), number)
        if first != number:
            sentence = f"tickets[{first}] joins the same places; if there are two such cards, write `copies = 2` there"
            spot.complain("duplicate-ticket", sentence)


def same(ticket: Ticket) -> object:
    """What two tickets have in common that would get the same id."""
    places = frozenset(place for place, _ in ticket.targets)
    return frozenset((ticket.start, *places)) if len(places) == 1 else (ticket.start, places)


def _places(draft: Draft, ticket: Ticket, spot: Spot) -> bool:
    """Whether it leads between places of the map."""
    known = True
    for key, place in (("from", ticket.start), *(("to", place) for place, _ in ticket.targets)):
        if place not in draft.places:
            sentence = f"there is no city or country {show(place)}; {nearest(place, draft.places)}"
            spot.at(key).complain("unknown-place", sentence)
            known = False
        elif key == "to" and place == ticket.start:
            spot.at(key).complain("loop", f"this ticket leads from {place!r} to itself; name another place")
            known = False
    return known


def _value(ticket: Ticket, spot: Spot) -> None:
    if isinstance(ticket.to, str) and ticket.points is None:
        spot.complain("missing-key", "the key 'points' is missing (its value)")
    if not isinstance(ticket.to, str) and ticket.points is not None:
        spot.at("points").complain("contradiction", "each place to reach has its own points here; remove 'points'")
    if not 1 <= len(ticket.targets) <= limits.TARGETS:
        sentence = f"{len(ticket.targets)} places to reach; name 1 to {limits.TARGETS}"
        spot.at("to").complain("too-many" if ticket.targets else "too-few", sentence)


def _reachable(draft: Draft, ticket: Ticket, connected: list[set[str]], spot: Spot) -> None:
    for place, _ in ticket.targets:
        starts, ends = members(draft, ticket.start), members(draft, place)
        if not any(part & starts and part & ends for part in connected):
            sentence = f"no routes join {ticket.start!r} and {place!r}; add routes or change the ticket"
            spot.complain("unreachable-ticket", sentence)


def members(draft: Draft, place: str) -> set[str]:
    """The cities that are this place: itself, or the border points of a country."""
    return {place} if place in draft.names else {city.id for _, city in draft.cities if city.country == place}


def check_totals(draft: Draft) -> None:
    """What the author counted against what is there."""
    if not draft.whole:
        return
    counted = count(draft)
    for name in keys_of(Totals):
        declared = getattr(draft.totals, name)
        if name != "decks" and declared is not None and declared != counted[name]:
            _differs(draft.spot.at("totals", name), declared, counted[name], name)
    for deck, declared in draft.totals.decks:
        found = len(cards_of(ticket for _, ticket in draft.tickets if ticket.deck == deck))
        if declared != found:
            _differs(draft.spot.at("totals", "decks", deck), declared, found, f"tickets of the deck {deck!r}")


def _differs(spot: Spot, declared: int, found: int, what: str) -> None:
    words = what.replace("_", " ")
    spot.complain("totals", f"{declared} {words} declared, {found} found; correct the number or the list")


def count(draft: Draft) -> dict[str, int]:
    """The totals of a map, by the names of `Totals`."""
    return {
        "cities": len(draft.cities),
        "border_points": sum(bool(city.country) for _, city in draft.cities),
        "attractions": sum(city.attraction for _, city in draft.cities),
        "routes": len(draft.routes),
        "doubles": sum(len(routes) > 1 for routes in pairs(draft).values()),
        "tunnels": sum(route.tunnel for _, route in draft.routes),
        "spaces": sum(route.length for _, route in draft.routes),
        "tickets": len(cards_of(ticket for _, ticket in draft.tickets)),
    }
