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
LONG, ALMOST = 4, 1
"""While tickets are open, only a long route that is almost paid is a reason to collect for something else."""


def take_facts(view: View, card: str) -> Iterator[MoveFact]:
    """What a face-up card is for."""
    tickets = open_tickets(view)
    for_ticket = next(_for_tickets(view, card, tickets), None)
    if for_ticket:
        yield for_ticket
        return
    if not tickets:
        yield from _settled(view)
    for_points = next(_for_points(view, card, bool(tickets)), None)
    yield for_points or MoveFact("collects", card=card, count=view.hand.get(card, 0) + 1)


def deck_facts(view: View) -> Iterator[MoveFact]:
    """Why the deck: what the tickets lack, and whether a face-up card would bring it."""
    tickets = open_tickets(view)
    lacking = [ticket for ticket in tickets if ticket.cards]
    if not tickets:
        yield from _settled(view)
    elif not lacking:
        yield MoveFact("cards-complete")
        if not any(rival_of(view, view.rules.route_index[route]) for ticket in tickets for route in ticket.routes):
            yield MoveFact("no-rival-near")
    else:
        yield MoveFact("ticket-lacks", ticket=lacking[0].ticket, points=lacking[0].points, count=lacking[0].cards)
        if not any(any(_for_tickets(view, card, tickets)) for card in view.market):
            yield MoveFact("no-card-helps")


def _settled(view: View) -> Iterator[MoveFact]:
    """Whether no ticket is worth working for: all are completed, or the others are out of reach."""
    if view.tickets:
        lost = any(ticket.impossible for ticket in view.ticket_progress())
        yield MoveFact("tickets-lost" if lost else "tickets-done")


def _for_tickets(view: View, card: str, tickets: list[TicketProgress]) -> Iterator[MoveFact]:
    """The tickets whose paths lack one card fewer with this one, each with the route the card is for."""
    now = {before.ticket: before for before in with_card(view, card).ticket_progress()}
    for before in tickets:
        if now[before.ticket].cards < before.cards:
            fitting = min(_fitting(view, card, now[before.ticket].routes), default=None)
            if fitting is not None:
                *_, left, route = fitting
                name = view.rules.route_ids[route]
                yield MoveFact("card-for-ticket", route=name, ticket=before.ticket, points=before.points, count=left)


def _fitting(view: View, card: str, routes: tuple[str, ...]) -> Iterator[tuple[bool, bool, int, int]]:
    """The routes of a path that the card helps to pay for: not of its own colour, not the best colour for it, cards
    of this colour then missing, number of the route."""
    richer, kind = with_card(view, card), card_number(view.rules, card)
    colour = view.rules.board["route_colour"][0]
    for route in (view.rules.route_index[name] for name in routes):
        left = missing_in(richer, route, kind)
        if left < missing_in(view, route, kind):
            yield int(colour[route]) != kind, missing(richer, route) == missing(view, route), left, route


def _for_points(view: View, card: str, busy: bool) -> Iterator[MoveFact]:
    """The open route the card counts toward: the most valuable one that then lacks few cards."""
    least, most = (LONG, ALMOST) if busy else (0, NEARLY)
    richer, board = with_card(view, card), view.rules.board[0]
    trains = view.trains(view.seat)
    points, length = board.route_points, board.route_length
    fits = [
        (-int(points[length[route]]), missing(richer, route), route)
        for route in members(view.public["open"][0, view.seat])
        if least <= int(length[route]) <= trains and missing(view, route) > missing(richer, route) <= most
    ]
    if fits:
        value, left, route = min(fits)
        yield MoveFact("card-for-route", route=view.rules.route_ids[route], points=-value, count=left)


def missing_in(view: View, route: int, kind: int) -> int:
    """Cards missing for one route when it is paid with cards of one kind, and locomotives where they help."""
    board, hand = view.rules.board[0], view.array["own"]["hand"][0]
    if kind == LOCOMOTIVE or int(board.route_colour[route]) not in (GRAY, kind):
        return missing(view, route)
    held = int(hand[kind]) + (int(hand[LOCOMOTIVE]) if board.route_wild[route] else 0)
    return max(0, int(board.route_length[route]) - held)


def missing(view: View, route: int) -> int:
    """Cards missing for one route, ignoring all other routes."""
    board, hand = view.rules.board[0], view.array["own"]["hand"][0]
    colour = int(board.route_colour[route])
    colours = range(int(board.colours)) if colour == GRAY else [colour]
    held = max(int(hand[card]) for card in colours)
    held += int(hand[LOCOMOTIVE]) if board.route_wild[route] else 0
    return max(0, int(board.route_length[route]) - held)
