"""Legal action mask of a seat, from its view alone."""

from typing import Any

import numpy as np

from ferrovia.core.bits import bit, positive_counts
from ferrovia.core.compile import inlined, kernel, outlined
from ferrovia.core.limits import KEEP_WORDS, LOCOMOTIVE, NONE
from ferrovia.engine.actions import (
    BLIND,
    MASK_WORDS,
    PASS,
    PAY_LOCOMOTIVES,
    REFUSE,
    SURCHARGE,
    TAKE,
    TICKETS,
    WORD_KEEP,
    WORD_OTHER,
    WORD_PAY,
)
from ferrovia.engine.claims import claimable, coloured_payments, payable_in_locomotives
from ferrovia.engine.state import OFFERED, OPENING, SECOND_CARD, TUNNEL, TURN, Private, Public
from ferrovia.engine.tunnels import surcharge_payable
from ferrovia.rules.board import Board


@outlined
def nothing_to_claim(board: Board, public: Public, own: Private, seat: int) -> bool:
    """Whether no route can be claimed."""
    low, high = claimable(board, public, own, seat)
    return not (low | high)


@inlined
def face_up(public: Public) -> Any:
    """The actions that take a face-up card."""
    colours = positive_counts(public.market)
    return (colours | np.uint64(public.market[LOCOMOTIVE] > 0) << np.uint64(LOCOMOTIVE)) << np.uint64(TAKE & 63)


@inlined
def turn_actions(board: Board, public: Public, own: Private, seat: int) -> Any:
    """RULES 2.6, 4.6: nothing can be drawn from an empty deck or market. RULES 5.2: a pass is the last resort."""
    word = np.uint64(0)
    if public.deck_size > 0:
        word |= face_up(public) | bit(BLIND & 63)
    if public.ticket_deck > 0:
        word |= bit(TICKETS & 63)
    if not word and nothing_to_claim(board, public, own, seat):
        word |= bit(PASS & 63)
    return word


@inlined
def second_card_actions(board: Board, public: Public) -> Any:
    """RULES 2.2, 2.7: no face-up locomotive as second card; the market may be all that is left."""
    word = face_up(public)
    if board.locomotive_ends_drawing:
        word &= ~bit((TAKE & 63) + LOCOMOTIVE)
    if public.deck_size > 0:
        word |= bit(BLIND & 63)
    return word


@inlined
def surcharge_actions(public: Public, own: Private) -> Any:
    """RULES 7.6, 7.11: pay in any mix the hand allows, or refuse. The question comes up either way."""
    word = bit(REFUSE & 63)
    for locomotives in range(public.surcharge + 1):
        if surcharge_payable(public, own, locomotives):
            word |= bit((SURCHARGE & 63) + locomotives)
    return word


@inlined
def other_actions(board: Board, public: Public, own: Private, seat: int) -> Any:
    """The word of all actions except claims, coloured payments and answers to an offer."""
    if seat != public.seat:
        return np.uint64(0)
    if own.route != NONE:
        payable = payable_in_locomotives(board, own, int(own.route))
        return bit(PAY_LOCOMOTIVES & 63) if payable else np.uint64(0)
    if public.phase == TURN:
        return turn_actions(board, public, own, seat)
    if public.phase == SECOND_CARD:
        return second_card_actions(board, public)
    if public.phase == TUNNEL:
        return surcharge_actions(public, own)
    return np.uint64(0)


@inlined
def claim_actions(board: Board, public: Public, own: Private, seat: int) -> tuple[Any, Any]:
    """The two words of the routes that may be claimed now."""
    if seat != public.seat or public.phase != TURN or own.route != NONE:
        return np.uint64(0), np.uint64(0)
    return claimable(board, public, own, seat)


@inlined
def pay_actions(board: Board, own: Private) -> Any:
    """The word of coloured payments for the chosen route."""
    return coloured_payments(board, own, int(own.route)) if own.route != NONE else np.uint64(0)


@inlined
def keep_actions(board: Board, public: Public, own: Private, seat: int, word: int) -> Any:
    """One word of the answers to an offer. RULES 1.5: in the opening every seat may answer once, at any time."""
    if public.phase == OPENING and own.offer[0] != NONE and own.choice == NONE:
        return board.keep_opening[word]
    if public.phase == OFFERED and seat == public.seat:
        return board.keep_later[public.offered, word]
    return np.uint64(0)


@inlined
def legal_word(board: Board, public: Public, own: Private, seat: int, word: int) -> Any:
    """One word of the mask of legal actions."""
    if word < WORD_OTHER:
        return claim_actions(board, public, own, seat)[word]
    if word == WORD_OTHER:
        return other_actions(board, public, own, seat)
    if word == WORD_PAY:
        return pay_actions(board, own)
    return keep_actions(board, public, own, seat, word - WORD_KEEP)


@kernel
def legal_actions(board: Board, public: Public, own: Private, seat: int, mask: Any) -> None:
    """Mask of legal actions: the words of `legal_word`, computing only those that the phase can fill."""
    for word in range(MASK_WORDS):
        mask[word] = 0
    if public.phase == OPENING or public.phase == OFFERED:
        for word in range(KEEP_WORDS):
            mask[WORD_KEEP + word] = keep_actions(board, public, own, seat, word)
    else:  # not a return: with one way out, Numba counts no references to the mask
        mask[WORD_OTHER] = other_actions(board, public, own, seat)
        if own.route != NONE:
            mask[WORD_PAY] = pay_actions(board, own)
        elif public.phase == TURN:
            mask[0], mask[1] = claim_actions(board, public, own, seat)


@inlined
def is_legal(board: Board, public: Public, own: Private, seat: int, action: int) -> bool:
    """Whether a seat may take this action now."""
    if action < 0 or action >= MASK_WORDS * 64:
        return False
    return bool(legal_word(board, public, own, seat, action >> 6) & bit(action & 63))
