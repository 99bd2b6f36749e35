"""Numbers and names as a reader wants them."""

from typing import Final

from ferrovia.arena.statistics import Estimate, Interval
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Ticket

UNKNOWN: Final = "–"


def percent(share: float | None, places: int = 1) -> str:
    """`52.8 %`."""
    return UNKNOWN if share is None else f"{100 * share:.{places}f} %"


def decimal(value: float | None, places: int = 1, sign: str = "") -> str:
    """`52.8`, with a true minus."""
    return UNKNOWN if value is None else f"{value:{sign},.{places}f}".replace("-", "−")


def points_of_percent(value: float | None) -> str:
    """A difference of two shares: `+3.1`."""
    return decimal(None if value is None else 100 * value, 1, "+")


def span(interval: Interval | None, factor: float = 100, places: int = 1) -> str:
    """`49.3 to 56.2`."""
    if interval is None:
        return UNKNOWN
    low, high = (decimal(factor * end, places) for end in interval)
    return f"{low} to {high}"


def share_and_span(estimate: Estimate) -> str:
    """`52.8 % (49.3 to 56.2)`."""
    return UNKNOWN if estimate.mean is None else f"{percent(estimate.mean)} ({span(estimate.interval)})"


def count(number: int, thing: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def place_name(rules: Rules, place: str) -> str:
    """What people call a city or a country."""
    for city in rules.map.cities:
        if place in (city.id, city.country):
            return city.name or spelled(place)
    return spelled(place)


def spelled(identifier: str) -> str:
    """An id as a name."""
    return identifier.replace("-", " ").title()


def route_name(rules: Rules, route: int) -> str:
    """`Denver – Omaha`."""
    found = rules.map.routes[route]
    return f"{place_name(rules, found.start)} – {place_name(rules, found.end)}"


def ticket_name(rules: Rules, ticket: Ticket) -> str:
    """`Denver – El Paso`, or `Bern – France, Italy`."""
    places = ", ".join(place_name(rules, place) for place, _ in ticket.targets)
    return f"{place_name(rules, ticket.start)} – {places}"


def ticket_points(ticket: Ticket) -> str:
    """`11`, or `5/8` where several places can be reached."""
    return "/".join(str(points) for _, points in ticket.targets)
