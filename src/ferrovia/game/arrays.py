"""Fast creation and copying of record arrays.

NumPy goes through the fields of a record one by one when it creates or copies one; it copies bytes as a whole, which is
many times as fast. A server does this for every message.
"""

from typing import Any

import numpy as np


def blank(kind: Any, count: int = 1) -> Any:
    """Zeroed records."""
    return np.frombuffer(bytearray(kind.itemsize * count), kind)


def copied(records: Any) -> Any:
    """An independent, writable copy."""
    return from_bytes(records.tobytes(), records.dtype)


def from_bytes(content: bytes, kind: Any) -> Any:
    """Writable records from their bytes."""
    return np.frombuffer(bytearray(content), kind)
