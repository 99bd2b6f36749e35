"""Random playouts: the measure of speed, and the sweep that tests everything."""

from typing import Any

from ferrovia.core.bits import popcount
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.generator import below
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.chance import nth_member
from ferrovia.engine.journal import Journal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import OVER, State
from ferrovia.engine.turn import step, to_move
from ferrovia.rules.board import Board


@inlined
def random_action(mask: Any, generator: Any) -> int:
    """A uniformly random action of a mask that is not empty."""
    count = 0
    for word in range(MASK_WORDS):
        count += popcount(mask[word])
    return nth_member(mask, below(generator, count))


@kernel
def play_out(board: Board, state: State, generator: Any, mask: Any, journal: Journal) -> int:
    """Play a game to its end at random; return the number of decisions."""
    decisions = 0
    while state.public.phase != OVER:
        seat = to_move(state)
        legal_actions(board, state.public, state.private[seat], seat, mask)
        step(board, state, seat, random_action(mask, generator), journal)
        decisions += 1
    return decisions
