"""Lanes of questions to bots: what is known to be short goes first."""

import asyncio

import pytest

from ferrovia.game.game import Game
from ferrovia.processes.line_server import Values
from ferrovia.processes.pool import QuestionOrigin
from ferrovia.server.workers.bot_pool import HINT, LONG, SHORT, SHORT_SECONDS, BotAsker, BotPool


class RecordingPool(BotPool):
    """A pool without processes; it keeps the lanes of its questions."""

    def __init__(self) -> None:
        super().__init__(1, 0)
        self.lanes: list[int] = []

    async def answer(
        self, question: Values, seconds: float, origin: QuestionOrigin, patience: float | None = None
    ) -> Values:
        self.lanes.append(origin.lane)
        return {"move": "draw", "reason": {"code": "nothing"}, "facts": [], "memory": ""}


@pytest.mark.parametrize(
    ("seconds", "hint", "lane"),
    [
        (None, False, LONG),
        (SHORT_SECONDS / 2, False, SHORT),
        (SHORT_SECONDS * 2, False, LONG),
        (SHORT_SECONDS / 2, True, HINT),
    ],
)
def test_a_bot_is_asked_in_the_short_lane_once_it_is_known_to_be_quick(
    seconds: float | None, hint: bool, lane: int
) -> None:
    """A crowd of tables with a new bot must not pass for quick until its first answer."""
    pool, view = RecordingPool(), Game("new-york", 2, seed=1).view(0)
    if seconds is not None:
        pool.costs[f"driver new-york 2{' hint' * hint}"] = seconds
    asyncio.run(pool.ask("driver", view, "", 1.0, BotAsker("address", "table", hint)))
    assert pool.lanes == [lane]
