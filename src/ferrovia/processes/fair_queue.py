"""Fair queueing: customers who ask for a lot do not keep the others waiting."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Fair queue (round robin): hands out scarce items to each customer in turn, and to one customer in order of
    request."""

    def __init__(self) -> None:
        self.free: deque[Item] = deque()
        self.waiting: dict[str, deque[asyncio.Future[Item]]] = {}
        """By customer, in the order of their turns."""

    async def get(self, customer: str) -> Item:
        """Wait until an item is free and it is this customer's turn."""
        if self.free:
            return self.free.popleft()
        turn: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(customer, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.put(turn.result())
            raise

    def put(self, item: Item) -> None:
        """Hand an item to the next customer, or keep it free."""
        while self.waiting:
            customer = next(iter(self.waiting))
            turns = self.waiting.pop(customer)
            turn = turns.popleft()
            if turns:
                self.waiting[customer] = turns  # behind all the others
            if not turn.done():
                turn.set_result(item)
                return
        self.free.append(item)
