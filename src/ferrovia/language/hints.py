"""Facts of hints in words."""

from collections.abc import Mapping
from typing import Any

from ferrovia.language.catalogue import catalogue
from ferrovia.language.messages import Value
from ferrovia.language.names import card_words, place_name, route_name, ticket_name, vehicle_of
from ferrovia.rules.resolved import Rules


def fact_sentence(rules: Rules, fact: Mapping[str, Any], names: Mapping[int, str], language: str = "en") -> str:
    """One fact about a move, told to the player who could make it; `names` are those of the seats."""
    vehicle = vehicle_of(rules)
    values: dict[str, Value] = {**{key: value for key, value in fact.items() if key != "code"}, "vehicle": vehicle}
    for key, name in (("route", route_name), ("ticket", ticket_name), ("city", place_name)):
        if key in fact:
            values[key] = name(rules, fact[key], language)
    if "card" in fact:
        values["card"] = card_words(fact["card"], int(fact.get("count", 1)), vehicle, language)
    if "seat" in fact:
        values["name"] = names[fact["seat"]]
    return catalogue(language).say(f"hints.{fact['code']}", **values)
