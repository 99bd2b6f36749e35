"""Schema of fixed-size records: type, shape and meaning of each field, declared once.

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

NAMES = ("card", "ticket", "route", "seat")  # a number that stands for one of these; -1 means no such thing


@dataclass(frozen=True, slots=True)
class Field:
    """A declared field. `of` names what an array's indices, a mask's bits or a number refer to (cards, a route, …).
    `blank` is the value that means "nothing": -1 where 0 would be a valid number."""

    code: str
    shape: tuple[int, ...]
    meaning: str
    of: str
    record: type | None = None
    blank: int = 0


def int8(meaning: str, *shape: int, of: str = "number", blank: int = 0) -> Any:
    """A small signed number or an array of them. Signed, because unsigned differences wrap around."""
    return Field("i1", shape, meaning, of, blank=-1 if of in NAMES else blank)


def int16(meaning: str, *shape: int, of: str = "number", blank: int = 0) -> Any:
    return Field("i2", shape, meaning, of, blank=-1 if of in NAMES else blank)


def uint64(meaning: str, *shape: int, of: str = "number") -> Any:
    """A bit mask or a word of a generator. Nothing else is unsigned."""
    return Field("u8", shape, meaning, of)


def float64(meaning: str, *shape: int) -> Any:
    """A floating-point number, for bots only: the engine uses none."""
    return Field("f8", shape, meaning, "number")


def part(record: type, meaning: str) -> Any:
    """A nested record."""
    return Field("part", (), meaning, "record", record)


def parts(record: type, meaning: str, count: int, of: str = "seats") -> Any:
    """An array of nested records."""
    return Field("part", (count,), meaning, of, record)


def fields_of(record: type) -> dict[str, Field]:
    """The declared fields by name, in order of declaration."""
    return {name: value for name, value in vars(record).items() if isinstance(value, Field)}


def dtype_of(record: type) -> np.dtype[Any]:
    """NumPy dtype of a declared record, with fields aligned as a C compiler and a GPU align them and records aligned to
    8 bytes.

    Padding is declared as fields too (`_gap0`, …, and `spare` at the end): NumPy neither copies nor clears undeclared
    padding, and equal records must be equal bytes.
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
    """Add padding up to the next multiple of an alignment; return its size in bytes."""
    gap = -size % alignment
    if gap:
        layout.append((name, np.int8, (gap,)))
    return gap
