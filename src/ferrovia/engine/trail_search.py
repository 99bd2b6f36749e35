"""What a part of the core must lose to become one trail.

A set of routes is one trail if it is connected and at most two of its cities have odd degree. So we look for the least
trains to drop. Edges are decided one after another, kept or dropped, in an order that leaves few cities half decided
(`trail_order`); the loss allowed grows from a lower bound until a solution is found, so the first one is the best.
What has been proved of a position (half-decided cities, their parity, how kept edges join them) is remembered in the
state table (`trail_table`), which makes hard networks a matter of the width of the map, not of the number of routes.
"""

from typing import Any, Final

from ferrovia.engine.bits import bit, lowest, popcount, without_lowest
from ferrovia.engine.compile import kernel
from ferrovia.engine.trail_order import arrange, arrange_well, connected, prepare
from ferrovia.engine.trail_space import NEVER
from ferrovia.engine.trail_table import clear_table, proved_loss, remember_loss

PATIENCE: Final = 400
GAVE_UP: Final = -1


@kernel
def keep(space: Any, edge: int) -> None:
    """An edge becomes part of the trail: the groups of its cities become one."""
    start, finish = int(space.edge_from[edge]), int(space.edge_to[edge])
    space.group_from[edge] = space.group[start]
    space.group_to[edge] = space.group[finish]
    group = space.group[start] | space.group[finish] | bit(start) | bit(finish)
    space.touched |= bit(start) | bit(finish)
    members = group & space.later[edge]  # nobody asks decided cities any more
    while members:
        space.group[lowest(members)] = group
        members = without_lowest(members)


@kernel
def unkeep(space: Any, edge: int) -> None:
    """Take `keep` back."""
    start, finish = int(space.edge_from[edge]), int(space.edge_to[edge])
    for side in range(2):
        group = space.group_from[edge] if side == 0 else space.group_to[edge]
        city = start if side == 0 else finish
        if not group:
            space.group[city] = group
            space.touched &= ~bit(city)
        members = group & space.later[edge]
        while members:
            space.group[lowest(members)] = group
            members = without_lowest(members)


@kernel
def drop(space: Any, edge: int, trains: int) -> None:
    """An edge stays outside the trail (trains below 0: take that back)."""
    start, finish = int(space.edge_from[edge]), int(space.edge_to[edge])
    space.loss = int(space.loss) + trains
    if start != finish:
        space.odd ^= bit(start) | bit(finish)


@kernel
def decide(space: Any, edge: int, dropped: bool) -> None:
    """Keep or drop an edge; either way it can no longer be the cheapest one to drop."""
    if dropped:
        drop(space, edge, int(space.edge_length[edge]))
    else:
        keep(space, edge)
    space.cheapest[int(space.edge_from[edge])] = space.cheapest_from[edge]
    space.cheapest[int(space.edge_to[edge])] = space.cheapest_to[edge]


@kernel
def take_back(space: Any, edge: int) -> None:
    """Undo the last decision on an edge."""
    start, finish, length = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_length[edge])
    if int(space.turn[edge]) == 2:
        drop(space, edge, -length)
    else:
        unkeep(space, edge)
    if start != finish:
        space.cheapest[start] = min(int(space.cheapest_from[edge]), length)
        space.cheapest[finish] = min(int(space.cheapest_to[edge]), length)


@kernel
def least_further_loss(space: Any, edge: int) -> int:
    """A lower bound: all but two odd cities must lose an edge, and an edge serves two of them."""
    ends = popcount(space.odd & ~space.later[edge] & space.begun[edge])
    if ends > 2:
        return NEVER
    total = 0
    largest = 0
    second = 0
    cities = space.odd & space.later[edge]
    while cities:
        cheapest = int(space.cheapest[lowest(cities)])
        cities = without_lowest(cities)
        total += cheapest
        if cheapest > largest:
            largest, second = cheapest, largest
        elif cheapest > second:
            second = cheapest
    if ends < 2:
        total -= largest
    if ends < 1:
        total -= second
    return (total + 1) >> 1


@kernel
def is_finished(space: Any, edge: int) -> bool:
    """Whether the edge just decided closed the last city of a group of kept edges: nothing can join it any more."""
    closed = space.touched & space.later[edge] & ~space.later[edge + 1]
    while closed:
        if not space.group[lowest(closed)] & space.later[edge + 1]:
            return True
        closed = without_lowest(closed)
    return False


@kernel
def finished_loss(space: Any, edge: int) -> int:
    """The loss if the finished group is all of the trail; with another group beside it there is no trail."""
    closed = space.touched & space.later[edge] & ~space.later[edge + 1]
    group = space.group[lowest(closed)]
    ends = popcount(space.odd & ~space.later[edge + 1] & space.begun[edge + 1])
    if space.touched & space.later[edge] & ~group or ends > 2:
        return NEVER
    return int(space.loss) + int(space.rest[edge + 1])


@kernel
def deepen(space: Any, table: Any, begin: int, end: int, allowed: int) -> int:
    """Search for a trail with at most the allowed loss. Returns its loss, or the least loss that may be possible."""
    depth = begin
    space.turn[depth] = 0
    space.needed[depth] = NEVER
    while True:
        turn = int(space.turn[depth])
        if turn == 2 or depth == end:
            needed = int(space.needed[depth])
            if depth == begin:
                return needed
            remember_loss(space, table, depth, needed - int(space.loss))
            depth -= 1
            take_back(space, depth)
            space.needed[depth] = min(int(space.needed[depth]), needed)
            continue
        space.turn[depth] = turn + 1
        decide(space, depth, turn == 1)
        if is_finished(space, depth):
            estimate = finished_loss(space, depth)
            if estimate <= allowed:
                return estimate
        else:
            estimate = int(space.loss) + least_further_loss(space, depth + 1)
            if estimate <= allowed:
                estimate = max(estimate, int(space.loss) + proved_loss(space, table, depth + 1))
        if estimate <= allowed:
            depth += 1
            space.turn[depth] = 0
            space.needed[depth] = NEVER
            if int(space.patience) > 0:
                space.patience = int(space.patience) - 1
                if int(space.patience) == 0:
                    return GAVE_UP
        else:
            take_back(space, depth)
            space.needed[depth] = min(int(space.needed[depth]), estimate)


@kernel
def least_loss(space: Any, table: Any, begin: int, end: int, ceiling: int) -> int:
    """The least loss up to a ceiling, something above it if there is none, or GAVE_UP."""
    allowed = least_further_loss(space, begin)
    while allowed <= ceiling:
        needed = deepen(space, table, begin, end, allowed)
        if needed <= allowed:
            return needed
        allowed = needed
    return allowed


@kernel
def part_trail(space: Any, table: Any, begin: int, end: int, total: int, best: int) -> int:
    """The longest trail of a connected part, or `best` if that is longer: first quickly, then with all means."""
    odd = space.odd
    ceiling = total - best - 1
    start = int(space.edge_from[begin])
    cities = connected(space, start)
    arrange(space, begin, end, start)
    prepare(space, begin, end, cities)
    space.patience = PATIENCE
    loss = least_loss(space, table, begin, end, ceiling)
    if loss == GAVE_UP:
        space.odd = odd
        arrange_well(space, begin, end, cities)
        prepare(space, begin, end, cities)
        clear_table(table)
        loss = least_loss(space, table, begin, end, ceiling)
    return max(best, total - loss)
