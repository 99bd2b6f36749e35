"""The spaces of observations and actions, the same in every adapter."""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

LOWEST, HIGHEST = -128, 127
"""The range of a signed byte."""


def observation_box(size: int, scales: NDArray[np.float32] | None) -> spaces.Box:
    """Signed bytes or, with scales, the numbers that a network reads."""
    if scales is None:
        return spaces.Box(LOWEST, HIGHEST, (size,), np.int8)
    return spaces.Box(LOWEST * scales, HIGHEST * scales, (size,), np.float32)


def action_box(actions: int) -> spaces.Box:
    """A mask of legal actions."""
    return spaces.Box(0, 1, (actions,), np.int8)
