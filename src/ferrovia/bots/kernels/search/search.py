"""`search`: determinized rollouts with successive halving. It deals the hidden cards many times (worlds), plays each
promising action to the end of the game in all of them, with the planner in every seat, and takes the best one.

All actions are compared on common random numbers: the same worlds and the same luck. Each quarter of the work drops
half of the candidates. It deviates from the planner's own choice only for a significant difference.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory, begin_memory
from ferrovia.bots.kernels.planner.planner import choose_planner
from ferrovia.bots.kernels.reason_codes import BEST_IN_PLAYOUTS, give_route_reason
from ferrovia.bots.kernels.registry import PLANNER
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.kernels.search.candidates import list_candidates
from ferrovia.bots.kernels.search.space import SEARCH_OPTIONS, TICKS
from ferrovia.bots.kernels.ticks import ticks
from ferrovia.core.compile import kernel
from ferrovia.core.generator import next_word, seed_generator
from ferrovia.core.limits import NONE, SEATS
from ferrovia.engine.actions import BLIND, TAKE
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.redeal import redeal
from ferrovia.engine.scoring import score_state
from ferrovia.engine.state import OVER, TUNNEL, ViewRecord
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look
from ferrovia.rules.board import Board

TIME = SEARCH_OPTIONS["time"].place
WORLDS = SEARCH_OPTIONS["worlds"].place
ROLLOUTS = SEARCH_OPTIONS["rollouts"].place
MARGIN = SEARCH_OPTIONS["margin"].place
DOUBT = SEARCH_OPTIONS["doubt"].place
ENOUGH = SEARCH_OPTIONS["enough"].place
FEWEST = 24  # playouts before anything counts as significant
CLEAR = 2.0  # standard errors
GUESSED = 0.002  # seconds a playout may take, until the first one has been measured
FADES = 0.95  # how much of the longest playout counts at the next decision, because games get shorter


@kernel
def play_on(board: Board, scratch: Scratch) -> None:
    """Play the game in `scratch.state` to its end with the planner in every seat, each seeing only its own view."""
    for seat in range(scratch.state.public.players):
        begin_memory(scratch.memories[seat])
    while scratch.state.public.phase != OVER:
        seat = to_move(scratch.state)
        look(scratch.state, seat, scratch.sight)
        legal_actions(board, scratch.sight.public, scratch.sight.own, seat, scratch.mask)
        action = choose_planner(board, scratch.sight, scratch.mask, scratch.memories[seat])
        scratch.memories[seat].fresh = 0
        step(board, scratch.state, seat, action, scratch.journal)


@kernel
def outcome_for(board: Board, scratch: Scratch, seat: int, options: Any) -> float:
    """The seat's share of the win, plus a little for the margin, so that a game that is won or lost anyway still
    teaches something."""
    score_state(board, scratch.state, scratch.scores, scratch.space, scratch.table)
    winners = 0
    rival = -10000
    for other in range(scratch.state.public.players):
        winners += int(scratch.scores[other].place == 1)
        if other != seat:
            rival = max(rival, int(scratch.scores[other].total))
    win = 1.0 / float(winners) if scratch.scores[seat].place == 1 else 0.0
    return float(win + options[MARGIN] * float(int(scratch.scores[seat].total) - rival) / 100.0)


@kernel
def try_action(board: Board, view: ViewRecord, memory: BotMemory, scratch: Scratch, number: int, seed: Any) -> None:
    """One playout of a candidate in the current world."""
    search = memory.search
    before = float(ticks())
    scratch.state = scratch.world
    seed_generator(scratch.state.secret.generator, seed)
    step(board, scratch.state, int(view.seat), int(search.action[number]), scratch.journal)
    play_on(board, scratch)
    outcome = outcome_for(board, scratch, int(view.seat), memory.options)
    if number == 0:
        search.first = outcome
    lead = outcome - search.first
    search.lead[number] += lead
    search.square[number] += lead * lead
    search.playouts[number] += 1.0
    search.longest = max(search.longest, float(ticks()) - before)


@kernel
def try_all(board: Board, view: ViewRecord, memory: BotMemory, scratch: Scratch, generator: Any) -> None:
    """All remaining candidates in one new world."""
    redeal(board, view, next_word(generator), scratch.world, scratch.pool)
    for _ in range(int(memory.options[ROLLOUTS])):
        seed = next_word(generator)
        for number in range(memory.search.count):
            if memory.search.alive[number] and not out_of_time(memory):
                try_action(board, view, memory, scratch, number, seed)


@kernel
def drop_half(memory: BotMemory) -> None:
    """Keep the better half of the challengers; the first candidate always stays."""
    search = memory.search
    challengers = 0
    for number in range(1, search.count):
        challengers += int(search.alive[number])
    for _ in range(challengers // 2):
        worst = NONE
        for number in range(1, search.count):
            if search.alive[number] and (worst == NONE or search.lead[number] < search.lead[worst]):
                worst = number
        search.alive[worst] = 0


@kernel
def error_of_lead(memory: BotMemory, number: int) -> float:
    """The standard error of a candidate's mean lead over the first."""
    count = max(1.0, memory.search.playouts[number])
    mean = memory.search.lead[number] / count
    variance = memory.search.square[number] / count - mean * mean
    return float(np.sqrt(max(variance, 1e-9) / count))


@kernel
def best_candidate(memory: BotMemory) -> int:
    """The candidate that did best, if the difference is significant; else the first."""
    search = memory.search
    best = 0
    for number in range(1, search.count):
        if search.alive[number] and search.lead[number] > (search.lead[best] if best else 0.0):
            best = number
    if best and search.lead[best] / search.playouts[best] > memory.options[DOUBT] * error_of_lead(memory, best):
        return best
    return 0


@kernel
def settled(memory: BotMemory) -> bool:
    """Whether more work would change nothing: every challenger is clearly no better by a relevant amount, or a single
    one is left and it is better."""
    search = memory.search
    open_still = 0
    better = 0
    for number in range(1, search.count):
        if search.alive[number]:
            lead = search.lead[number] / max(1.0, search.playouts[number])
            error = error_of_lead(memory, number)
            open_still += int(lead + CLEAR * error > memory.options[ENOUGH])
            better += int(lead - CLEAR * error > 0.0)
    return search.playouts[0] >= FEWEST and (open_still == 0 or (open_still == 1 and better == 1))


@kernel
def begin_search(memory: BotMemory, scratch: Scratch) -> None:
    """Reset the candidates; the planners of the playouts get the same options as this one."""
    memory.search.longest *= FADES
    for number in range(memory.search.count):
        memory.search.lead[number] = 0.0
        memory.search.square[number] = 0.0
        memory.search.playouts[number] = 0.0
        memory.search.alive[number] = 1
    for seat in range(SEATS):
        scratch.memories[seat].bot = PLANNER
        scratch.memories[seat].options[:] = memory.options


@kernel
def out_of_time(memory: BotMemory) -> bool:
    """Whether another playout, even twice as long as the longest, might not finish in time."""
    budget = memory.options[TIME] * memory.options[TICKS]
    return bool(budget > 0.0 and float(ticks()) - memory.search.begun + 2.0 * memory.search.longest > budget)


@kernel
def work_done(memory: BotMemory, world: int) -> float:
    """The share of the budget used after this many worlds."""
    if memory.options[TIME] > 0.0:
        return float((float(ticks()) - memory.search.begun) / (memory.options[TIME] * memory.options[TICKS]))
    return float(float(world) / memory.options[WORLDS])


@kernel
def compare(board: Board, view: ViewRecord, memory: BotMemory, scratch: Scratch, generator: Any) -> None:
    """Play the candidates out, dropping half of them after a quarter, a half and three quarters of the work."""
    begin_search(memory, scratch)
    world = 0
    quarters = 1.0
    while work_done(memory, world) < 1.0 and not out_of_time(memory):
        try_all(board, view, memory, scratch, generator)
        world += 1
        if work_done(memory, world) * 4.0 >= quarters:
            drop_half(memory)
            quarters += 1.0
        if settled(memory):
            return


@kernel
def explain_find(memory: BotMemory, action: int, best: int) -> None:
    """Why not the planner's choice: by how many points of a hundred the outcome is better."""
    route = action if action < TAKE else NONE
    card = action - TAKE if TAKE <= action < BLIND else NONE
    share = 100.0 * memory.search.lead[best] / memory.search.playouts[best]
    give_route_reason(memory.reason, BEST_IN_PLAYOUTS, route, card, int(share))


@kernel
def choose_search(
    board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any, scratch: Scratch
) -> int:
    """The action that does best in playouts."""
    memory.search.begun = float(ticks())
    if memory.fresh:
        memory.search.longest = GUESSED * memory.options[TICKS]
    first = choose_planner(board, view, mask, memory)
    if view.own.route != NONE or view.public.phase == TUNNEL:
        return first
    list_candidates(board, view, mask, memory, first)
    if memory.search.count < 2:
        return first
    compare(board, view, memory, scratch, generator)
    best = best_candidate(memory)
    action = int(memory.search.action[best])
    if best:
        explain_find(memory, action, best)
    return action
