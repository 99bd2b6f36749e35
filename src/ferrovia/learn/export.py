"""Conversion between the padded tensors of a network in training and its plain parameters."""

from collections.abc import Mapping
from typing import Any

import torch

from ferrovia.bots.net.weights import WeightsError
from ferrovia.learn.net import ResidualNet
from ferrovia.learn.shapes import Shapes


def parameters_of(net: ResidualNet, shapes: Shapes, critic: bool) -> dict[str, Any]:
    """The parameters by name, without padding, as 32-bit floats."""
    parameters = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    outputs = shapes.outputs(critic)
    parameters["input.weight"] = parameters["input.weight"][:, shapes.columns(critic)]
    parameters["head.weight"], parameters["head.bias"] = (
        parameters["head.weight"][:outputs],
        parameters["head.bias"][:outputs],
    )
    return parameters


def set_parameters(net: ResidualNet, shapes: Shapes, critic: bool, parameters: Mapping[str, Any]) -> None:
    """Set parameters from unpadded arrays."""
    own_shape, shape = net_shape(net.state_dict()), net_shape(parameters)
    if shape != own_shape:
        raise WeightsError(
            f"the weights have width {shape[0]} and {shape[1]} blocks, this run {own_shape[0]} and {own_shape[1]}: "
            f"add --width {shape[0]} --blocks {shape[1]}"
        )
    state = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    for name in state:
        if name == "input.weight":
            state[name][:, shapes.columns(critic)] = parameters[name]
        elif name.startswith("head."):
            state[name][: shapes.outputs(critic)] = parameters[name]
        else:
            state[name][:] = parameters[name]
    net.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})


def net_shape(parameters: Mapping[str, Any]) -> tuple[int, int]:
    """The width and the number of residual blocks of parameters."""
    return len(parameters["input.bias"]), len({name.split(".")[1] for name in parameters if name.startswith("blocks.")})
