"""One route at a time, as `one_step` and `long_route` play: save for a target, claim it, look for the next."""

from typing import Any

from ferrovia.bots.kernels.board_queries import goal
from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.graph import find_hops, join_graph, points_at, ticket_joined
from ferrovia.bots.kernels.published.offer import draw_any
from ferrovia.bots.kernels.published.styles import StyleMemory, can_pay, claim_with
from ferrovia.bots.kernels.reason_codes import (
    CARD_BLIND,
    CARD_WANTED,
    LOCOMOTIVE_WANTED,
    LONGEST_ROUTE,
    ON_THE_WAY,
    give_reason,
)
from ferrovia.core.bits import has, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import CARD_KINDS, COLOURS, GRAY, LOCOMOTIVE, NONE, WORDS
from ferrovia.engine.actions import BLIND, CLAIM, TAKE
from ferrovia.engine.routes import other_end
from ferrovia.engine.state import Private, ViewRecord
from ferrovia.rules.board import Board


@kernel
def most_frequent(own: Private, kinds: int) -> int:
    """The card the hand has most of, among the first `kinds` kinds."""
    best = 0
    for card in range(1, kinds):
        if own.hand[card] > own.hand[best]:
            best = card
    return best


@kernel
def best_ticket(board: Board, view: ViewRecord, style: StyleMemory) -> int:
    """The most valuable ticket that is not completed and still can be; -1 if there is none."""
    best = NONE
    most = NONE
    for word in range(WORDS):
        tickets = view.own.tickets[word]
        while tickets:
            ticket = word * 64 + lowest(tickets)
            tickets = without_lowest(tickets)
            if not ticket_joined(board, view.public, int(view.seat), ticket):
                city = find_hops(board, board.ticket_origin[ticket], goal(board, ticket), style)
                if city != NONE and points_at(board, ticket, city) > most:
                    most = points_at(board, ticket, city)
                    best = ticket
    return best


@kernel
def first_missing(board: Board, view: ViewRecord, ticket: int, style: StyleMemory) -> int:
    """The first missing route, from the ticket's origin, on the path with the fewest hops."""
    city = find_hops(board, board.ticket_origin[ticket], goal(board, ticket), style)
    first = NONE
    while style.via[city] != NONE:
        route = int(style.via[city])
        if not has(view.public.own[view.seat], route):
            first = route
        city = other_end(board, route, city)
    return first


@kernel
def colour_to_save(board: Board, view: ViewRecord, route: int) -> int:
    """The colour of a route, of a double the one with more cards in the hand; for gray the most frequent card, even a
    locomotive."""
    twin = int(board.route_twin[route])
    colour = int(board.route_colour[route])
    if twin == NONE or not has(view.public.open[view.seat], twin):
        return most_frequent(view.own, CARD_KINDS) if colour == GRAY else colour
    other = int(board.route_colour[twin])
    if GRAY in (colour, other):
        return most_frequent(view.own, CARD_KINDS)
    return other if view.own.hand[other] > view.own.hand[colour] else colour


@kernel
def aim_at_ticket(board: Board, view: ViewRecord, shortest: int, style: StyleMemory) -> bool:
    """Target the first route missing for the most valuable ticket, ignoring trains; False if there is no such
    ticket."""
    join_graph(board, view.public, int(view.seat), shortest, style)
    ticket = best_ticket(board, view, style)
    if ticket == NONE:
        return False
    style.ticket = ticket
    style.target = first_missing(board, view, ticket, style)
    style.colour = colour_to_save(board, view, int(style.target))
    return True


@kernel
def readiness(board: Board, own: Private, route: int, gray_in_hand: int) -> int:
    """How close a route is to being affordable, as published."""
    length = int(board.route_length[route])
    most = int(own.hand[most_frequent(own, COLOURS)])
    gray = board.route_colour[route] == GRAY
    held = most if gray else int(own.hand[board.route_colour[route]])
    if held >= length:
        return gray_in_hand if gray else 10
    if held + int(own.hand[LOCOMOTIVE]) >= length:
        return 9
    return (10 if gray else 9) - length + most


@kernel
def aim_at_longest(board: Board, view: ViewRecord, gray_in_hand: int, style: StyleMemory) -> None:
    """Target the longest free route the seat has trains for; among equals the one closest to being affordable."""
    style.ticket = NONE
    style.target = NONE
    best = 0
    for word in range(WORDS):
        routes = view.public.open[view.seat, word]
        while routes:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            length = int(board.route_length[route])
            value = length * 64 + readiness(board, view.own, route, gray_in_hand)
            if length <= view.public.trains[view.seat] and value > best:
                best = value
                style.target = route
                style.colour = board.route_colour[route]


@kernel
def claim_target(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Claim the target, or its twin, with the first colour that pays; -1 if that is impossible."""
    style = memory.style
    target = int(style.target)
    twin = int(board.route_twin[target])
    for colour in range(board.colours):
        for route in (target, twin):
            if route != NONE and has(mask, CLAIM + route) and can_pay(board, view.own, route, colour):
                code = LONGEST_ROUTE if style.ticket == NONE else ON_THE_WAY
                points = int(board.route_points[board.route_length[route]])
                give_reason(memory.reason, code, route, colour, int(style.ticket), points)
                return claim_with(style, route, colour)
    return NONE


@kernel
def draw_for_target(mask: Any, memory: BotMemory) -> int:
    """A face-up card of the saved colour, else a face-up locomotive, else blind; -1 if none is available.

    With a gray target and no ticket only locomotives are considered; the colour held most, as published, never is.
    """
    colour = int(memory.style.colour)
    target = int(memory.style.target)
    ticket = int(memory.style.ticket)
    if colour != GRAY and has(mask, TAKE + colour):
        give_reason(memory.reason, CARD_WANTED, target, colour, ticket, 0)
        return TAKE + colour
    if has(mask, TAKE + LOCOMOTIVE):
        give_reason(memory.reason, LOCOMOTIVE_WANTED, target, LOCOMOTIVE, ticket, 0)
        return TAKE + LOCOMOTIVE
    if has(mask, BLIND):
        give_reason(memory.reason, CARD_BLIND, target, colour, ticket, 0)
        return BLIND
    return NONE


@kernel
def play_for_target(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """Claim the target if affordable, else draw for it; without a target, draw anything."""
    if memory.style.target == NONE:
        return draw_any(mask, memory, generator)
    action = claim_target(board, view, mask, memory)
    if action == NONE:
        action = draw_for_target(mask, memory)
    return action if action != NONE else draw_any(mask, memory, generator)
