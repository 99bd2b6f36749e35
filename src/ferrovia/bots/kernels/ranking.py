"""Ranking actions: the best of a mask, and the candidates that `search` and `net+look` compare."""

from typing import Any

from ferrovia.bots.kernels.search.space import SearchSpace
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import NONE


@kernel
def best_of(mask: Any, words: int, values: Any) -> int:
    """Argmax over the set bits in the first words of a mask, of equals the lowest bit; -1 if none is set."""
    best = NONE
    for word in range(words):
        left = mask[word]
        while left:
            number = word * 64 + lowest(left)
            left = without_lowest(left)
            if best == NONE or values[number] > values[best]:
                best = number
    return best


@kernel
def insert_candidate(search: SearchSpace, action: int, prior: float, fixed: int, most: int) -> None:
    """Insert an action among the candidates by its prior, behind the `fixed` first ones; a list of `most` drops its
    worst."""
    place = int(search.count)
    while place > fixed and search.prior[place - 1] < prior:
        place -= 1
    if place >= most:
        return
    search.count = min(most, int(search.count) + 1)
    for later in range(search.count - 1, place, -1):
        search.action[later] = search.action[later - 1]
        search.prior[later] = search.prior[later - 1]
    search.action[place] = action
    search.prior[place] = prior
