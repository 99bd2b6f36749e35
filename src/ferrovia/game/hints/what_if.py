"""What-if views: the position after a hypothetical change, for hints."""

from collections.abc import Iterable

import numpy as np

from ferrovia.game.arrays import copied
from ferrovia.game.moves import Cards
from ferrovia.game.progress import TicketProgress
from ferrovia.game.translate import card_number
from ferrovia.game.view import View

WORD = 64


def after_claim(view: View, route: int, cards: Cards) -> View:
    """The view with a route claimed and paid with these cards."""
    array = copied(view.array)
    array["public"]["own"][0, view.seat, route // WORD] |= _bit(route)
    array["public"]["trains"][0, view.seat] -= view.rules.board["route_length"][0, route]
    for card, count in cards:
        array["own"]["hand"][0, card_number(view.rules, card)] -= count
    return View(view.rules, array)


def without_route(view: View, route: int) -> View:
    """The view with a route closed to this seat, as if another had claimed it."""
    array = copied(view.array)
    array["public"]["open"][0, view.seat, route // WORD] &= ~_bit(route)
    return View(view.rules, array)


def with_card(view: View, card: str) -> View:
    """The view with one more card in hand."""
    array = copied(view.array)
    array["own"]["hand"][0, card_number(view.rules, card)] += 1
    return View(view.rules, array)


def open_tickets(view: View) -> list[TicketProgress]:
    """The seat's tickets that are incomplete and still possible, most valuable first."""
    return by_value(progress for progress in view.ticket_progress() if not progress.joined and not progress.impossible)


def by_value(tickets: Iterable[TicketProgress]) -> list[TicketProgress]:
    """Tickets, most valuable first."""
    return sorted(tickets, key=lambda progress: -progress.points)


def _bit(route: int) -> np.uint64:
    return np.uint64(1 << route % WORD)
