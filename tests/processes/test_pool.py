"""The line before the processes for bots, and how many of those there are."""

import asyncio
from typing import Any

import pytest

from ferrovia.processes.fair_queue import FairQueue
from ferrovia.processes.pool import ChildGone, ChildProcess, NoAnswer, ProcessPool

Question = dict[str, Any]


def test_each_customer_has_a_turn() -> None:
    async def run() -> list[str]:
        line: FairQueue[str] = FairQueue()
        served: list[str] = []

        async def ask(customer: str, name: str) -> None:
            thing = await line.get(customer)
            served.append(name)
            line.put(thing)

        asked = [ask("greedy", f"greedy {number}") for number in range(4)] + [ask("other", "other")]
        asked += [ask("third", f"third {number}") for number in range(2)]
        tasks = [asyncio.create_task(each) for each in asked]
        await asyncio.sleep(0)
        line.put("the only one")
        await asyncio.gather(*tasks)
        return served

    order = ["greedy 0", "other", "third 0", "greedy 1", "third 1", "greedy 2", "greedy 3"]
    assert asyncio.run(run()) == order


def test_leaving_the_queue_takes_nothing_along() -> None:
    async def run() -> None:
        line: FairQueue[str] = FairQueue()
        waiting, served, late = (asyncio.create_task(line.get("somebody")) for _ in range(3))
        await asyncio.sleep(0)
        waiting.cancel()
        line.put("thing")
        served.cancel()  # it has been given the thing, but does not know yet
        assert await late == "thing"
        assert not line.waiting

    asyncio.run(run())


class Fake(ChildProcess):
    """A fake process. It dies at its first question, if configured so."""

    def __init__(self, pool: "FakePool") -> None:
        super().__init__("nobody")
        self.pool = pool

    async def start(self) -> None:
        await asyncio.sleep(0)
        if self.pool.cannot_start:
            self.pool.cannot_start -= 1
            raise NoAnswer("no files")
        self.pool.hired += 1

    async def ask(self, question: Question) -> Question:
        if self.pool.found_dead:
            self.pool.found_dead -= 1
            raise ChildGone
        await asyncio.sleep(0.01)
        return {"asked": {"number": question["number"]}}


class FakePool(ProcessPool):
    """As many of those as there may be."""

    def __init__(self, size: int, found_dead: int = 0, cannot_start: int = 0) -> None:
        super().__init__(size, "nobody")
        self.hired, self.found_dead, self.cannot_start = 0, found_dead, cannot_start

    def new_process(self) -> ChildProcess:
        return Fake(self)

    async def answers(self, count: int) -> list[Question]:
        """The answers to this many concurrent questions."""
        asked = (self.answer({"number": number}, 1, "somebody") for number in range(count))
        return list(await asyncio.gather(*asked))


@pytest.mark.parametrize(("questions", "hired"), [(0, 1), (1, 1), (2, 2), (9, 3)])
def test_processes_come_as_they_are_needed(questions: int, hired: int) -> None:
    async def run() -> FakePool:
        pool = FakePool(3)
        await pool.start()
        assert len(await pool.answers(questions)) == questions
        await asyncio.sleep(0.05)
        await pool.close()
        return pool

    assert asyncio.run(run()).hired == hired


def test_a_process_that_is_found_dead_is_replaced_and_another_one_asked() -> None:
    async def run() -> None:
        pool = FakePool(2, found_dead=3)
        assert await asyncio.wait_for(pool.answers(4), 5) == [{"asked": {"number": number}} for number in range(4)]
        assert len(pool.processes) <= 2
        await pool.close()

    asyncio.run(run())


def test_a_process_that_cannot_be_started_is_tried_again() -> None:
    async def run() -> None:
        pool = FakePool(1, cannot_start=1)
        assert len(await asyncio.wait_for(pool.answers(1), 5)) == 1
        await pool.close()

    asyncio.run(run())
