"""Results of calls on an array of games, and the caller's own arrays for them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.batch.checks import check_out
from ferrovia.core.aligned import aligned_zeros
from ferrovia.core.limits import SEATS
from ferrovia.engine.scoring import SCORE
from ferrovia.errors import TableError
from ferrovia.rules.kinds import show


@dataclass(frozen=True, slots=True)
class Results:
    """The results of many finished games."""

    scores: Any
    """Array (games, seats) of records with the fields of `ferrovia.engine.scoring.ScoreRecord`."""
    decisions: NDArray[np.int64]
    """Number of decisions in each game."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of one action in each game."""

    refused: NDArray[np.bool_]
    """Where the action was illegal; such a game is unchanged."""
    over: NDArray[np.bool_]
    """Where the game was over after the step; with `reset`, a new one has begun there."""
    rewards: NDArray[np.float32]
    """The reward of each seat for the step: (games, players)."""
    scores: Any
    """The final scores where a game ended with this step: records, (games, seats). Undefined elsewhere."""


def step_arrays(games: int, players: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and the type of each array of a step."""
    return {
        "refused": ((games,), np.bool_),
        "over": ((games,), np.bool_),
        "rewards": ((games, players), np.float32),
        "scores": ((games, SEATS), SCORE),
    }


def check_step_result(out: StepResult) -> StepResult:
    """Check that a caller's arrays for a step came from an earlier one."""
    if not isinstance(out, StepResult):
        raise TableError(f"out must be the result of an earlier step, not {show(out)}")
    return out


def step_result(out: StepResult | None, games: int, players: int) -> StepResult:
    """The arrays to write to: the caller's, if they fit, or new ones."""
    wanted = step_arrays(games, players)
    if out is None:
        return StepResult(**{name: aligned_zeros(shape, kind) for name, (shape, kind) in wanted.items()})
    for name, (shape, kind) in wanted.items():
        check_out(getattr(check_step_result(out), name), shape, kind, f"out.{name}")
    return out
