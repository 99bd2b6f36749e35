"""`path`, published as Route Focused (PathAgent): the path with the fewest hops for every ticket, most valuable hops
first.

It keeps all opening tickets and never draws more. A hop on the path of an unfinished ticket is worth its points and
twice the ticket's; it claims the best one it can pay for, with the allowed colour it holds most of. With no hop left it
claims the *cheapest* affordable route (published so). Otherwise it draws blind: it never looks at the market.
"""

from typing import Any

from ferrovia.bots.kernels.board_queries import goal
from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.graph import find_hops, join_graph, points_at, ticket_joined
from ferrovia.bots.kernels.published.offer import draw_blind_or_any, is_offer, keep_all, keep_cheapest
from ferrovia.bots.kernels.published.styles import StyleMemory, can_pay, claim_with, points_of_all
from ferrovia.bots.kernels.reason_codes import ON_THE_WAY, SHORTEST_ROUTE, give_reason
from ferrovia.core.bits import has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import COLOURS, NONE, ROUTES, WORDS
from ferrovia.engine.actions import CLAIM
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import OPENING, Private, ViewRecord
from ferrovia.rules.board import Board


@kernel
def note_hop(style: StyleMemory, route: int, worth: int, ticket: int) -> None:
    """Insert a hop into the list, among equals in the board's order; a full list drops its last."""
    place = min(int(style.hops), ROUTES - 1)
    while place > 0 and int(style.worth[place - 1]) * ROUTES - int(style.hop[place - 1]) < worth * ROUTES - route:
        style.hop[place] = style.hop[place - 1]
        style.worth[place] = style.worth[place - 1]
        style.hop_ticket[place] = style.hop_ticket[place - 1]
        place -= 1
    style.hop[place] = route
    style.worth[place] = worth
    style.hop_ticket[place] = ticket
    style.hops = min(int(style.hops) + 1, ROUTES)


@kernel
def note_way(board: Board, view: ViewRecord, ticket: int, style: StyleMemory) -> None:
    """List the missing hops of a ticket's path that take fewer trains than the seat has."""
    city = find_hops(board, board.ticket_origin[ticket], goal(board, ticket), style)
    if city == NONE:
        return
    points = points_at(board, ticket, city)
    while style.via[city] != NONE:
        route = int(style.via[city])
        length = int(board.route_length[route])
        if not has(view.public.own[view.seat], route) and length < view.public.trains[view.seat]:
            note_hop(style, route, int(board.route_points[length]) + 2 * points, ticket)
        city = other_end(board, route, city)


@kernel
def note_cheap_routes(board: Board, view: ViewRecord, style: StyleMemory) -> None:
    """List all free routes that take fewer trains than the seat has, those with the fewest points first."""
    for word in range(WORDS):
        routes = view.public.open[view.seat, word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            length = int(board.route_length[route])
            if length < view.public.trains[view.seat]:
                note_hop(style, route, -int(board.route_points[length]), NONE)


@kernel
def list_hops(board: Board, view: ViewRecord, style: StyleMemory) -> None:
    """Everything it would claim, best first. Only claims change the list, so it is rebuilt after claims only."""
    seat = int(view.seat)
    style.hops = 0
    join_graph(board, view.public, seat, 1, style)
    for word in range(WORDS):
        tickets = view.own.tickets[word]
        while tickets:
            ticket = word * 64 + lowest(tickets)
            tickets = without_lowest(tickets)
            if not ticket_joined(board, view.public, seat, ticket):
                note_way(board, view, ticket, style)
    if style.hops == 0:
        note_cheap_routes(board, view, style)


@kernel
def fullest_payment(board: Board, own: Private, route: int) -> int:
    """The colour the hand has most of, among those that pay for a route; -1 if none does."""
    best = NONE
    for colour in range(COLOURS):
        if can_pay(board, own, route, colour) and (best == NONE or own.hand[colour] > own.hand[best]):
            best = colour
    return best


@kernel
def claim_hop(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Claim the first affordable hop of the list, of a double the route with more cards; -1 if there is none."""
    style = memory.style
    for number in range(style.hops):
        route = int(style.hop[number])
        twin = int(board.route_twin[route])
        if twin == NONE or not has(mask, CLAIM + twin):
            twin = route
        if has(mask, CLAIM + route) or twin != route:
            colour = fullest_payment(board, view.own, route) if has(mask, CLAIM + route) else NONE
            other = fullest_payment(board, view.own, twin)
            if colour == NONE or (other != NONE and view.own.hand[other] > view.own.hand[colour]):
                route = twin
                colour = other
            ticket = int(style.hop_ticket[number])
            code = SHORTEST_ROUTE if ticket == NONE else ON_THE_WAY
            points = int(board.route_points[board.route_length[route]])
            give_reason(memory.reason, code, route, colour, ticket, points)
            return claim_with(style, route, colour)
    return NONE


@kernel
def choose_path(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """The action `path` chooses."""
    style = memory.style
    if is_offer(view.public):
        style.seen = NONE
        return keep_all(memory) if view.public.phase == OPENING else keep_cheapest(board, view.own, mask, memory)
    if style.seen < points_of_all(view.public):
        style.seen = points_of_all(view.public)
        list_hops(board, view, style)
    action = claim_hop(board, view, mask, memory)
    return action if action != NONE else draw_blind_or_any(mask, memory, generator)
