"""One game of a rollout: its record between steps, and the step itself.

The reward is a vector with one number per seat. A seat's standing is what it would score if the game ended now, without
the longest path. Each step pays the change of the standing minus the mean change of the rivals', divided by `POINTS`;
the last one adds the longest path and twice the share of the win above a fair share. The changes add up to the final
margin, so credit comes early without distortion.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.fields import Array, dtype_of, int8, int16, uint64
from ferrovia.core.limits import NONE, SEATS, WORDS
from ferrovia.engine.journal import Journal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.opening import new_game
from ferrovia.engine.scoring import ScoreSpace, best_target, find_parts, score_attractions, score_state, ticket_value
from ferrovia.engine.state import OPENING, OVER, State
from ferrovia.engine.turn import step, to_move
from ferrovia.rollout.forced import only_action, play_forced
from ferrovia.rules.board import Board

ALL_SEATS: Final = (1 << SEATS) - 1
POINTS: Final = np.float32(50.0)
WIN: Final = np.float32(2.0)
GAMES: Final = 0
MEAN_POINTS: Final = 1
BEST_POINTS: Final = 2
COMPLETED: Final = 3
KEPT: Final = 4
ROUNDS: Final = 5
LEARNER_WINS: Final = 6
LEARNER_POINTS: Final = 7
LONGEST: Final = 8
COUNTS: Final = 9
"""Columns of the statistics: sums over the finished games of a slot; points and tickets are means over the seats."""


class Slot:
    """A place in a batch where one game follows another."""

    seed: int = uint64("seed of the game")
    standing: Array = int16("what each seat would score now, without the longest path", SEATS)
    players: int = int8("seats at the table")
    mover: int = int8("the seat that has a choice", of="seat")
    learner: int = int8("the seat that learns; -1: all", of="seat")


SLOT: Final[np.dtype[Any]] = dtype_of(Slot)


@kernel
def standing(board: Board, state: State, seat: int, space: ScoreSpace) -> int:
    """What a seat would score if the game ended now, without the longest path."""
    find_parts(board, state.public, seat, space)
    total = int(state.public.score[seat]) + score_attractions(board, space)
    for word in range(WORDS):
        left = state.private[seat].tickets[word]
        while left:
            ticket = word * 64 + lowest(left)
            left = without_lowest(left)
            total += ticket_value(board, ticket, best_target(board, ticket, space))
    return total


@kernel
def set_standings(board: Board, state: State, slot: Slot, space: ScoreSpace) -> None:
    """Store the standing of all seats."""
    for seat in range(slot.players):
        slot.standing[seat] = standing(board, state, seat, space)


@kernel
def start(board: Board, state: State, slot: Slot, mask: Any, space: ScoreSpace, journal: Journal) -> None:
    """Set up the game of a slot's seed and play forced decisions."""
    new_game(board, state, int(slot.players), slot.seed, journal)
    slot.mover = play_forced(board, state, mask, journal)
    set_standings(board, state, slot, space)


@inlined
def share_rewards(reward: Any, players: int) -> None:
    """Turn each seat's change into its change minus the mean change of its rivals, as rewards."""
    total = np.float32(0.0)
    for seat in range(players):
        total += reward[seat]
    for seat in range(players):
        others = (total - reward[seat]) / np.float32(players - 1)
        reward[seat] = (reward[seat] - others) / POINTS


@kernel
def pay_changes(board: Board, state: State, slot: Slot, acted: int, space: ScoreSpace, reward: Any) -> None:
    """Reward the change in standing of the seats that acted."""
    for seat in range(slot.players):
        reward[seat] = 0.0
        if acted >> seat & 1:
            now = standing(board, state, seat, space)
            reward[seat] = now - int(slot.standing[seat])
            slot.standing[seat] = now
    share_rewards(reward, int(slot.players))


@kernel
def pay_final(scores: Any, slot: Slot, reward: Any) -> None:
    """Reward the final score and the win."""
    winners = 0
    for seat in range(slot.players):
        reward[seat] = int(scores[seat].total) - int(slot.standing[seat])
        winners += int(scores[seat].place == 1)
    share_rewards(reward, int(slot.players))
    for seat in range(slot.players):
        won = np.float32(1.0) / np.float32(winners) if scores[seat].place == 1 else np.float32(0.0)
        reward[seat] += WIN * (won - np.float32(1.0) / np.float32(slot.players))


@kernel
def count_game(state: State, slot: Slot, scores: Any, counts: Any) -> None:
    """Add a finished game to the statistics of its slot."""
    best = int(scores[0].total)
    winners = 0
    for seat in range(slot.players):
        share = np.float32(1.0) / np.float32(slot.players)
        best = max(best, int(scores[seat].total))
        winners += int(scores[seat].place == 1)
        counts[MEAN_POINTS] += share * np.float32(scores[seat].total)
        counts[COMPLETED] += share * np.float32(scores[seat].completed)
        counts[KEPT] += share * np.float32(state.public.tickets[seat])
        counts[LONGEST] += share * np.float32(scores[seat].trail)
    counts[GAMES] += np.float32(1.0)
    counts[BEST_POINTS] += np.float32(best)
    counts[ROUNDS] += np.float32(state.public.turns) / np.float32(slot.players)
    learner = max(0, int(slot.learner))
    counts[LEARNER_POINTS] += np.float32(scores[learner].total)
    if scores[learner].place == 1:
        counts[LEARNER_WINS] += np.float32(1.0) / np.float32(winners)


@kernel
def advance(
    board: Board,
    state: State,
    slot: Slot,
    action: int,
    stride: Any,
    mask: Any,
    scores: Any,
    space: ScoreSpace,
    table: Any,
    journal: Journal,
    reward: Any,
    counts: Any,
) -> bool:
    """Apply an action of the seat to move and the forced decisions after it; return whether the game ended. The slot's
    next game has then begun, its seed the last one plus `stride`. Each large function is called in one place only,
    because GPUs have small instruction caches and slow compilers."""
    seat = int(slot.mover)
    opening = state.public.phase == OPENING
    over = False
    acted = 0
    while action != NONE:
        step(board, state, seat, action, journal)
        acted |= 1 << seat
        if state.public.phase == OVER:
            over = True
            score_state(board, state, scores, space, table)
            pay_final(scores, slot, reward)
            count_game(state, slot, scores, counts)
            slot.seed += stride
            new_game(board, state, int(slot.players), slot.seed, journal)
        seat = to_move(state)
        legal_actions(board, state.public, state.private[seat], seat, mask)
        action = only_action(mask)
    slot.mover = seat
    if opening and state.public.phase != OPENING:  # the answers of all seats are settled together
        acted = ALL_SEATS
    if over:
        set_standings(board, state, slot, space)
    else:
        pay_changes(board, state, slot, acted, space, reward)
    return over
