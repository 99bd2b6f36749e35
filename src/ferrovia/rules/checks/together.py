"""Validation of a rule set, a map and a layout together."""

from ferrovia.core import limits
from ferrovia.rules.checks.map import MapDraft, check_map, check_sizes
from ferrovia.rules.checks.rule_set import RuleSetDraft, check_rule_set
from ferrovia.rules.checks.tickets import check_tickets, check_totals, same
from ferrovia.rules.files.document import Location
from ferrovia.rules.ids import cards_of
from ferrovia.rules.kinds import UNREADABLE, is_readable, nearest, show
from ferrovia.rules.schema import GRAY, Layout, Ticket


def check_together(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    """Complaints about a rule set, its map, and the two together."""
    check_rule_set(rule_draft)
    if not check_sizes(map_draft):
        return
    check_map(map_draft)
    check_tickets(map_draft)
    check_totals(map_draft)
    _routes(rule_draft, map_draft)
    _decks(rule_draft, map_draft)
    _ticket_count(rule_draft, map_draft)


def check_files(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    """The same, plus what never makes sense in play: a route that no cards can pay for, an attraction worth nothing."""
    check_together(rule_draft, map_draft)
    _payable(rule_draft, map_draft)
    if rule_draft.readable("attraction_points") and not rule_draft.rule_set.attraction_points:
        for number, city in map_draft.cities:
            if city.attraction is True:
                sentence = "an attraction, but attraction_points is 0; raise it or make this an ordinary city"
                map_draft.location.at("cities", number).complain("attraction", sentence)


def _payable(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    """RULES 3.1: one colour's cards, plus locomotives where they may be used, must be able to pay for each route."""
    if not rule_draft.readable("cards", "locomotives", "locomotive_use"):
        return
    counts = dict(rule_draft.rule_set.cards)
    for number, route in map_draft.routes:
        colours = counts.values() if route.colour == GRAY else [counts[route.colour]] if route.colour in counts else []
        if not colours or not is_readable((route.length, route.tunnel)):
            continue
        most = max(colours) + rule_draft.rule_set.takes_locomotives(route) * rule_draft.rule_set.locomotives
        if route.length > most:
            sentence = f"at most {most} cards can pay for it, and it takes {route.length}; shorten it or add cards"
            map_draft.location.at("routes", number, "length").complain("unpayable", sentence)


def check_layout(layout: Layout, draft: MapDraft, location: Location) -> None:
    """Check that a layout draws every city of its map and no other."""
    if layout.positions is UNREADABLE:
        return
    drawn = [city for city, _ in layout.positions]
    missing = draft.names.difference(drawn)
    for city in sorted(missing) if is_readable(tuple(drawn)) else ():
        location.at("positions").complain("layout-lacks", f"the city {city!r} has no position; add one")
    for city in [city for city in drawn if draft.lacks(city, draft.names)]:
        sentence = f"the map has no city {city!r}; {nearest(city, missing or draft.names)}"
        location.at("positions", city).complain("unknown-city", sentence)


def _routes(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    rules = rule_draft.rule_set
    colours, priced = rule_draft.names("cards"), rule_draft.names("route_points")
    for number, route in map_draft.routes:
        location = map_draft.location.at("routes", number)
        if colours is not None and is_readable(route.colour) and route.colour not in (*colours, GRAY):
            sentence = f"there are no cards of {show(route.colour)}; {nearest(route.colour, (*colours, GRAY))}"
            location.at("colour").complain("unknown-colour", sentence)
        if rule_draft.readable("tunnel_cards") and route.tunnel is True and not rules.tunnel_cards:
            sentence = "a tunnel, but tunnel_cards is 0; raise it or make this an ordinary route"
            location.complain("tunnel", sentence)
        if not is_readable(route.length):
            continue
        if priced is not None and route.length not in priced:
            sentence = f"route_points has no points for length {route.length}; add them or change the length"
            location.at("length").complain("no-points", sentence)
        if rule_draft.readable("trains") and route.length > rules.trains:
            sentence = f"{rules.trains} trains never fill {route.length} spaces; shorten the route or raise trains"
            location.at("length").complain("too-long", sentence)


def _decks(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    for number, deck in enumerate(rule_draft.rule_set.ticket_decks):
        if _is_unknown(deck, rule_draft, map_draft):
            sentence = f"the map has no deck of tickets {deck!r}; {nearest(deck, _known_decks(map_draft))}"
            rule_draft.at("ticket_decks").at(number).complain("unknown-deck", sentence)
    if not rule_draft.readable("ticket_decks"):
        return
    seen: dict[object, Ticket] = {}
    for number, ticket in in_play(rule_draft, map_draft):
        if not is_readable((ticket.start, ticket.to, ticket.deck)):
            continue
        first = seen.setdefault(same(ticket), ticket)
        if first.deck != ticket.deck:
            sentence = f"a ticket of {first.deck or 'every deck'!r} joins the same places; choose with ticket_decks"
            map_draft.location.at("tickets", number).complain("duplicate-ticket", sentence)


def _known_decks(draft: MapDraft) -> set[str]:
    return {ticket.deck for _, ticket in draft.tickets if ticket.deck}


def _is_unknown(deck: str, rule_draft: RuleSetDraft, map_draft: MapDraft) -> bool:
    """Whether the map is known to have no such deck."""
    readable = not rule_draft.lost("ticket_decks") and map_draft.readable("tickets", "deck")
    return readable and is_readable(deck) and deck not in _known_decks(map_draft)


def in_play(rule_draft: RuleSetDraft, map_draft: MapDraft) -> list[tuple[int, Ticket]]:
    """The tickets of the chosen decks."""
    decks = rule_draft.rule_set.ticket_decks
    return [entry for entry in map_draft.tickets if not decks or not entry[1].deck or entry[1].deck in decks]


def _ticket_count(rule_draft: RuleSetDraft, map_draft: MapDraft) -> None:
    """RULES 1.5: reject a rule set with too few tickets for its largest table."""
    rules = rule_draft.rule_set
    if not map_draft.readable("tickets", "copies", "deck") or not rule_draft.readable("ticket_decks"):
        return
    if any(_is_unknown(deck, rule_draft, map_draft) for deck in rules.ticket_decks):
        return
    cards = len(cards_of(ticket for _, ticket in in_play(rule_draft, map_draft)))
    needed = rules.players_max * rules.opening_tickets
    if cards > limits.TICKETS:
        map_draft.location.at("tickets").complain("too-many", f"{cards} tickets in play; at most {limits.TICKETS} fit")
    if rule_draft.readable("players_max", "opening_tickets") and cards < needed:
        sentence = (
            f"{cards} tickets in play, but {rules.players_max} players are dealt {needed}; "
            "add tickets, or lower players_max or opening_tickets"
        )
        map_draft.location.at("tickets").complain("too-few-tickets", sentence)
