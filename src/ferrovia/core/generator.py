"""Pseudorandom generator sfc64: small, fast and not linear. NumPy has it too, and the tests compare the two."""

from typing import Any, Final

import numpy as np

from ferrovia.core.compile import INTERPRETED, inlined

WARM_UP: Final = 12
ALL_ONES: Final = (1 << 64) - 1
HALF: Final = np.uint64(32)
LOW_HALF: Final = np.uint64(0xFFFFFFFF)
ONE: Final = np.uint64(1)
BEYOND: Final = np.uint64(11)
"""Bits of a word that a float has no room for."""
UNIT: Final = 2.0**-53

if INTERPRETED:

    def as_number(word: Any) -> int:
        """Reinterpret a word as a signed number."""
        return int(word)

    def next_word(words: Any) -> Any:
        """The next 64 random bits. Uses Python integers, because NumPy's warn when they wrap around."""
        a, b, c, counter = (int(word) for word in words)
        result = (a + b + counter) & ALL_ONES
        rotated = ((c << 24) | (c >> 40)) & ALL_ONES
        words[0] = b ^ (b >> 11)
        words[1] = (c + (c << 3)) & ALL_ONES
        words[2] = (rotated + result) & ALL_ONES
        words[3] = (counter + 1) & ALL_ONES
        return np.uint64(result)

else:  # compiled

    @inlined
    def as_number(word: Any) -> int:
        """Reinterpret a word as a signed number. `int()` would leave it unsigned in Numba."""
        return np.int64(word)  # type: ignore[return-value]

    @inlined
    def next_word(words: Any) -> Any:
        """The next 64 random bits."""
        result = words[0] + words[1] + words[3]
        words[3] += ONE
        words[0] = words[1] ^ (words[1] >> np.uint64(11))
        words[1] = words[2] + (words[2] << np.uint64(3))
        words[2] = ((words[2] << np.uint64(24)) | (words[2] >> np.uint64(40))) + result
        return result


@inlined
def key_generator(words: Any, first: Any, second: Any, third: Any) -> None:
    """Initialise the generator from a 192-bit key; a few steps mix it through."""
    words[0] = first
    words[1] = second
    words[2] = third
    words[3] = ONE
    for _ in range(WARM_UP):
        next_word(words)


@inlined
def seed_generator(words: Any, seed: Any) -> None:
    """Initialise the generator from a seed."""
    key_generator(words, np.uint64(seed), np.uint64(seed), np.uint64(seed))


@inlined
def uniform(words: Any) -> float:
    """Uniform random number from 0 to 1, 1 excluded."""
    return float(next_word(words) >> BEYOND) * UNIT


@inlined
def below(words: Any, bound: int) -> int:
    """Uniform random number from 0 to bound - 1, without bias (Lemire's method), for bounds below 2**31."""
    limit = np.uint64(bound)
    product = (next_word(words) >> HALF) * limit
    if (product & LOW_HALF) < limit:
        threshold = (LOW_HALF + ONE - limit) % limit
        while (product & LOW_HALF) < threshold:
            product = (next_word(words) >> HALF) * limit
    return as_number(product >> HALF)
