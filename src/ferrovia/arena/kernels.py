"""The compiled loop: whole games between compiled bots, observed as they are played."""

from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import TURNS, Outcome, SeatOutcome
from ferrovia.bots.kernels.choose import choose, key_stream
from ferrovia.bots.kernels.memory import BotMemory, begin_memory
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.kernels.ticks import ticks
from ferrovia.core.bits import add, has, lowest, without_lowest
from ferrovia.core.compile import entry, kernel
from ferrovia.core.fields import Array, dtype_of, part, parts, uint64
from ferrovia.core.limits import NONE, OFFER, SEATS, WORDS
from ferrovia.engine.actions import ACTIONS, MASK_WORDS, TAKE, TICKETS
from ferrovia.engine.chance import nth_member
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.opening import new_game
from ferrovia.engine.scoring import ScoreSpace, best_target, find_parts, score_state
from ferrovia.engine.state import State, ViewRecord
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look
from ferrovia.rules.board import Board


class Workspace:
    """Everything one thread needs to play games, one after another."""

    state: State = part(State, "the game")
    sight: ViewRecord = part(ViewRecord, "what the seat to move sees of it")
    mask: Array = uint64("its legal actions", MASK_WORDS, of="actions")
    memories: Array = parts(BotMemory, "the bots, by seat", SEATS)
    generators: Array = uint64("their random streams", SEATS, 4)
    scratch: Scratch = part(Scratch, "where they try things; between decisions, and to score the game, it is free")


WORKSPACE: Final[np.dtype[Any]] = dtype_of(Workspace)


@kernel
def note_offer(state: State, seat: int, tickets: Any) -> None:
    """Count the tickets a seat is offered."""
    for place in range(OFFER):
        if state.private[seat].offer[place] != NONE:
            add(tickets, int(state.private[seat].offer[place]))


@kernel
def note_opening(state: State, outcome: Outcome) -> None:
    """The opening offers of a newly dealt game."""
    for seat in range(state.public.players):
        note_offer(state, seat, outcome.seats[seat].opening)


@kernel
def note_action(state: State, seat: int, action: int, turns: int, outcome: Outcome, log: Any) -> None:
    """Record an action that was just played; `turns` is the number of turns finished before it."""
    own = outcome.seats[seat]
    if outcome.decisions < len(log):
        log[outcome.decisions] = action
    outcome.decisions += 1
    own.decisions += 1
    own.moves += int(action >= TAKE)  # a route is only half a move; its payment completes it
    if action == TICKETS:
        note_offer(state, seat, own.later)
    if state.public.turns != turns:
        if own.turns < TURNS:
            own.points[own.turns] = state.public.score[seat]
        own.turns += 1


@kernel
def note_tickets(board: Board, state: State, seat: int, own: SeatOutcome, space: ScoreSpace) -> None:
    """The tickets a seat kept, and those it completed."""
    find_parts(board, state.public, seat, space)
    for word in range(WORDS):
        own.tickets[word] = state.private[seat].tickets[word]
        own.routes[word] = state.public.own[seat, word]
        left = state.private[seat].tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            if best_target(board, ticket, space) != NONE:
                add(own.completed, ticket)


@kernel
def note_end(board: Board, state: State, outcome: Outcome, scratch: Scratch) -> None:
    """Score a finished game and record its outcome."""
    score_state(board, state, scratch.scores, scratch.space, scratch.table)
    outcome.turns = state.public.turns
    outcome.ending = state.public.ending
    for seat in range(state.public.players):
        own = outcome.seats[seat]
        own.score = scratch.scores[seat]
        own.trains = state.public.trains[seat]
        own.cards = state.public.hand_size[seat]
        note_tickets(board, state, seat, own, scratch.space)


@kernel
def ask_bot(board: Board, workspace: Workspace, seat: int, outcome: Outcome) -> int:
    """The action of a seat's bot and its thinking time."""
    memory, generator, mask = workspace.memories[seat], workspace.generators[seat], workspace.mask
    start = ticks()
    action = choose(board, workspace.sight, mask, memory, generator, workspace.scratch)
    outcome.seats[seat].nanoseconds += ticks() - start
    return legal_or_fault(mask, action, outcome.seats[seat])


@kernel
def legal_or_fault(mask: Any, action: int, own: SeatOutcome) -> int:
    """The action, or the first legal one and a fault if it is illegal."""
    if 0 <= action < ACTIONS and has(mask, action):
        return action
    own.fault = 1
    return nth_member(mask, 0)


@kernel
def sit_down(workspace: Workspace, memories: Any, outcome: Outcome) -> None:
    """Start every seat's bot: an empty memory, and a random stream that depends only on the deal and the seat, not on
    the other bots or on earlier games."""
    for seat in range(outcome.players):
        workspace.memories[seat] = memories[outcome.bot[seat]]
        begin_memory(workspace.memories[seat])
        key_stream(workspace.generators[seat], outcome.seed, seat)


@kernel
def deal(board: Board, workspace: Workspace, outcome: Outcome) -> int:
    """Begin the game of an outcome; the first seat to move."""
    new_game(board, workspace.state, int(outcome.players), outcome.seed, workspace.scratch.journal)
    note_opening(workspace.state, outcome)
    return to_move(workspace.state)


@kernel
def show(board: Board, workspace: Workspace, seat: int) -> None:
    """What a seat sees, and its legal actions."""
    look(workspace.state, seat, workspace.sight)
    legal_actions(board, workspace.sight.public, workspace.sight.own, seat, workspace.mask)


@kernel
def carry_out(board: Board, workspace: Workspace, seat: int, action: int, outcome: Outcome, log: Any) -> int:
    """Play an action and record it; the next seat to move. NONE ends the game, which is scored."""
    state = workspace.state
    turns = int(state.public.turns)
    step(board, state, seat, action, workspace.scratch.journal)
    note_action(state, seat, action, turns, outcome, log)
    following = to_move(state)
    if following == NONE:
        note_end(board, state, outcome, workspace.scratch)
    return following


@kernel
def play_game(board: Board, workspace: Workspace, outcome: Outcome, log: Any, stop: Any) -> bool:
    """Play one game to its end; False if stopped before."""
    seat = deal(board, workspace, outcome)
    while seat != NONE and not stop[0]:
        show(board, workspace, seat)
        action = ask_bot(board, workspace, seat, outcome)
        seat = carry_out(board, workspace, seat, action, outcome, log)
    return seat == NONE


@entry
def play_games(boards: Any, memories: Any, outcomes: Any, logs: Any, workspaces: Any, stop: Any, done: Any) -> int:
    """Play games one after another until stopped; `done` counts them. Returns the number of ticks."""
    start = ticks()
    for index in range(len(outcomes)):
        sit_down(workspaces[0], memories, outcomes[index])
        if not play_game(boards[0], workspaces[0], outcomes[index], logs[index], stop):
            break
        done[0] += 1
    return ticks() - start


@entry
def note_opening_at(states: Any, outcomes: Any, index: int) -> None:
    """`note_opening` for games played from Python."""
    note_opening(states[0], outcomes[index])


@entry
def note_action_at(states: Any, seat: int, action: int, turns: int, outcomes: Any, index: int, logs: Any) -> None:
    """`note_action` for games played from Python."""
    note_action(states[0], seat, action, turns, outcomes[index], logs[index])


@entry
def note_end_at(boards: Any, states: Any, outcomes: Any, index: int, workspaces: Any) -> None:
    """`note_end` for games played from Python."""
    note_end(boards[0], states[0], outcomes[index], workspaces[0].scratch)
