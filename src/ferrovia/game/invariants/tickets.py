"""Ticket invariants: held, offered, returned, fresh or out of the game; and the secret answers of the opening."""

from collections.abc import Iterator
from typing import Any

from ferrovia.core.limits import NONE
from ferrovia.engine.state import OFFERED, OPENING
from ferrovia.game.translate import members
from ferrovia.rules.resolved import Rules


def _named(tickets: Any) -> list[int]:
    """The tickets in a list of places, without the empty ones."""
    return [ticket for ticket in tickets.tolist() if ticket != NONE]


def _outside_queue(state: Any) -> list[int]:
    """Every ticket that is held, offered or fresh."""
    own = [ticket for private in state.private for ticket in [*members(private.tickets), *_named(private.offer)]]
    return [*own, *members(state.secret.fresh)]


def _conserved(rules: Rules, state: Any) -> Iterator[str]:
    """Every ticket is in at most one place; one that is in no place has left the game."""
    public, board = state.public, rules.board[0]
    seen = [*_outside_queue(state), *_named(state.secret.queue)]
    if len(seen) != len(set(seen)):
        yield "a ticket is in two places"
    out = len(rules.tickets) - len(set(seen))
    refused = int(public.players) * (int(board.opening_tickets) - int(board.opening_keep)) * int(board.opening_out)
    most = refused if int(public.phase) != OPENING else 0
    if out > most and (int(public.phase) == OPENING or not int(board.later_out)):
        yield f"{out} tickets are missing"


def _sizes(rules: Rules, state: Any) -> Iterator[str]:
    """The numbers of held tickets and of tickets in the deck are as stated."""
    public = state.public
    for seat, own in enumerate(state.private):
        held = len(list(members(own.tickets)))
        if held != int(public.tickets[seat]):
            yield f"public.tickets of seat {seat} is {int(public.tickets[seat])}, not {held}"
    fresh = len(list(members(state.secret.fresh)))
    if fresh != int(public.ticket_deck) - int(public.queue):
        yield f"public.ticket_deck is {int(public.ticket_deck)}, but {fresh} are fresh and {int(public.queue)} returned"


def _queue(rules: Rules, state: Any) -> Iterator[str]:
    """Returned tickets are at the front of the queue, the shuffled ones first; tickets that left the game are not among
    them."""
    public, board, places = state.public, rules.board[0], state.secret.queue.tolist()
    length, mixed = int(public.queue), int(public.mixed)
    if any((ticket == NONE) != (place >= length) for place, ticket in enumerate(places)) or length < 0:
        yield f"public.queue is {length}, but secret.queue has other places filled"
    refused = int(public.players) * (int(board.opening_tickets) - int(board.opening_keep))
    most = 0 if int(board.opening_out) or int(public.phase) == OPENING else min(length, refused)
    if not 0 <= mixed <= most:
        yield f"public.mixed is {mixed}, at most {most} can be"
    if length > mixed and (int(board.later_out) or int(public.phase) == OPENING):
        yield f"public.queue is {length}, but no tickets can have been returned"


def _returned(rules: Rules, state: Any) -> Iterator[str]:
    """What a seat remembers returning is in the queue or has left the game, and no other seat remembers it."""
    board, elsewhere = rules.board[0], set(_outside_queue(state))
    leave = int(board.opening_out) or int(board.later_out)
    for seat, own in enumerate(state.private):
        returned = set(members(own.returned))
        gone = not leave and not returned <= set(state.secret.queue.tolist())
        if returned & elsewhere or gone or (returned and int(state.public.phase) == OPENING):
            yield f"private.{seat}.returned has a ticket that is not there, or that another seat had after it"
        elsewhere |= returned


def _offers(rules: Rules, state: Any) -> Iterator[str]:
    """In the opening every seat has an offer, later only the seat that drew tickets."""
    public, board = state.public, rules.board[0]
    phase, offered = int(public.phase), int(public.offered)
    if offered not in _possible_offers(board, public):
        yield f"public.offered cannot be {offered} in phase {phase}"
    for seat, own in enumerate(state.private[: int(public.players)]):
        wanted = offered if phase == OPENING or (phase == OFFERED and seat == int(public.seat)) else 0
        if [ticket != NONE for ticket in own.offer.tolist()] != [place < wanted for place in range(len(own.offer))]:
            yield f"private.{seat}.offer does not have {wanted} tickets, or not in the first places"


def _possible_offers(board: Any, public: Any) -> range:
    """The possible sizes of an offer now; smaller than usual only where the deck has no more."""
    if int(public.phase) == OPENING:
        return range(int(board.opening_tickets), int(board.opening_tickets) + 1)
    if int(public.phase) == OFFERED:
        return range(1 if int(public.ticket_deck) == 0 else int(board.later_tickets), int(board.later_tickets) + 1)
    return range(1)


def _choices(rules: Rules, state: Any) -> Iterator[str]:
    """The secret choices of seats are legal, and the opening is over once all have chosen."""
    opening = int(state.public.phase) == OPENING
    choices = [int(own.choice) for own in state.private[: int(state.public.players)]]
    possible = set(members(rules.board[0].keep_opening)) if opening else set()
    for seat, choice in enumerate(choices):
        if choice != NONE and choice not in possible:
            yield f"private.{seat}.choice: the opening tickets cannot have been chosen so"
    if opening and NONE not in choices:
        yield "all have chosen (private.choice), but the opening is not over"


CHECKS = (_conserved, _sizes, _queue, _returned, _offers, _choices)
