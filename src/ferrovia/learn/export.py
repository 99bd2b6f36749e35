"""Conversion between the padded tensors of a network in training and its plain parameters."""

from collections.abc import Mapping
from typing import Any

import torch

from ferrovia.bots.net.weights import WeightsError
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
    """Set parameters from unpadded arrays."""
    wanted, found = net_shape(net.state_dict()), net_shape(given)
    if found != wanted:
        raise WeightsError(
            f"the weights have width {found[0]} and {found[1]} blocks, this run {wanted[0]} and {wanted[1]}: "
            f"add --width {found[0]} --blocks {found[1]}"
        )
    state = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    for name in state:
        if name == "input.weight":
            state[name][:, shapes.columns(critic)] = given[name]
        elif name.startswith("head."):
            state[name][: shapes.outputs(critic)] = given[name]
        else:
            state[name][:] = given[name]
    net.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})


def net_shape(given: Mapping[str, Any]) -> tuple[int, int]:
    """The width and the number of residual blocks of parameters."""
    return len(given["input.bias"]), len({name.split(".")[1] for name in given if name.startswith("blocks.")})
