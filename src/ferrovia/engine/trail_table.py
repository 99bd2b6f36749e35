"""The state table of the search: what is proved of a position, found again when another way leads to it.

A position is the number of edges decided, the half-decided cities with their parity and the groups that kept edges
make of them, and how many cities are odd for good. All of it is in the key, so that nothing depends on luck; a position
too wide for the key is simply not remembered, and a full table forgets: the answer stays the same.
"""

from typing import Any, Final

import numpy as np

from ferrovia.engine.bits import bit, lowest, popcount, without_lowest
from ferrovia.engine.compile import kernel
from ferrovia.engine.trail_space import TABLE_WORDS

WIDEST: Final = 15  # half-decided cities of four bits each
NEAR: Final = 4  # places tried from the one a key belongs to
LOSS_BITS: Final = 16


@kernel
def clear_table(table: Any) -> None:
    """Forget everything."""
    for row in range(table.shape[0]):
        table[row, TABLE_WORDS - 1] = np.uint64(0)


@kernel
def is_remembered(space: Any, table: Any, depth: int) -> bool:
    """Whether positions of this depth are kept at all: not in a quick search, and not when they are too wide."""
    if int(space.patience) > 0 or table.shape[0] == 0 or table.shape[1] < TABLE_WORDS:
        return False
    return popcount(space.begun[depth] & space.later[depth]) <= WIDEST


@kernel
def groups_of(space: Any, frontier: Any) -> Any:
    """Four bits for each half-decided city: 0 without a kept edge, else the number of its group, counted by cities."""
    groups = np.uint64(0)
    number = np.uint64(0)
    left = space.touched & frontier
    while left:
        members = space.group[lowest(left)] & frontier
        left &= ~members
        number += np.uint64(1)
        while members:
            city = lowest(members)
            members = without_lowest(members)
            groups |= number << np.uint64(4 * popcount(frontier & (bit(city) - np.uint64(1))))
    return groups


@kernel
def position_of(space: Any, depth: int) -> Any:
    """The three words of a position; the last leaves room for the loss."""
    frontier = space.begun[depth] & space.later[depth]
    ends = popcount(space.odd & space.begun[depth] & ~space.later[depth])
    return groups_of(space, frontier), space.odd & frontier, np.uint64(((ends << 8) | depth) << LOSS_BITS)


@kernel
def first_row(table: Any, groups: Any, odd: Any, place: Any) -> int:
    """Where in the table a position belongs. Shifts only: products of NumPy words warn when they wrap."""
    mixed = groups ^ (odd << np.uint64(23)) ^ (odd >> np.uint64(41)) ^ (place << np.uint64(7))
    mixed ^= mixed >> np.uint64(29)
    mixed ^= mixed << np.uint64(17)
    mixed ^= mixed >> np.uint64(13)
    mixed ^= mixed >> np.uint64(32)
    return int(np.int64(mixed % np.uint64(table.shape[0])))


@kernel
def find_row(table: Any, groups: Any, odd: Any, place: Any) -> int:
    """The row of a position, or the first free one, or, where all are taken, the one to give up."""
    row = first_row(table, groups, odd, place)
    for _ in range(NEAR):
        held = table[row, 2]
        if held == np.uint64(0) or (held >> np.uint64(LOSS_BITS) << np.uint64(LOSS_BITS) == place and table[row, 0] == groups and table[row, 1] == odd):
            return row
        row = row + 1 if row + 1 < table.shape[0] else 0
    return row


@kernel
def proved_loss(space: Any, table: Any, depth: int) -> int:
    """The least further loss proved of the position before, or 0."""
    if not is_remembered(space, table, depth):
        return 0
    groups, odd, place = position_of(space, depth)
    row = find_row(table, groups, odd, place)
    held = table[row, 2]
    if held >> np.uint64(LOSS_BITS) << np.uint64(LOSS_BITS) != place or table[row, 0] != groups or table[row, 1] != odd:
        return 0
    return int(np.int64(held & np.uint64((1 << LOSS_BITS) - 1)))


@kernel
def remember_loss(space: Any, table: Any, depth: int, loss: int) -> None:
    """Keep what was proved of the position."""
    if is_remembered(space, table, depth):
        groups, odd, place = position_of(space, depth)
        row = find_row(table, groups, odd, place)
        table[row, 0] = groups
        table[row, 1] = odd
        table[row, 2] = place | np.uint64(loss)
