"""Bit sets in 64-bit words: the operations every target needs and NumPy lacks.

Interpreted, a NumPy integer keeps its small type and wraps; compiled, Numba mixes signed and unsigned into floats. So
kernels take single bits from `bit` and counts from `popcount` and `lowest`, which are the same everywhere.
"""

import sys
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


def index_by_counts_one_by_one(counts: Any, left: int) -> int:
    """The kind of the item at an index, when items lie in order of their kinds and this many of each: one of nine
    kinds, from the counts of the first eight, which are at most 127 together."""
    kind = 0
    for number in range(8):
        left -= int(counts[number])
        kind += int(left >= 0)
    return kind


def positive_counts_one_by_one(counts: Any) -> Any:
    """Which of the first eight small numbers are above zero, as bits."""
    word = np.uint64(0)
    for number in range(8):
        word |= np.uint64(counts[number] > 0) << np.uint64(number)
    return word


if INTERPRETED:
    nth_bit = nth_bit_by_halves
    index_by_counts = index_by_counts_one_by_one
    positive_counts = positive_counts_one_by_one

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
    LITTLE_ENDIAN = sys.byteorder == "little"
    GATHER = 0x0002040810204081  # as a factor, moves the highest bit of each byte into the highest byte
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

    def eight_bytes(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
        """Load the first eight bytes of an array as one word, the first in the lowest bits."""
        data = context.make_array(array_type)(context, builder, array).data
        return builder.load(builder.bitcast(data, WORD.as_pointer()), align=1)

    def in_every_byte(value: int) -> Any:
        """A word of eight equal bytes."""
        return ir.Constant(WORD, value * 0x0101010101010101)

    def packs_bytes(context: Any, counts: Any) -> bool:
        """Whether eight counts can be taken as one word: on the CPU, where bytes may be loaded from any address."""
        return LITTLE_ENDIAN and compiles_for_cpu(context) and counts.dtype == types.int8 and counts.layout == "C"

    @intrinsic
    def index_by_counts(typing_context: Any, counts: Any, left: Any) -> Any:
        """The kind of the item at an index, when items lie in order of their kinds and this many of each."""
        signature = types.int64(counts, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not packs_bytes(context, counts):
                return context.compile_internal(builder, index_by_counts_one_by_one, signature, arguments)
            sums = builder.mul(eight_bytes(context, builder, counts, arguments[0]), in_every_byte(1))
            index = builder.or_(builder.mul(arguments[1], in_every_byte(1)), in_every_byte(0x80))
            return builder.ctpop(builder.and_(builder.sub(index, sums), in_every_byte(0x80)))

        return signature, generate

    @intrinsic
    def positive_counts(typing_context: Any, counts: Any) -> Any:
        """Which of the first eight small numbers are above zero, as bits."""
        signature = types.uint64(counts)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not packs_bytes(context, counts):
                return context.compile_internal(builder, positive_counts_one_by_one, signature, arguments)
            word = eight_bytes(context, builder, counts, arguments[0])
            positive = builder.and_(builder.add(word, in_every_byte(0x7F)), in_every_byte(0x80))
            return builder.lshr(builder.mul(positive, ir.Constant(WORD, GATHER)), ir.Constant(WORD, 56))

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
