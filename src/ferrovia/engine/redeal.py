"""Determinization: a random state that fits a view, with everything the seat cannot know dealt again.

Cards: those in no place the seat can see are in the deck or in other hands. The deck holds at most what the seat
remembers being left of it; the others hold at least the cards they are known to hold. Tickets: those the seat holds, or
returned and knows the place of, stay; all others are shuffled. Not modelled: conclusions from another seat's forced
pass, and who was offered a ticket that the seat had returned earlier.
"""

from typing import Any

import numpy as np

from ferrovia.core.bits import add, clear, popcount, remove
from ferrovia.core.compile import kernel
from ferrovia.core.generator import below, seed_generator
from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, NONE, SEATS, TICKETS, WORDS
from ferrovia.engine.chance import nth_member
from ferrovia.engine.opening import clear_private
from ferrovia.engine.state import OFFERED, OPENING, OVER, Public, State, ViewRecord
from ferrovia.rules.board import Board


@kernel
def unseen_cards(board: Board, view: ViewRecord, card: int) -> int:
    """Number of cards of a kind in places the seat cannot see."""
    public = view.public
    count = int(board.cards[card]) - int(public.market[card]) - int(public.discards[card]) - int(public.turned[card])
    count -= int(public.spent) if card == public.colour else 0
    count -= int(public.locomotives) if card == LOCOMOTIVE else 0
    count -= int(view.own.hand[card])
    for seat in range(public.players):
        if seat != view.seat:
            count -= int(public.known[seat, card])
    return count


@kernel
def draw_by_weight(counts: Any, total: int, generator: Any) -> int:
    """Remove a uniformly random card from counts."""
    left = below(generator, total)
    card = 0
    while left >= counts[card]:
        left -= int(counts[card])
        card += 1
    counts[card] -= 1
    return card


@kernel
def redeal_deck(view: ViewRecord, state: State) -> None:
    """Fill the deck from what it can still hold; `state.public.discards` serves as scratch space for counting."""
    pool = state.public.discards
    total = 0
    for card in range(CARD_KINDS):
        most = int(view.public.bound[card]) - int(view.own.drawn[card])
        pool[card] = min(most, int(state.public.turned[card]))
        total += int(pool[card])
    for _ in range(view.public.deck_size):
        card = draw_by_weight(pool, total, state.secret.generator)
        total -= 1
        state.secret.deck[card] += 1
        state.public.turned[card] -= 1


@kernel
def redeal_hand(view: ViewRecord, state: State, seat: int, total: int) -> int:
    """Deal a seat the cards it holds beyond the known ones; return the number of cards left to deal."""
    missing = int(view.public.hand_size[seat])
    for card in range(CARD_KINDS):
        state.private[seat].hand[card] = view.public.known[seat, card]
        missing -= int(view.public.known[seat, card])
    for _ in range(missing):
        card = draw_by_weight(state.public.turned, total, state.secret.generator)
        state.private[seat].hand[card] += 1
        total -= 1
    return total


@kernel
def redeal_cards(board: Board, view: ViewRecord, state: State) -> None:
    """Deal the cards the seat cannot see; `state.public.turned` serves as scratch space for the pool."""
    total = -int(view.public.deck_size)
    for card in range(CARD_KINDS):
        state.secret.deck[card] = 0
        state.public.turned[card] = unseen_cards(board, view, card)
        total += int(state.public.turned[card])
    redeal_deck(view, state)
    for seat in range(view.public.players):
        if seat != view.seat:
            total = redeal_hand(view, state, seat, total)
    state.public.turned = view.public.turned
    state.public.discards = view.public.discards


@kernel
def take_ticket(pool: Any, generator: Any) -> int:
    """Remove a uniformly random ticket from a set."""
    ticket = nth_member(pool, below(generator, popcount(pool[0]) + popcount(pool[1])))
    remove(pool, ticket)
    return ticket


@kernel
def unseen_tickets(board: Board, view: ViewRecord, pool: Any) -> None:
    """Tickets that the seat neither holds, is being offered, nor has returned."""
    for word in range(WORDS):
        pool[word] = board.all_tickets[word] & ~(view.own.tickets[word] | view.own.returned[word])
    for place in range(len(view.own.offer)):
        if view.own.offer[place] != NONE:
            remove(pool, int(view.own.offer[place]))


@kernel
def offers_to(public: Public, seat: int) -> int:
    """Number of tickets another seat is choosing among."""
    if public.phase == OPENING or (public.phase == OFFERED and public.seat == seat):
        return int(public.offered)
    return 0


@kernel
def redeal_others(view: ViewRecord, state: State, pool: Any) -> None:
    """Deal every other seat its tickets and its offer."""
    for seat in range(view.public.players):
        if seat != view.seat:
            for _ in range(view.public.tickets[seat]):
                add(state.private[seat].tickets, take_ticket(pool, state.secret.generator))
            for place in range(offers_to(view.public, seat)):
                state.private[seat].offer[place] = take_ticket(pool, state.secret.generator)


@kernel
def redeal_mixed(view: ViewRecord, state: State, pool: Any) -> None:
    """The shuffled opening returns: the seat's own are among them, in unknown places. `fresh` serves as scratch
    space."""
    mixed = int(view.public.mixed)
    own = state.secret.fresh
    mine_among_mixed(view, own)
    for place in range(mixed):
        left = mixed - place
        mine = popcount(own[0]) + popcount(own[1])
        if below(state.secret.generator, left) < mine:
            state.secret.queue[place] = take_ticket(own, state.secret.generator)
        else:
            state.secret.queue[place] = take_ticket(pool, state.secret.generator)


@kernel
def mine_among_mixed(view: ViewRecord, own: Any) -> None:
    """List the seat's returns that are among the shuffled ones."""
    for word in range(WORDS):
        own[word] = view.own.returned[word] if view.public.mixed > 0 else np.uint64(0)
    for place in range(TICKETS):
        if view.places[place] != NONE:
            remove(own, int(view.places[place]))


@kernel
def redeal_queue(view: ViewRecord, state: State, pool: Any) -> None:
    """Returned tickets stay where the seat knows their place; the other places get any ticket."""
    for place in range(TICKETS):
        state.secret.queue[place] = view.places[place]
    redeal_mixed(view, state, pool)
    for place in range(view.public.mixed, view.public.queue):
        if view.places[place] == NONE:
            state.secret.queue[place] = take_ticket(pool, state.secret.generator)


@kernel
def redeal_fresh(view: ViewRecord, state: State, pool: Any) -> None:
    """The fresh tickets. Whatever is left in the pool has left the game."""
    for word in range(WORDS):
        state.secret.fresh[word] = 0
    for _ in range(view.public.ticket_deck - view.public.queue):
        add(state.secret.fresh, take_ticket(pool, state.secret.generator))


@kernel
def redeal_tickets(board: Board, view: ViewRecord, state: State, pool: Any) -> None:
    """Deal the tickets the seat cannot see: other seats first, then the deck from the bottom up."""
    unseen_tickets(board, view, pool)
    redeal_others(view, state, pool)
    redeal_queue(view, state, pool)
    redeal_fresh(view, state, pool)


@kernel
def restore(board: Board, view: ViewRecord, state: State) -> None:
    """Restore a finished game, which is completely visible and needs no dealing."""
    for word in range(WORDS):
        state.secret.fresh[word] = 0
    for place in range(TICKETS):
        state.secret.queue[place] = view.places[place] if place < view.public.queue else NONE
    for place in range(view.public.queue, view.public.ticket_deck):
        add(state.secret.fresh, int(view.places[place]))
    for card in range(CARD_KINDS):
        count = int(board.cards[card]) - int(view.public.market[card]) - int(view.public.discards[card])
        for seat in range(view.public.players):
            count -= int(view.public.known[seat, card])
            state.private[seat].hand[card] = view.public.known[seat, card]
        state.secret.deck[card] = count
    for seat in range(SEATS):
        for word in range(WORDS):
            state.private[seat].tickets[word] = view.tickets[seat, word]


@kernel
def redeal(board: Board, view: ViewRecord, seed: Any, state: State, pool: Any) -> None:
    """Write a random state that fits the view; `pool` is a set of tickets used as scratch space."""
    seed_generator(state.secret.generator, seed)
    clear(state.secret.spare)
    state.public = view.public
    for seat in range(SEATS):
        clear_private(state.private[seat])
    if view.seat != NONE:
        state.private[view.seat] = view.own
    if view.public.phase == OVER:
        restore(board, view, state)
    else:
        redeal_cards(board, view, state)
        redeal_tickets(board, view, state, pool)
