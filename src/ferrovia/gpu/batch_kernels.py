"""CUDA kernels of the batched core: every thread runs a loop of the CPU over an array of one game.

So there is one source for both, down to the numbers: passing single rows instead would cost the CPU a quarter of its
speed.
"""

from typing import Any, Final

import numpy as np
from numba import from_dtype

from ferrovia.batch.kernels import advance_many, mask_many, redeal_many, reward_many, sample_many
from ferrovia.core.limits import SEATS, WORDS
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.opening import new_game
from ferrovia.engine.scoring import SCORE, SCORE_SPACE
from ferrovia.engine.state import OVER, VIEW
from ferrovia.gpu.compile import cuda, gpu_kernel
from ferrovia.observation.kernels import observe_privileged_states, observe_states
from ferrovia.observation.plain import observe_plain_states
from ferrovia.observation.space import OBSERVATION_SPACE

SCORE_TYPE: Final = from_dtype(SCORE)
SCORE_SPACE_TYPE: Final = from_dtype(SCORE_SPACE)
OBSERVATION_SPACE_TYPE: Final = from_dtype(OBSERVATION_SPACE)
VIEW_TYPE: Final = from_dtype(VIEW)
SEATS_HERE, WORDS_HERE, ACTIONS_HERE, MASK_WORDS_HERE = SEATS, WORDS, ACTIONS, MASK_WORDS
SAMPLE_WORDS: Final = 4 + MASK_WORDS
"""The generator's words and a mask."""


@gpu_kernel
def deal_kernel(boards: Any, states: Any, players: int, where: Any, seeds: Any, stride: Any, journals: Any) -> None:
    """Deal the marked games again, each from its last seed plus `stride`."""
    game = cuda.grid(1)
    if game < states.shape[0] and where[game]:
        seeds[game] += stride
        new_game(boards[0], states[game], players, seeds[game], journals[0])


@gpu_kernel
def over_kernel(states: Any, over: Any) -> None:
    """Which games are over."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        over[game] = states[game].public.phase == OVER


@gpu_kernel
def mask_kernel(boards: Any, states: Any, seats: Any, flags: Any) -> None:
    """The legal actions of a seat in each game, one flag per action."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        mask = cuda.local.array(MASK_WORDS_HERE, np.uint64)
        mask_many(boards, states[game : game + 1], seats[game : game + 1], mask, flags[game : game + 1])


@gpu_kernel
def full_kernel(boards: Any, states: Any, seats: Any, layouts: Any, table: Any, rows: Any) -> None:
    """A seat's full observation of each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        spaces = cuda.local.array(1, OBSERVATION_SPACE_TYPE)
        one = slice(game, game + 1)
        observe_states(boards, states[one], seats[one], layouts, spaces, table, rows[one])


@gpu_kernel
def plain_kernel(boards: Any, states: Any, seats: Any, layouts: Any, rows: Any) -> None:
    """A seat's plain observation of each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        one = slice(game, game + 1)
        observe_plain_states(boards, states[one], seats[one], layouts, rows[one])


@gpu_kernel
def privileged_kernel(boards: Any, states: Any, seats: Any, rivals: Any, block: int, rows: Any) -> None:
    """What the rivals of a seat hide in each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        spaces = cuda.local.array(1, OBSERVATION_SPACE_TYPE)
        one = slice(game, game + 1)
        observe_privileged_states(boards, states[one], seats[one], rivals, block, spaces, rows[one])


@gpu_kernel
def sample_kernel(boards: Any, states: Any, seats: Any, logits: Any, seed: Any, actions: Any) -> None:
    """Sample a legal action in each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        work = cuda.local.array(SAMPLE_WORDS, np.uint64)
        sums = cuda.local.array(ACTIONS_HERE, np.float64)
        one = slice(game, game + 1)
        sample_many(boards, states[one], seats[one], logits[one], seed, game, work, sums, actions[one])


@gpu_kernel
def advance_kernel(
    boards: Any,
    states: Any,
    seats: Any,
    actions: Any,
    kind: int,
    refused: Any,
    over: Any,
    rewards: Any,
    scores: Any,
    table: Any,
    journals: Any,
) -> None:
    """Apply one action in each game and reward each seat."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        before = cuda.local.array(SEATS_HERE, np.float32)
        spaces = cuda.local.array(1, SCORE_SPACE_TYPE)
        one = slice(game, game + 1)
        inputs = (boards, states[one], seats[one], actions[one], kind)
        written = (refused[one], over[one], rewards[one], scores[one])
        advance_many(*inputs, *written, before, spaces, table, journals)


@gpu_kernel
def reward_kernel(boards: Any, states: Any, kind: int, table: Any, rewards: Any) -> None:
    """What each seat has earned so far in each game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        sheet = cuda.local.array(SEATS_HERE, SCORE_TYPE)
        spaces = cuda.local.array(1, SCORE_SPACE_TYPE)
        reward_many(boards, states[game : game + 1], kind, sheet, spaces, table, rewards[game : game + 1])


@gpu_kernel
def redeal_kernel(boards: Any, states: Any, seats: Any, seed: Any, worlds: Any) -> None:
    """Write random states that fit what a seat knows of each game: one per row of `worlds`."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        views = cuda.local.array(1, VIEW_TYPE)
        generator = cuda.local.array(4, np.uint64)
        pool = cuda.local.array(WORDS_HERE, np.uint64)
        per_game = worlds.shape[0] // states.shape[0]
        one, dealt = slice(game, game + 1), worlds[game * per_game : (game + 1) * per_game]
        redeal_many(boards, states[one], seats[one], seed, game, dealt, views, generator, pool)


@gpu_kernel
def gather_kernel(sources: Any, chosen: Any, taken: Any) -> None:
    """Copy the chosen games, in their order: some threads copy several where there are more than games."""
    for game in range(cuda.grid(1), chosen.shape[0], cuda.gridsize(1)):
        taken[game] = sources[chosen[game]]
