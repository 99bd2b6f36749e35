"""The ticket deck, offers and answers (RULES 1.5, 4)."""

from ferrovia.core.bits import add, remove
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE, OFFER
from ferrovia.engine.chance import chance_place, chance_ticket
from ferrovia.engine.journal import (
    MIXED,
    OFFERED,
    OFFERED_AGAIN,
    TICKET_KEPT,
    TICKET_RETURNED,
    TICKETS_KEPT,
    Journal,
    note_count,
    note_ticket,
)
from ferrovia.engine.state import State
from ferrovia.rules.board import Board


@kernel
def forget_mixed(state: State, seat: int) -> None:
    """Once another seat draws from the shuffled opening returns, a seat cannot tell whether its own are among them."""
    for other in range(state.public.players):
        if other != seat:
            for place in range(state.public.mixed):
                remove(state.private[other].returned, int(state.secret.queue[place]))


@kernel
def next_returned(state: State, seat: int) -> int:
    """Take the head of the queue of returned tickets. Seats that knew its place know that it is gone."""
    ticket = int(state.secret.queue[0])
    if state.public.mixed > 0:
        forget_mixed(state, seat)
        state.public.mixed -= 1
    for other in range(state.public.players):
        remove(state.private[other].returned, ticket)
    state.public.queue -= 1
    for place in range(state.public.queue):
        state.secret.queue[place] = state.secret.queue[place + 1]
    state.secret.queue[state.public.queue] = NONE
    return ticket


@kernel
def next_ticket(state: State, seat: int, journal: Journal) -> int:
    """RULES 4.4: fresh tickets are on top, in random order; under them the returned ones, in their order."""
    fresh = state.public.ticket_deck - state.public.queue
    state.public.ticket_deck -= 1
    if fresh == 0:
        return next_returned(state, seat)
    ticket = chance_ticket(state.secret, state.secret.fresh, journal)
    remove(state.secret.fresh, ticket)
    return ticket


@kernel
def offer_tickets(state: State, seat: int, count: int, journal: Journal) -> None:
    """RULES 4.1: offer the top tickets to the seat alone; fewer if fewer are left."""
    offered = min(count, int(state.public.ticket_deck))
    for place in range(offered):
        kind = OFFERED if state.public.ticket_deck > state.public.queue else OFFERED_AGAIN
        ticket = next_ticket(state, seat, journal)
        state.private[seat].offer[place] = ticket
        note_ticket(journal, kind, seat, ticket)
    state.public.offered = offered


@kernel
def return_ticket(state: State, seat: int, place: int, journal: Journal) -> int:
    """Take a ticket out of a seat's offer; the seat remembers it."""
    ticket = int(state.private[seat].offer[place])
    state.private[seat].offer[place] = NONE
    add(state.private[seat].returned, ticket)
    note_ticket(journal, TICKET_RETURNED, seat, ticket)
    return ticket


@kernel
def put_under(state: State, ticket: int) -> None:
    """RULES 4.4: put a ticket under the deck."""
    state.secret.queue[state.public.queue] = ticket
    state.public.queue += 1
    state.public.ticket_deck += 1


@kernel
def keep_rest(state: State, seat: int, journal: Journal) -> None:
    """RULES 4.3: tickets that are not returned are kept for good; their number is public."""
    kept = 0
    for place in range(OFFER):
        ticket = int(state.private[seat].offer[place])
        if ticket != NONE:
            state.private[seat].offer[place] = NONE
            add(state.private[seat].tickets, ticket)
            note_ticket(journal, TICKET_KEPT, seat, ticket)
            kept += 1
    state.public.tickets[seat] += kept
    note_count(journal, TICKETS_KEPT, seat, kept)


@kernel
def answer_offer(board: Board, state: State, seat: int, answer: int, journal: Journal) -> None:
    """RULES 4.1, 4.4: returned tickets go under the deck in the order named, or leave the game."""
    for number in range(board.keep_size[answer]):
        ticket = return_ticket(state, seat, int(board.keep_returned[answer, number]), journal)
        if not board.later_out:
            put_under(state, ticket)
    keep_rest(state, seat, journal)
    state.public.offered = 0


@kernel
def opening_complete(state: State) -> bool:
    """Whether every seat has answered the opening offer."""
    missing = 0
    for seat in range(state.public.players):
        missing += int(state.private[seat].choice == NONE)
    return missing == 0


@kernel
def settle_opening(board: Board, state: State, journal: Journal) -> None:
    """RULES 1.5, 4.5: settle all answers together in seat order, so that the order they arrived in leaves no trace."""
    mixed = 0
    for seat in range(state.public.players):
        answer = int(state.private[seat].choice)
        for number in range(board.keep_size[answer]):
            ticket = return_ticket(state, seat, int(board.keep_returned[answer, number]), journal)
            if not board.opening_out:
                put_under(state, ticket)
                mixed += 1
        keep_rest(state, seat, journal)
        state.private[seat].choice = NONE
    state.public.offered = 0
    state.public.mixed = mixed
    mix_queue(state, journal)


@kernel
def mix_queue(state: State, journal: Journal) -> None:
    """RULES 4.5: shuffle the opening returns together: one chance event after the last choice."""
    queue = state.secret.queue
    for place in range(state.public.mixed):
        other = chance_place(state.secret, place, int(state.public.mixed), journal)
        ticket = queue[other]
        queue[other] = queue[place]
        queue[place] = ticket
        note_ticket(journal, MIXED, NONE, int(ticket))
