"""Random playouts: the measure of speed, and the sweep that tests everything."""

from typing import Any

import numpy as np

from ferrovia.core.bits import nth_bit, popcount
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.generator import below
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS, WORD_OTHER
from ferrovia.engine.chance import nth_member
from ferrovia.engine.claims import claimable
from ferrovia.engine.journal import Journal
from ferrovia.engine.legal import legal_actions, other_actions, pay_actions, second_card_actions, turn_actions
from ferrovia.engine.state import OVER, SECOND_CARD, TURN, Private, Public, State
from ferrovia.engine.turn import step, to_move
from ferrovia.rules.board import Board


@inlined
def random_action(mask: Any, generator: Any) -> int:
    """A uniformly random action of a mask that is not empty."""
    count = 0
    for word in range(MASK_WORDS):
        count += popcount(mask[word])
    return nth_member(mask, below(generator, count))


@inlined
def common_words(board: Board, public: Public, own: Private, seat: int) -> tuple[int, Any, Any, Any]:
    """The words of the mask of legal actions that can be filled while cards are drawn and routes claimed and paid for:
    the number of the first, and three in a row."""
    empty = np.uint64(0)
    if own.route != NONE:
        return WORD_OTHER - 1, empty, other_actions(board, public, own, seat), pay_actions(board, own)
    if public.phase == TURN:
        low, high = claimable(board, public, own, seat)
        return WORD_OTHER - 2, low, high, turn_actions(board, public, own, seat)
    return WORD_OTHER - 2, empty, empty, second_card_actions(board, public)


@inlined
def random_of_three(low: Any, middle: Any, high: Any, generator: Any) -> int:
    """A uniformly random member of a set of three words, as `random_action` would choose it, without a branch."""
    first, second = popcount(low), popcount(low) + popcount(middle)
    number = below(generator, second + popcount(high))
    word = int(number >= first) + int(number >= second)
    bits = high if word == 2 else middle if word == 1 else low
    return 64 * word + nth_bit(bits, number - (second if word == 2 else first if word == 1 else 0))


@inlined
def in_common_phase(public: Public) -> bool:
    """Whether `common_words` knows all legal actions: neither in the opening nor while tickets are offered or a tunnel
    is under way."""
    return bool(public.phase == TURN or public.phase == SECOND_CARD)


@kernel
def play_out(board: Board, state: State, generator: Any, mask: Any, journal: Journal) -> int:
    """Play a game to its end at random; return the number of decisions."""
    decisions = 0
    while state.public.phase != OVER:
        seat = to_move(state)
        if in_common_phase(state.public):
            word, low, middle, high = common_words(board, state.public, state.private[seat], seat)
            action = 64 * word + random_of_three(low, middle, high, generator)
        else:
            legal_actions(board, state.public, state.private[seat], seat, mask)
            action = random_action(mask, generator)
        step(board, state, seat, action, journal)
        decisions += 1
    return decisions
