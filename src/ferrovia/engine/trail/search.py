"""The least that a connected component must lose to become one trail (iterative deepening).

A set of routes is one trail if it is connected and at most two of its cities have odd degree, so the search minimises
the trains dropped. Edges are decided one after another, kept or dropped, in an order that leaves few cities half
decided (`order`). The allowed loss grows from a lower bound until a trail is found, so the first one found is the best.
Proven bounds of a position (half-decided cities, their parity, how kept edges connect them) go into the transposition
table (`table`), which makes hard networks depend on the width of the map instead of the number of routes.
"""

from typing import Any, Final

from ferrovia.core.bits import bit, lowest, popcount, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.engine.trail.space import GAVE_UP, NEVER, TrailSpace
from ferrovia.engine.trail.table import proved_loss, remember_loss

OPEN: Final = -2  # every group of kept edges can still grow


@kernel
def keep(space: TrailSpace, edge: int) -> None:
    """Keep an edge: the groups of its cities merge."""
    start, finish = int(space.edge_from[edge]), int(space.edge_to[edge])
    space.group_from[edge] = space.group[start]
    space.group_to[edge] = space.group[finish]
    group = space.group[start] | space.group[finish] | bit(start) | bit(finish)
    space.touched |= bit(start) | bit(finish)
    members = group & space.later[edge]  # decided cities are not looked at again
    while members:
        space.group[lowest(members)] = group
        members = without_lowest(members)


@kernel
def restore_group(space: TrailSpace, edge: int, city: int, group: Any) -> None:
    """Undo `keep` for one end of an edge by restoring its group."""
    if not group:
        space.group[city] = group
        space.touched &= ~bit(city)
    members = group & space.later[edge]
    while members:
        space.group[lowest(members)] = group
        members = without_lowest(members)


@kernel
def decide(space: TrailSpace, edge: int) -> None:
    """Keep an edge; drop it the next time. Either way it is no longer the cheapest one to drop."""
    start, finish = int(space.edge_from[edge]), int(space.edge_to[edge])
    space.turn[edge] = int(space.turn[edge]) + 1
    if space.turn[edge] == 1:
        keep(space, edge)
    else:
        space.loss = int(space.loss) + int(space.edge_length[edge])
        space.odd ^= bit(start) ^ bit(finish)
    space.cheapest[start] = space.cheapest_from[edge]
    space.cheapest[finish] = space.cheapest_to[edge]


@kernel
def take_back(space: TrailSpace, edge: int) -> None:
    """Undo the last decision on an edge."""
    start, finish, price = int(space.edge_from[edge]), int(space.edge_to[edge]), int(space.edge_price[edge])
    if space.turn[edge] == 1:
        restore_group(space, edge, start, space.group_from[edge])
        restore_group(space, edge, finish, space.group_to[edge])
    else:
        space.loss = int(space.loss) - int(space.edge_length[edge])
        space.odd ^= bit(start) ^ bit(finish)
    space.cheapest[start] = min(int(space.cheapest_from[edge]), price)
    space.cheapest[finish] = min(int(space.cheapest_to[edge]), price)


@kernel
def way_out(space: TrailSpace, city: int, partners: Any) -> int:
    """Lower bound of the trains between a city and the nearest partner, over undecided edges."""
    if space.near[city] & partners:
        return int(space.cheapest[city])
    return max(int(space.cheapest[city]), int(space.detour[city]))


@kernel
def least_further_loss(space: TrailSpace, edge: int) -> int:
    """Lower bound of the further loss. All but two odd cities must become even. A dead end can only be dropped, which
    changes the city it hangs on; the cities that are odd then are paired by dropped paths, each serving two of them."""
    ends = popcount(space.odd & space.begun[edge] & ~space.later[edge])
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
        loss = 2 * int(space.cheapest[city]) if leaves & bit(city) else way_out(space, city, partners)
        doubled += loss
        if leaves & bit(city) and odd & space.near[city]:
            loss += way_out(space, lowest(space.near[city]), partners)
        if loss > largest:
            largest, second = loss, largest
        elif loss > second:
            second = loss
    if ends < 2:
        doubled -= largest
    if ends < 1:
        doubled -= second
    return NEVER if ends > 2 else min((max(doubled, 0) + 1) >> 1, NEVER)


@kernel
def closing_loss(space: TrailSpace, edge: int) -> int:
    """The loss if the edge just decided closed the last city of a group of kept edges, so that nothing can join the
    group any more: the loss if that group is the whole trail, NEVER if there is another group. OPEN while all groups
    can grow."""
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
def search(space: TrailSpace, table: Any, begin: int, end: int, ceiling: int) -> int:
    """The least loss up to a ceiling, or a value above it, or GAVE_UP. Each round tries all decisions within the
    allowed loss and finds the smallest loss that the abandoned ones would need; the next round allows that much."""
    allowed = least_further_loss(space, begin)
    depth = begin
    space.turn[depth] = 0
    space.needed[depth] = NEVER
    while allowed <= ceiling:
        if space.turn[depth] < 2 and depth < end:
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
                if space.patience > 0:
                    space.patience = int(space.patience) - 1
                    if space.patience == 0:
                        return GAVE_UP
                continue
        else:
            needed = int(space.needed[depth])
            if depth == begin:
                allowed = needed
                space.turn[depth] = 0
                space.needed[depth] = NEVER
                continue
            remember_loss(space, table, depth, needed - int(space.loss))
            depth -= 1
        take_back(space, depth)
        space.needed[depth] = min(int(space.needed[depth]), needed)
    return allowed
