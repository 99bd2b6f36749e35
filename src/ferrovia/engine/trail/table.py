"""Transposition table of the search: what is proven about a position, found again when another sequence leads to it.

A position is the number of decided edges, the half-decided cities with their parity and the groups that kept edges form
among them, and the number of cities that stay odd. All of it is in the key, so nothing depends on hash collisions. A
position too wide for the key is not stored, and a full table overwrites entries: the answer stays the same.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.trail.space import NOT_KEPT, TABLE_WORDS, TrailSpace

WIDEST: Final = 15  # half-decided cities, four bits each
NEIGHBOURS: Final = 4  # rows probed from the one a key belongs to
LOSS_BITS: Final = 16  # in a row's last word


@kernel
def clear_table(table: Any) -> None:
    """Forget everything."""
    for row in range(table.shape[0] if table.shape[1] else 0):
        table[row, TABLE_WORDS - 1] = np.uint64(0)


@kernel
def groups_of(space: TrailSpace, frontier: Any) -> Any:
    """Four bits per half-decided city: 0 without a kept edge, otherwise the number of its group, counted by cities."""
    groups = np.uint64(0)
    number = np.uint64(0)
    left = space.touched & frontier
    while left:
        members = space.group[lowest(left)] & frontier
        left &= ~members
        number += np.uint64(1)
        while members:
            before = frontier & (bit(lowest(members)) - np.uint64(1))
            members = without_lowest(members)
            groups |= number << np.uint64(4 * popcount(before))
    return groups


@kernel
def set_key(space: TrailSpace, table: Any, depth: int) -> int:
    """Store the key of the position at a depth; return its row, or NOT_KEPT in a quick search, without a table, or if
    too many cities are half decided. Uses shifts only, because products of NumPy words warn when they wrap around."""
    frontier = space.begun[depth] & space.later[depth]
    if space.patience > 0 or table.shape[0] == 0 or table.shape[1] < TABLE_WORDS or popcount(frontier) > WIDEST:
        return NOT_KEPT
    ends = popcount(space.odd & space.begun[depth] & ~space.later[depth])
    space.key[0] = groups_of(space, frontier)
    space.key[1] = space.odd & frontier
    space.key[2] = np.uint64((ends << 8) | depth)
    mixed = space.key[0] ^ (space.key[1] << np.uint64(23)) ^ (space.key[1] >> np.uint64(41))
    mixed ^= space.key[2] << np.uint64(23)
    mixed ^= mixed >> np.uint64(29)
    mixed ^= mixed << np.uint64(17)
    mixed ^= mixed >> np.uint64(13)
    mixed ^= mixed >> np.uint64(32)
    return int(np.int64(mixed % np.uint64(table.shape[0])))


@kernel
def find_row(space: TrailSpace, table: Any, depth: int) -> int:
    """The row that holds the position at a depth; else a free one; else, if all are taken, one to overwrite."""
    row = set_key(space, table, depth)
    if row != NOT_KEPT:
        for _ in range(NEIGHBOURS):
            place = table[row, 2] >> np.uint64(LOSS_BITS)
            same = place == space.key[2] and table[row, 0] == space.key[0] and table[row, 1] == space.key[1]
            if same or not table[row, 2]:
                return row
            row = row + 1 if row + 1 < table.shape[0] else 0
        table[row, 2] = np.uint64(0)
    return row


@kernel
def proved_loss(space: TrailSpace, table: Any, depth: int) -> int:
    """The least further loss proven for the position at a depth, or 0."""
    row = find_row(space, table, depth)
    return 0 if row == NOT_KEPT else int(np.int64(table[row, 2] & np.uint64((1 << LOSS_BITS) - 1)))


@kernel
def remember_loss(space: TrailSpace, table: Any, depth: int, loss: int) -> None:
    """Store what was proven for the position at a depth."""
    row = find_row(space, table, depth)
    if row != NOT_KEPT:
        table[row, 0] = space.key[0]
        table[row, 1] = space.key[1]
        table[row, 2] = (space.key[2] << np.uint64(LOSS_BITS)) | np.uint64(loss)
