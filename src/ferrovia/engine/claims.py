"""Payment for routes and ownership (RULES 3)."""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import add, bit, remove
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import COLOURS, GRAY, LENGTH, LOCOMOTIVE, NONE
from ferrovia.engine.cards import play_cards, renew_empty_deck
from ferrovia.engine.journal import CLAIMED, PAID, Journal, note_card, note_route
from ferrovia.engine.market import refill_market
from ferrovia.engine.state import Private, Public, State
from ferrovia.rules.board import Board

ONE_COLOUR: Final = np.uint64((1 << LENGTH) - 1)  # the payments of the first colour


@inlined
def affordable(board: Board, own: Private) -> tuple[Any, Any]:
    """RULES 3.1, 7.5: the routes that the hand can pay for, as the two words of a set."""
    low = high = np.uint64(0)
    locomotives = int(own.hand[LOCOMOTIVE])
    for colour in range(COLOURS):
        wild = np.uint64(min(int(own.hand[colour]) + locomotives, LENGTH))  # unsigned: never counted from the end
        low |= board.afford_wild[colour, wild, 0]
        high |= board.afford_wild[colour, wild, 1]
    if board.any_plain:
        for colour in range(COLOURS):
            plain = np.uint64(min(int(own.hand[colour]), LENGTH))
            low |= board.afford_plain[colour, plain, 0]
            high |= board.afford_plain[colour, plain, 1]
    return low, high


@inlined
def claimable(board: Board, public: Public, own: Private, seat: int) -> tuple[Any, Any]:
    """RULES 3.1–3.6: the routes that a seat may claim now, as the two words of a set."""
    trains = min(int(public.trains[seat]), LENGTH)
    low, high = affordable(board, own)
    low &= public.open[seat, 0] & board.shorter[trains, 0]
    high &= public.open[seat, 1] & board.shorter[trains, 1]
    return low, high


@inlined
def payments_in_colour(board: Board, own: Private, route: int, colour: int) -> int:
    """RULES 3.1: bit k is set if the route can be paid for in a colour with k locomotives and at least one coloured
    card."""
    printed = int(board.route_colour[route])
    if printed not in (GRAY, colour) or colour >= board.colours:
        return 0
    length = int(board.route_length[route])
    fewest = max(0, length - int(own.hand[colour]))
    most = min(int(own.hand[LOCOMOTIVE]), length - 1) if board.route_wild[route] else 0
    if fewest > most:
        return 0
    return (1 << (most + 1)) - (1 << fewest)


@inlined
def coloured_payments(board: Board, own: Private, route: int) -> Any:
    """RULES 3.1: `payments_in_colour` of every colour, eight bits each. Without branches, because hands are
    unpredictable; a colour that the board lacks is in no hand."""
    length = int(board.route_length[route])
    most = min(int(own.hand[LOCOMOTIVE]), length - 1) if board.route_wild[route] else 0
    mixes = bit(most + 1) - np.uint64(1)
    word = np.uint64(0)
    for colour in range(COLOURS):
        fewest = np.uint64(max(0, length - int(own.hand[colour])))
        word |= (mixes >> fewest << fewest) << np.uint64(colour * LENGTH)
    printed = int(board.route_colour[route])
    return word if printed == GRAY else word & (ONE_COLOUR << np.uint64(printed * LENGTH))


@inlined
def payable_in_locomotives(board: Board, own: Private, route: int) -> bool:
    """RULES 3.1, 7.5: locomotives alone are one option, whatever the colour of the route."""
    return bool(board.route_wild[route] and own.hand[LOCOMOTIVE] >= board.route_length[route])


@inlined
def close_route(board: Board, state: State, seat: int, route: int) -> None:
    """RULES 3.5, 3.6: a claimed route is closed to everybody; its twin is closed to its owner, and with few players to
    all."""
    players = int(state.public.players)
    for other in range(players):
        remove(state.public.open[other], route)
    twin = int(board.route_twin[route])
    if twin != NONE:
        remove(state.public.open[seat], twin)
        if players <= board.doubles_closed_up_to:
            for other in range(players):
                remove(state.public.open[other], twin)


@inlined
def own_route(board: Board, state: State, seat: int, route: int, journal: Journal) -> None:
    """RULES 3.4: put trains on every space and score the points immediately."""
    length = int(board.route_length[route])
    add(state.public.own[seat], route)
    close_route(board, state, seat, route)
    state.public.trains[seat] -= length
    state.public.score[seat] += board.route_points[length]
    note_route(journal, CLAIMED, seat, route, length)


@inlined
def pay(state: State, seat: int, card: int, count: int, journal: Journal) -> None:
    """Discard cards from the hand in public."""
    if count > 0:
        play_cards(state, seat, card, count)
        note_card(journal, PAID, seat, card, count)


@inlined
def after_discarding(board: Board, state: State, journal: Journal) -> None:
    """RULES 2.5: renew the deck if it was empty, fill the market, check for locomotives, in this order."""
    renew_empty_deck(state, journal)
    refill_market(board, state, journal)


@kernel
def claim(board: Board, state: State, seat: int, route: int, colour: int, locomotives: int, journal: Journal) -> None:
    """RULES 3.4: pay for an ordinary route and own it."""
    count = int(board.route_length[route]) - locomotives
    pay(state, seat, colour, count, journal)
    pay(state, seat, LOCOMOTIVE, locomotives, journal)
    state.public.discards[colour] += count
    state.public.discards[LOCOMOTIVE] += locomotives
    own_route(board, state, seat, route, journal)
    after_discarding(board, state, journal)
