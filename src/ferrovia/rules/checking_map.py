"""Complaints about a map by itself, whatever rules it is played by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.rules import limits
from ferrovia.rules.document import Spot
from ferrovia.rules.kinds import UNREADABLE, nearest, show
from ferrovia.rules.schema import City, Route, Ticket, Totals


@dataclass(frozen=True, slots=True)
class Draft:
    """A map as far as it could be read: entries with their number in the file."""

    spot: Spot
    cities: list[tuple[int, City]]
    routes: list[tuple[int, Route]]
    tickets: list[tuple[int, Ticket]]
    totals: Totals
    names: frozenset[str]  # ids of all cities, the unreadable ones too, so that one mistake is complained of once
    whole: bool  # whether everything could be read: only then counting and connecting make sense

    @property
    def countries(self) -> set[str]:
        return {city.country for _, city in self.cities if city.country}

    @property
    def places(self) -> set[str]:
        """Where a ticket may lead."""
        return self.countries | self.names


def draft_of(found: Mapping[str, Any], table: Mapping[str, Any], spot: Spot) -> Draft:
    """What there is to check in the readable values of a map."""
    lists = [found.get(name) for name in ("cities", "routes", "tickets")]
    cities, routes, tickets = ([e for e in enumerate(each or ()) if e[1] is not UNREADABLE] for each in lists)
    raw = table["cities"] if isinstance(table.get("cities"), list) else []
    ids = [city.get("id") for city in raw if isinstance(city, dict)]
    names = frozenset(name for name in ids if isinstance(name, str) and name.isprintable())
    whole = all(each is not None and UNREADABLE not in each for each in lists)
    return Draft(spot, cities, routes, tickets, found.get("totals") or Totals(), names, whole)


def check_map(draft: Draft) -> None:
    """Cities and routes; the tickets and totals have modules of their own."""
    for name, entries, most in (("cities", draft.cities, limits.CITIES), ("routes", draft.routes, limits.ROUTES)):
        if len(entries) > most:
            draft.spot.at(name).complain("too-many", f"{len(entries)} {name}; at most {most} fit")
    if draft.whole and not draft.routes:
        draft.spot.at("routes").complain("too-few", "there is no route; a map needs one at least")
    _cities(draft)
    for number, route in draft.routes:
        _route(draft, route, draft.spot.at("routes", number))
    _doubles(draft)
    _border_points(draft)


def _cities(draft: Draft) -> None:
    seen: set[str] = set()
    touched = {city for _, route in draft.routes for city in route.ends}
    for number, city in draft.cities:
        spot = draft.spot.at("cities", number)
        if city.id in seen:
            spot.complain("duplicate-city", f"another city is called {city.id!r} too; give one of them another id")
        elif draft.whole and draft.routes and city.id not in touched:
            spot.complain("lonely-city", f"no route leads to {city.id!r}; add one or remove the city")
        if city.country in draft.names:
            spot.complain("duplicate-city", f"{city.country!r} is a city and cannot be a country too; rename one")
        seen.add(city.id)


def _route(draft: Draft, route: Route, spot: Spot) -> None:
    for key, city in (("from", route.start), ("to", route.end)):
        if city not in draft.names:
            spot.at(key).complain("unknown-city", f"there is no city {show(city)}; {nearest(city, draft.names)}")
    if route.start == route.end:
        spot.complain("loop", f"this route leads from {route.start!r} to itself; name another city")


def pairs(draft: Draft) -> dict[tuple[str, str], list[tuple[int, Route]]]:
    """The routes between each two cities."""
    found: dict[tuple[str, str], list[tuple[int, Route]]] = {}
    for number, route in draft.routes:
        found.setdefault(route.ends, []).append((number, route))
    return found


def _doubles(draft: Draft) -> None:
    for routes in pairs(draft).values():
        first = routes[0][1]
        for place, (number, route) in enumerate(routes[1:], start=2):
            spot = draft.spot.at("routes", number)
            if place > 2:
                spot.complain("too-many", "a third route between these cities; a double is the most, remove one")
            elif route.length != first.length:
                sentence = f"its twin has length {first.length}; make the lengths of a double equal"
                spot.at("length").complain("unequal-double", sentence)


def _border_points(draft: Draft) -> None:
    """RULES 7.2: they are dead ends."""
    countries = {city.id: city.country for _, city in draft.cities if city.country}
    seen: set[str] = set()
    for number, route in draft.routes:
        for city in route.ends:
            if city in countries and city in seen:
                sentence = f"the border point {city!r} has a route already; add another point of {countries[city]!r}"
                draft.spot.at("routes", number).complain("border-point", sentence)
            seen.add(city)


def parts(draft: Draft) -> Iterator[set[str]]:
    """The connected parts of the map."""
    groups = {name: {name} for name in draft.names}
    for _, route in draft.routes:
        joined = groups.setdefault(route.start, {route.start}) | groups.setdefault(route.end, {route.end})
        groups |= dict.fromkeys(joined, joined)
    return iter({id(group): group for group in groups.values()}.values())
