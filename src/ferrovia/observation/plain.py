"""The plain observation: what is on the table, without any search. For batches of millions of decisions per second."""

from typing import Any, Final

import numpy as np

from ferrovia.core.compile import entry, inlined, kernel
from ferrovia.core.limits import NONE, OFFER, WORDS
from ferrovia.engine.claims import claimable
from ferrovia.engine.state import Private, Public
from ferrovia.observation.kernels import clear_row
from ferrovia.observation.position import write_cards, write_clocks, write_rival, write_seat, write_set, write_tunnel
from ferrovia.observation.tickets import has_offer
from ferrovia.rules.board import Board

WORD: Final = 64
BYTE: Final = 8
BYTE_MASK: Final = np.uint64(0xFF)
FLAGS: Final = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.int8)
"""The eight bits of each byte, lowest first: looking them up is faster than shifting them out one by one."""


@inlined
def write_flags(word: Any, count: int, first: int, row: Any) -> None:
    """Write the lowest bits of a word, one number each."""
    flags = row[first : first + count]
    whole = count // BYTE
    for number in range(whole):
        byte = FLAGS[(word >> np.uint64(number * BYTE)) & BYTE_MASK]
        for place in range(BYTE):
            flags[number * BYTE + place] = byte[place]
    byte = FLAGS[(word >> np.uint64((whole * BYTE) & (WORD - 1))) & BYTE_MASK]
    for place in range(count - whole * BYTE):
        flags[whole * BYTE + place] = byte[place]


@inlined
def write_both(low: Any, high: Any, count: int, first: int, row: Any) -> None:
    """Write the bits of a set of up to 128 members."""
    write_flags(low, min(count, WORD), first, row)
    if count > WORD:
        write_flags(high, count - WORD, first + WORD, row)


@kernel
def write_plain_routes(board: Board, public: Public, own: Private, seat: int, at: Any, row: Any) -> None:
    """Owners of the routes, and which can be claimed."""
    routes = int(board.routes)
    low, high = claimable(board, public, own, seat)
    write_both(low, high, routes, at.route_payable, row)
    write_both(public.own[seat, 0], public.own[seat, 1], routes, at.route_own, row)
    write_both(public.open[seat, 0], public.open[seat, 1], routes, at.route_open, row)
    paying = own.route if own.route != NONE else public.route
    if paying != NONE:
        row[at.route_paying + int(paying)] = 1


@kernel
def write_plain_tickets(board: Board, public: Public, own: Private, at: Any, row: Any) -> None:
    """Tickets kept, returned and offered."""
    for word in range(WORDS):
        write_set(own.tickets[word], at.ticket_kept + word * WORD, row)
        write_set(own.returned[word], at.ticket_returned + word * WORD, row)
    if has_offer(public, own):
        for place in range(OFFER):
            if own.offer[place] != NONE:
                row[at.ticket_offered + int(own.offer[place])] = 1
                row[at.offer_ticket + place * int(board.tickets) + int(own.offer[place])] = 1


@kernel
def observe_plain(board: Board, public: Public, own: Private, seat: int, at: Any, row: Any) -> None:
    """Write a seat's plain observation into a row of zeros. `at`: the offsets of the layout."""
    write_plain_routes(board, public, own, seat, at, row)
    write_plain_tickets(board, public, own, at, row)
    write_cards(board, public, own, seat, at, row)
    write_tunnel(public, at, row)
    write_clocks(public, own, seat, at, row)
    write_seat(public, seat, at, row)
    for ahead in range(1, public.players):
        write_rival(board, public, seat, ahead, at, row)


@entry
def observe_plain_states(boards: Any, states: Any, seats: Any, layouts: Any, rows: Any) -> None:
    """Plain observations of a seat in each of many games; zeros for a seat that is not at the table."""
    for index in range(len(states)):
        seat = int(seats[index])
        clear_row(rows[index])
        if 0 <= seat < states[index].public.players:
            state = states[index]
            observe_plain(boards[0], state.public, state.private[seat], seat, layouts[0], rows[index])


@entry
def observe_plain_views(boards: Any, views: Any, layouts: Any, rows: Any) -> None:
    """Plain observations of many views; zeros for a spectator's."""
    for index in range(len(views)):
        view = views[index]
        clear_row(rows[index])
        if view.seat != NONE:
            observe_plain(boards[0], view.public, view.own, int(view.seat), layouts[0], rows[index])
