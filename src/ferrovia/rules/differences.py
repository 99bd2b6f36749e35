"""What changes from one rule set to another, in a form people can read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.rules.keys import Key, keys_of
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import RuleSet, Totals
from ferrovia.rules.tables import plain

_LEFT_OUT = frozenset({"name", "extends", "documents", "map", "ticket_decks"})
"""They say where rules come from, not what they are; the map shows in its counts."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: its key, what the key means, and its value in the one and in the other."""

    key: str
    meaning: str
    one: str
    other: str


def differences(one: Rules, other: Rules) -> tuple[Difference, ...]:
    """How `other` differs from `one`: rules first, then the counts of the boards."""
    pairs = zip(facts(one), facts(other), strict=True)
    return tuple(Difference(*first, second[2]) for first, second in pairs if first[2] != second[2])


def facts(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Every rule and every count: key, meaning, value."""
    for key in rule_keys():
        yield key.name, key.meaning, in_words(plain(key.kind, getattr(rules.rule_set, key.attribute)))
    counted = counts(rules)
    for key in keys_of(Totals).values():
        if key.name in counted:
            meaning = "tickets in play, each copy counted" if key.name == "tickets" else key.meaning
            yield key.name, meaning, str(counted[key.name])


def rule_keys() -> list[Key]:
    return [key for name, key in keys_of(RuleSet).items() if name not in _LEFT_OUT]


def counts(rules: Rules) -> dict[str, int]:
    """How much of everything there is on the board."""
    cities, routes = rules.map.cities, rules.map.routes
    return {
        "cities": len(cities),
        "border_points": sum(bool(city.country) for city in cities),
        "attractions": sum(city.attraction for city in cities),
        "routes": len(routes),
        "doubles": len(routes) - len({route.ends for route in routes}),
        "tunnels": sum(route.tunnel for route in routes),
        "spaces": sum(route.length for route in routes),
        "tickets": len(rules.tickets),
    }


def in_words(value: Any) -> str:
    """A value for people: `pink 12, red 12`, `ends drawing`."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {entry}" for name, entry in value.items())
    if isinstance(value, list):
        return ", ".join(map(in_words, value)) or "none"
    return str(value).replace("_", " ")
