"""Fuzzy matching of typed names: cities, routes and cards by name, prefix or letter."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from ferrovia.game.moves import MOST_CARDS
from ferrovia.language.names import card_name, place_name, vehicle_of
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import GRAY, LOCOMOTIVE

LETTERS: Final = {LOCOMOTIVE: "L", GRAY: "*", "black": "K"}
"""Letters that are not the first of the name; K as printers use it."""
MOST_DIGITS: Final = 9
"""No number of the game is longer, and Python refuses to parse numbers with thousands of digits."""
COUNTED: Final = re.compile(r"([^\W\d]+(?:-[^\W\d]+)*):?([0-9]{1,3})|([0-9]{1,3}):?([^\W\d]+(?:-[^\W\d]+)*)")
"""`pink:3`, `p3`, `3p`, `3pink`."""


def plain(text: str) -> str:
    """The text without accents, capitals and punctuation: `Zürich` becomes `zurich`."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join(kept.split())


def typed_number(word: str) -> int | None:
    """An integer in ASCII digits, or None: `²` is a digit to Python, but not a number."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS else None


def card_letters(colours: Sequence[str]) -> dict[str, str]:
    """A unique letter for each card."""
    letters = {name: letter for name, letter in LETTERS.items() if name in (*colours, LOCOMOTIVE, GRAY)}
    for name in (candidate for candidate in colours if candidate not in letters):
        candidates = (name + ascii_lowercase).upper()
        letters[name] = next(
            candidate for candidate in candidates if candidate.isalpha() and candidate not in letters.values()
        )
    return letters


def match_cities(rules: Rules, text: str, language: str) -> list[str]:
    """The cities a text can mean: by full name, else by its prefix, else by the prefix of a word in it."""
    wanted, names = plain(text), _city_names(rules, language)
    for fits in (str.__eq__, str.startswith, _begins_a_word):
        cities = [city for city, known in names.items() if wanted and any(fits(name, wanted) for name in known)]
        if cities:
            return cities
    return []


@lru_cache(maxsize=64)
def _city_names(rules: Rules, language: str) -> dict[str, set[str]]:
    """Every name a city can be typed by; cached, because a server looks them up many times per line."""
    return {
        city.id: {plain(city.id), plain(place_name(rules, city.id)), plain(place_name(rules, city.id, language))}
        for city in rules.map.cities
    }


def _begins_a_word(name: str, start: str) -> bool:
    return any(part.startswith(start) for part in name.split())


def match_routes(rules: Rules, words: Sequence[str], language: str) -> list[str]:
    """The routes whose two ends the words name, both of a double: some words name one end, the rest the other."""
    text = " ".join(words)
    if text in rules.route_index:
        return [rules.route_ids[rules.route_index[text]]]
    pieces, matches = plain(text).split(), set[str]()
    for cut in range(1, len(pieces)):
        one, two = (set(match_cities(rules, " ".join(part), language)) for part in (pieces[:cut], pieces[cut:]))
        for name, route in zip(rules.route_ids, rules.map.routes, strict=True):
            if (route.start in one and route.end in two) or (route.end in one and route.start in two):
                matches.add(name)
    return [name for name in rules.route_ids if name in matches]


def match_card(rules: Rules, word: str, language: str) -> str | None:
    """A card by its letter, its name in English or the player's language, or a unique prefix."""
    cards, wanted = [name for name in rules.card_names if name], plain(word)
    letters = {letter.lower(): card for card, letter in card_letters(rules.colours).items() if card in cards}
    if wanted in letters:
        return letters[wanted]
    names = {card: {plain(card), plain(card_name(card, vehicle_of(rules), language))} for card in cards}
    exact = [card for card, known in names.items() if wanted in known]
    begun = [card for card, known in names.items() if wanted and any(name.startswith(wanted) for name in known)]
    matches = exact or begun
    return matches[0] if len(matches) == 1 else None


def split_cards(rules: Rules, words: Sequence[str], language: str) -> tuple[dict[str, int], list[str]]:
    """The cards named among the words (`pink:3`, `p3`, `3p`, `3 pink`), and the other words."""
    cards: dict[str, int] = {}
    others: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        card, count = _counted_card(rules, word, language)
        if card is None and left and (number := typed_number(word)) is not None:
            card, count = match_card(rules, left[0], language), number
            left = left[1:] if card else left
        if card is None:
            others.append(word)
        else:
            cards[card] = min(cards.get(card, 0) + count, MOST_CARDS)
    return cards, others


def _counted_card(rules: Rules, word: str, language: str) -> tuple[str | None, int]:
    match = COUNTED.fullmatch(word)
    if match is None:
        return None, 0
    return match_card(rules, match[1] or match[4], language), int(match[2] or match[3])
