"""Facts about drawing a card: which route and ticket it is for, and what is still missing."""

from collections.abc import Iterator

from ferrovia.core.limits import GRAY, LOCOMOTIVE
from ferrovia.game.hints.claims import rival_of
from ferrovia.game.hints.fact import MoveFact
from ferrovia.game.hints.what_if import open_tickets, with_card
from ferrovia.game.progress import TicketProgress
from ferrovia.game.translate import card_number, members
from ferrovia.game.view import View

NEARLY = 2
"""Most missing cards of a route that is still worth collecting for."""


def take_facts(view: View, card: str) -> Iterator[MoveFact]:
    """What a face-up card is for."""
    tickets = open_tickets(view)
    for_ticket = next(_for_tickets(view, card, tickets), None)
    if for_ticket:
        yield for_ticket
        return
    if not tickets:
        yield from _settled(view)
    yield next(_for_points(view, card), None) or MoveFact("collects", card=card, count=view.hand.get(card, 0) + 1)


def deck_facts(view: View) -> Iterator[MoveFact]:
    """Why the deck: what the tickets lack, and whether a face-up card would bring it."""
    tickets = open_tickets(view)
    lacking = [each for each in tickets if each.cards]
    if not tickets:
        yield from _settled(view)
    elif not lacking:
        yield MoveFact("cards-complete")
        if not any(rival_of(view, view.rules.route_index[route]) for each in tickets for route in each.routes):
            yield MoveFact("no-rival-near")
    else:
        yield MoveFact("ticket-lacks", ticket=lacking[0].ticket, points=lacking[0].points, count=lacking[0].cards)
        if not any(any(_for_tickets(view, card, tickets)) for card in view.market):
            yield MoveFact("no-card-helps")


def _settled(view: View) -> Iterator[MoveFact]:
    """Whether no ticket is worth working for: all are completed, or the others are out of reach."""
    if view.tickets:
        lost = any(each.impossible for each in view.ticket_progress())
        yield MoveFact("tickets-lost" if lost else "tickets-done")


def _for_tickets(view: View, card: str, tickets: list[TicketProgress]) -> Iterator[MoveFact]:
    """The tickets whose paths lack one card fewer with this one, each with the route the card is for."""
    richer = with_card(view, card)
    now = {each.ticket: each for each in richer.ticket_progress()}
    for each in tickets:
        if now[each.ticket].cards < each.cards:
            route = _route_for(view, card, now[each.ticket].routes)
            if route is not None:
                left = missing(richer, route)
                name = view.rules.route_ids[route]
                yield MoveFact("card-for-ticket", route=name, ticket=each.ticket, points=each.points, count=left)


def _route_for(view: View, card: str, routes: tuple[str, ...]) -> int | None:
    """The route of a path that the card is for: of its own colour first, then the one that lacks the fewest cards."""
    richer, kind = with_card(view, card), card_number(view.rules, card)
    numbers = [view.rules.route_index[route] for route in routes]
    fits = [route for route in numbers if missing(richer, route) < missing(view, route)]
    colour = view.rules.board["route_colour"][0]
    return min(fits, key=lambda route: (int(colour[route]) != kind, missing(richer, route)), default=None)


def _for_points(view: View, card: str) -> Iterator[MoveFact]:
    """The open route the card counts toward: the most valuable one that then lacks few cards."""
    richer, board = with_card(view, card), view.rules.board[0]
    trains = view.trains(view.seat)
    points, length = board.route_points, board.route_length
    fits = [
        (max(NEARLY, missing(richer, route)), -int(points[length[route]]), missing(richer, route), route)
        for route in members(view.public["open"][0, view.seat])
        if int(length[route]) <= trains and missing(richer, route) < missing(view, route)
    ]
    if fits:
        _, value, left, route = min(fits)
        yield MoveFact("card-for-route", route=view.rules.route_ids[route], points=-value, count=left)


def missing(view: View, route: int) -> int:
    """Cards missing for one route, ignoring all other routes."""
    board, hand = view.rules.board[0], view.array["own"]["hand"][0]
    colour = int(board.route_colour[route])
    colours = range(int(board.colours)) if colour == GRAY else [colour]
    held = max(int(hand[each]) for each in colours)
    held += int(hand[LOCOMOTIVE]) if board.route_wild[route] else 0
    return max(0, int(board.route_length[route]) - held)
