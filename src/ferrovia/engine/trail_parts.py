"""The connected parts of a core, one after another, and how much each must lose to become one trail."""

from typing import Any, Final

from ferrovia.engine.bits import bit, lowest, popcount, without_lowest
from ferrovia.engine.compile import kernel
from ferrovia.engine.trail_order import arrange, arrange_well, prepare, swap_edges
from ferrovia.engine.trail_search import deepen, least_further_loss
from ferrovia.engine.trail_space import GAVE_UP
from ferrovia.engine.trail_table import clear_table

PATIENCE: Final = 400  # decisions of a quick search; then a good order and the table are worth their time


@kernel
def connected(space: Any, city: int) -> Any:
    """The cities that edges join to this one, itself included."""
    reached = bit(city)
    fresh = reached
    while fresh:
        city = lowest(fresh)
        found = space.near[city] & ~reached
        reached |= found
        fresh = without_lowest(fresh) | found
    return reached


@kernel
def gather(space: Any, begin: int, count: int, cities: Any) -> int:
    """Bring the edges of a part together; returns where they end."""
    end = begin
    for edge in range(begin, count):
        if cities & bit(int(space.edge_from[edge])):
            swap_edges(space, edge, end)
            end += 1
    return end


@kernel
def least_loss(space: Any, table: Any, begin: int, end: int, ceiling: int) -> int:
    """The least loss up to a ceiling, or something above it. The loss allowed grows until a trail is found, first in a
    quick search, then with all means."""
    odd = space.odd
    arrange(space, begin, end, int(space.edge_from[begin]))
    prepare(space, begin, end)
    space.patience = PATIENCE
    allowed = least_further_loss(space, begin)
    while allowed <= ceiling:
        needed = deepen(space, table, begin, end, allowed)
        if needed == GAVE_UP:
            space.odd = odd
            arrange_well(space, begin, end)
            prepare(space, begin, end)
            clear_table(table)
        elif needed <= allowed:
            break
        else:
            allowed = needed
    return allowed


@kernel
def longest_part(space: Any, table: Any, count: int, best: int) -> int:
    """RULES 6.3, part by part: with at most two cities of odd degree a connected part is one trail as a whole."""
    begin = 0
    while begin < count:
        cities = connected(space, int(space.edge_from[begin]))
        end = gather(space, begin, count, cities)
        total = 0
        for edge in range(begin, end):
            total += int(space.edge_length[edge])
        if total > best and popcount(space.odd & cities) <= 2:
            best = total
        elif total > best:
            best = max(best, total - least_loss(space, table, begin, end, total - best - 1))
        begin = end
    return best
