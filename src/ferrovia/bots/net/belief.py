"""Belief of `net+look`: worlds that suit the rivals about as well as the real one does.

Rivals chose their tickets, and have drawn cards and built for them since. A random deal knows nothing of that, and who
looks ahead in random deals believes itself far ahead. So a world counts the more, the less the critic likes it for the
seat that looks ahead: exp(-conviction * value). The worlds are steps of a Metropolis chain through random deals.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.net_options import CRITIC, LOOK_OPTIONS
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.critic import critic_value
from ferrovia.core.compile import kernel
from ferrovia.core.generator import next_word, uniform
from ferrovia.engine.redeal import redeal
from ferrovia.engine.state import OPENING, Public, ViewRecord
from ferrovia.rules.board import Board

TILT = LOOK_OPTIONS["tilt"].place
DEALS = LOOK_OPTIONS["deals"].place
LATER = 2.0
"""How much of the conviction comes with the trains placed, as a multiple of what it is at the beginning."""


@kernel
def conviction(board: Board, public: Public, tilt: float) -> float:
    """How strongly a world's value decides how much it counts. Before tickets are chosen, all count the same."""
    if public.phase == OPENING:
        return 0.0
    fewest = int(board.trains)
    for seat in range(public.players):
        fewest = min(fewest, int(public.trains[seat]))
    return tilt * (1.0 + LATER * (1.0 - float(fewest) / float(board.trains)))


@kernel
def next_world(
    board: Board, view: ViewRecord, memory: BotMemory, generator: Any, scratch: Scratch, context: Any, value: float
) -> float:
    """Step on to another world, in `scratch.world`, and return its value; `value` is that of the last one, infinite
    before the first. Some random deals are tried: one that is worth less to the seat takes the world's place, one that
    is worth more takes it sometimes."""
    seat, critic = int(view.seat), int(memory.options[CRITIC])
    strength = conviction(board, view.public, float(memory.options[TILT]))
    if strength == 0.0:
        redeal(board, view, next_word(generator), scratch.world, scratch.pool)
        return value
    for _ in range(int(memory.options[DEALS])):
        redeal(board, view, next_word(generator), scratch.state, scratch.pool)
        dealt = critic_value(board, scratch, seat, seat, critic, context)
        if uniform(generator) < np.exp(strength * (value - dealt)):
            scratch.world = scratch.state
            value = dealt
    return value
