"""Reasons why an action is illegal: one code per reason, from a view alone. It must agree with `legal` everywhere."""

from typing import Any, Final

from ferrovia.core.bits import has
from ferrovia.core.compile import kernel
from ferrovia.core.limits import GRAY, LENGTH, LOCOMOTIVE, NONE
from ferrovia.engine.actions import (
    ACTIONS,
    BLIND,
    KEEP,
    PAY,
    PAY_LOCOMOTIVES,
    REFUSE,
    SURCHARGE,
    TAKE,
    TICKETS,
)
from ferrovia.engine.claims import affordable, payable_in_locomotives, payments_in_colour
from ferrovia.engine.legal import nothing_to_claim
from ferrovia.engine.state import OFFERED, OPENING, OVER, SECOND_CARD, TUNNEL, TURN, Private, Public
from ferrovia.engine.tunnels import surcharge_payable
from ferrovia.rules.board import Board

LEGAL: Final = 0
NO_SUCH_ACTION: Final = 1
GAME_OVER: Final = 2
NOT_YOUR_TURN: Final = 3
CHOICE_MADE: Final = 4
OPENING_UNFINISHED: Final = 5
TICKETS_PENDING: Final = 6
PAYMENT_PENDING: Final = 7
SURCHARGE_PENDING: Final = 8
SECOND_CARD_PENDING: Final = 9
NOTHING_OFFERED: Final = 10
NO_ROUTE_CHOSEN: Final = 11
NO_SURCHARGE: Final = 12
ROUTE_TAKEN: Final = 13
DOUBLE_CLOSED: Final = 14
DOUBLE_OWNED: Final = 15
TOO_FEW_TRAINS: Final = 16
TOO_FEW_CARDS: Final = 17
WRONG_COLOUR: Final = 18
WRONG_NUMBER: Final = 19
NO_LOCOMOTIVES_HERE: Final = 20
CARD_NOT_SHOWN: Final = 21
LOCOMOTIVE_SECOND: Final = 22
NO_CARDS_LEFT: Final = 23
NO_TICKETS_LEFT: Final = 24
KEEP_MORE: Final = 25
NOT_OFFERED: Final = 26
ORDER_FIXED: Final = 27
PASS_NOT_ALLOWED: Final = 28
WRONG_SURCHARGE: Final = 29
SURCHARGE_TOO_DEAR: Final = 30


@kernel
def pending(public: Public, own: Private, seat: int) -> int:
    """What a seat has to do first; LEGAL if nothing."""
    if public.phase == OVER:
        return GAME_OVER
    if public.phase == OPENING:
        if seat == NONE or own.offer[0] == NONE:
            return NOT_YOUR_TURN
        return CHOICE_MADE if own.choice != NONE else OPENING_UNFINISHED
    if seat == NONE or seat != public.seat:
        return NOT_YOUR_TURN
    if public.phase == OFFERED:
        return TICKETS_PENDING
    if public.phase == TUNNEL:
        return SURCHARGE_PENDING
    if public.phase == SECOND_CARD:
        return SECOND_CARD_PENDING
    return PAYMENT_PENDING if own.route != NONE else LEGAL


@kernel
def refuse_claim(board: Board, public: Public, own: Private, seat: int, route: int) -> int:
    """RULES 3.1–3.6: taken, closed, too long, too expensive."""
    if route >= board.routes:
        return NO_SUCH_ACTION
    for other in range(public.players):
        if has(public.own[other], route):
            return ROUTE_TAKEN
    if not has(public.open[seat], route):
        return DOUBLE_OWNED if has(public.own[seat], int(board.route_twin[route])) else DOUBLE_CLOSED
    if public.trains[seat] < board.route_length[route]:
        return TOO_FEW_TRAINS
    low, high = affordable(board, own)
    return LEGAL if has((low, high), route) else TOO_FEW_CARDS


@kernel
def refuse_payment(board: Board, own: Private, route: int, colour: int, locomotives: int) -> int:
    """RULES 3.1, 7.5: wrong colour, wrong number, locomotives where they are not allowed, cards the seat does not
    have."""
    if colour >= board.colours:
        return NO_SUCH_ACTION
    printed = int(board.route_colour[route])
    if printed not in (GRAY, colour):
        return WRONG_COLOUR
    if locomotives >= board.route_length[route]:
        return WRONG_NUMBER
    if locomotives > 0 and not board.route_wild[route]:
        return NO_LOCOMOTIVES_HERE
    payable = payments_in_colour(board, own, route, colour) >> locomotives & 1
    return LEGAL if payable else TOO_FEW_CARDS


@kernel
def refuse_all_locomotives(board: Board, own: Private, route: int) -> int:
    """RULES 3.1, 7.5: locomotives alone."""
    if not board.route_wild[route]:
        return NO_LOCOMOTIVES_HERE
    return LEGAL if payable_in_locomotives(board, own, route) else TOO_FEW_CARDS


@kernel
def refuse_card(board: Board, public: Public, card: int) -> int:
    """RULES 2.1, 2.2, 2.6, 2.7: drawing from the market or, with card -1, blind."""
    first = public.phase == TURN
    if public.deck_size == 0 and (first or card == NONE):
        return NO_CARDS_LEFT
    if card == NONE:
        return LEGAL
    if public.market[card] == 0:
        return CARD_NOT_SHOWN
    if card == LOCOMOTIVE and not first and board.locomotive_ends_drawing:
        return LOCOMOTIVE_SECOND
    return LEGAL


@kernel
def refuse_answer(board: Board, offered: int, fewest: int, allowed: Any, answer: int) -> int:
    """RULES 1.5, 4.1, 4.4: returning what was not offered, too much, or in an order that cannot be chosen."""
    size = int(board.keep_size[answer])
    if answer > 0 and size == 0:
        return NO_SUCH_ACTION
    for number in range(size):
        if board.keep_returned[answer, number] >= offered:
            return NOT_OFFERED
    if offered - size < fewest:
        return KEEP_MORE
    return LEGAL if has(allowed, answer) else ORDER_FIXED


@kernel
def refuse_keep(board: Board, public: Public, must: int, answer: int) -> int:
    """An answer to an offer."""
    offered = int(public.offered)
    if must == OPENING_UNFINISHED:
        return refuse_answer(board, offered, int(board.opening_keep), board.keep_opening, answer)
    if must == TICKETS_PENDING:
        return refuse_answer(board, offered, min(int(board.later_keep), offered), board.keep_later[offered], answer)
    return must if must in (CHOICE_MADE, GAME_OVER, NOT_YOUR_TURN) else NOTHING_OFFERED


@kernel
def surcharge_fits(public: Public, locomotives: int) -> bool:
    """RULES 7.7: whether a surcharge could be paid with this many locomotives at all, whatever the hand."""
    return bool(locomotives == public.surcharge or (locomotives < public.surcharge and public.colour != LOCOMOTIVE))


@kernel
def refuse_settlement(board: Board, public: Public, own: Private, must: int, action: int) -> int:
    """A payment for the chosen route, a surcharge or its refusal."""
    if action == REFUSE or SURCHARGE <= action < REFUSE:
        if must != SURCHARGE_PENDING:
            return NO_SURCHARGE if must == LEGAL else must
        if action == REFUSE or surcharge_payable(public, own, action - SURCHARGE):
            return LEGAL
        return SURCHARGE_TOO_DEAR if surcharge_fits(public, action - SURCHARGE) else WRONG_SURCHARGE
    if must != PAYMENT_PENDING:
        return NO_ROUTE_CHOSEN if must == LEGAL else must
    if action == PAY_LOCOMOTIVES:
        return refuse_all_locomotives(board, own, int(own.route))
    return refuse_payment(board, own, int(own.route), (action - PAY) // LENGTH, (action - PAY) % LENGTH)


@kernel
def refuse_turn(board: Board, public: Public, own: Private, seat: int, action: int) -> int:
    """One of the three things a turn can be, or a pass."""
    if action < TAKE:
        return refuse_claim(board, public, own, seat, action)
    if action <= BLIND:
        return refuse_card(board, public, NONE if action == BLIND else action - TAKE)
    if action == TICKETS:
        return LEGAL if public.ticket_deck > 0 else NO_TICKETS_LEFT
    able = public.deck_size > 0 or public.ticket_deck > 0 or not nothing_to_claim(board, public, own, seat)
    return PASS_NOT_ALLOWED if able else LEGAL


@kernel
def refusal(board: Board, public: Public, own: Private, seat: int, action: int) -> int:
    """Reason why a seat may not take this action now; LEGAL if it may."""
    if action < 0 or action >= ACTIONS or REFUSE < action < PAY:
        return NO_SUCH_ACTION
    must = pending(public, own, seat)
    if action >= KEEP:
        return refuse_keep(board, public, must, action - KEEP)
    if action >= PAY_LOCOMOTIVES:
        return refuse_settlement(board, public, own, must, action)
    if must == SECOND_CARD_PENDING and TAKE <= action <= BLIND:
        return refuse_card(board, public, NONE if action == BLIND else action - TAKE)
    if must != LEGAL:
        return must
    return refuse_turn(board, public, own, seat, action)
