"""Compiled loops over arrays of games: masks, sampling, steps with rewards, scores, determinizations."""

import math
from typing import Any, Final

import numpy as np

from ferrovia.batch.rewards import SHAPED, reward_so_far, reward_standing
from ferrovia.core.bits import lowest, popcount, without_lowest
from ferrovia.core.compile import entry, inlined, kernel
from ferrovia.core.generator import below, key_generator, next_word, uniform
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.batch import step_checked
from ferrovia.engine.chance import nth_member
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.redeal import redeal
from ferrovia.engine.scoring import score_state
from ferrovia.engine.state import OVER, State
from ferrovia.engine.visibility import look
from ferrovia.rules.board import Board

SAMPLE: Final = np.uint64(0x73616D706C652121)
WORLDS: Final = np.uint64(0x776F726C64732121)
"""Separate the streams of sampled actions and of determinizations from the chance of any game."""


@kernel
def set_mask(board: Board, state: State, seat: int, mask: Any) -> bool:
    """Set the legal actions of a seat; empty, and False, if it is not at the table."""
    seated = 0 <= seat < state.public.players
    if seated:
        legal_actions(board, state.public, state.private[seat], seat, mask)
    else:
        for word in range(MASK_WORDS):
            mask[word] = 0
    return bool(seated)


@entry
def mask_many(boards: Any, states: Any, seats: Any, mask: Any, flags: Any) -> None:
    """The legal actions of a seat in each game, one flag per action; an action beyond the last flag is never legal."""
    for index in range(len(states)):
        row = flags[index]
        for action in range(len(row)):
            row[action] = False
        set_mask(boards[0], states[index], int(seats[index]), mask)
        for word in range(MASK_WORDS):
            left = mask[word]
            while left:
                row[word * 64 + lowest(left)] = True
                left = without_lowest(left)


@kernel
def count_members(mask: Any) -> int:
    """The number of actions in a mask."""
    count = 0
    for word in range(MASK_WORDS):
        count += popcount(mask[word])
    return count


@kernel
def sample_uniform(mask: Any, generator: Any) -> int:
    """A uniformly random action of a mask; -1 if it is empty."""
    count = count_members(mask)
    return nth_member(mask, below(generator, count)) if count else NONE


@kernel
def gather_logits(mask: Any, logits: Any, found: Any) -> int:
    """Copy the logits of the legal actions, in order; returns their number."""
    count = 0
    for word in range(MASK_WORDS):
        left = mask[word]
        while left:
            found[count] = logits[word * 64 + lowest(left)]
            left = without_lowest(left)
            count += 1
    return count


@kernel
def weigh(values: Any, count: int) -> float:
    """Turn logits into running sums of their weights; returns the last."""
    highest = np.float32(-np.inf)
    for place in range(count):
        highest = max(highest, np.float32(values[place]))
    total = 0.0
    for place in range(count):
        total += float(np.float32(math.exp(np.float32(values[place]) - highest)))  # np.exp is not there on a GPU
        values[place] = total
    return total


@kernel
def sample_softmax(mask: Any, logits: Any, generator: Any, sums: Any) -> int:
    """Sample a legal action by the softmax over legal actions; -1 if there is none. Uniform if the logits are NaN or
    infinite."""
    total = weigh(sums, gather_logits(mask, logits, sums))
    if 0.0 < total < np.inf:
        drawn = uniform(generator) * total
        place = 0
        while sums[place] <= drawn:
            place += 1
        action = nth_member(mask, place)
    else:
        action = sample_uniform(mask, generator)
    return action


@inlined
def key_sample(generator: Any, seed: Any, number: int) -> None:
    """Key the stream of one game's sampled action."""
    key_generator(generator, np.uint64(seed), np.uint64(number), SAMPLE)


@entry
def sample_many(
    boards: Any, states: Any, seats: Any, logits: Any, seed: Any, first: int, work: Any, sums: Any, actions: Any
) -> None:
    """Sample an action in each game; `first` is the number of the first. Logits without columns mean uniform sampling.
    `work`: four words for the generator, then a mask."""
    generator, mask = work[:4], work[4 : 4 + MASK_WORDS]
    for index in range(len(states)):
        actions[index] = NONE
        if set_mask(boards[0], states[index], int(seats[index]), mask):
            key_sample(generator, seed, first + index)
            if logits.shape[1]:
                actions[index] = sample_softmax(mask, logits[index], generator, sums)
            else:
                actions[index] = sample_uniform(mask, generator)


@entry
def advance_many(
    boards: Any,
    states: Any,
    seats: Any,
    actions: Any,
    kind: int,
    refused: Any,
    over: Any,
    rewards: Any,
    scores: Any,
    before: Any,
    spaces: Any,
    table: Any,
    journals: Any,
) -> None:
    """Apply one action in each game and reward each seat; a refused action leaves its game unchanged and earns nothing.
    `before`: scratch space for what the seats had earned."""
    for index in range(len(states)):
        state, earned = states[index], rewards[index]
        for seat in range(len(earned)):
            earned[seat] = 0.0
            before[seat] = 0.0
        if kind == SHAPED and state.public.phase != OVER:
            reward_standing(boards[0], state, kind, spaces[0], before)
        refused[index] = not step_checked(boards[0], state, int(seats[index]), int(actions[index]), journals[0])
        over[index] = state.public.phase == OVER
        if not refused[index] and (over[index] or kind == SHAPED):
            reward_so_far(boards[0], state, kind, scores[index], spaces[0], table, earned)
            for seat in range(len(earned)):
                earned[seat] -= before[seat]


@entry
def reward_many(boards: Any, states: Any, kind: int, scores: Any, spaces: Any, table: Any, rewards: Any) -> None:
    """What each seat has earned so far in each game."""
    for index in range(len(states)):
        reward_so_far(boards[0], states[index], kind, scores, spaces[0], table, rewards[index])


@entry
def score_many(boards: Any, states: Any, scores: Any, spaces: Any, table: Any) -> None:
    """The score of every seat as if the games ended now."""
    for index in range(len(states)):
        score_state(boards[0], states[index], scores[index], spaces[0], table)


@entry
def redeal_many(
    boards: Any, states: Any, seats: Any, seed: Any, first: int, worlds: Any, views: Any, work: Any, pool: Any
) -> None:
    """Write random states that fit what a seat knows of each game: one per row of `worlds`."""
    each = len(worlds) // len(states) if len(states) else 0
    generator = work[:4]
    for index in range(len(states)):
        seat = int(seats[index])
        look(states[index], seat if 0 <= seat < states[index].public.players else NONE, views[0])
        for number in range(each):
            key_generator(generator, np.uint64(seed), np.uint64((first + index) * each + number), WORLDS)
            redeal(boards[0], views[0], next_word(generator), worlds[index * each + number], pool)
