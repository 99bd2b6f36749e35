"""Routes that follow each other, as the cities one comes through."""

from collections.abc import Sequence

from ferrovia.language.names import place_name
from ferrovia.rules.resolved import Rules


def ends_of(rules: Rules, route: str) -> tuple[str, str]:
    """The cities of a route."""
    return rules.map.routes[rules.route_index[route]].ends


def walk(rules: Rules, routes: Sequence[str]) -> list[str]:
    """The cities along routes that follow each other."""
    ends = [ends_of(rules, route) for route in routes]
    here = ends[0][0]
    if len(ends) > 1 and here in ends[1]:  # it starts at the end that the second route does not touch
        here = ends[0][1]
    cities = [here]
    for one, two in ends:
        here = two if here == one else one
        cities.append(here)
    return [place_name(rules, city) for city in cities]


def way_words(rules: Rules, routes: Sequence[str]) -> str:
    """`Denver – Omaha – Duluth; Toronto – Boston`: what is missing of a way, piece by piece."""
    pieces: list[list[str]] = []
    for route in routes:
        if pieces and set(ends_of(rules, pieces[-1][-1])) & set(ends_of(rules, route)):
            pieces[-1].append(route)
        else:
            pieces.append([route])
    return "; ".join(" – ".join(walk(rules, piece)) for piece in pieces)
