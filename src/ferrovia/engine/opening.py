"""Game setup (RULES 1.4, 1.5)."""

from typing import Any

import numpy as np

from ferrovia.core.bits import clear
from ferrovia.core.compile import kernel
from ferrovia.core.generator import seed_generator
from ferrovia.core.limits import CARD_KINDS, NONE, OFFER, SEATS, TICKETS, WORDS
from ferrovia.engine.cards import draw_hidden
from ferrovia.engine.journal import DEALT, Journal
from ferrovia.engine.market import refill_market
from ferrovia.engine.state import OPENING, RUNNING, Private, Public, State
from ferrovia.engine.tickets import offer_tickets
from ferrovia.rules.board import Board


@kernel
def clear_private(own: Private) -> None:
    """Reset a seat's private part."""
    for word in range(WORDS):
        own.tickets[word] = 0
        own.returned[word] = 0
    for card in range(CARD_KINDS):
        own.hand[card] = 0
        own.drawn[card] = 0
    for place in range(OFFER):
        own.offer[place] = NONE
    own.choice = NONE
    own.route = NONE
    clear(own.spare)


@kernel
def clear_seats(board: Board, public: Public) -> None:
    """No route is owned, all are open; empty seats have neither trains nor routes."""
    for seat in range(SEATS):
        seated = seat < public.players
        for word in range(WORDS):
            public.own[seat, word] = 0
            public.open[seat, word] = board.all_routes[word] if seated else np.uint64(0)
        for card in range(CARD_KINDS):
            public.known[seat, card] = 0
        public.score[seat] = 0
        public.hand_size[seat] = 0
        public.trains[seat] = board.trains if seated else 0
        public.tickets[seat] = 0


@kernel
def clear_public(board: Board, public: Public, players: int) -> None:
    """Reset the table to before the deal."""
    public.players = players
    clear_seats(board, public)
    total = 0
    for card in range(CARD_KINDS):
        public.market[card] = 0
        public.discards[card] = 0
        public.turned[card] = 0
        public.bound[card] = board.cards[card]
        total += int(board.cards[card])
    public.deck_size = total
    public.shown = 0
    public.ticket_deck = board.tickets
    public.queue = 0
    public.mixed = 0
    public.offered = 0
    public.turns = 0
    public.passes = 0
    public.idle = 0
    public.spent = 0
    public.locomotives = 0
    public.surcharge = 0
    public.route = NONE
    public.colour = NONE
    public.seat = NONE
    public.last_turns = NONE
    public.phase = OPENING
    public.ending = RUNNING
    clear(public.spare)


@kernel
def clear_decks(board: Board, state: State) -> None:
    """Full decks, nothing returned."""
    for card in range(CARD_KINDS):
        state.secret.deck[card] = board.cards[card]
    for word in range(WORDS):
        state.secret.fresh[word] = board.all_tickets[word]
    for place in range(TICKETS):
        state.secret.queue[place] = NONE
    clear(state.secret.spare)


@kernel
def deal(board: Board, state: State, journal: Journal) -> None:
    """RULES 1.4, 1.5: hands, the market with its flush, then tickets for all seats before anybody chooses."""
    for seat in range(state.public.players):
        for _ in range(board.opening_hand):
            draw_hidden(state, seat, DEALT, journal)
    refill_market(board, state, journal)
    for seat in range(state.public.players):
        offer_tickets(state, seat, int(board.opening_tickets), journal)


@kernel
def begin(board: Board, state: State, players: int, journal: Journal) -> None:
    """Set up a new game with the generator in its current state. Writes every byte, so that equal games are equal
    bytes."""
    clear_public(board, state.public, players)
    for seat in range(SEATS):
        clear_private(state.private[seat])
    clear_decks(board, state)
    deal(board, state, journal)


@kernel
def new_game(board: Board, state: State, players: int, seed: Any, journal: Journal) -> None:
    """Set up a new game from a seed."""
    seed_generator(state.secret.generator, seed)
    begin(board, state, players, journal)
