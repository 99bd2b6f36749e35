"""Trained weights: their files, their hashes, and the networks packed for the kernels."""

import numpy as np
import pytest

from ferrovia.bots.net.inference import answers
from ferrovia.bots.net.networks import join, pack
from ferrovia.bots.net.numpy_network import NumpyNetwork
from ferrovia.bots.net.weights import (
    WeightsError,
    load_card,
    quantise,
    read_checked,
    read_file,
    read_parameters,
    save_net,
)


def parameters(inputs: int = 20, width: int = 8, outputs: int = 5):
    """A small network with two blocks, named as in training."""
    chance = np.random.default_rng(1)
    shapes = {"input": (width, inputs), "norm": (width,), "head": (outputs, width)}
    for number in range(2):
        shapes |= {f"blocks.{number}.{part}": (width, width) for part in ("first", "second")}
        shapes[f"blocks.{number}.norm"] = (width,)
    values = {}
    for name, shape in shapes.items():
        values[f"{name}.weight"] = chance.normal(size=shape).astype(np.float32)
        values[f"{name}.bias"] = chance.normal(size=shape[0]).astype(np.float32)
    return values


def test_packed_networks_answer_as_the_network_written_out(tmp_path):
    """Two networks of different sizes in the same arrays."""
    scales = np.linspace(0.1, 1, 20).astype(np.float32)
    rows = np.random.default_rng(2).integers(-1, 2, (9, 20)).astype(np.int8)
    files = [tmp_path / "small.npz", tmp_path / "other.npz"]
    for file, made in zip(files, (parameters(), parameters(width=7, outputs=11)), strict=True):
        save_net(file, made)
    packed = join([pack(read_file(file), scales) for file in files])
    for number, file in enumerate(files):
        expected = NumpyNetwork(read_parameters(file), scales)(rows)
        np.testing.assert_allclose(answers(packed, number, rows), expected, rtol=1e-4, atol=1e-4)


def test_a_matrix_survives_as_bytes():
    weights = np.random.default_rng(3).normal(size=(30, 40)).astype(np.float32)
    stored, scales = quantise(weights)
    assert stored.dtype == np.int8
    assert (np.abs(stored * scales[:, None] - weights) <= scales[:, None] * 0.501).all()


def test_damaged_and_foreign_files_are_refused(tmp_path):
    file = tmp_path / "net.npz"
    content = save_net(file, parameters())
    assert read_checked(file, 20, content)["head.bias"].shape == (5,)
    with pytest.raises(WeightsError, match="another observation"):
        read_checked(file, 21, content)
    with pytest.raises(WeightsError, match="damaged"):
        read_checked(file, 20, "0" * 64)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(WeightsError, match=r"net\.npz cannot be read"):
        read_checked(file, 20, content)
    with pytest.raises(WeightsError, match="no model card"):
        load_card(tmp_path / "net.json")


def test_parameters_are_read_back_as_they_were_stored(tmp_path):
    given, file = parameters(), tmp_path / "net.npz"
    first = save_net(file, given)
    read = read_parameters(file)
    assert read.keys() == given.keys()
    for name, value in read.items():
        np.testing.assert_allclose(value, given[name], atol=np.abs(given[name]).max() / 127)
    assert save_net(tmp_path / "again.npz", read) == first, "packing twice changes nothing"
