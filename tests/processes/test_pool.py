"""The line before the processes for bots, and how many of those there are."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from ferrovia.processes.fair_queue import FairQueue
from ferrovia.processes.pool import ChildGone, ChildProcess, NoAnswer, ProcessPool, QuestionOrigin

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


async def order_of(line: "FairQueue[str]", *asked: tuple[str, str, int, float], items: int = 1) -> list[str]:
    """The order in which customers, groups of them, lanes and costs get one of a few items, which they give back."""
    served: list[str] = []

    async def ask(customer: str, group: str, lane: int, cost: float) -> None:
        thing = await line.get(customer, group, lane, cost)
        served.append(f"{customer}{group}")
        await asyncio.sleep(0)
        line.put(thing, lane)

    tasks = [asyncio.create_task(ask(*each)) for each in asked]
    await asyncio.sleep(0)
    for number in range(items):
        line.put(f"item {number}")
    await asyncio.gather(*tasks)
    assert not +line.held
    return served


def test_the_queue_is_shared_by_time_and_not_by_questions() -> None:
    long, short = [("long", "", 0, 10.0)] * 3, [("short", "", 0, 1.0)] * 12
    served = asyncio.run(order_of(FairQueue(), *long, *short))
    assert served[:9] == ["short"] * 9, "nine short ones take less than one long one"
    assert sorted(served[9:]) == ["long"] * 3 + ["short"] * 3


def test_tables_of_an_address_take_turns() -> None:
    asked = [("a", "1", 0, 1.0)] * 3 + [("a", "2", 0, 1.0)]
    assert asyncio.run(order_of(FairQueue(), *asked)) == ["a1", "a2", "a1", "a1"]


def test_what_took_longer_than_expected_is_charged() -> None:
    async def run() -> list[str]:
        line: FairQueue[str] = FairQueue()
        line.put("thing")
        line.put(await line.get("a", cost=1.0), 0)
        line.correct("a", "", 5.0)
        line.free.clear()
        return await order_of(line, ("a", "", 0, 1.0), *[("b", "", 0, 1.0)] * 3)

    assert asyncio.run(run()) == ["b", "b", "b", "a"]


def test_games_go_before_hints_and_leave_a_place_to_the_short() -> None:
    async def run() -> None:
        line: FairQueue[str] = FairQueue({1: 2, 2: 1})
        for number in range(3):
            line.put(f"item {number}")
        long = [asyncio.create_task(line.get("a", lane=1)) for _ in range(3)]
        hints = [asyncio.create_task(line.get("b", lane=2)) for _ in range(2)]
        await asyncio.sleep(0)
        assert [each.done() for each in (*long, *hints)] == [True, True, False, False, False]
        short = await asyncio.wait_for(line.get("c"), 5)
        line.put(short, 0)
        line.put(await long[0], 1)
        await asyncio.sleep(0)
        assert [each.done() for each in (*long, *hints)] == [True, True, True, False, False]
        for each in long[1:]:
            line.put(await each, 1)
        await asyncio.sleep(0)
        assert [each.done() for each in hints] == [True, False], "one at a time"
        line.put(await hints[0], 2)
        line.put(await hints[1], 2)
        assert not +line.held

    asyncio.run(run())


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        line: FairQueue[str] = FairQueue(bound=5.0)
        hint = asyncio.create_task(line.get("a", lane=2, cost=10.0))
        await asyncio.sleep(0)
        now[0] = 6.0
        game = asyncio.create_task(line.get("b", lane=1, cost=0.1))
        await asyncio.sleep(0)
        line.put("thing")
        await asyncio.sleep(0)
        assert (hint.done(), game.done()) == (True, False)
        line.put(await hint, 2)
        await game

    asyncio.run(run())


def test_an_overloaded_queue_stays_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """When everything is overdue, a table with people still waits for a few others, not for all of them."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        line: FairQueue[str] = FairQueue(bound=5.0)
        crowd = [asyncio.create_task(line.get("crowd", lane=1, cost=10.0)) for _ in range(24)]
        await asyncio.sleep(0)
        now[0] = 6.0
        game = asyncio.create_task(line.get("player", lane=0, cost=0.1))
        await asyncio.sleep(0)
        line.put("process")
        await asyncio.sleep(0)
        line.put("process", 1)
        await asyncio.sleep(0)
        assert (sum(each.done() for each in crowd), game.done()) == (1, True)
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["asyncio", "uvloop"])
@pytest.mark.parametrize("steps", [*range(6), 50])
def test_a_pool_that_is_closed_while_it_starts_leaves_nothing(kind: str, steps: int) -> None:
    """After any number of steps of the event loop: no task, no process, no open pipe."""
    loop: asyncio.AbstractEventLoop = pytest.importorskip(kind).new_event_loop()
    pool = ProcessPool(1, "json.tool")

    async def run() -> None:
        await pool.start()
        for _ in range(steps):
            await asyncio.sleep(0)
        await pool.close()

    loop.run_until_complete(run())
    assert not asyncio.all_tasks(loop)
    assert all(each.process is None or each.process.returncode is not None for each in pool.processes)
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


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
        asked = (self.answer({"number": number}, 1, QuestionOrigin("somebody")) for number in range(count))
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


def test_a_short_question_does_not_wait_behind_long_ones() -> None:
    """Twenty searches of other addresses wait; a bot that takes a moment is asked at once."""

    async def run() -> None:
        pool = GatedPool(3, caps={1: 2})
        long = [asyncio.create_task(pool.answer({}, 60, QuestionOrigin(f"a{n}", lane=1))) for n in range(20)]
        await until(lambda: pool.asked == 2)
        short = asyncio.create_task(pool.answer({"short": True}, 60, QuestionOrigin("b")))
        await asyncio.wait_for(short, 5)
        assert pool.asked == 3
        pool.gate.set()
        await asyncio.gather(*long)
        await pool.close()

    asyncio.run(run())


def test_a_question_that_finds_no_process_in_time_is_told_so() -> None:
    async def run() -> None:
        pool = GatedPool(1)
        first = asyncio.create_task(pool.answer({}, 60, QuestionOrigin("a")))
        await until(lambda: pool.asked == 1)
        with pytest.raises(TimeoutError):
            await pool.answer({}, 60, QuestionOrigin("b"), patience=0.05)
        pool.gate.set()
        await first
        assert not pool.free.waiting
        await pool.close()

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0)


class GatedPool(FakePool):
    """Processes that answer long questions when the gate opens."""

    def __init__(self, size: int, caps: dict[int, int] | None = None) -> None:
        super().__init__(size)
        self.free = FairQueue(caps)
        self.gate, self.asked = asyncio.Event(), 0

    def new_process(self) -> ChildProcess:
        return Gated(self)


class Gated(Fake):
    """One of them."""

    async def ask(self, question: Question) -> Question:
        assert isinstance(self.pool, GatedPool)
        self.pool.asked += 1
        if "short" not in question:
            await self.pool.gate.wait()
        return {}
