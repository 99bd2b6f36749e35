"""Who may have records read, and what becomes of those who wait; what is said of a record, and how it is sent."""

import asyncio
import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ferrovia.server.base.refusals import CODES, RequestRefused
from ferrovia.server.workers import replay_child, replay_pool
from ferrovia.server.workers.replay_child import answer
from ferrovia.server.workers.replay_pool import MOST_OF_ONE, MOST_WAITING, ReplayPool, ReplayRequest

RECORD = Path(__file__).parents[1] / "golden" / "new-york-2-1.record"


class Slow:
    """A reader that answers when the test lets it, if ever."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def answer(self, question: dict[str, Any], seconds: float, customer: str) -> dict[str, Any]:
        await self.go.wait()
        content = json.dumps(question["record"]).encode()
        return {"replay": base64.b64encode(gzip.compress(content)).decode(), "tag": f'"{len(content)}"'}

    async def close(self) -> None:
        pass


def room() -> tuple[ReplayPool, Slow]:
    found, slow = ReplayPool(), Slow()
    found.readers = slow  # type: ignore[assignment]
    return found, slow


class Purse:
    """Counts who paid."""

    def __init__(self) -> None:
        self.paid = 0

    def pay(self) -> None:
        self.paid += 1


async def ask(found: ReplayPool, record: str, customer: str, purse: Purse) -> str:
    """The answer: the code of a refusal, or the replay."""
    try:
        return (await (await found.replay(ReplayRequest(record, None), {}, customer, purse.pay)).unpacked()).decode()
    except RequestRefused as refusal:
        return refusal.code


def test_one_address_cannot_take_all_the_places() -> None:
    async def run() -> None:
        found, slow = room()
        purses = [Purse() for _ in range(4)]
        asked = [
            asyncio.create_task(ask(found, f"{number} of {customer}", str(customer), purses[customer]))
            for customer in range(3)
            for number in range(30)
        ]
        await asyncio.sleep(0)
        late = asyncio.create_task(ask(found, "the only one", "3", purses[3]))
        await asyncio.sleep(0)
        slow.go.set()
        assert await late == '"the only one"'
        answers = await asyncio.gather(*asked)
        assert answers.count("too-fast") == 3 * (30 - MOST_OF_ONE)
        assert [purse.paid for purse in purses] == [MOST_OF_ONE] * 3 + [1], "who was sent away has not paid"
        assert not found.waiting.held
        assert not found.pending

    asyncio.run(run())


def test_when_all_places_are_taken_nobody_pays() -> None:
    async def run() -> None:
        found, slow = room()
        purse = Purse()
        asked = [
            asyncio.create_task(ask(found, str(number), f"address {number}", purse)) for number in range(MOST_WAITING)
        ]
        await asyncio.sleep(0)
        assert await ask(found, "one more", "somebody", Purse()) == "busy"
        assert purse.paid == MOST_WAITING
        slow.go.set()
        await asyncio.gather(*asked)

    asyncio.run(run())


def test_who_cannot_pay_holds_no_place() -> None:
    async def run() -> None:
        found, _ = room()

        def pay() -> None:
            raise RequestRefused("too-fast")

        with pytest.raises(RequestRefused):
            await found.replay(ReplayRequest("x", None), {}, "somebody", pay)
        assert not found.waiting.held

    asyncio.run(run())


def test_waiting_too_long_is_no_fault_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_pool, "PATIENCE_SECONDS", 0.01)
    found, _ = room()
    assert asyncio.run(ask(found, "x", "somebody", Purse())) == "busy"
    assert CODES["busy"][0] == 503


def golden_question(**more: Any) -> dict[str, Any]:
    return {
        "record": RECORD.read_text(encoding="utf-8"),
        "seat": None,
        "times": [],
        "offered": {},
        "seconds": 60,
        **more,
    }


def test_the_tag_is_of_what_is_sent() -> None:
    first, same, other = answer(golden_question()), answer(golden_question(seconds=50)), answer(golden_question(seat=1))
    assert first["tag"] == same["tag"]
    assert first["tag"] != other["tag"]


def test_a_seat_that_is_not_there() -> None:
    assert answer(golden_question(seat=2)) == {"refused": "no-such-seat"}


def test_a_replay_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_child, "MOST_PLAIN", 10_000)
    assert answer(golden_question()) == {"refused": "too-large"}


def test_replays_are_cached_compressed() -> None:
    async def run() -> None:
        found, slow = room()
        slow.go.set()
        replay = await found.replay(ReplayRequest("x" * 1000, None), {}, "somebody", lambda: None)
        assert replay.plain is None
        assert replay.tag == '"1002"', "what the reader said of the content"
        assert len(await replay.unpacked()) == 1002

    asyncio.run(run())
