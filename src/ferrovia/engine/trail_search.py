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
from ferrovia.engine.trail_space import GAVE_UP, NEVER
from ferrovia.engine.trail_table import proved_loss, remember_loss

OPEN: Final = -2  # no group of kept edges is closed yet


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
def decide(space: Any, edge: int) -> None:
    """Keep an edge, next time drop it; either way it can no longer be the cheapest one to drop."""
    space.turn[edge] = int(space.turn[edge]) + 1
    if int(space.turn[edge]) == 2:
        drop(space, edge, int(space.edge_length[edge]))
    else:
        keep(space, edge)
    space.cheapest[int(space.edge_from[edge])] = space.cheapest_from[edge]
    space.cheapest[int(space.edge_to[edge])] = space.cheapest_to[edge]


@kernel
def take_back(space: Any, edge: int) -> None:
    """Undo the last decision on an edge."""
    if int(space.turn[edge]) == 2:
        drop(space, edge, -int(space.edge_length[edge]))
    else:
        unkeep(space, edge)
    price = int(space.edge_price[edge])
    space.cheapest[int(space.edge_from[edge])] = min(int(space.cheapest_from[edge]), price)
    space.cheapest[int(space.edge_to[edge])] = min(int(space.cheapest_to[edge]), price)


@kernel
def way_out(space: Any, city: int, partners: Any) -> int:
    """At least so many trains lie between a city and the nearest partner, over undecided edges."""
    if space.near[city] & partners:
        return int(space.cheapest[city])
    return max(int(space.cheapest[city]), int(space.detour[city]))


@kernel
def least_further_loss(space: Any, edge: int) -> int:
    """A lower bound. All but two odd cities must become even. A dead end can only be dropped, which changes the city
    it hangs on; the cities that are odd then are joined in pairs by dropped ways, and each way serves two of them."""
    ends = popcount(space.odd & space.begun[edge] & ~space.later[edge])
    if ends > 2:
        return NEVER
    leaves = space.leaves & space.later[edge]
    odd = space.odd & space.later[edge] & ~leaves
    partners = odd
    left = leaves
    while left:
        hub = space.near[lowest(left)]
        left = without_lowest(left)
        odd ^= hub
        partners |= hub
    doubled = 0  # twice the loss
    largest = 0
    second = 0
    left = odd | leaves
    while left:
        city = lowest(left)
        left = without_lowest(left)
        if leaves & bit(city):
            spared = 2 * int(space.cheapest[city])
            doubled += spared
            if odd & space.near[city]:
                spared += way_out(space, lowest(space.near[city]), partners)
        else:
            spared = way_out(space, city, partners)
            doubled += spared
        if spared > largest:
            largest, second = spared, largest
        elif spared > second:
            second = spared
    if ends < 2:
        doubled -= largest
    if ends < 1:
        doubled -= second
    return min((max(doubled, 0) + 1) >> 1, NEVER)


@kernel
def closing_loss(space: Any, edge: int) -> int:
    """If the edge just decided closed the last city of a group of kept edges, nothing can join the group any more: the
    loss if it is all of the trail, NEVER if there is another group. OPEN as long as all groups can grow."""
    here = space.touched & space.later[edge]
    closed = here & ~space.later[edge + 1]
    while closed:
        group = space.group[lowest(closed)]
        if not group & space.later[edge + 1]:
            ends = popcount(space.odd & ~space.later[edge + 1] & space.begun[edge + 1])
            return NEVER if here & ~group or ends > 2 else int(space.loss) + int(space.rest[edge + 1])
        closed = without_lowest(closed)
    return OPEN


@kernel
def deepen(space: Any, table: Any, begin: int, end: int, allowed: int) -> int:
    """Search for a trail with at most the allowed loss. Returns its loss; or the least loss that may be possible, all
    decisions taken back; or GAVE_UP."""
    depth = begin
    space.turn[depth] = 0
    space.needed[depth] = NEVER
    while True:
        if int(space.turn[depth]) < 2 and depth < end:
            decide(space, depth)
            needed = closing_loss(space, depth)
            if OPEN < needed <= allowed:
                return needed
            if needed == OPEN:
                needed = int(space.loss) + least_further_loss(space, depth + 1)
                if needed <= allowed:
                    needed = max(needed, int(space.loss) + proved_loss(space, table, depth + 1))
            if needed <= allowed:
                depth += 1
                space.turn[depth] = 0
                space.needed[depth] = NEVER
                if int(space.patience) > 0:
                    space.patience = int(space.patience) - 1
                    if int(space.patience) == 0:
                        return GAVE_UP
                continue
        else:
            needed = int(space.needed[depth])
            if depth == begin:
                return needed
            remember_loss(space, table, depth, needed - int(space.loss))
            depth -= 1
        take_back(space, depth)
        space.needed[depth] = min(int(space.needed[depth]), needed)
