"""Trained weights: their files, their hashes, and inference in NumPy."""

import numpy as np
import pytest

from ferrovia.bots.net.inference import answers
from ferrovia.bots.net.networks import join, pack
from ferrovia.bots.net.weights import (
    WeightsError,
    assemble,
    forward,
    load_card,
    load_net,
    quantise,
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
    found = {}
    for name, shape in shapes.items():
        found[f"{name}.weight"] = chance.normal(size=shape).astype(np.float32)
        found[f"{name}.bias"] = chance.normal(size=shape[0]).astype(np.float32)
    return found


def by_hand(given, scales, row):
    """The network written out with plain loops over its definition."""

    def norm(x, name):
        return (x - x.mean()) / np.sqrt(x.var() + 1e-5) * given[f"{name}.weight"] + given[f"{name}.bias"]

    def linear(x, name):
        return given[f"{name}.weight"] @ x + given[f"{name}.bias"]

    x = linear(row * scales, "input")
    for number in range(2):
        inner = np.maximum(linear(norm(x, f"blocks.{number}.norm"), f"blocks.{number}.first"), 0)
        x = x + linear(inner, f"blocks.{number}.second")
    return linear(np.maximum(norm(x, "norm"), 0), "head")


def test_inference_is_the_network_written_out():
    given, scales = parameters(), np.linspace(0.1, 1, 20).astype(np.float32)
    rows = np.random.default_rng(2).integers(-3, 4, (9, 20)).astype(np.int8)
    net = assemble(given, scales)
    expected = np.array([by_hand(given, scales, row) for row in rows])
    np.testing.assert_allclose(forward(net, rows), expected, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(
        np.concatenate([forward(net, row[None]) for row in rows]), expected, rtol=1e-4, atol=1e-4
    )


def test_packed_networks_answer_as_numpy_does(tmp_path):
    """Two networks of different sizes in the same arrays."""
    scales = np.linspace(0.1, 1, 20).astype(np.float32)
    rows = np.random.default_rng(2).integers(-1, 2, (9, 20)).astype(np.int8)
    file, stored = tmp_path / "net.npz", []
    for given in (parameters(), parameters(width=7, outputs=11)):
        save_net(file, given)
        stored.append(read_file(file))
    packed = join([pack(each, scales) for each in stored])
    for number, each in enumerate(stored):
        expected = forward(assemble(each, scales), rows)
        np.testing.assert_allclose(answers(packed, number, rows), expected, rtol=1e-4, atol=1e-4)


def test_a_matrix_survives_as_bytes():
    weights = np.random.default_rng(3).normal(size=(30, 40)).astype(np.float32)
    stored, scales = quantise(weights)
    assert stored.dtype == np.int8
    assert (np.abs(stored * scales[:, None] - weights) <= scales[:, None] * 0.501).all()


def test_damaged_and_foreign_files_are_refused(tmp_path):
    file, scales = tmp_path / "net.npz", np.ones(20, np.float32)
    content = save_net(file, parameters())
    assert forward(load_net(file, scales, content), np.zeros((1, 20), np.int8)).shape == (1, 5)
    with pytest.raises(WeightsError, match="another observation"):
        load_net(file, np.ones(21), content)
    with pytest.raises(WeightsError, match="damaged"):
        load_net(file, scales, "0" * 64)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(WeightsError, match=r"net\.npz cannot be read"):
        load_net(file, scales, content)
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
