"""How the published styles answer an offer of tickets and draw cards."""

from typing import Any

from ferrovia.bots.kernels.board_queries import returns_in_order
from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.random import choose_random
from ferrovia.bots.kernels.reason_codes import (
    ALL_TICKETS,
    BY_CHANCE,
    CARD_BLIND,
    CHEAPEST_TICKETS,
    give_plain_reason,
    give_points_reason,
)
from ferrovia.core.bits import bit, has, nth_bit, popcount
from ferrovia.core.compile import kernel
from ferrovia.core.generator import below
from ferrovia.core.limits import KEEPS, NONE, OFFER
from ferrovia.engine.actions import BLIND, KEEP, TAKE, WORD_OTHER
from ferrovia.engine.state import OFFERED, OPENING, Private, Public
from ferrovia.rules.board import Board


@kernel
def is_offer(public: Public) -> bool:
    """Whether tickets are on offer."""
    return bool(public.phase in (OPENING, OFFERED))


@kernel
def next_answer(board: Board, mask: Any, answer: int) -> int:
    """The next legal answer, from the fewest tickets kept to the most; starts from KEEPS; -1 after the last."""
    answer -= 1
    while answer >= 0 and not (has(mask, KEEP + answer) and returns_in_order(board, answer)):
        answer -= 1
    return answer


@kernel
def places_kept(board: Board, own: Private, answer: int) -> int:
    """The places of the offer that an answer keeps, as bits."""
    kept = 0
    for place in range(OFFER):
        kept |= int(own.offer[place] != NONE) << place
    for number in range(board.keep_size[answer]):
        kept &= ~(1 << int(board.keep_returned[answer, number]))
    return kept


@kernel
def points_kept(board: Board, own: Private, answer: int) -> int:
    """The points of the tickets an answer keeps; with several targets, the least."""
    kept = places_kept(board, own, answer)
    points = 0
    for place in range(OFFER):
        if kept >> place & 1:
            points += int(board.ticket_loss[own.offer[place]])
    return points


@kernel
def cheapest_answer(board: Board, own: Private, mask: Any) -> int:
    """The answer that keeps the fewest points, the first of equals."""
    best = next_answer(board, mask, KEEPS)
    fewest = points_kept(board, own, best)
    answer = next_answer(board, mask, best)
    while answer != NONE:
        points = points_kept(board, own, answer)
        if points < fewest:
            best = answer
            fewest = points
        answer = next_answer(board, mask, answer)
    return best


@kernel
def keep_cheapest(board: Board, own: Private, mask: Any, memory: BotMemory) -> int:
    """Keep the tickets with the fewest points."""
    answer = cheapest_answer(board, own, mask)
    give_points_reason(memory.reason, CHEAPEST_TICKETS, points_kept(board, own, answer))
    return KEEP + answer


@kernel
def keep_all(memory: BotMemory) -> int:
    """Keep every offered ticket: the answer that returns nothing has number 0."""
    give_plain_reason(memory.reason, ALL_TICKETS)
    return KEEP


@kernel
def draw_blind_or_any(mask: Any, memory: BotMemory, generator: Any) -> int:
    """Draw blind; if that is impossible, take any action."""
    if has(mask, BLIND):
        give_plain_reason(memory.reason, CARD_BLIND)
        return BLIND
    return choose_random(mask, memory, generator)


@kernel
def draw_any(mask: Any, memory: BotMemory, generator: Any) -> int:
    """Draw a card, each face-up kind and the deck equally likely; else claim any route; else take any action."""
    give_plain_reason(memory.reason, BY_CHANCE)
    draws = mask[WORD_OTHER] & (bit((BLIND & 63) + 1) - bit(TAKE & 63))
    if draws:
        return WORD_OTHER * 64 + nth_bit(draws, below(generator, popcount(draws)))
    claims = popcount(mask[0]) + popcount(mask[1])
    if claims == 0:
        return choose_random(mask, memory, generator)
    number = below(generator, claims)
    if number < popcount(mask[0]):
        return nth_bit(mask[0], number)
    return 64 + nth_bit(mask[1], number - popcount(mask[0]))
