"""Validation of arguments: seeds, threads, numbers and flags per game, and the caller's buffers."""

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ferrovia.core.aligned import aligned_zeros
from ferrovia.engine.state import STATE
from ferrovia.errors import TableError
from ferrovia.game.checks import check_seat, check_seed, whole
from ferrovia.game.invariants.arrays import contradiction
from ferrovia.observation.encoder import Features
from ferrovia.observation.fitting import misfit_of_states
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules


def check_seeds(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """The seeds of many games, as an array."""
    try:
        iterator = iter(seeds)
    except TypeError:
        raise TableError(f"seeds must have one seed for each game, like range(1000), not {show(seeds)}") from None
    return np.array([check_seed(seed) for seed in iterator], np.uint64)


def check_threads(threads: int | None) -> int:
    """The number of threads to use: by default one per core."""
    number = (os.cpu_count() or 1) if threads is None else whole(threads)
    if number is None or number < 1:
        raise TableError(f"threads must be at least 1, not {show(threads)}")
    return number


def check_features(features: Features) -> Features:
    """Check that features of an observation exist."""
    if features not in ("full", "plain"):
        raise TableError(f"features must be 'full' or 'plain', not {show(features)}")
    return features


def as_array(values: Any) -> NDArray[Any]:
    """Any value as an array; lists of different lengths, which NumPy refuses, as None is."""
    try:
        return np.asarray(values)
    except (ValueError, TypeError):
        return np.asarray(None)


def as_given(values: Any) -> str:
    """How an error message tells what came instead: an array by its kind and shape, anything else by itself."""
    if not isinstance(values, np.ndarray):
        kind, shape = getattr(values, "dtype", None), getattr(values, "shape", None)
        return f"{kind} of shape {tuple(shape)}, not a NumPy array" if kind and shape else show(values)
    layout = "" if values.flags.carray else ", not contiguous or not writable"
    return f"{'records' if values.dtype.names else values.dtype} of shape {values.shape}{layout}"


def check_numbers(values: ArrayLike | None, what: str, count: int) -> NDArray[Any]:
    """One integer, or one for each game."""
    numbers = as_array(values)
    if numbers.shape == (0,) and not count:  # an empty list is of no kind yet
        return np.zeros(0, np.int64)
    if numbers.dtype.kind not in "iu" or numbers.shape not in ((), (count,)):
        raise TableError(f"{what} must be a whole number, or one for each of the {count} games, not {as_given(values)}")
    return numbers


def one_each(numbers: NDArray[Any], count: int) -> NDArray[np.int64]:
    """One number per game, writable: Numba compiles a kernel again for read-only arrays."""
    return np.require(np.broadcast_to(numbers, count), np.int64, ("C", "W"))


def check_seats(seats: ArrayLike, players: int, count: int) -> NDArray[np.int64]:
    """One seat for each game, spectators included."""
    numbers = check_numbers(seats, "seats", count)
    for seat in (numbers.min(), numbers.max()) if numbers.size else ():
        check_seat(int(seat), players, spectator=True)
    return one_each(numbers, count)


def check_where(where: ArrayLike | None, count: int) -> NDArray[np.int64]:
    """The numbers of the selected games: all, those with a flag, or these, in the order given."""
    if where is None:
        return np.arange(count)
    array = as_array(where)
    if array.dtype == np.bool_ and array.shape == (count,):
        return np.flatnonzero(array)
    if array.shape == (0,):
        return np.zeros(0, np.int64)
    if array.dtype.kind not in "iu" or array.ndim > 1 or not 0 <= array.min() <= array.max() < count:
        wanted = f"a flag for each of the {count} games, or numbers from 0 to {count - 1}"
        raise TableError(f"where must be {wanted}, not {as_given(where)}")
    return np.atleast_1d(array).astype(np.int64)


def check_logits(logits: ArrayLike | None, shape: tuple[int, int]) -> NDArray[Any]:
    """Logits in the form kernels take; no columns if there are none."""
    if logits is None:
        return np.zeros((shape[0], 0), np.float32)
    array = as_array(logits)
    if array.dtype.kind != "f" or array.shape != shape:
        wanted = f"floating-point numbers of shape {shape}"
        raise TableError(f"logits must be {wanted}, not {as_given(array if array.shape else logits)}")
    with np.errstate(over="ignore"):  # 1e300 becomes infinite, which the kernel takes
        return np.require(array, np.float32, ("C", "W"))


def check_out(out: Any, shape: tuple[int, ...], kind: DTypeLike, what: str = "out") -> Any:
    """The array to write to: the caller's, if it fits, or a new one."""
    if out is None:
        return aligned_zeros(shape, kind)
    if not isinstance(out, np.ndarray) or out.dtype != kind or out.shape != shape or not out.flags.carray:
        name = "ScoreRecord" if np.dtype(kind).names else np.dtype(kind)
        wanted = f"a contiguous, writable array of {name} with shape {shape}"
        raise TableError(f"{what} must be {wanted}, not {as_given(out)}")
    return out


def check_array_of_states(states: Any, count: int) -> None:
    """States that kernels can be given for this many games."""
    if not isinstance(states, np.ndarray) or states.dtype != STATE or states.shape != (count,):
        raise TableError(f"states must be an array of {count} states, one for each game")
    if not states.flags.carray:
        raise TableError("states must be a contiguous, writable array, like states.copy()")


def check_fitting(rules: Rules, players: int, states: Any) -> None:
    """TableError if a state cannot be one of these rules and this number of players."""
    if (states["public"]["players"] != players).any():
        raise TableError(f"states: all games of an array must have the same number of players, here {players}")
    if misfit := misfit_of_states(rules, states) or contradiction(rules, states):
        raise TableError(misfit)
