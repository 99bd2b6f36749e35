"""Forced decisions: where a seat has a single legal action, it is played automatically."""

from typing import Any

from ferrovia.core.bits import lowest, popcount
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import Journal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import OVER, State
from ferrovia.engine.turn import step, to_move
from ferrovia.rules.board import Board


@inlined
def only_action(mask: Any) -> int:
    """The only action of a mask; -1 if there are several."""
    count = 0
    action = NONE
    for word in range(MASK_WORDS):
        if mask[word]:
            count += popcount(mask[word])
            action = word * 64 + lowest(mask[word])
    return action if count == 1 else NONE


@kernel
def play_forced(board: Board, state: State, mask: Any, journal: Journal) -> int:
    """Play until a seat has a choice, with its legal actions in `mask`; return that seat, -1 when the game is over."""
    while state.public.phase != OVER:
        seat = to_move(state)
        legal_actions(board, state.public, state.private[seat], seat, mask)
        action = only_action(mask)
        if action == NONE:
            return seat
        step(board, state, seat, action, journal)
    return NONE
