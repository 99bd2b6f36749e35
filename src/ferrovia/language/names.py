"""Display names of cities, routes, tickets, cards and bots in every language."""

from collections import Counter
from collections.abc import Iterable

from ferrovia.language.catalogue import Catalogue, catalogue
from ferrovia.language.formats import listed
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import LOCOMOTIVE

ENGLISH = "en"


def vehicle_of(rules: Rules) -> str:
    """What stands on routes and names the wild card: `train` or `taxi`."""
    return str(rules.rule_set.vehicle)


def capitalised(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def place_name(rules: Rules, place: str, language: str = ENGLISH) -> str:
    """A city as written on the board; a country in the reader's language."""
    name = _place_names(rules).get(place) or place.replace("-", " ").title()
    key = f"app.country.{name.lower()}"
    texts = catalogue(language)
    return texts.say(key) if key in texts else name


def _place_names(rules: Rules) -> dict[str, str | None]:
    return {city.id: city.name for city in rules.map.cities}


def route_name(rules: Rules, route: str, language: str = ENGLISH) -> str:
    """`Denver – Omaha`."""
    start, _, end = route.partition(":")[0].partition("--")
    return f"{place_name(rules, start, language)} – {place_name(rules, end, language)}"


def ticket_name(rules: Rules, ticket: str, language: str = ENGLISH) -> str:
    """`Denver – El Paso`, or `Bern – Austria / France` with several targets."""
    start, _, targets = ticket.partition(":")[0].partition("--")
    names = dict.fromkeys(place_name(rules, target, language) for target in targets.split("+"))
    return f"{place_name(rules, start, language)} – {' / '.join(names)}"


def colour_name(colour: str, language: str = ENGLISH) -> str:
    """A colour of cards or routes."""
    key, texts = f"app.colour.{colour}", catalogue(language)
    return texts.say(key) if key in texts else colour


def card_name(card: str, vehicle: str, language: str = ENGLISH) -> str:
    """A card by its colour; the wild card by the vehicle of the rules."""
    return colour_name("taxi" if card == LOCOMOTIVE and vehicle == "taxi" else card, language)


def card_words(card: str, count: int, vehicle: str, language: str = ENGLISH) -> str:
    """`a red card`, `2 locomotives`."""
    key, texts = f"app.cards.{card}", catalogue(language)
    if key in texts:
        return texts.say(key, count=count, vehicle=vehicle)
    return texts.say("app.cards.other", count=count, colour=card)


def cards_words(cards: Iterable[tuple[str, int]], vehicle: str, language: str = ENGLISH) -> str:
    """`2 red cards and a locomotive`: cards grouped by colour."""
    counts: Counter[str] = Counter()
    for card, count in cards:
        counts[card] += count
    return listed([card_words(card, count, vehicle, language) for card, count in counts.items()], language)


def rules_name(rules: Rules, texts: Catalogue) -> str:
    """A rule set. One from a file only has the name given there."""
    key = f"app.rules.{rules.id}"
    return texts.say(key) if key in texts else rules.name


def bot_name(bot: str, texts: Catalogue) -> str:
    """A bot. One without a name in the catalogue goes by its own."""
    key = f"app.bot.{bot}"
    return texts.say(key) if key in texts else capitalised(bot)
