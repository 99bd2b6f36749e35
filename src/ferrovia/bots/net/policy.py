"""The policy as a kernel: the logits of all actions."""

from typing import Any

from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.inference import run_network
from ferrovia.core.compile import kernel
from ferrovia.engine.state import Private, Public
from ferrovia.observation.kernels import clear_row, observe
from ferrovia.rules.board import Board


@kernel
def run_policy(
    board: Board, public: Public, own: Private, seat: int, number: int, scratch: Scratch, context: Any
) -> None:
    """Write the logits of all actions for a seat by the network of this number."""
    row = context.row[: context.size]
    clear_row(row)
    observe(board, public, own, seat, context.offsets[0], context.spaces[0], scratch.table, row)
    run_network(context.networks, number, row, context.layers, context.active, context.logits)
