"""Bit sets in 64-bit words: the operations every target needs and NumPy lacks.

Interpreted, a NumPy integer keeps its small type and wraps; compiled, Numba mixes signed and unsigned into floats. So
kernels take single bits from `bit` and counts from `popcount` and `lowest`, which are the same everywhere.
"""

from typing import Any

import numpy as np

from ferrovia.core.compile import INTERPRETED, inlined


def nth_bit_by_halves(word: Any, number: int) -> int:
    """Select: the index of the set bit with `number` set bits below it. Branch-free, because the branches are
    unpredictable."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = popcount(word & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)))
        upper = int(number >= lower)
        number -= lower * upper
        place += width * upper
        word >>= np.uint64(width * upper)
    return place


if INTERPRETED:
    nth_bit = nth_bit_by_halves

    def popcount(word: Any) -> int:
        """Population count."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Index of the lowest set bit. The word must not be 0."""
        number = int(word)
        return (number & -number).bit_length() - 1

else:  # compiled
    from llvmlite import binding, ir
    from numba import types
    from numba.extending import intrinsic

    from ferrovia.core.numba_internals import compiles_for_cpu, numba

    # Two instructions are enough where the processor has them and Numba compiles for exactly this processor.
    HAS_PDEP = not (numba.config.CPU_NAME or numba.config.CPU_FEATURES) and binding.get_host_cpu_features().get(
        "bmi2", False
    )
    WORD = ir.IntType(64)
    NOT_ZERO = ir.Constant(ir.IntType(1), True)  # undefined for 0, and no caller passes 0

    @intrinsic
    def nth_bit(typing_context: Any, word: Any, number: Any) -> Any:
        """Select: the index of the set bit with `number` set bits below it."""
        signature = types.int64(types.uint64, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not (HAS_PDEP and compiles_for_cpu(context)):
                return context.compile_internal(builder, nth_bit_by_halves, signature, arguments)
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(WORD, [WORD, WORD]))
            place = builder.shl(ir.Constant(WORD, 1), arguments[1])
            return builder.cttz(builder.call(deposit, [place, arguments[0]]), NOT_ZERO)

        return signature, generate

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Population count."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """Index of the lowest set bit. The word must not be 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], NOT_ZERO)

        return types.int64(types.uint64), generate


@inlined
def bit(place: int) -> Any:
    """Word with a single bit set."""
    return np.uint64(1) << np.uint64(place)


@inlined
def has(words: Any, place: int) -> bool:
    """Test whether a multi-word set contains a place."""
    return bool(words[place >> 6] & bit(place & 63))


@inlined
def add(words: Any, place: int) -> None:
    """Add a place to a set."""
    words[place >> 6] |= bit(place & 63)


@inlined
def remove(words: Any, place: int) -> None:
    """Remove a place from a set."""
    words[place >> 6] &= ~bit(place & 63)


@inlined
def without_lowest(word: Any) -> Any:
    """The word with its lowest set bit cleared. The word must not be 0."""
    return word & (word - np.uint64(1))


@inlined
def clear(array: Any) -> None:
    """Set every element to zero."""
    for place in range(len(array)):
        array[place] = 0
