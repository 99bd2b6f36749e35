"""A bot's reasons as sentences."""

from ferrovia.language.catalogue import catalogue
from ferrovia.language.names import card_words, route_name, ticket_name, vehicle_of
from ferrovia.rules.resolved import Rules

UNNAMED = "none"
"""Placeholder value for a route, card or ticket that the reason does not name."""


def reason_sentence(
    rules: Rules,
    code: str,
    *,
    route: str | None = None,
    card: str | None = None,
    ticket: str | None = None,
    points: int = 0,
    language: str = "en",
) -> str:
    """Why a bot made a move: one message per code."""
    vehicle = vehicle_of(rules)
    return catalogue(language).say(
        f"reasons.{code}",
        route=UNNAMED if route is None else route_name(rules, route, language),
        card=UNNAMED if card is None else card_words(card, 1, vehicle, language),
        ticket=UNNAMED if ticket is None else ticket_name(rules, ticket, language),
        points=points,
        vehicle=vehicle,
    )
