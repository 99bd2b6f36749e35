"""A line in which those who ask for much do not keep the others waiting."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class FairQueue(Generic[Thing]):
    """Hands out things of which there are few: to each customer in turn, to the same one in the order of asking."""

    def __init__(self) -> None:
        self.free: deque[Thing] = deque()
        self.waiting: dict[str, deque[asyncio.Future[Thing]]] = {}
        """In the order in which customers have their turns."""

    async def get(self, customer: str) -> Thing:
        """One of them, as soon as it is this customer's turn."""
        if self.free:
            return self.free.popleft()
        turn: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(customer, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.put(turn.result())
            raise

    def put(self, thing: Thing) -> None:
        """It is free, again or for the first time."""
        while self.waiting:
            customer = next(iter(self.waiting))
            turns = self.waiting.pop(customer)
            turn = turns.popleft()
            if turns:
                self.waiting[customer] = turns  # behind all the others
            if not turn.done():
                turn.set_result(thing)
                return
        self.free.append(thing)
