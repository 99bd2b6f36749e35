"""A network written out from its definition, to compare the kernels and torch with."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def network_outputs(parameters: Mapping[str, Any], scales: Any, rows: Any) -> Any:
    """The outputs for rows of an observation, by parameters named as in training."""

    def norm(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt(np.square(centred).mean(-1, keepdims=True) + 1e-5)
        return centred / deviation * parameters[f"{name}.weight"] + parameters[f"{name}.bias"]

    def linear(x: Any, name: str) -> Any:
        return x @ parameters[f"{name}.weight"].T + parameters[f"{name}.bias"]

    x = linear(rows * scales, "input")
    for number in range(sum(name.endswith("first.weight") for name in parameters)):
        inner = np.maximum(linear(norm(x, f"blocks.{number}.norm"), f"blocks.{number}.first"), 0)
        x = x + linear(inner, f"blocks.{number}.second")
    return linear(np.maximum(norm(x, "norm"), 0), "head")
