"""`search`: deals the hidden cards anew, plays each promising action to the end of the game in all these worlds with
the planner at every seat, and takes the action that does best.

Every action meets the same worlds and the same luck, so that the difference between two of them is not chance. Halves
of the candidates are dropped as the work goes on. The planner's own choice is left only for a difference that counts.
"""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import PLANNER, Mind, begin_mind
from ferrovia.bots.kernels.planner.planner import choose_planner
from ferrovia.bots.kernels.reasons import BEST_IN_PLAYOUTS, give_reason
from ferrovia.bots.kernels.scratch import Room
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
from ferrovia.engine.view import look
from ferrovia.rules.board import Board

TIME = SEARCH_OPTIONS["time"].place
WORLDS = SEARCH_OPTIONS["worlds"].place
ROLLOUTS = SEARCH_OPTIONS["rollouts"].place
MARGIN = SEARCH_OPTIONS["margin"].place
DOUBT = SEARCH_OPTIONS["doubt"].place
ENOUGH = SEARCH_OPTIONS["enough"].place
FEWEST = 24  # playouts before anything is thought to be clear
CLEAR = 2.0  # standard errors
GUESSED = 0.002  # seconds a playout may take, before the first one has shown it
FADES = 0.95  # how much of the longest playout counts at the next decision: games get shorter


@kernel
def play_on(board: Board, room: Room) -> None:
    """Play the room's game to its end, the planner at every seat, each seeing its own view only."""
    for seat in range(room.state.public.players):
        begin_mind(room.minds[seat])
    while room.state.public.phase != OVER:
        seat = to_move(room.state)
        look(room.state, seat, room.sight)
        legal_actions(board, room.sight.public, room.sight.own, seat, room.mask)
        action = choose_planner(board, room.sight, room.mask, room.minds[seat])
        room.minds[seat].fresh = 0
        step(board, room.state, seat, action, room.journal)


@kernel
def outcome_for(board: Board, room: Room, seat: int, options: Any) -> float:
    """The seat's share of the win, and a little for the margin: a game that is won or lost anyway still teaches."""
    score_state(board, room.state, room.scores, room.space, room.table)
    winners = 0
    rival = -10000
    for other in range(room.state.public.players):
        winners += int(room.scores[other].place == 1)
        if other != seat:
            rival = max(rival, int(room.scores[other].total))
    win = 1.0 / float(winners) if room.scores[seat].place == 1 else 0.0
    return float(win + options[MARGIN] * float(int(room.scores[seat].total) - rival) / 100.0)


@kernel
def try_action(board: Board, view: ViewRecord, mind: Mind, room: Room, number: int, seed: Any) -> None:
    """One playout of a candidate in the world at hand."""
    search = mind.search
    before = float(ticks())
    room.state = room.world
    seed_generator(room.state.secret.generator, seed)
    step(board, room.state, int(view.seat), int(search.action[number]), room.journal)
    play_on(board, room)
    outcome = outcome_for(board, room, int(view.seat), mind.options)
    if number == 0:
        search.first = outcome
    lead = outcome - search.first
    search.lead[number] += lead
    search.square[number] += lead * lead
    search.playouts[number] += 1.0
    search.longest = max(search.longest, float(ticks()) - before)


@kernel
def try_all(board: Board, view: ViewRecord, mind: Mind, room: Room, generator: Any) -> None:
    """All candidates still compared, in one new world."""
    redeal(board, view, next_word(generator), room.world, room.pool)
    for _ in range(int(mind.options[ROLLOUTS])):
        seed = next_word(generator)
        for number in range(mind.search.count):
            if mind.search.alive[number] and not out_of_time(mind):
                try_action(board, view, mind, room, number, seed)


@kernel
def drop_half(mind: Mind) -> None:
    """Keep the better half of the challengers; the first stays in any case."""
    search = mind.search
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
def error_of_lead(mind: Mind, number: int) -> float:
    """The standard error of what a candidate does better than the first, on the average."""
    count = max(1.0, mind.search.playouts[number])
    mean = mind.search.lead[number] / count
    variance = mind.search.square[number] / count - mean * mean
    return float(np.sqrt(max(variance, 1e-9) / count))


@kernel
def best_candidate(mind: Mind) -> int:
    """The candidate that did best, if that is more than chance; else the first."""
    search = mind.search
    best = 0
    for number in range(1, search.count):
        if search.alive[number] and search.lead[number] > (search.lead[best] if best else 0.0):
            best = number
    if best and search.lead[best] / search.playouts[best] > mind.options[DOUBT] * error_of_lead(mind, best):
        return best
    return 0


@kernel
def settled(mind: Mind) -> bool:
    """Whether more work would change nothing: of all challengers it is clear that they are no better by an amount that
    counts, or there is but one left, and it is better."""
    search = mind.search
    open_still = 0
    better = 0
    for number in range(1, search.count):
        if search.alive[number]:
            lead = search.lead[number] / max(1.0, search.playouts[number])
            error = error_of_lead(mind, number)
            open_still += int(lead + CLEAR * error > mind.options[ENOUGH])
            better += int(lead - CLEAR * error > 0.0)
    return search.playouts[0] >= FEWEST and (open_still == 0 or (open_still == 1 and better == 1))


@kernel
def begin_search(mind: Mind, room: Room) -> None:
    """Nothing is known of any candidate; the planners of the room are set as this one is."""
    mind.search.longest *= FADES
    for number in range(mind.search.count):
        mind.search.lead[number] = 0.0
        mind.search.square[number] = 0.0
        mind.search.playouts[number] = 0.0
        mind.search.alive[number] = 1
    for seat in range(SEATS):
        room.minds[seat].bot = PLANNER
        room.minds[seat].options[:] = mind.options


@kernel
def out_of_time(mind: Mind) -> bool:
    """Whether another playout, even twice as long as the longest, would not be over in time."""
    budget = mind.options[TIME] * mind.options[TICKS]
    return bool(budget > 0.0 and float(ticks()) - mind.search.begun + 2.0 * mind.search.longest > budget)


@kernel
def work_done(mind: Mind, world: int) -> float:
    """The part of the budget that is used up after so many worlds."""
    if mind.options[TIME] > 0.0:
        return float((float(ticks()) - mind.search.begun) / (mind.options[TIME] * mind.options[TICKS]))
    return float(float(world) / mind.options[WORLDS])


@kernel
def compare(board: Board, view: ViewRecord, mind: Mind, room: Room, generator: Any) -> None:
    """Play the candidates out, dropping half of them at a quarter, a half and three quarters of the work."""
    begin_search(mind, room)
    world = 0
    quarters = 1.0
    while work_done(mind, world) < 1.0 and not out_of_time(mind):
        try_all(board, view, mind, room, generator)
        world += 1
        if work_done(mind, world) * 4.0 >= quarters:
            drop_half(mind)
            quarters += 1.0
        if settled(mind):
            return


@kernel
def explain_find(mind: Mind, action: int, best: int) -> None:
    """Why not what the planner would have done: by how many points of a hundred the outcome is better."""
    route = action if action < TAKE else NONE
    card = action - TAKE if TAKE <= action < BLIND else NONE
    share = 100.0 * mind.search.lead[best] / mind.search.playouts[best]
    give_reason(mind.reason, BEST_IN_PLAYOUTS, route, card, NONE, int(share))


@kernel
def choose_search(board: Board, view: ViewRecord, mask: Any, mind: Mind, generator: Any, room: Room) -> int:
    """The action that does best in playouts."""
    mind.search.begun = float(ticks())
    if mind.fresh:
        mind.search.longest = GUESSED * mind.options[TICKS]
    first = choose_planner(board, view, mask, mind)
    if view.own.route != NONE or view.public.phase == TUNNEL:
        return first
    list_candidates(board, view, mask, mind, first)
    if mind.search.count < 2:
        return first
    compare(board, view, mind, room, generator)
    best = best_candidate(mind)
    action = int(mind.search.action[best])
    if best:
        explain_find(mind, action, best)
    return action
