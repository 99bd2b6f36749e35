"""CUDA kernels: one thread per game (or per game and seat), each calling the engine's own functions."""

from typing import Any, Final

import numpy as np
from numba import from_dtype

from ferrovia.core.limits import NONE, SEATS
from ferrovia.engine.batch import key_playout
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.playout import play_out
from ferrovia.engine.scoring import SCORE, SCORE_SPACE, score_state
from ferrovia.engine.turn import to_move
from ferrovia.engine.visibility import look
from ferrovia.gpu.compile import cuda, gpu_kernel
from ferrovia.observation.kernels import observe_own, observe_public, observe_rival
from ferrovia.observation.space import OBSERVATION_SPACE
from ferrovia.rollout.game import advance, start

THREADS: Final = 64
"""Threads per block: few, because every thread needs much scratch space."""

SCORE_TYPE: Final = from_dtype(SCORE)
SCORE_SPACE_TYPE: Final = from_dtype(SCORE_SPACE)
OBSERVATION_SPACE_TYPE: Final = from_dtype(OBSERVATION_SPACE)
SEATS_HERE: Final = SEATS


@gpu_kernel
def mover_kernel(states: Any, seats: Any) -> None:
    """The seat that decides next in each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        seats[game] = to_move(states[game])


@gpu_kernel
def legal_kernel(boards: Any, states: Any, seats: Any, masks: Any) -> None:
    """Mask of a seat's legal actions in each game; empty where there is no such seat."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        seat = seats[game]
        if 0 <= seat < states[game].public.players:
            legal_actions(boards[0], states[game].public, states[game].private[seat], seat, masks[game])
        else:
            for word in range(masks.shape[1]):
                masks[game, word] = 0


@gpu_kernel
def look_kernel(states: Any, seats: Any, views: Any) -> None:
    """A seat's view of each game; for a seat that is not at the table, a spectator's."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        seat = seats[game]
        look(states[game], seat if 0 <= seat < states[game].public.players else NONE, views[game])


@gpu_kernel
def score_kernel(boards: Any, states: Any, scores: Any, table: Any) -> None:
    """Score each game as if it ended now."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        space = cuda.local.array(1, SCORE_SPACE_TYPE)
        score_state(boards[0], states[game], scores[game], space[0], table)


@gpu_kernel
def playout_kernel(boards: Any, states: Any, seed: Any, masks: Any, decisions: Any, journals: Any) -> None:
    """Play each game to its end at random."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        generator = cuda.local.array(4, np.uint64)
        key_playout(generator, seed, game)
        decisions[game] = play_out(boards[0], states[game], generator, masks[game], journals[0])


@gpu_kernel
def start_kernel(boards: Any, states: Any, slots: Any, masks: Any, journals: Any) -> None:
    """Set up the game of every slot."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        space = cuda.local.array(1, SCORE_SPACE_TYPE)
        start(boards[0], states[game], slots[game], masks[game], space[0], journals[0])


@gpu_kernel
def advance_kernel(
    boards: Any,
    states: Any,
    slots: Any,
    actions: Any,
    stride: Any,
    masks: Any,
    table: Any,
    journals: Any,
    rewards: Any,
    over: Any,
    counts: Any,
) -> None:
    """One decision in every slot."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        space = cuda.local.array(1, SCORE_SPACE_TYPE)
        sheet = cuda.local.array(SEATS_HERE, SCORE_TYPE)
        over[game] = advance(
            boards[0],
            states[game],
            slots[game],
            actions[game],
            stride,
            masks[game],
            sheet,
            space[0],
            table,
            journals[0],
            rewards[game],
            counts[game],
        )


@gpu_kernel
def observe_kernel(
    boards: Any,
    states: Any,
    slots: Any,
    layouts: Any,
    rivals: Any,
    block: int,
    table: Any,
    masks: Any,
    rows: Any,
    hidden: Any,
    legal: Any,
    movers: Any,
) -> None:
    """What the seat to move sees, and what its rivals hide; one thread per game and seat. The rows must be zeros."""
    thread = cuda.grid(1)
    ahead = thread // states.shape[0]
    game = thread - ahead * states.shape[0]
    players = slots[game].players
    if ahead < players:
        space = cuda.local.array(1, OBSERVATION_SPACE_TYPE)
        public = states[game].public
        seat = slots[game].mover
        rival = (seat + ahead) % players
        private = states[game].private[rival]
        if ahead == 0:
            observe_own(boards[0], public, private, seat, layouts[0], space[0], table, rows[game])
            movers[game] = seat
            for word in range(masks.shape[1]):
                legal[game, word] = np.int64(masks[game, word])
        else:
            observe_public(boards[0], public, seat, ahead, layouts[0], space[0], table, rows[game])
            part = hidden[game, (ahead - 1) * block : ahead * block]
            observe_rival(boards[0], public, private, rival, rivals[0], space[0], part)
