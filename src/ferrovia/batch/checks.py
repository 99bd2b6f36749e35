"""Validation of arguments: seeds, threads, numbers and flags per game, and the caller's buffers."""

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ferrovia.core.aligned import aligned_zeros
from ferrovia.errors import TableError
from ferrovia.game.checks import check_seed, whole
from ferrovia.observation.encoder import Features
from ferrovia.rules.kinds import show


def check_seeds(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """The seeds of many games, as an array."""
    try:
        given = iter(seeds)
    except TypeError:
        raise TableError(f"seeds: one for each game is wanted, like range(1000), not {show(seeds)}") from None
    return np.array([check_seed(seed) for seed in given], np.uint64)


def check_threads(threads: int | None) -> int:
    """The number of threads to use: by default one per core."""
    number = (os.cpu_count() or 1) if threads is None else whole(threads)
    if number is None or number < 1:
        raise TableError(f"threads: at least 1, not {show(threads)}")
    return number


def check_features(features: Features) -> Features:
    """Check that features of an observation exist."""
    if features not in ("full", "plain"):
        raise TableError(f"features: 'full' or 'plain', not {show(features)}")
    return features


def check_numbers(values: ArrayLike | None, what: str, count: int) -> NDArray[Any]:
    """One integer, or one for each game."""
    try:
        numbers = np.asarray(values)
    except ValueError:  # lists of different lengths
        numbers = np.asarray(None)
    if numbers.dtype.kind not in "iu" or numbers.shape not in ((), (count,)):
        raise TableError(f"{what}: one whole number is wanted, or one for each of the {count} games")
    return numbers


def check_where(where: ArrayLike | None, count: int) -> NDArray[np.bool_]:
    """The selected games, as flags: all, those with a flag, or those with these numbers."""
    if where is None:
        return np.ones(count, np.bool_)
    given = np.asarray(where)
    if given.dtype == np.bool_ and given.shape == (count,):
        return given
    if given.dtype.kind not in "iu" or given.ndim > 1 or (given.size and not 0 <= given.min() <= given.max() < count):
        raise TableError(f"where: a flag for each of the {count} games is wanted, or numbers from 0 to {count - 1}")
    flags = np.zeros(count, np.bool_)
    flags[given] = True
    return flags


def check_out(out: Any, shape: tuple[int, ...], kind: DTypeLike) -> Any:
    """The array to write to: the caller's, if it fits, or a new one."""
    if out is None:
        return aligned_zeros(shape, kind)
    if not isinstance(out, np.ndarray) or out.dtype != kind or out.shape != shape or not out.flags.carray:
        raise TableError(f"out: a contiguous, writable array of {np.dtype(kind)} and shape {shape} is wanted")
    return out
