"""Tickets in an observation: kept and offered ones."""

from typing import Any

from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import NONE, OFFER, WORDS
from ferrovia.engine.scoring import best_target, list_parts, ticket_value
from ferrovia.engine.state import OFFERED, OPENING, Private, Public
from ferrovia.observation.space import ObservationSpace
from ferrovia.observation.ways import find_way, join_cities, length_of, reprice
from ferrovia.rules.board import Board


@inlined
def clip(value: int) -> int:
    """Clip a number to the range of a byte."""
    return max(-127, min(127, value))


@inlined
def has_offer(public: Public, own: Private) -> bool:
    """Whether the seat has an offer of tickets."""
    return bool((public.phase == OPENING or public.phase == OFFERED) and own.offer[0] != NONE)


@inlined
def most_points(board: Board, ticket: int) -> int:
    """The points of a ticket's most valuable target."""
    points = 0
    for target in range(board.ticket_targets[ticket]):
        points = max(points, int(board.ticket_points[ticket, target]))
    return points


@kernel
def mark_way(space: ObservationSpace, points: int, row: Any, at: int) -> None:
    """Add points to the routes of the last path found."""
    for word in range(WORDS):
        left = space.way[word]
        while left:
            route = word * 64 + lowest(left)
            left = without_lowest(left)
            row[at + route] = clip(int(row[at + route]) + points)


@kernel
def plan_way(board: Board, space: ObservationSpace) -> None:
    """Add the last path found to the planned ones."""
    for word in range(WORDS):
        space.planned[word] |= space.way[word]
    reprice(board, space.way, True, space)


@kernel
def write_kept_ticket(
    board: Board,
    ticket: int,
    trains: int,
    space: Any,
    row: Any,
    done: int,
    open_: int,
    missing: int,
    lost: int,
    way: int,
) -> int:
    """One kept ticket, and its value if the game ended now. The last five arguments are offsets."""
    target = best_target(board, ticket, space)
    if target != NONE:
        row[done + ticket] = 1
        return ticket_value(board, ticket, target)
    row[open_ + ticket] = 1
    needed = find_way(board, ticket, trains, space)
    if needed == NONE:
        row[lost + ticket] = 1
    else:
        row[missing + ticket] = clip(needed)
        mark_way(space, most_points(board, ticket), row, way)
        plan_way(board, space)
    return ticket_value(board, ticket, NONE)


@kernel
def begin_ways(board: Board, public: Public, seat: int, space: ObservationSpace) -> None:
    """Find the seat's network; no path is planned yet."""
    space.count = list_parts(board, public, seat, space.parts)
    join_cities(board, public, seat, space)
    for word in range(WORDS):
        space.planned[word] = 0


@kernel
def write_tickets(
    board: Board, public: Public, own: Private, seat: int, space: ObservationSpace, at: Any, row: Any
) -> None:
    """All kept tickets of the observing seat."""
    begin_ways(board, public, seat, space)
    worth = 0
    for word in range(WORDS):
        left = own.tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            value = write_kept_ticket(
                board,
                ticket,
                int(public.trains[seat]),
                space,
                row,
                at.ticket_done,
                at.ticket_open,
                at.ticket_missing,
                at.ticket_lost,
                at.route_way,
            )
            row[at.ticket_value + ticket] = clip(value)
            worth += value
        left = own.returned[word]
        while left:
            row[at.ticket_returned + word * 64 + lowest(left)] = 1
            left = without_lowest(left)
    row[at.ticket_worth] = clip(worth)
    row[at.trains_planned] = clip(length_of(board, space.planned[0], space.planned[1]))


@kernel
def write_offered_ticket(
    board: Board, ticket: int, place: int, trains: int, space: ObservationSpace, at: Any, row: Any
) -> None:
    """One offered ticket."""
    points = most_points(board, ticket)
    needed = find_way(board, ticket, trains, space)
    row[at.ticket_offered + ticket] = 1
    row[at.offer_ticket + place * int(board.tickets) + ticket] = 1
    row[at.offer_points + place] = clip(points)
    if needed == NONE:
        row[at.offer_lost + place] = 1
    else:
        row[at.offer_trains + place] = clip(needed)
        mark_way(space, points, row, at.route_offer)
    for word in range(WORDS):
        space.offered[place, word] = space.way[word]
    low, high = space.way[0] & space.planned[0], space.way[1] & space.planned[1]
    row[at.offer_planned + place] = clip(length_of(board, low, high))


@kernel
def write_shared(board: Board, offers: int, space: ObservationSpace, row: Any, at: int, places: int) -> None:
    """What the paths of the offered tickets have in common."""
    for first in range(offers):
        for second in range(offers):
            low = space.offered[first, 0] & space.offered[second, 0]
            high = space.offered[first, 1] & space.offered[second, 1]
            row[at + first * places + second] = clip(length_of(board, low, high))


@kernel
def write_offer(
    board: Board, public: Public, own: Private, seat: int, space: ObservationSpace, at: Any, row: Any
) -> None:
    """The offered tickets."""
    offers = 0
    for place in range(OFFER):
        if own.offer[place] != NONE:
            write_offered_ticket(board, int(own.offer[place]), place, int(public.trains[seat]), space, at, row)
            offers = place + 1
    places = max(int(board.opening_tickets), int(board.later_tickets))
    write_shared(board, offers, space, row, at.offer_shared, places)


@kernel
def write_hidden_tickets(
    board: Board, public: Public, private: Private, rival: int, space: ObservationSpace, at: Any, row: Any
) -> None:
    """A rival's tickets, for the critic."""
    begin_ways(board, public, rival, space)
    worth = 0
    for word in range(WORDS):
        left = private.tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            worth += write_kept_ticket(
                board,
                ticket,
                int(public.trains[rival]),
                space,
                row,
                at.hidden_done,
                at.hidden_open,
                at.hidden_missing,
                at.hidden_lost,
                at.hidden_way,
            )
    if has_offer(public, private):
        for place in range(OFFER):
            if private.offer[place] != NONE:
                row[at.hidden_offered + int(private.offer[place])] = 1
    row[at.hidden_worth] = clip(worth)
    row[at.hidden_planned] = clip(length_of(board, space.planned[0], space.planned[1]))
