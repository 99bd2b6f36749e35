"""Differences between two rule sets, with values as people read and write them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.rules.keys import Key, keys_of
from ferrovia.rules.kinds import ListOf, OneOf
from ferrovia.rules.plain import plain, toml
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import RuleSet, Totals

_LEFT_OUT = frozenset({"name", "extends", "documents", "map", "ticket_decks"})
"""Keys that say where rules come from, not what they are. The map shows in its counts."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: its key, what the key means, and its value on each side."""

    key: str
    meaning: str
    one: str
    other: str


def differences(one: Rules, other: Rules) -> tuple[Difference, ...]:
    """How `other` differs from `one`: rules first, then the counts of the boards."""
    pairs = zip(rule_values(one), rule_values(other), strict=True)
    return tuple(Difference(*first, second[2]) for first, second in pairs if first[2] != second[2])


def rule_values(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Every rule and every count: key, meaning, and value as written in a file."""
    for key in rule_keys():
        yield key.name, key.meaning, toml(plain(key.kind, getattr(rules.rule_set, key.attribute)))
    counted = counts(rules)
    for key in keys_of(Totals).values():
        if key.name in counted:
            meaning = "tickets in play, each copy counted" if key.name == "tickets" else key.meaning
            yield key.name, meaning, str(counted[key.name])


def rule_keys() -> list[Key]:
    return [key for name, key in keys_of(RuleSet).items() if name not in _LEFT_OUT]


def counts(rules: Rules) -> dict[str, int]:
    """Counts of everything on the board."""
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


def choices() -> dict[str, str]:
    """The allowed values of keys whose values are words: `"train" or "taxi"`."""
    kinds = {key.name: key.kind.kind if isinstance(key.kind, ListOf) else key.kind for key in rule_keys()}
    words = {name: list(map(toml, kind.choices)) for name, kind in kinds.items() if isinstance(kind, OneOf)}
    return {name: f"{', '.join(known[:-1])} or {known[-1]}" for name, known in words.items()}
