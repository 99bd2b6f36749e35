"""Reasons of bots: a code with parameters, written by the kernels, named and put into words elsewhere."""

from typing import Any, Final

from ferrovia.core.compile import inlined
from ferrovia.core.fields import int8, int16
from ferrovia.core.limits import NONE

# What a bot can say about its last action. The names are the same in code, wire and files.
NOTHING: Final = 0
BY_CHANCE: Final = 1
ONLY_ACTION: Final = 2
BEST_TICKETS: Final = 3
CHEAPEST_TICKETS: Final = 4
ALL_TICKETS: Final = 5
MORE_TICKETS: Final = 6
JOINS_TICKET: Final = 7
ON_THE_WAY: Final = 8
LONGEST_ROUTE: Final = 9
MOST_POINTS: Final = 10
LONGEST_PATH: Final = 11
SHORTEST_ROUTE: Final = 12
CARD_WANTED: Final = 13
CARD_BLIND: Final = 14
LOCOMOTIVE_WANTED: Final = 15
CARDS_TO_SPARE: Final = 16
WORTH_SURCHARGE: Final = 17
BEST_IN_PLAYOUTS: Final = 18

REASON_NAMES: Final = (
    "nothing",
    "by-chance",
    "only-action",
    "best-tickets",
    "cheapest-tickets",
    "all-tickets",
    "more-tickets",
    "joins-ticket",
    "on-the-way",
    "longest-route",
    "most-points",
    "longest-path",
    "shortest-route",
    "card-wanted",
    "card-blind",
    "locomotive-wanted",
    "cards-to-spare",
    "worth-surcharge",
    "best-in-playouts",
)


class ReasonRecord:
    """The reason of an action. Fields that do not apply are -1, or 0 for `points`."""

    code: int = int8("why", of="reason")
    route: int = int8("the route it is about", of="route")
    card: int = int8("the card it is about", of="card")
    ticket: int = int8("the ticket it is about", of="ticket")
    points: int = int16("points expected of it")


@inlined
def give_reason(reason: Any, code: int, route: int, card: int, ticket: int, points: int) -> None:
    """Record why a bot acts: a code, and what it is about."""
    reason.code = code
    reason.route = route
    reason.card = card
    reason.ticket = ticket
    reason.points = points


@inlined
def give_plain_reason(reason: Any, code: int) -> None:
    """Write a reason without parameters."""
    give_reason(reason, code, NONE, NONE, NONE, 0)


@inlined
def give_points_reason(reason: Any, code: int, points: int) -> None:
    """Write a reason with a number of points."""
    give_reason(reason, code, NONE, NONE, NONE, points)


@inlined
def give_card_reason(reason: Any, code: int, card: int) -> None:
    """Write a reason with a card."""
    give_reason(reason, code, NONE, card, NONE, 0)


@inlined
def give_route_reason(reason: Any, code: int, route: int, card: int, points: int) -> None:
    """Write a reason with a route and, if named, the card that pays for it."""
    give_reason(reason, code, route, card, NONE, points)
