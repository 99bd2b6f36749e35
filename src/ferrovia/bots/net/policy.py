"""The policy as kernels: what it says of every action, and the best legal one."""

from typing import Any

from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.inference import run_network
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.state import Private, Public
from ferrovia.observation.kernels import clear_row, observe
from ferrovia.rules.board import Board


@kernel
def run_policy(board: Board, public: Public, own: Private, seat: int, number: int, scratch: Scratch, desk: Any) -> None:
    """Write the logits of all actions for a seat by the network of this number."""
    row = desk.row[: desk.size]
    clear_row(row)
    observe(board, public, own, seat, desk.offsets[0], desk.spaces[0], scratch.table, row)
    run_network(desk.networks, number, row, desk.layers, desk.active, desk.logits)


@kernel
def best_action(mask: Any, logits: Any) -> int:
    """The legal action with the largest logit, of equals the first."""
    best = NONE
    for word in range(MASK_WORDS):
        left = mask[word]
        while left:
            action = word * 64 + lowest(left)
            left = without_lowest(left)
            if best == NONE or logits[action] > logits[best]:
                best = action
    return best
