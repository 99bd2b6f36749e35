"""Boards made for tests: tiny ones, where cards and tickets run out all the time, and ones at the limits of a state.

They are written as files and read like any other, so they pass the checks of `ferrovia check`.
"""

import random
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ferrovia.core import limits
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules

COLOURS = ("amber", "beige", "cyan", "denim", "ebony", "fawn", "grape", "honey")


def load_text(name: str, text: str) -> Rules:
    """The rules in a map's text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        return load_rules(file)


def toml(value: Any) -> str:
    """A value as TOML writes it, tables inline."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def map_text(name: str, cities: list[Any], routes: list[Any], tickets: list[Any], rules: Mapping[str, Any]) -> str:
    """The file of a map with its rules."""
    lines = [f'name = "{name}"']
    for key, entries in (("cities", cities), ("routes", routes), ("tickets", tickets)):
        lines += [f"{key} = [", *(f"    {toml(entry)}," for entry in entries), "]"]
    return "\n".join([*lines, "[rules]", *(f"{key} = {toml(entry)}" for key, entry in rules.items()), ""])


# --- tiny ------------------------------------------------------------------------------------------------------------

TINY_CITIES = [
    {"id": "a", "attraction": True},
    {"id": "b"},
    {"id": "c", "attraction": True},
    {"id": "d"},
    {"id": "x1", "country": "xland"},
    {"id": "x2", "country": "xland"},
    {"id": "y1", "country": "yland"},
]
TINY_ROUTES = [
    {"from": "a", "to": "b", "length": 1, "colour": "red"},
    {"from": "a", "to": "b", "length": 1, "colour": "blue", "tunnel": True},
    {"from": "b", "to": "c", "length": 2},
    {"from": "b", "to": "c", "length": 2, "tunnel": True},
    {"from": "c", "to": "d", "length": 2, "colour": "red", "tunnel": True},
    {"from": "a", "to": "d", "length": 3},
    {"from": "a", "to": "x1", "length": 1},
    {"from": "c", "to": "x2", "length": 1, "colour": "blue"},
    {"from": "d", "to": "y1", "length": 2, "tunnel": True},
]
TINY_TICKETS = [
    {"from": "a", "to": "c", "points": 4},
    {"from": "a", "to": "d", "points": 5},
    {"from": "b", "to": "d", "points": 6},
    {"from": "a", "to": {"xland": 3, "yland": 7}},
    {"from": "xland", "to": {"yland": 8, "d": 2}, "copies": 2},
    {"from": "b", "to": "yland", "points": 5},
    {"from": "c", "to": "d", "points": 1, "copies": 3},
]
TINY_RULES: dict[str, Any] = {
    "extends": "north-america",
    "players_max": 3,
    "trains": 7,
    "cards": {"red": 4, "blue": 4},
    "locomotives": 3,
    "opening_hand": 1,
    "market_size": 2,
    "flush_at": 2,
    "flush_limit": 3,
    "tunnel_cards": 3,
    "doubles_closed_up_to": 2,
    "opening_tickets": 2,
    "opening_keep": 1,
    "later_tickets": 2,
    "last_round_trains": 1,
    "idle_turns": 12,
    "attraction_points": 1,
}


def tiny_text(**changes: Any) -> str:
    """A board of nine routes, eleven cards and ten tickets, with some of its rules changed."""
    return map_text("Tiny", TINY_CITIES, TINY_ROUTES, TINY_TICKETS, {**TINY_RULES, **changes})


@cache
def tiny() -> Rules:
    """Returned tickets under the deck, in the order the player likes."""
    return load_text("tiny", tiny_text())


@cache
def tiny_out() -> Rules:
    """Locomotives on tunnels only, refused tickets out of the game."""
    changes = {"refused_opening": "out", "refused_later": "out", "locomotive_use": "tunnels"}
    return load_text("tiny-out", tiny_text(face_up_locomotive="ordinary", opening_tickets=3, **changes))


@cache
def tiny_out_under() -> Rules:
    """The opening returns leave the game, later ones go under the deck."""
    return load_text(
        "tiny-out-under", tiny_text(refused_opening="out", refused_later="under_in_drawn_order", opening_keep=0)
    )


def micro_text(**changes: Any) -> str:
    """So few cards and tickets that all there is to deal can be listed."""
    cities = [{"id": name} for name in "abc"]
    routes = [
        {"from": "a", "to": "b", "length": 1},
        {"from": "b", "to": "c", "length": 1, "colour": "red", "tunnel": True},
        {"from": "a", "to": "c", "length": 2},
    ]
    tickets = [
        {"from": "a", "to": "b", "points": 1},
        {"from": "b", "to": "c", "points": 2},
        {"from": "a", "to": "c", "points": 3, "copies": 4},
    ]
    rules = {
        "extends": "north-america",
        "players_max": 3,
        "trains": 4,
        "cards": {"red": 3, "blue": 2},
        "locomotives": 1,
        "opening_hand": 1,
        "market_size": 1,
        "flush_at": 1,
        "flush_limit": 1,
        "tunnel_cards": 1,
        "opening_tickets": 2,
        "opening_keep": 1,
        "later_tickets": 2,
        "last_round_trains": 0,
        "idle_turns": 8,
    }
    return map_text("Micro", cities, routes, tickets, {**rules, **changes})


@cache
def micro() -> Rules:
    return load_text("micro", micro_text())


@cache
def micro_out() -> Rules:
    return load_text("micro-out", micro_text(refused_opening="out", refused_later="out"))


# --- at the limits ---------------------------------------------------------------------------------------------------


def limit_cities() -> list[Any]:
    """64 cities, the last twelve of them border points of four countries; all with an attraction."""
    inland = [{"id": f"c{number:02}", "attraction": True} for number in range(limits.CITIES - 12)]
    border = [{"id": f"e{number:02}", "country": f"land-{number % 4}", "attraction": True} for number in range(12)]
    return [*inland, *border]


def limit_routes(chance: random.Random) -> list[Any]:
    """128 routes of every length, colour and kind: a ring, its border points, and doubles and chords."""
    inland = limits.CITIES - 12
    routes: list[Any] = []
    pairs: dict[tuple[int, int], int] = {}

    def lay(start: int, end: int) -> None:
        pair = (min(start, end), max(start, end))
        length = pairs.setdefault(pair, chance.randint(1, limits.LENGTH))
        colour = chance.choice([*COLOURS, "gray", "gray", "gray"])
        names = [f"c{city:02}" if city < inland else f"e{city - inland:02}" for city in (start, end)]
        routes.append(
            {"from": names[0], "to": names[1], "length": length, "colour": colour, "tunnel": chance.random() < 0.4}
        )

    for city in range(inland):
        lay(city, (city + 1) % inland)
    for point in range(12):
        lay(point * 4, inland + point)
    for city in range(0, 20):
        lay((city + 1) % inland, city)  # the second of a double, written the other way round
    while len(routes) < limits.ROUTES:
        start, end = chance.sample(range(inland), 2)
        if (min(start, end), max(start, end)) not in pairs:
            lay(start, end)
    return routes


def limit_tickets(chance: random.Random) -> list[Any]:
    """128 tickets with four places to reach each, countries among them."""
    places = [f"c{city:02}" for city in range(limits.CITIES - 12)] + [f"land-{number}" for number in range(4)]
    tickets: list[Any] = []
    seen: set[Any] = set()
    while len(tickets) < limits.TICKETS:
        start, *ends = chance.sample(places, 1 + limits.TARGETS)
        if (start, frozenset(ends)) not in seen:
            seen.add((start, frozenset(ends)))
            tickets.append({"from": start, "to": {end: chance.randint(1, 100) for end in ends}})
    return tickets


LIMIT_RULES: dict[str, Any] = {
    "extends": "north-america",
    "players_max": limits.SEATS,
    "trains": limits.TRAINS,
    "cards": dict.fromkeys(COLOURS, 14),
    "locomotives": 15,
    "opening_hand": 10,
    "market_size": limits.MARKET,
    "flush_at": 3,
    "face_up_locomotive": "ordinary",
    "route_points": dict.fromkeys(range(1, limits.LENGTH + 1), 100),
    "doubles_closed_up_to": 3,
    "tunnel_cards": limits.TURNED,
    "opening_tickets": limits.OFFER,
    "opening_keep": 0,
    "later_tickets": limits.OFFER,
    "refused_later": "under_in_drawn_order",
    "idle_turns": 127,
    "longest_path_points": 100,
    "attraction_points": 100,
}


def limit_text(**changes: Any) -> str:
    """A board as large as a board can be."""
    chance = random.Random("at the limits")
    return map_text("Limits", limit_cities(), limit_routes(chance), limit_tickets(chance), {**LIMIT_RULES, **changes})


@cache
def at_limits() -> Rules:
    """Five tickets offered, returned in the order drawn."""
    return load_text("at-limits", limit_text())


@cache
def at_limits_ordered() -> Rules:
    """Four tickets offered later, returned in any order: the most answers there can be; few trains, so short games."""
    return load_text("at-limits-ordered", limit_text(later_tickets=4, refused_later="under_in_chosen_order", trains=30))
