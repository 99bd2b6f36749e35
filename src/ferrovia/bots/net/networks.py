"""Networks packed for the kernels: matrices stay signed bytes, so that a network fits a processor's second-level cache.

All networks of a table lie in three arrays, one after the other, and are called by their number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ferrovia.bots.net.weights import quantise

INPUTS: Final = 0
WIDTH: Final = 1
BLOCKS: Final = 2
OUTPUTS: Final = 3
WEIGHTS_AT: Final = 4
NUMBERS_AT: Final = 5
COLUMNS: Final = 6
"""Columns of `Networks.shapes`."""


class Networks(NamedTuple):
    """Some networks in the order their layers are run."""

    weights: Any
    """Signed bytes: every matrix (inputs, outputs), row by row."""
    numbers: Any
    """32-bit floats: the scales of the observation, then scale and bias of each layer, weight and bias of each norm."""
    shapes: Any
    """(networks, columns) 64-bit integers."""


def pack(stored: Mapping[str, Any], scales: Any) -> Networks:
    """One network from its stored arrays; `scales`: those of the observation."""
    count = sum(name.endswith("first.weight") for name in stored)
    weights: list[Any] = []
    numbers = [np.asarray(scales, np.float32)]

    def add(name: str) -> None:
        weight, bias = stored[f"{name}.weight"], stored[f"{name}.bias"]
        scale = stored.get(f"{name}.weight.scale")
        if weight.ndim == 1:
            numbers.extend((weight, bias))
            return
        if scale is None:
            weight, scale = quantise(weight.astype(np.float32))
        weights.append(weight.T.ravel())
        numbers.extend((scale, bias))

    for name in ("input", *layer_names(count), "norm", "head"):
        add(name)
    width, inputs = stored["input.weight"].shape
    shape = (inputs, width, count, len(stored["head.bias"]), 0, 0)
    return Networks(
        np.concatenate(weights).astype(np.int8), np.concatenate(numbers).astype(np.float32), np.array([shape], np.int64)
    )


def layer_names(blocks: int) -> list[str]:
    """The layers of the blocks in their order."""
    return [f"blocks.{number}.{part}" for number in range(blocks) for part in ("norm", "first", "second")]


def join(networks: Sequence[Networks]) -> Networks:
    """Several packed networks as one."""
    shapes = np.concatenate([network.shapes for network in networks])
    sizes = np.array([(len(network.weights), len(network.numbers)) for network in networks])
    shapes[:, WEIGHTS_AT:] = np.cumsum(sizes, 0) - sizes
    return Networks(
        np.concatenate([network.weights for network in networks]),
        np.concatenate([network.numbers for network in networks]),
        shapes,
    )
