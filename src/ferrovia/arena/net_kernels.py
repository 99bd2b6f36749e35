"""The compiled loop with nets at some seats, apart from the plain one: without a net nobody waits for it to compile."""

from typing import Any

from ferrovia.arena.kernels import Workspace, carry_out, deal, legal_or_fault, show, sit_down
from ferrovia.arena.outcome import Outcome
from ferrovia.bots.kernels.choose import choose
from ferrovia.bots.kernels.registry import NET
from ferrovia.bots.kernels.ticks import ticks
from ferrovia.bots.net.choose import choose_net
from ferrovia.core.compile import entry, kernel
from ferrovia.core.limits import NONE
from ferrovia.rules.board import Board


@kernel
def ask_seat(board: Board, workspace: Workspace, seat: int, outcome: Outcome, context: Any) -> int:
    """The action of a seat's bot and its thinking time."""
    memory, generator, mask = workspace.memories[seat], workspace.generators[seat], workspace.mask
    start = ticks()
    if memory.bot == NET:
        action = choose_net(board, workspace.sight, mask, memory, generator, workspace.scratch, context)
    else:
        action = choose(board, workspace.sight, mask, memory, generator, workspace.scratch)
    outcome.seats[seat].nanoseconds += ticks() - start
    return legal_or_fault(mask, action, outcome.seats[seat])


@kernel
def play_net_game(board: Board, workspace: Workspace, outcome: Outcome, log: Any, stop: Any, context: Any) -> bool:
    """Play one game to its end; False if stopped before."""
    seat = deal(board, workspace, outcome)
    while seat != NONE and not stop[0]:
        show(board, workspace, seat)
        action = ask_seat(board, workspace, seat, outcome, context)
        seat = carry_out(board, workspace, seat, action, outcome, log)
    return seat == NONE


@entry
def play_net_games(
    boards: Any, memories: Any, outcomes: Any, logs: Any, workspaces: Any, stop: Any, done: Any, context: Any
) -> int:
    """Play games one after another until stopped; `done` counts them. Returns the number of ticks."""
    start = ticks()
    for index in range(len(outcomes)):
        sit_down(workspaces[0], memories, outcomes[index])
        if not play_net_game(boards[0], workspaces[0], outcomes[index], logs[index], stop, context):
            break
        done[0] += 1
    return ticks() - start
