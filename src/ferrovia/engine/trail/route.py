"""One longest trail as a list of routes, for people who want to see the path that earned the bonus (RULES 6.3)."""

from typing import Any, Final

import numpy as np

from ferrovia.core.compile import entry
from ferrovia.core.fields import Array
from ferrovia.core.limits import ROUTES
from ferrovia.engine.trail.longest import TRAIL_SPACE, longest_trail, trail_table

WORD: Final = (1 << 64) - 1


@entry
def measure_trails(boards: Any, sets: Any, spaces: Any, table: Any, lengths: Any) -> None:
    """The longest trail of each set of routes (a row of two words) on the first board."""
    for number in range(sets.shape[0]):
        lengths[number] = longest_trail(boards[0], sets[number, 0], sets[number, 1], spaces[0], table)


def trail_lengths(board: Array, sets: list[int], table: Array | None = None) -> list[int]:
    """The longest trails of sets of routes given as integers, bit r for route r. `board` is an array of one."""
    words = np.array([[routes & WORD, routes >> 64] for routes in sets], np.uint64).reshape(-1, 2)
    lengths = np.zeros(len(sets), np.int64)
    measure_trails(board, words, np.zeros(1, TRAIL_SPACE), trail_table() if table is None else table, lengths)
    return [int(length) for length in lengths]


def find_trail(board: Array, low: int, high: int) -> list[int]:
    """RULES 6.3: the routes of one longest trail in walking order, chosen deterministically. `board` is an array of
    one.

    A route is dropped if what is left has a trail of the same length. What cannot be dropped is the trail.
    """
    left = int(low) | int(high) << 64
    longest = trail_lengths(board, [left])[0]
    for route in range(ROUTES):
        without = left & ~(1 << route)
        if without != left and trail_lengths(board, [without])[0] == longest:
            left = without
    return walk(board, [route for route in range(ROUTES) if left >> route & 1])


def walk(board: Array, routes: list[int]) -> list[int]:
    """The walking order of the routes of one trail, from the odd city with the lower number (Hierholzer)."""
    at: dict[int, list[int]] = {}
    for route in reversed(routes):
        for city in board[0].route_ends[route]:
            at.setdefault(int(city), []).append(route)
    odd = [city for city in at if len(at[city]) % 2]
    stack = [(min(odd or at, default=0), -1)]
    walked: set[int] = set()
    order: list[int] = []
    while stack:
        city, arrived_by = stack[-1]
        while at.get(city) and at[city][-1] in walked:
            at[city].pop()
        if at.get(city):
            route = at[city].pop()
            walked.add(route)
            stack.append((int(board[0].route_ends[route].sum()) - city, route))
        else:
            stack.pop()
            order.append(arrived_by)
    return order[-2::-1]
