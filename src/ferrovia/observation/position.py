"""Routes, cards, clocks and rivals in an observation: everything except the tickets."""

from typing import Any

import numpy as np

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import CARD_KINDS, NONE, WORDS
from ferrovia.engine.claims import claimable
from ferrovia.engine.state import OVER, Private, Public
from ferrovia.engine.trail.longest import longest_trail
from ferrovia.observation.declare import HAND_LEVELS, LOW_LEVELS, LOW_STEP, MARKET_LEVELS, PHASES
from ferrovia.observation.space import ObservationSpace
from ferrovia.observation.tickets import clip
from ferrovia.rules.board import Board

PAYING = PHASES - 1


@inlined
def write_set(word: Any, first: int, row: Any) -> None:
    """Write 1 for every bit of a word."""
    while word:
        row[first + lowest(word)] = 1
        word = without_lowest(word)


@inlined
def write_levels(value: int, step: int, levels: int, row: Any, first: int) -> None:
    """Thermometer encoding: 1 for every level the value exceeds. A slice and no branch: so the loop is vectorised."""
    part = row[first : first + levels]
    for level in range(levels):
        part[level] = int(value > level * step)


@inlined
def write_low(trains: int, row: Any, first: int) -> None:
    """1 for every bound the trains left are within."""
    for level in range(LOW_LEVELS):
        if trains <= LOW_STEP * (level + 1):
            row[first + level] = 1


@kernel
def write_routes(
    board: Board, public: Public, own: Private, seat: int, space: ObservationSpace, at: Any, row: Any
) -> None:
    """Owners of the routes, and what the open ones cost."""
    low, high = claimable(board, public, own, seat)
    write_set(low, at.route_payable, row)
    write_set(high, at.route_payable + 64, row)
    for word in range(WORDS):
        write_set(public.own[seat, word], at.route_own + word * 64, row)
        left = public.open[seat, word]
        write_set(left, at.route_open + word * 64, row)
        while left:
            route = word * 64 + lowest(left)
            left = without_lowest(left)
            row[at.route_missing + route] = space.missing[route]
    paying = own.route if own.route != NONE else public.route
    if paying != NONE:
        row[at.route_paying + int(paying)] = 1


@kernel
def write_attractions(board: Board, public: Public, seat: int, space: ObservationSpace, at: Any, row: Any) -> None:
    """Attractions touched, and what each open route would add."""
    touched = np.uint64(0)
    for number in range(space.count):
        touched |= space.parts[number]
    row[at.attractions] = popcount(touched & board.attractions)
    fresh = board.attractions & ~touched
    for word in range(WORDS):
        left = public.open[seat, word]
        while left:
            route = word * 64 + lowest(left)
            left = without_lowest(left)
            ends = bit(int(board.route_ends[route, 0])) | bit(int(board.route_ends[route, 1]))
            row[at.route_attractions + route] = popcount(ends & fresh)


@kernel
def write_cards(board: Board, public: Public, own: Private, seat: int, at: Any, row: Any) -> None:
    """The hand, the market, the discards, and the cards left."""
    for card in range(CARD_KINDS):
        held = int(own.hand[card])
        write_levels(held, 1, HAND_LEVELS, row, at.hand + card * HAND_LEVELS)
        row[at.hand_count + card] = held
        write_levels(int(public.market[card]), 1, MARKET_LEVELS, row, at.market + card * MARKET_LEVELS)
        row[at.discards + card] = public.discards[card]
        unseen = int(board.cards[card]) - held - int(public.market[card]) - int(public.discards[card])
        unseen -= int(public.turned[card])
        for other in range(public.players):
            if other != seat:
                unseen -= int(public.known[other, card])
        row[at.unseen + card] = unseen
    if public.colour != NONE:
        row[at.unseen + int(public.colour)] -= public.spent
        row[at.unseen + CARD_KINDS - 1] -= public.locomotives


@kernel
def write_tunnel(public: Public, at: Any, row: Any) -> None:
    """The unfinished tunnel."""
    row[at.surcharge] = public.surcharge
    row[at.tunnel_locomotives] = public.locomotives
    if public.colour != NONE:
        row[at.tunnel_card + int(public.colour)] = 1


@kernel
def write_clocks(public: Public, own: Private, seat: int, at: Any, row: Any) -> None:
    """The phase, and how far the game has progressed."""
    if own.route != NONE:
        row[at.phase + PAYING] = 1
    elif public.phase != OVER:
        row[at.phase + int(public.phase)] = 1
    row[at.ticket_deck] = clip(int(public.ticket_deck))
    row[at.deck] = public.deck_size
    row[at.rounds] = clip(int(public.turns) // int(public.players))
    if public.last_turns > 0:
        row[at.last_turns + int(public.last_turns) - 1] = 1
    row[at.idle] = public.idle
    row[at.passes] = public.passes
    row[at.players + int(public.players) - 1] = 1
    row[at.seat + seat] = 1


@kernel
def write_seat(public: Public, seat: int, at: Any, row: Any) -> None:
    """What everybody knows about the seat itself."""
    row[at.trains] = public.trains[seat]
    write_low(int(public.trains[seat]), row, at.trains_low)
    row[at.hand_size] = public.hand_size[seat]
    row[at.score] = clip(int(public.score[seat]))
    row[at.tickets_kept] = clip(int(public.tickets[seat]))


@kernel
def write_rival(board: Board, public: Public, seat: int, ahead: int, at: Any, row: Any) -> None:
    """What everybody knows about the rival `ahead` seats further on."""
    rival = (seat + ahead) % int(public.players)
    place = ahead - 1
    for word in range(WORDS):
        write_set(public.own[rival, word], at.route_rival + place * int(board.routes) + word * 64, row)
    for card in range(CARD_KINDS):
        row[at.rival_known + place * CARD_KINDS + card] = public.known[rival, card]
    row[at.rival_here + place] = 1
    row[at.rival_later + place] = int(rival > seat)
    row[at.rival_trains + place] = public.trains[rival]
    write_low(int(public.trains[rival]), row, at.rival_low + place * LOW_LEVELS)
    row[at.rival_hand + place] = public.hand_size[rival]
    row[at.rival_lead + place] = clip(int(public.score[rival]) - int(public.score[seat]))
    row[at.rival_tickets + place] = clip(int(public.tickets[rival]))


@kernel
def write_trail(
    board: Board, public: Public, seat: int, ahead: int, space: ObservationSpace, table: Any, at: Any, row: Any
) -> None:
    """The longest path of the seat itself (0 ahead) or of a rival."""
    owner = (seat + ahead) % int(public.players)
    trail = longest_trail(board, public.own[owner, 0], public.own[owner, 1], space.trail, table)
    row[at.trail + ahead] = clip(trail)
