"""Schema of fixed-size records: each field's type, shape, meaning and what its numbers stand for, declared once.

A declaration is a class whose attributes are made by `int8`, `int16`, `uint64`, `float64`, `part` and `parts`. From it
come the NumPy dtype the kernels run on (`dtype_of`), the names mypy checks, the text form of a position and the table
in the documentation. The classes are never instantiated: an element of an array of `dtype_of(cls)` has the same
attributes.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

NAMES = ("card", "ticket", "route", "seat")  # a number that stands for one of these; -1 stands for none


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field. `of` says what an array's places, a mask's bits or a number stand for: cards, a route, …;
    `blank` is the value that says nothing, -1 where 0 would name something."""

    code: str
    shape: tuple[int, ...]
    meaning: str
    of: str
    record: type | None = None
    blank: int = 0


def int8(meaning: str, *shape: int, of: str = "number", blank: int = 0) -> Any:
    """A small signed number (or an array of them). Signed, because unsigned differences wrap round."""
    return Field("i1", shape, meaning, of, blank=-1 if of in NAMES else blank)


def int16(meaning: str, *shape: int, of: str = "number", blank: int = 0) -> Any:
    """A signed number too large for `int8`."""
    return Field("i2", shape, meaning, of, blank=-1 if of in NAMES else blank)


def uint64(meaning: str, *shape: int, of: str = "number") -> Any:
    """A bit mask or a word of a generator; unsigned for nothing else."""
    return Field("u8", shape, meaning, of)


def float64(meaning: str, *shape: int) -> Any:
    """A number with a fraction: for what bots reckon; the engine has none."""
    return Field("f8", shape, meaning, "number")


def part(record: type, meaning: str) -> Any:
    """A record inside a record."""
    return Field("part", (), meaning, "record", record)


def parts(record: type, meaning: str, count: int, of: str = "seats") -> Any:
    """Several records of one kind inside a record."""
    return Field("part", (count,), meaning, of, record)


def fields_of(record: type) -> dict[str, Field]:
    """The declared fields by name, in order."""
    return {name: value for name, value in vars(record).items() if isinstance(value, Field)}


def dtype_of(record: type) -> np.dtype[Any]:
    """The dtype of a declared record: fields aligned as a C compiler and a GPU want them, records to 8 bytes.

    Gaps are fields too (`_gap0`, …, and `spare` at the end): NumPy neither copies nor clears what is none, and equal
    records are to be equal bytes.
    """
    layout: list[Any] = []
    size = 0
    for name, field in fields_of(record).items():
        inner = dtype_of(field.record) if field.record else np.dtype(field.code)
        size += fill_gap(layout, size, 8 if field.record else inner.itemsize, f"_gap{len(layout)}")
        layout.append((name, inner, field.shape) if field.shape else (name, inner))
        size += inner.itemsize * prod(field.shape)
    fill_gap(layout, size, 8, "spare")
    return np.dtype((np.record, layout))


def fill_gap(layout: list[Any], size: int, alignment: int, name: str) -> int:
    """Add the bytes that are missing to a multiple of an alignment; how many."""
    gap = -size % alignment
    if gap:
        layout.append((name, np.int8, (gap,)))
    return gap
