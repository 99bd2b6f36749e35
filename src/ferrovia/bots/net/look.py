"""`net+look`: truncated rollouts with a full-sight critic over determinized worlds.

The moves the policy likes best are tried in re-dealt worlds, all in the same ones with the same luck. The policy plays
on for some decisions of all seats, then the critic says what that leads to. The policy's log probability stays the
prior: values alone are too noisy to choose by.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.net_options import CRITIC, LOOK_OPTIONS, POLICY
from ferrovia.bots.kernels.ranking import best_of, insert_candidate
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.inference import run_network
from ferrovia.bots.net.policy import run_policy
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.generator import next_word, seed_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.redeal import redeal
from ferrovia.engine.scoring import score_state
from ferrovia.engine.state import ViewRecord
from ferrovia.engine.turn import step
from ferrovia.observation.kernels import clear_row, observe, observe_privileged
from ferrovia.rollout.forced import play_forced
from ferrovia.rollout.game import POINTS, WIN, standing
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
def margin(scores: Any, players: int, seat: int) -> float:
    """A seat's points less the mean of its rivals', in rewards."""
    others = 0.0
    for rival in range(players):
        others += 0.0 if rival == seat else float(scores[rival])
    return (float(scores[seat]) - others / float(players - 1)) / float(POINTS)


@kernel
def final_outlook(board: Board, scratch: Scratch, seat: int, context: Any) -> float:
    """The return of a game that is over."""
    players = int(scratch.state.public.players)
    score_state(board, scratch.state, scratch.scores, scratch.space, scratch.table)
    winners = 0
    for each in range(players):
        context.values[each] = scratch.scores[each].total
        winners += int(scratch.scores[each].place == 1)
    won = 1.0 / float(winners) if scratch.scores[seat].place == 1 else 0.0
    return margin(context.values, players, seat) + float(WIN) * (won - 1.0 / float(players))


@kernel
def observe_all(board: Board, scratch: Scratch, seat: int, context: Any) -> None:
    """What the critic reads: what a seat knows, and what its rivals hide."""
    clear_row(context.row)
    public, own = scratch.state.public, scratch.state.private[seat]
    observe(board, public, own, seat, context.offsets[0], context.spaces[0], scratch.table, context.row)
    hidden = context.row[context.size :]
    observe_privileged(
        board, scratch.state, seat, context.rival_offsets[0], int(context.block), context.spaces[0], hidden
    )


@kernel
def critic_value(board: Board, scratch: Scratch, seat: int, mover: int, critic: int, context: Any) -> float:
    """The expected return of a seat in the game of `scratch.state`, where `mover` has a choice (-1: the game is over):
    its margin over its rivals at the end, in rewards, and twice its share of the win above a fair share."""
    if mover == NONE:
        return final_outlook(board, scratch, seat, context)
    players = int(scratch.state.public.players)
    observe_all(board, scratch, mover, context)
    run_network(context.networks, critic, context.row, context.layers, context.active, context.values)
    ahead = float(context.values[(seat - mover) % players])
    for each in range(players):
        context.values[each] = standing(board, scratch.state, each, scratch.space)
    return margin(context.values, players, seat) + ahead


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
    """Evaluate the candidates still compared in one more world. The first is always tried: the others are measured
    against it, so that luck they share cancels out."""
    search = memory.search
    redeal(board, view, next_word(generator), scratch.world, scratch.pool)
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
    worlds = 0
    while left > 1 and worlds < int(memory.options[WORLDS]):
        try_candidates(board, view, memory, generator, scratch, context)
        worlds += 1
        if worlds >= FEWEST:
            left = drop_hopeless(memory, worlds)
    return int(search.action[best_alive(memory, max(1, worlds))])
