"""Weighted fair queueing: scarce items are shared by the time they are held. Customers who ask for a lot, or for what
takes long, do not keep the others waiting."""

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")
MOST_KNOWN: Final = 10_000


@dataclass(eq=False, slots=True)
class Waiter(Generic[Item]):
    """A request for an item: for whom, how urgent, and for how long it will probably be held."""

    customer: str
    group: str
    lane: int
    cost: float
    since: float
    turn: asyncio.Future[Item]


class VirtualClock:
    """Start-time fair queueing: how much each of several keys has had. A key that comes late does not get what it did
    not ask for."""

    def __init__(self) -> None:
        self.now = 0.0
        self.finish: dict[str, float] = {}

    def start(self, key: str) -> float:
        """The virtual time at which a key's next request starts."""
        return max(self.now, self.finish.get(key, 0.0))

    def serve(self, key: str, cost: float) -> None:
        """A request of a key starts."""
        if len(self.finish) >= MOST_KNOWN:
            self.finish = {customer: at for customer, at in self.finish.items() if at > self.now}
        self.now = self.start(key)
        self.finish[key] = self.now + cost

    def correct(self, key: str, difference: float) -> None:
        """It took longer, or less long, than expected."""
        if key in self.finish:
            self.finish[key] = max(self.now, self.finish[key] + difference)


class FairQueue(Generic[Item]):
    """Weighted fair queue: items go to the first lane in which anybody waits, there to the customer who has had least,
    and to that customer's groups in the same way; what is held for a short time goes first. After `bound` seconds a
    waiter is overdue: every second item goes to the one that has waited longest. Not every item, because under overload
    all are overdue.

    `caps`: how many items a lane and those after it may hold together.
    """

    def __init__(self, caps: Mapping[int, int] | None = None, bound: float = math.inf) -> None:
        self.caps, self.bound = dict(caps or {}), bound
        self.free: deque[Item] = deque()
        self.waiting: list[Waiter[Item]] = []
        """In the order of request."""
        self.held: Counter[int] = Counter()
        """By lane."""
        self.customers = VirtualClock()
        self.groups: dict[str, VirtualClock] = {}
        self.promoted = False
        """Whether the last item went to a waiter because it was overdue."""

    async def get(self, customer: str, group: str = "", lane: int = 0, cost: float = 1.0) -> Item:
        """Wait until an item is free and it is this customer's turn."""
        waiter: Waiter[Item] = Waiter(
            customer, group, lane, cost, time.monotonic(), asyncio.get_running_loop().create_future()
        )
        self.waiting.append(waiter)
        self._hand_out()
        try:
            return await waiter.turn
        except asyncio.CancelledError:
            if waiter in self.waiting:
                self.waiting.remove(waiter)
            elif not waiter.turn.cancelled():
                self.put(waiter.turn.result(), lane)
            raise

    def put(self, item: Item, lane: int | None = None) -> None:
        """Add an item, or give back one that a lane has held."""
        if lane is not None:
            self.held[lane] -= 1
        self.free.append(item)
        self._hand_out()

    def lose(self, lane: int) -> None:
        """An item that a lane has held does not come back."""
        self.held[lane] -= 1
        self._hand_out()

    def correct(self, customer: str, group: str, difference: float) -> None:
        """An item was held longer, or less long, than expected."""
        self.customers.correct(customer, difference)
        if customer in self.groups:
            self.groups[customer].correct(group, difference)

    def _hand_out(self) -> None:
        while self.free and (waiter := self._next()) is not None:
            self.waiting.remove(waiter)
            if waiter.turn.done():
                continue
            self.held[waiter.lane] += 1
            self.customers.serve(waiter.customer, waiter.cost)
            if len(self.groups) >= MOST_KNOWN:
                self.groups.clear()
            self.groups.setdefault(waiter.customer, VirtualClock()).serve(waiter.group, waiter.cost)
            waiter.turn.set_result(self.free.popleft())

    def _next(self) -> Waiter[Item] | None:
        """Whose turn it is; None if all who wait have as much as they may."""
        shut = {lane for lane in {waiter.lane for waiter in self.waiting} if not self._open(lane)}
        waiting = [waiter for waiter in self.waiting if waiter.lane not in shut]
        if not waiting:
            return None
        self.promoted = not self.promoted and time.monotonic() - waiting[0].since > self.bound
        return waiting[0] if self.promoted else min(waiting, key=self._rank)  # the first of equals

    def _open(self, lane: int) -> bool:
        """Whether a lane may hold one more."""
        return all(
            sum(held for other, held in self.held.items() if other >= first) < most
            for first, most in self.caps.items()
            if first <= lane
        )

    def _rank(self, waiter: Waiter[Item]) -> tuple[int, float, float]:
        groups = self.groups.get(waiter.customer)
        within = groups.start(waiter.group) if groups else 0.0
        return waiter.lane, self.customers.start(waiter.customer) + waiter.cost, within + waiter.cost
