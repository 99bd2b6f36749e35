"""Trained weights: signed bytes on disk, 32-bit floats in memory, inference in NumPy.

A network is a residual MLP: `x = input(row)`, then blocks of `x + second(relu(first(norm(x))))`, then
`head(relu(norm(x)))`. On disk every matrix is stored as bytes with one scale for each of its rows (an output unit); the
model card beside it (a JSON file) holds the hash of each file and of the observation it was trained on.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from ferrovia.errors import BotError

SPARSE_ROWS: Final = 4
"""Up to this many rows are multiplied through their non-zero numbers only, because most numbers of a row are 0."""
NORM_EPSILON: Final = 1e-5


class WeightsError(BotError):
    """Weights that cannot be used: missing, damaged, or made for another observation."""


@dataclass(frozen=True, slots=True)
class ResidualBlock:
    """The arrays of one block; matrices are (inputs, outputs)."""

    norm: tuple[Any, Any]
    first: tuple[Any, Any]
    second: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Network:
    """The arrays of a network; matrices are (inputs, outputs), with the scales of the observation folded in."""

    input: tuple[Any, Any]
    blocks: tuple[ResidualBlock, ...]
    norm: tuple[Any, Any]
    head: tuple[Any, Any]


def forward(net: Network, rows: Any) -> Any:
    """The outputs for rows of signed bytes: (rows, outputs) 32-bit floats."""
    x = first_layer(net, rows)
    for block in net.blocks:
        inner = np.maximum(affine(normalised(x, block.norm), block.first), 0)
        x += affine(inner, block.second)
    return affine(np.maximum(normalised(x, net.norm), 0), net.head)


def first_layer(net: Network, rows: Any) -> Any:
    """The input layer. A few rows read only the weights of their non-zero numbers."""
    weights, bias = net.input
    if len(rows) > SPARSE_ROWS:
        return rows.astype(np.float32) @ weights + bias
    activations = np.empty((len(rows), len(bias)), np.float32)
    for index, row in enumerate(rows):
        places = np.flatnonzero(row)
        activations[index] = row[places].astype(np.float32) @ weights[places] + bias
    return activations


def affine(x: Any, layer: tuple[Any, Any]) -> Any:
    """A linear layer."""
    return x @ layer[0] + layer[1]


def normalised(x: Any, layer: tuple[Any, Any]) -> Any:
    """A layer norm."""
    centred = x - x.mean(-1, keepdims=True)
    variance = np.square(centred).mean(-1, keepdims=True)
    return centred / np.sqrt(variance + np.float32(NORM_EPSILON)) * layer[0] + layer[1]


# --- files -----------------------------------------------------------------------------------------------------------


def quantise(weights: Any) -> tuple[Any, Any]:
    """Quantise a matrix (outputs, inputs) to signed bytes with one scale per row."""
    scales = np.maximum(np.abs(weights).max(1), 1e-12).astype(np.float32) / 127
    return np.rint(weights / scales[:, None]).astype(np.int8), scales


def save_net(file: Path, parameters: Mapping[str, Any]) -> str:
    """Write the quantised parameters of a network (named as in training); return the hash of the file's content."""
    stored: dict[str, Any] = {}
    for name, value in parameters.items():
        if value.ndim == 2:
            stored[name], stored[f"{name}.scale"] = quantise(value.astype(np.float32))
        else:
            stored[name] = value.astype(np.float32)
    np.savez_compressed(file, **stored)
    return content_hash(stored)


def content_hash(stored: Mapping[str, Any]) -> str:
    """SHA-256 of the names and bytes of all arrays."""
    mixed = hashlib.sha256()
    for name in sorted(stored):
        mixed.update(name.encode("ascii") + np.ascontiguousarray(stored[name]).tobytes())
    return mixed.hexdigest()


def read_file(file: Path) -> dict[str, Any]:
    """The arrays of a file."""
    try:
        with file.open("rb") as opened, np.load(opened) as archive:
            return dict(archive)
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise WeightsError(f"the weights in {file.name} cannot be read: {error}") from error


def read_parameters(file: Path) -> dict[str, Any]:
    """The parameters of a network by name as 32-bit floats, from a file of bytes or floats."""
    stored = read_file(file)
    parameters = {name: value.astype(np.float32) for name, value in stored.items() if not name.endswith(".scale")}
    for name in parameters:
        if f"{name}.scale" in stored:
            parameters[name] *= stored[f"{name}.scale"][:, None]
    return parameters


def read_checked(file: Path, inputs: int, expected: str | None = None) -> dict[str, Any]:
    """The arrays of a file, if they fit an observation of this size. `expected`: the hash on its card."""
    stored = read_file(file)
    if expected is not None and content_hash(stored) != expected:
        raise WeightsError(f"the weights in {file.name} are damaged: their hash is not that of the model card")
    if stored["input.weight"].shape[1] != inputs:
        raise WeightsError(f"the weights in {file.name} were trained on another observation")
    return stored


def load_net(file: Path, scales: Any, expected: str | None = None) -> Network:
    """The network of a file. `scales`: those of the observation; `expected`: the hash its card gives."""
    return assemble(read_checked(file, len(scales), expected), np.asarray(scales, np.float32))


def assemble(stored: Mapping[str, Any], scales: Any) -> Network:
    """The network from its stored arrays."""

    def pair(name: str) -> tuple[Any, Any]:
        weight, bias = stored[f"{name}.weight"], stored[f"{name}.bias"].astype(np.float32)
        if weight.ndim == 1:
            return weight.astype(np.float32), bias
        full = weight.astype(np.float32)
        if f"{name}.weight.scale" in stored:
            full *= stored[f"{name}.weight.scale"][:, None]
        return np.ascontiguousarray(full.T), bias

    count = sum(name.endswith("first.weight") for name in stored)
    parts = (tuple(pair(f"blocks.{number}.{part}") for part in ("norm", "first", "second")) for number in range(count))
    weights, bias = pair("input")
    return Network(
        (weights * scales[:, None], bias), tuple(ResidualBlock(*block) for block in parts), pair("norm"), pair("head")
    )


def load_card(file: Path) -> dict[str, Any]:
    """The model card of some weights."""
    try:
        card: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsError(f"there is no model card {file.name} that can be read: {error}") from error
    return card
