"""The processor's own clock, read inside compiled code: a reading costs nanoseconds.

A tick has no fixed length: `tick_rate` measures how many there are per second.
"""

import platform
from typing import Any

from ferrovia.core.compile import INTERPRETED

if INTERPRETED:
    from time import perf_counter_ns as ticks
else:  # compiled
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    # Elsewhere the cycle counter is privileged, and reading it would crash the program.
    COUNTER = (
        "llvm.readcyclecounter"
        if platform.machine().lower() in ("x86_64", "amd64", "i686")
        else "llvm.readsteadycounter"
    )

    @intrinsic
    def ticks(typing_context: Any) -> Any:
        """The current reading of the clock."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            return builder.call(builder.module.declare_intrinsic(COUNTER, (), ir.FunctionType(word, [])), [])

        return types.int64(), generate


__all__ = ["ticks"]
