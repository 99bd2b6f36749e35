"""The critic as a kernel: what a position is worth to a seat, by a network that sees all hands and tickets."""

from typing import Any

from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.inference import run_network
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE
from ferrovia.engine.scoring import score_state
from ferrovia.observation.kernels import clear_row, observe, observe_privileged
from ferrovia.rollout.game import POINTS, WIN, standing
from ferrovia.rules.board import Board


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
