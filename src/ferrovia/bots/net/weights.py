"""Trained weights in files: signed bytes with scales, and the model card beside them.

A network is a residual MLP: `x = input(row)`, then blocks of `x + second(relu(first(norm(x))))`, then
`head(relu(norm(x)))`. On disk every matrix is stored as bytes with one scale for each of its rows (an output unit); the
model card beside it (a JSON file) holds the hash of each file and of the observation it was trained on.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ferrovia.errors import BotError


class WeightsError(BotError):
    """Weights that cannot be used: missing, damaged, or made for another observation."""


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
    return dequantised(read_file(file))


def dequantised(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a network by name as 32-bit floats."""
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


def load_card(file: Path) -> dict[str, Any]:
    """The model card of some weights."""
    try:
        card: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsError(f"there is no model card {file.name} that can be read: {error}") from error
    return card
