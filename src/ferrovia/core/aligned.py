"""Arrays that other libraries can take over without a copy."""

from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

ALIGNMENT: Final = 64
"""JAX copies what does not begin at such an address; NumPy itself promises only 16."""


def aligned_zeros(shape: tuple[int, ...], kind: DTypeLike) -> Any:
    """`numpy.zeros`, aligned to a cache line."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)
