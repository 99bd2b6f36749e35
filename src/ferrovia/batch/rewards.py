"""Rewards: what each seat of a game has earned so far, by one of four definitions.

    win      when the game is over: 1 for winning alone, while the rivals share -1; 0 if all tie. Zero-sum
    margin   when the game is over: the points ahead of the rivals' mean. Zero-sum
    points   when the game is over: the final score
    shaped   at every step: the lead over the rivals' mean, in points if the game ended now, without the longest path,
             divided by 50; when the game is over also the longest path, and twice the share of the win above a fair
             share. Zero-sum. Training by self-play uses it too

The reward of a step is what a seat has earned after it minus what it had earned before, so that the rewards of a whole
game add up to `Games.rewards`.
"""

from typing import Any, Final, Literal

import numpy as np

from ferrovia.core.compile import kernel
from ferrovia.engine.scoring import ScoreSpace, score_state
from ferrovia.engine.state import OVER, State
from ferrovia.errors import TableError
from ferrovia.rollout.game import POINTS as SHAPED_POINTS
from ferrovia.rollout.game import WIN as SHAPED_WIN
from ferrovia.rollout.game import standing
from ferrovia.rules.board import Board
from ferrovia.rules.kinds import show

RewardName = Literal["win", "margin", "points", "shaped"]
REWARDS: Final[tuple[RewardName, ...]] = ("win", "margin", "points", "shaped")
WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
SHAPED: Final = 3


def reward_number(name: str) -> int:
    """The number of a definition, for kernels."""
    if name not in REWARDS:
        raise TableError(f"there is no reward {show(name)}; there are {', '.join(REWARDS)}")
    return REWARDS.index(name)


@kernel
def subtract_rivals(earned: Any, players: int) -> None:
    """Turn each seat's number into its number minus the mean of its rivals'."""
    total = np.float32(0.0)
    for seat in range(players):
        total += earned[seat]
    for seat in range(players):
        earned[seat] -= (total - earned[seat]) / np.float32(players - 1)


@kernel
def add_wins(scores: Any, players: int, weight: Any, earned: Any) -> None:
    """Add the share of the win above a fair share, multiplied by `weight`."""
    winners = 0
    for seat in range(players):
        winners += int(scores[seat].place == 1)
    for seat in range(players):
        share = np.float32(1.0) / np.float32(winners) if scores[seat].place == 1 else np.float32(0.0)
        earned[seat] += weight * (share - np.float32(1.0) / np.float32(players))


@kernel
def reward_final(scores: Any, players: int, kind: int, earned: Any) -> None:
    """What each seat has earned in a finished game."""
    for seat in range(players):
        earned[seat] = 0.0 if kind == WIN else scores[seat].total
    if kind == WIN:
        add_wins(scores, players, np.float32(players) / np.float32(players - 1), earned)
    elif kind != POINTS:
        subtract_rivals(earned, players)
    if kind == SHAPED:
        for seat in range(players):
            earned[seat] /= SHAPED_POINTS
        add_wins(scores, players, SHAPED_WIN, earned)


@kernel
def reward_standing(board: Board, state: State, kind: int, space: ScoreSpace, earned: Any) -> None:
    """What each seat has earned in an unfinished game."""
    players = int(state.public.players)
    for seat in range(players):
        earned[seat] = 0.0
        if kind == SHAPED:
            earned[seat] = np.float32(standing(board, state, seat, space)) / SHAPED_POINTS
    if kind == SHAPED:
        subtract_rivals(earned, players)


@kernel
def reward_so_far(
    board: Board, state: State, kind: int, scores: Any, space: ScoreSpace, table: Any, earned: Any
) -> None:
    """What each seat has earned so far; a finished game is scored."""
    if state.public.phase == OVER:
        score_state(board, state, scores, space, table)
        reward_final(scores, int(state.public.players), kind, earned)
    else:
        reward_standing(board, state, kind, space, earned)
