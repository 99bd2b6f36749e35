"""The facts of a hint: what a move does for the player, whichever bot advises it."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ferrovia.core.limits import NONE
from ferrovia.game.hints.cards import deck_facts, take_facts
from ferrovia.game.hints.claims import claim_facts
from ferrovia.game.hints.fact import MoveFact
from ferrovia.game.hints.tickets import draw_facts, keep_facts
from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Move, Refuse, Surcharge, Take
from ferrovia.game.translate import route_number
from ferrovia.game.view import View

MOST_FACTS: Final = 3
"""More would not be read."""


def hint_facts(view: View, move: Move) -> tuple[MoveFact, ...]:
    """What a legal move does for the seat of a view, the most telling facts first. A pure function of both."""
    return tuple(islice(_facts(view, move), MOST_FACTS))


def _facts(view: View, move: Move) -> Iterator[MoveFact]:
    if len(view.legal_moves()) == 1:
        yield MoveFact("only-move")
    match move:
        case Claim(route, cards):
            yield from claim_facts(view, route_number(view.rules, route), cards)
        case Take(card):
            yield from take_facts(view, card)
        case Draw():
            yield from deck_facts(view)
        case DrawTickets():
            yield from draw_facts(view)
        case Keep():
            yield from keep_facts(view, move)
        case Surcharge(cards):
            yield from _surcharge(view, cards)
        case Refuse():
            yield MoveFact("saves-cards", count=int(view.public["surcharge"][0]))


def _surcharge(view: View, cards: tuple[tuple[str, int], ...]) -> Iterator[MoveFact]:
    route = int(view.public["route"][0])
    if route != NONE:
        yield from claim_facts(view, route, cards)
