"""Connected components of a core, one after another, and how much each must lose to become one trail."""

from typing import Any, Final

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.trail.order import best_start, prepare, swap_edges
from ferrovia.engine.trail.search import search
from ferrovia.engine.trail.space import GAVE_UP, TrailSpace
from ferrovia.engine.trail.table import clear_table

PATIENCE: Final = 400  # decisions of a quick search; beyond that a good order and the table pay off


@kernel
def connected(space: TrailSpace, city: int) -> Any:
    """The cities connected to this one by edges, including itself."""
    reached = bit(city)
    fresh = reached
    while fresh:
        city = lowest(fresh)
        found = space.near[city] & ~reached
        reached |= found
        fresh = without_lowest(fresh) | found
    return reached


@kernel
def gather(space: TrailSpace, begin: int, count: int, cities: Any) -> int:
    """Bring the edges of a component together; return where they end."""
    end = begin
    for edge in range(begin, count):
        if cities & bit(int(space.edge_from[edge])):
            swap_edges(space, edge, end)
            end += 1
    return end


@kernel
def longest_part(space: TrailSpace, table: Any, count: int, best: int) -> int:
    """RULES 6.3, one component at a time: with at most two cities of odd degree, a component is one trail. Otherwise
    search for the least it must lose, first quickly, then thoroughly."""
    begin = 0
    while begin < count:
        start = int(space.edge_from[begin])
        odd = space.odd
        cities = connected(space, start)
        end = gather(space, begin, count, cities)
        total = 0
        for edge in range(begin, end):
            total += int(space.edge_length[edge])
        if total > best:
            loss = GAVE_UP if popcount(odd & cities) > 2 else 0
            space.patience = PATIENCE
            while loss == GAVE_UP:
                if space.patience == 0:
                    start = best_start(space, begin, end)
                    clear_table(table)
                space.odd = odd
                prepare(space, begin, end, start)
                loss = search(space, table, begin, end, total - best - 1)
            best = max(best, total - loss)
        begin = end
    return best
