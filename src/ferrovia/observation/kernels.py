"""Kernels of the encoder. `observe` receives what a seat may know and nothing else, so it cannot leak secrets."""

from typing import Any

from ferrovia.core.compile import entry, kernel
from ferrovia.core.limits import CARD_KINDS, NONE
from ferrovia.engine.state import Private, Public, State
from ferrovia.observation.position import (
    write_attractions,
    write_cards,
    write_clocks,
    write_rival,
    write_routes,
    write_seat,
    write_trail,
    write_tunnel,
)
from ferrovia.observation.space import ObservationSpace
from ferrovia.observation.tickets import has_offer, write_hidden_tickets, write_offer, write_tickets
from ferrovia.observation.ways import set_costs
from ferrovia.rules.board import Board


@kernel
def observe_own(
    board: Board, public: Public, own: Private, seat: int, at: Any, space: ObservationSpace, table: Any, row: Any
) -> None:
    """Write everything except what is known about the rivals into a row of zeros."""
    set_costs(board, public, own, seat, space)
    write_tickets(board, public, own, seat, space, at, row)
    if has_offer(public, own):
        write_offer(board, public, own, seat, space, at, row)
    write_routes(board, public, own, seat, space, at, row)
    if board.attraction_points:
        write_attractions(board, public, seat, space, at, row)
    write_cards(board, public, own, seat, at, row)
    write_tunnel(public, at, row)
    write_clocks(public, own, seat, at, row)
    write_seat(public, seat, at, row)
    if board.longest_path_points:
        write_trail(board, public, seat, 0, space, table, at, row)


@kernel
def observe_public(
    board: Board, public: Public, seat: int, ahead: int, at: Any, space: ObservationSpace, table: Any, row: Any
) -> None:
    """Write what everybody knows about the rival `ahead` seats further on."""
    write_rival(board, public, seat, ahead, at, row)
    if board.longest_path_points:
        write_trail(board, public, seat, ahead, space, table, at, row)


@kernel
def observe(
    board: Board, public: Public, own: Private, seat: int, at: Any, space: ObservationSpace, table: Any, row: Any
) -> None:
    """Write a seat's observation into a row of zeros. `at`: the offsets of the layout; `table`: of the trail search."""
    observe_own(board, public, own, seat, at, space, table, row)
    for ahead in range(1, public.players):
        observe_public(board, public, seat, ahead, at, space, table, row)


@kernel
def observe_rival(
    board: Board, public: Public, private: Private, rival: int, at: Any, space: ObservationSpace, row: Any
) -> None:
    """Write what a rival hides into its block of a privileged row, which must be all zeros."""
    set_costs(board, public, private, rival, space)
    write_hidden_tickets(board, public, private, rival, space, at, row)
    for card in range(CARD_KINDS):
        row[at.hidden_hand + card] = private.hand[card]


@kernel
def observe_privileged(
    board: Board, state: State, seat: int, at: Any, block: int, space: ObservationSpace, row: Any
) -> None:
    """Write what every rival of a seat hides; `block` is the size of one rival's part."""
    for ahead in range(1, state.public.players):
        rival = (seat + ahead) % int(state.public.players)
        part = row[(ahead - 1) * block : ahead * block]
        observe_rival(board, state.public, state.private[rival], rival, at, space, part)


@kernel
def clear_row(row: Any) -> None:
    """Set a row to zero."""
    for place in range(len(row)):
        row[place] = 0


@entry
def observe_states(boards: Any, states: Any, seats: Any, layouts: Any, spaces: Any, table: Any, rows: Any) -> None:
    """Observations of a seat in each of many games; zeros for a seat that is not at the table."""
    for index in range(len(states)):
        seat = int(seats[index])
        clear_row(rows[index])
        if 0 <= seat < states[index].public.players:
            state = states[index]
            observe(boards[0], state.public, state.private[seat], seat, layouts[0], spaces[0], table, rows[index])


@entry
def observe_views(boards: Any, views: Any, layouts: Any, spaces: Any, table: Any, rows: Any) -> None:
    """Observations of many views; zeros for a spectator's."""
    for index in range(len(views)):
        view = views[index]
        clear_row(rows[index])
        if view.seat != NONE:
            observe(boards[0], view.public, view.own, int(view.seat), layouts[0], spaces[0], table, rows[index])


@entry
def observe_privileged_states(
    boards: Any, states: Any, seats: Any, layouts: Any, block: int, spaces: Any, rows: Any
) -> None:
    """What the rivals of a seat hide in each of many games; zeros for a seat that is not at the table."""
    for index in range(len(states)):
        seat = int(seats[index])
        clear_row(rows[index])
        if 0 <= seat < states[index].public.players:
            observe_privileged(boards[0], states[index], seat, layouts[0], block, spaces[0], rows[index])
