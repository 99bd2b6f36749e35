"""Validation of a map alone, independent of any rule set.

An entry with an unreadable value is checked as far as it can be read. Follow-up errors are suppressed: a city looks
unconnected when the route to it is misspelt, and a total looks wrong when an entry is unreadable.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.core import limits
from ferrovia.rules.files.document import Location
from ferrovia.rules.kinds import UNREADABLE, is_readable, nearest, show
from ferrovia.rules.schema import City, Route, Ticket, Totals


@dataclass(frozen=True, slots=True)
class MapDraft:
    """The readable part of a map: entries with their number in the file, UNREADABLE where a value is bad."""

    location: Location
    cities: list[tuple[int, City]]
    routes: list[tuple[int, Route]]
    tickets: list[tuple[int, Ticket]]
    totals: Totals | None
    listed: frozenset[str]  # which of the three lists are readable
    names: frozenset[str]  # ids of the cities
    countries: frozenset[str]

    @property
    def places(self) -> frozenset[str]:
        """Places a ticket may lead to."""
        return self.countries | self.names

    def readable(self, name: str, *attributes: str) -> bool:
        """Whether these attributes of a list are all readable; only then are counts meaningful."""
        entries: list[tuple[int, Any]] = getattr(self, name)
        return name in self.listed and all(
            is_readable(getattr(e, attribute)) for _, e in entries for attribute in attributes
        )

    def lacks(self, name: str, known: frozenset[str]) -> bool:
        """Whether a name in the file is unknown. While some cities are unreadable, it may refer to one of those."""
        return name is not UNREADABLE and name not in known and self.readable("cities", "id", "country")

    @property
    def sound(self) -> bool:
        """Whether the ends of every route are known; only then can the checks say that nothing leads to a city."""
        known = self.readable("cities", "id", "country") and self.readable("routes", "start", "end")
        return known and all(self.names.issuperset(r.ends) and r.start != r.end for _, r in self.routes)


def draft_of(values: Mapping[str, Any], location: Location) -> MapDraft:
    """The checkable part of a map's values."""
    listed = frozenset(name for name in ("cities", "routes", "tickets") if values[name] is not UNREADABLE)
    cities, routes, tickets = (
        list(enumerate(values[name])) if name in listed else [] for name in ("cities", "routes", "tickets")
    )
    totals = values.get("totals", Totals())
    return MapDraft(
        location,
        cities,
        routes,
        tickets,
        None if totals is UNREADABLE else totals,
        listed,
        frozenset(city.id for _, city in cities if is_readable(city.id)),
        frozenset(city.country for _, city in cities if city.country and is_readable(city.country)),
    )


def check_sizes(draft: MapDraft) -> bool:
    """Whether the lists are short enough for pairwise comparison."""
    most = {"cities": limits.CITIES, "routes": limits.ROUTES, "tickets": limits.ALL_TICKETS}
    counted = {name: len(getattr(draft, name)) for name in most}
    larger = [name for name in most if counted[name] > most[name]]
    for name in larger:
        draft.location.at(name).complain("too-many", f"{counted[name]} {name}; at most {most[name]} fit")
    return not larger


def check_map(draft: MapDraft) -> None:
    """Check cities and routes. Tickets and totals have modules of their own."""
    if draft.readable("routes") and not draft.routes:
        draft.location.at("routes").complain("too-few", "there is no route; a map needs one at least")
    _cities(draft)
    for number, route in draft.routes:
        _route(draft, route, draft.location.at("routes", number))
    _doubles(draft)
    _border_points(draft)


def _cities(draft: MapDraft) -> None:
    seen: set[str] = set()
    touched = {city for _, route in draft.routes for city in (route.start, route.end)} if draft.sound else set()
    for number, city in draft.cities:
        location = draft.location.at("cities", number)
        if city.id in seen:
            location.complain("duplicate-city", f"another city is called {city.id!r} too; give one of them another id")
        elif touched and city.id not in touched:
            location.complain("lonely-city", f"no route leads to {city.id!r}; add one or remove the city")
        if city.country in draft.names:
            location.complain("duplicate-city", f"{city.country!r} is a city and cannot be a country too; rename one")
        if is_readable(city.id):
            seen.add(city.id)


def _route(draft: MapDraft, route: Route, location: Location) -> None:
    for key, city in (("from", route.start), ("to", route.end)):
        if draft.lacks(city, draft.names):
            location.at(key).complain("unknown-city", f"there is no city {show(city)}; {nearest(city, draft.names)}")
    if route.start == route.end and is_readable(route.start):
        location.complain("loop", f"this route leads from {route.start!r} to itself; name another city")


def pairs(draft: MapDraft) -> dict[tuple[str, str], list[tuple[int, Route]]]:
    """The routes between each pair of cities."""
    routes_by_ends: dict[tuple[str, str], list[tuple[int, Route]]] = {}
    for number, route in draft.routes:
        if is_readable((route.start, route.end)) and route.start != route.end:
            routes_by_ends.setdefault(route.ends, []).append((number, route))
    return routes_by_ends


def _doubles(draft: MapDraft) -> None:
    for routes in pairs(draft).values():
        first = routes[0][1]
        for place, (number, route) in enumerate(routes[1:], start=2):
            location = draft.location.at("routes", number)
            if place > 2:
                location.complain("too-many", "a third route between these cities; a double is the most, remove one")
            elif is_readable((route.length, first.length)) and route.length != first.length:
                sentence = f"its twin has length {first.length}; make the lengths of a double equal"
                location.at("length").complain("unequal-double", sentence)


def _border_points(draft: MapDraft) -> None:
    """RULES 7.2: border points are dead ends."""
    countries = {
        city.id: city.country for _, city in draft.cities if city.country and is_readable((city.id, city.country))
    }
    seen: set[str] = set()
    for number, route in draft.routes:
        for city in sorted({city for city in (route.start, route.end) if city in countries}):
            if city in seen:
                sentence = f"the border point {city!r} has a route already; add another point of {countries[city]!r}"
                draft.location.at("routes", number).complain("border-point", sentence)
            seen.add(city)


def parts(draft: MapDraft) -> Iterator[set[str]]:
    """Connected components of a sound map."""
    groups = {name: {name} for name in draft.names}
    for _, route in draft.routes:
        joined = groups[route.start] | groups[route.end]
        groups |= dict.fromkeys(joined, joined)
    return iter({id(group): group for group in groups.values()}.values())
