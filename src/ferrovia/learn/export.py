"""Weights as NumPy arrays in half precision: small enough to travel, exact enough to go on training."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ferrovia.learn.net import ResidualNet
from ferrovia.learn.shapes import Shapes


def parameters_of(net: ResidualNet, shapes: Shapes, critic: bool) -> dict[str, Any]:
    """The parameters by name, without padding, as 32-bit floats."""
    found = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    outputs = shapes.outputs(critic)
    found["input.weight"] = found["input.weight"][:, shapes.columns(critic)]
    found["head.weight"], found["head.bias"] = found["head.weight"][:outputs], found["head.bias"][:outputs]
    return found


def set_parameters(net: ResidualNet, shapes: Shapes, critic: bool, given: Mapping[str, Any]) -> None:
    """Set parameters that have no padding."""
    state = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    for name in state:
        if name == "input.weight":
            state[name][:, shapes.columns(critic)] = given[name]
        elif name.startswith("head."):
            state[name][: shapes.outputs(critic)] = given[name]
        else:
            state[name][:] = given[name]
    net.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})


def save_halves(file: Path, parameters: Mapping[str, Any]) -> None:
    """Write parameters in 16 bits; the file is whole or not there."""
    waiting = file.with_suffix(".part.npz")
    np.savez(waiting, **{name: value.astype(np.float16) for name, value in parameters.items()})
    waiting.replace(file)


def load_halves(file: Path) -> dict[str, Any]:
    """Read parameters in 16 bits."""
    with np.load(file) as saved:
        return {name: saved[name].astype(np.float32) for name in saved}
