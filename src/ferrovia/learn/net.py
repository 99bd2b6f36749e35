"""The networks: residual MLPs that read rows of signed bytes."""

from typing import Any, Final

import torch
from torch import nn
from torch.nn import functional

ALIGNMENT: Final = 64
"""Rows are padded to a multiple of this, because matrix units need aligned shapes."""


def padded(size: int, to: int = ALIGNMENT) -> int:
    """The next multiple."""
    return -(-size // to) * to


class Block(nn.Module):
    """Residual block: norm, linear, ReLU, linear. It starts as the identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Any) -> Any:
        return x + linear(functional.relu(linear(normed(x, self.norm), self.first)), self.second)


class ResidualNet(nn.Module):
    """Residual MLP. `scales` turn the bytes of a row into numbers; they are folded into the first weights."""

    scales: torch.Tensor

    def __init__(self, scales: Any, outputs: int, width: int, blocks: int) -> None:
        super().__init__()
        self.register_buffer("scales", torch.as_tensor(scales), persistent=False)
        self.input = nn.Linear(len(scales), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, outputs)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)

    def forward(self, rows: Any) -> Any:
        """The outputs, in 32 bits, for rows of bytes as floats; the precision is that of the rows."""
        weight = (self.input.weight * self.scales).to(rows.dtype)
        x = functional.linear(rows, weight, self.input.bias.to(rows.dtype))
        for block in self.blocks:
            x = block(x)
        return linear(functional.relu(normed(x, self.norm)), self.head).float()


def linear(x: Any, layer: nn.Linear) -> Any:
    """A linear layer in the precision of its input; the weights themselves stay in 32 bits."""
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def normed(x: Any, layer: nn.LayerNorm) -> Any:
    """A layer norm in the precision of its input."""
    return functional.layer_norm(x, x.shape[-1:], layer.weight.to(x.dtype), layer.bias.to(x.dtype), layer.eps)
