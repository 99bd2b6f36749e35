"""`net+look`: truncated rollouts with a full-sight critic over determinized worlds.

The moves the policy likes best are tried in worlds that can be believed in, all in the same ones with the same luck.
The policy plays on for some decisions of all seats, then the critic says what that leads to. The policy's log
probability stays the prior: values alone are too noisy to choose by.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.net_options import CRITIC, LOOK_OPTIONS, POLICY
from ferrovia.bots.kernels.ranking import best_of, insert_candidate
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.belief import next_world
from ferrovia.bots.net.critic import critic_value
from ferrovia.bots.net.policy import run_policy
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.generator import next_word, seed_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.state import ViewRecord
from ferrovia.engine.turn import step
from ferrovia.rollout.forced import play_forced
from ferrovia.rules.board import Board

WORLDS = LOOK_OPTIONS["worlds"].place
CANDIDATES = LOOK_OPTIONS["candidates"].place
BETA = LOOK_OPTIONS["beta"].place
LEAST = LOOK_OPTIONS["least"].place
DEPTH = LOOK_OPTIONS["depth"].place
FEWEST = 8
"""Worlds before a candidate can be dropped."""
CLEAR = 2.5
"""Standard errors."""


@kernel
def list_candidates(mask: Any, logits: Any, memory: BotMemory) -> None:
    """The actions to compare with their log probabilities, those the policy gives a chance."""
    search = memory.search
    search.count = 0
    total = 0.0
    for word in range(MASK_WORDS):
        left = mask[word]
        while left:
            action = word * 64 + lowest(left)
            left = without_lowest(left)
            total += np.exp(float(logits[action]))
            insert_candidate(search, action, float(logits[action]), 0, int(memory.options[CANDIDATES]))
    count = 0
    for number in range(search.count):
        search.prior[number] -= np.log(total)
        search.lead[number] = 0.0
        search.square[number] = 0.0
        search.alive[number] = 1
        if number == 0 or search.prior[number] >= np.log(memory.options[LEAST]):
            count = number + 1
    search.count = count


@kernel
def play_on(board: Board, memory: BotMemory, scratch: Scratch, context: Any) -> int:
    """Let the policy play some decisions of all seats in `scratch.state`; the seat that has a choice then, -1 if the
    game is over."""
    state, policy = scratch.state, int(memory.options[POLICY])
    mover = play_forced(board, state, scratch.mask, scratch.journal)
    for _ in range(int(memory.options[DEPTH])):
        if mover != NONE:
            run_policy(board, state.public, state.private[mover], mover, policy, scratch, context)
            step(board, state, mover, best_of(scratch.mask, MASK_WORDS, context.logits), scratch.journal)
            mover = play_forced(board, state, scratch.mask, scratch.journal)
    return mover


@kernel
def outlook(board: Board, memory: BotMemory, scratch: Scratch, seat: int, context: Any) -> float:
    """The expected return of a seat after the policy has played on."""
    mover = play_on(board, memory, scratch, context)
    return critic_value(board, scratch, seat, mover, int(memory.options[CRITIC]), context)


@kernel
def try_candidates(
    board: Board, view: ViewRecord, memory: BotMemory, generator: Any, scratch: Scratch, context: Any
) -> None:
    """Evaluate the candidates still compared in `scratch.world`. The first is always tried: the others are measured
    against it, so that luck they share cancels out."""
    search = memory.search
    seed = next_word(generator)
    for number in range(search.count):
        if number == 0 or search.alive[number]:
            scratch.state = scratch.world
            seed_generator(scratch.state.secret.generator, seed)
            step(board, scratch.state, int(view.seat), int(search.action[number]), scratch.journal)
            value = outlook(board, memory, scratch, int(view.seat), context)
            if number == 0:
                search.first = value
            lead = value - search.first
            search.lead[number] += lead
            search.square[number] += lead * lead


@kernel
def worth(memory: BotMemory, number: int, worlds: int) -> float:
    """A candidate's mean lead over the first after some worlds, with its prior."""
    return float(memory.search.lead[number] / float(worlds) + memory.options[BETA] * memory.search.prior[number])


@kernel
def best_alive(memory: BotMemory, worlds: int) -> int:
    """The best candidate still compared."""
    best = NONE
    for number in range(memory.search.count):
        better = best == NONE or worth(memory, number, worlds) > worth(memory, best, worlds)
        if memory.search.alive[number] and better:
            best = number
    return best


@kernel
def drop_hopeless(memory: BotMemory, worlds: int) -> int:
    """Drop every candidate whose confidence interval ends below the best one's mean; how many are left."""
    search = memory.search
    best = best_alive(memory, worlds)
    left = 0
    for number in range(search.count):
        mean = search.lead[number] / float(worlds)
        paired = best if number == 0 else number  # the first has no lead over itself
        spread = search.square[paired] / float(worlds) - (search.lead[paired] / float(worlds)) ** 2
        bound = CLEAR * np.sqrt(max(spread, 0.0) / float(worlds))
        behind = worth(memory, best, worlds) - memory.options[BETA] * search.prior[number] - mean
        search.alive[number] = search.alive[number] and behind <= bound
        left += int(search.alive[number])
    return left


@kernel
def look_ahead(
    board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any, scratch: Scratch, context: Any
) -> int:
    """The candidate with the best mean value, the policy's prior added; `context.logits` holds what the policy says."""
    search = memory.search
    list_candidates(mask, context.logits, memory)
    left = int(search.count)
    worlds, value = 0, np.inf
    while left > 1 and worlds < int(memory.options[WORLDS]):
        value = next_world(board, view, memory, generator, scratch, context, value)
        try_candidates(board, view, memory, generator, scratch, context)
        worlds += 1
        if worlds >= FEWEST:
            left = drop_hopeless(memory, worlds)
    return int(search.action[best_alive(memory, max(1, worlds))])
