"""Refusals as sentences: why the rules forbid a move."""

from collections.abc import Mapping
from typing import Any, Final

from ferrovia.language.catalogue import Catalogue, catalogue
from ferrovia.language.messages import Value
from ferrovia.language.names import card_name, cards_words, colour_name, route_name, vehicle_of
from ferrovia.rules.resolved import Rules

UNPAID: Final = frozenset({"too-few-cards", "surcharge-too-dear"})
"""Codes that say which cards are needed and which are held."""


def refusal_sentence(
    rules: Rules,
    code: str,
    parameters: Mapping[str, Any],
    language: str = "en",
    names: Mapping[int, str] | None = None,
    reader: int | None = None,
) -> str:
    """A refusal for the reader at one seat; `names` are the names of the seats."""
    texts = catalogue(language)
    values = _named(rules, parameters, texts)
    if "owner" in parameters:
        owner = int(parameters["owner"])
        values["owner"] = (names or {}).get(owner) or texts.say("board.seat", seat=owner + 1)
        values["who"] = "me" if owner == reader else "other"
    sentence = texts.say(f"refusals.{code}", **values)
    return f"{sentence} {_missing(rules, parameters, texts)}".rstrip() if code in UNPAID else sentence


def _named(rules: Rules, parameters: Mapping[str, Any], texts: Catalogue) -> dict[str, Value]:
    """The parameters with display names instead of ids."""
    values: dict[str, Value] = {**parameters, "vehicle": vehicle_of(rules)}
    for name in ("route", "twin"):
        if parameters.get(name) in rules.route_index:
            values[name] = route_name(rules, parameters[name], texts.language)
    if "colour" in parameters:
        values["colour"] = colour_name(parameters["colour"], texts.language)
    if "card" in parameters:
        values["card"] = card_name(parameters["card"], vehicle_of(rules), texts.language)
    return values


def _missing(rules: Rules, parameters: Mapping[str, Any], texts: Catalogue) -> str:
    """Which cards the move takes, and which of the usable ones the hand holds."""
    asked, vehicle = _cards(str(parameters.get("asked", ""))), vehicle_of(rules)
    if not asked:
        return ""
    return texts.say(
        "play.too-few",
        cards=cards_words(asked.items(), vehicle, texts.language),
        held=cards_words(parameters["payable"].items(), vehicle, texts.language) or texts.say("text.no-cards"),
    )


def _cards(text: str) -> dict[str, int]:
    """Parse `pink:3 locomotive:1`."""
    pairs = (word.rpartition(":") for word in text.split())
    return {card: int(count) for card, _, count in pairs if card and count.isdecimal()}
