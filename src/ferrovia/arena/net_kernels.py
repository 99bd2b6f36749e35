"""The compiled loop with nets at some seats, apart from the plain one: without a net nobody waits for it to compile."""

from typing import Any

from ferrovia.arena.kernels import Workspace, legal_or_fault, note_action, note_end, note_opening, sit_down
from ferrovia.arena.outcome import Outcome
from ferrovia.bots.kernels.choose import choose
from ferrovia.bots.kernels.registry import NET
from ferrovia.bots.kernels.ticks import ticks
from ferrovia.bots.net.choose import choose_net
from ferrovia.core.compile import entry, kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.opening import new_game
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look
from ferrovia.rules.board import Board


@kernel
def ask_seat(board: Board, workspace: Workspace, seat: int, outcome: Outcome, desk: Any) -> int:
    """The action of a seat's bot and its thinking time."""
    memory, generator, mask = workspace.memories[seat], workspace.generators[seat], workspace.mask
    start = ticks()
    if memory.bot == NET:
        action = choose_net(board, workspace.sight, mask, memory, generator, workspace.scratch, desk)
    else:
        action = choose(board, workspace.sight, mask, memory, generator, workspace.scratch)
    outcome.seats[seat].nanoseconds += ticks() - start
    return legal_or_fault(mask, action, outcome.seats[seat])


@kernel
def play_net_game(board: Board, workspace: Workspace, outcome: Outcome, log: Any, stop: Any, desk: Any) -> bool:
    """Play one game to its end; False if told to stop before."""
    state = workspace.state
    new_game(board, state, int(outcome.players), outcome.seed, workspace.scratch.journal)
    note_opening(state, outcome)
    seat = to_move(state)
    while seat != NONE and not stop[0]:
        look(state, seat, workspace.sight)
        legal_actions(board, workspace.sight.public, workspace.sight.own, seat, workspace.mask)
        action = ask_seat(board, workspace, seat, outcome, desk)
        turns = int(state.public.turns)
        step(board, state, seat, action, workspace.scratch.journal)
        note_action(state, seat, action, turns, outcome, log)
        seat = to_move(state)
    if seat == NONE:
        note_end(board, state, outcome, workspace.scratch)
    return seat == NONE


@entry
def play_net_games(
    boards: Any, memories: Any, outcomes: Any, logs: Any, desks: Any, stop: Any, done: Any, desk: Any
) -> int:
    """Play games one after the other, until told to stop; `done` counts them. How many ticks it took."""
    start = ticks()
    for index in range(len(outcomes)):
        sit_down(desks[0], memories, outcomes[index])
        if not play_net_game(boards[0], desks[0], outcomes[index], logs[index], stop, desk):
            break
        done[0] += 1
    return ticks() - start
