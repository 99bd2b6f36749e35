"""Inference kernels: a residual MLP over signed bytes, in 32-bit floats.

A row of a matrix (an input) is skipped where the input is 0, as most numbers of an observation and half of what a ReLU
lets through are. Every product is added in one fixed order and nothing is fused, so that all machines agree bit by bit.
"""

from typing import Any, Final

import numpy as np

from ferrovia.bots.net.networks import BLOCKS, INPUTS, NUMBERS_AT, OUTPUTS, WEIGHTS_AT, WIDTH
from ferrovia.core.compile import entry, kernel

NORM_EPSILON: Final = np.float32(1e-5)
ZERO: Final = np.float32(0.0)
ONE: Final = np.float32(1.0)
X, INNER, VALUES, LAYERS = 0, 1, 2, 3
"""Rows of the working space: the residual stream, sums, inputs of a layer."""


@kernel
def add_row(sums: Any, a: Any, x: Any) -> None:
    """Add one row of a matrix times its input."""
    for place in range(len(sums)):
        sums[place] += x * np.float32(a[place])


@kernel
def add_four_rows(sums: Any, a: Any, b: Any, c: Any, d: Any, w: Any, x: Any, y: Any, z: Any) -> None:
    """Add four rows times their inputs: the sums are read and written once."""
    for place in range(len(sums)):
        one = w * np.float32(a[place]) + x * np.float32(b[place])
        two = y * np.float32(c[place]) + z * np.float32(d[place])
        sums[place] += one + two


@kernel
def list_active(values: Any, active: Any) -> int:
    """The places of the inputs that are not 0; how many there are."""
    count = 0
    for place in range(len(values)):
        if values[place] != ZERO:
            active[count] = place
            count += 1
    return count


@kernel
def multiply(values: Any, weights: Any, active: Any, sums: Any) -> None:
    """A vector times a matrix of bytes."""
    size = len(sums)
    sums[:] = ZERO
    count = list_active(values, active)
    number = 0
    while number + 4 <= count:
        p, q, r, s = int(active[number]), int(active[number + 1]), int(active[number + 2]), int(active[number + 3])
        add_four_rows(
            sums,
            weights[p * size : (p + 1) * size],
            weights[q * size : (q + 1) * size],
            weights[r * size : (r + 1) * size],
            weights[s * size : (s + 1) * size],
            values[p],
            values[q],
            values[r],
            values[s],
        )
        number += 4
    while number < count:
        p = int(active[number])
        add_row(sums, weights[p * size : (p + 1) * size], values[p])
        number += 1


@kernel
def scale_row(row: Any, scales: Any, values: Any) -> None:
    """An observation as a network reads it."""
    for place in range(len(values)):
        values[place] = np.float32(row[place]) * scales[place]


@kernel
def finish(sums: Any, numbers: Any, into: Any, add: bool) -> None:
    """The scale and the bias of a layer; `add` keeps what is there."""
    size = len(sums)
    for place in range(size):
        value = sums[place] * numbers[place] + numbers[size + place]
        into[place] = into[place] + value if add else value


@kernel
def finish_relu(sums: Any, numbers: Any, into: Any) -> None:
    """The scale and the bias of a layer, and a ReLU."""
    size = len(sums)
    for place in range(size):
        into[place] = max(ZERO, sums[place] * numbers[place] + numbers[size + place])


@kernel
def normalise(x: Any, numbers: Any, into: Any, relu: bool) -> None:
    """A layer norm, and a ReLU where asked."""
    size = len(x)
    total = 0.0
    for place in range(size):
        total += float(x[place])
    mean = total / size
    squares = 0.0
    for place in range(size):
        squares += (float(x[place]) - mean) * (float(x[place]) - mean)
    shift = np.float32(mean)
    factor = ONE / np.sqrt(np.float32(squares / size) + NORM_EPSILON)
    for place in range(size):
        value = (x[place] - shift) * factor * numbers[place] + numbers[size + place]
        into[place] = max(ZERO, value) if relu else value


@kernel
def run_network(networks: Any, number: int, row: Any, layers: Any, active: Any, outputs: Any) -> int:
    """Run a network on a row of signed bytes; how many outputs it has."""
    shape = networks.shapes[number]
    inputs, width, count = int(shape[INPUTS]), int(shape[WIDTH]), int(shape[OUTPUTS])
    weights = networks.weights[shape[WEIGHTS_AT] :]
    numbers = networks.numbers[shape[NUMBERS_AT] :]
    x, inner, values = layers[X, :width], layers[INNER, :width], layers[VALUES, :width]
    scale_row(row, numbers, layers[VALUES, :inputs])
    multiply(layers[VALUES, :inputs], weights, active, inner)
    weights, numbers = weights[inputs * width :], numbers[inputs:]
    finish(inner, numbers, x, False)
    numbers = numbers[2 * width :]
    for _ in range(int(shape[BLOCKS])):
        normalise(x, numbers, values, False)
        multiply(values, weights, active, inner)
        finish_relu(inner, numbers[2 * width :], values)
        multiply(values, weights[width * width :], active, inner)
        finish(inner, numbers[4 * width :], x, True)
        weights, numbers = weights[2 * width * width :], numbers[6 * width :]
    normalise(x, numbers, values, True)
    multiply(values, weights, active, layers[INNER, :count])
    finish(layers[INNER, :count], numbers[2 * width :], outputs, False)
    return count


@entry
def run_rows(networks: Any, number: int, rows: Any, layers: Any, active: Any, outputs: Any) -> None:
    """Run a network on many rows, from Python."""
    for index in range(len(rows)):
        run_network(networks, number, rows[index], layers, active, outputs[index])


def answers(networks: Any, number: int, rows: Any) -> Any:
    """The outputs of a network for rows of signed bytes: (rows, outputs) 32-bit floats."""
    shape = networks.shapes[number]
    widest = int(shape[[INPUTS, WIDTH, OUTPUTS]].max())
    outputs = np.zeros((len(rows), int(shape[OUTPUTS])), np.float32)
    run_rows(networks, number, rows, np.zeros((LAYERS, widest), np.float32), np.zeros(widest, np.int64), outputs)
    return outputs
