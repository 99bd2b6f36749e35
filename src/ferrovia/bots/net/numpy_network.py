"""A trained network in float32 NumPy: its outputs for many observations at once, for analysis and as a teacher. Bots
play through the kernels of `inference`, which read the same weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ferrovia.bots.net.inference import NORM_EPSILON


class NumpyNetwork:
    """Residual MLP. `parameters` are named as in training; `scales` turn the bytes of an observation into numbers."""

    def __init__(self, parameters: Mapping[str, Any], scales: Any) -> None:
        self.parameters, self.scales = parameters, np.asarray(scales, np.float32)
        self.blocks = sum(name.endswith("first.weight") for name in parameters)

    def __call__(self, rows: Any) -> Any:
        """The outputs, (rows, outputs), for rows of signed bytes: logits of actions, or values of seats."""
        x = self._linear(rows * self.scales, "input")
        for number in range(self.blocks):
            block = f"blocks.{number}"
            inner = np.maximum(self._linear(self._norm(x, f"{block}.norm"), f"{block}.first"), 0)
            x = x + self._linear(inner, f"{block}.second")
        return self._linear(np.maximum(self._norm(x, "norm"), 0), "head")

    def _linear(self, x: Any, name: str) -> Any:
        return x @ self.parameters[f"{name}.weight"].T + self.parameters[f"{name}.bias"]

    def _norm(self, x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt(np.square(centred).mean(-1, keepdims=True) + NORM_EPSILON)
        return centred / deviation * self.parameters[f"{name}.weight"] + self.parameters[f"{name}.bias"]
