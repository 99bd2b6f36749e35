"""A compiled bot's memory: which bot it is, its options, what it remembers of this game, and its last reason.

One record for every bot, so that the bots of a table are an array. Everything a bot remembers or works in lies here;
its random numbers come from a stream of its own that the caller keeps.
"""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.planner.space import PlanSpace
from ferrovia.bots.kernels.published.styles import StyleMemory
from ferrovia.bots.kernels.reasons import NOTHING, ReasonRecord, give_reason
from ferrovia.bots.kernels.search.space import SearchSpace
from ferrovia.core.compile import kernel
from ferrovia.core.fields import Array, dtype_of, float64, int8, part
from ferrovia.core.limits import NONE

OPTIONS: Final = 48

# The compiled bots, weakest first.
RANDOM: Final = 0
GREEDY: Final = 1
PATH: Final = 2
ONE_STEP: Final = 3
LONG_ROUTE: Final = 4
HUNGRY: Final = 5
PLANNER: Final = 6
SEARCH: Final = 7

BOT_NAMES: Final = ("random", "greedy", "path", "one-step", "long-route", "hungry", "planner", "search")


class BotMemory:
    """One bot at one table."""

    options: Array = float64("how the bot is set; what a number means is the bot's own affair", OPTIONS)
    reason: ReasonRecord = part(ReasonRecord, "why it did what it did last")
    plan: PlanSpace = part(PlanSpace, "the planner's plan")
    search: SearchSpace = part(SearchSpace, "what search compares")
    style: StyleMemory = part(StyleMemory, "what a published style, or `greedy`, remembers")
    bot: int = int8("which bot it is")
    fresh: int = int8("1: nothing of this game has been thought yet")


BOT_MEMORY: Final[np.dtype[Any]] = dtype_of(BotMemory)


@kernel
def begin_memory(memory: BotMemory) -> None:
    """Forget the last game; a bot clears its own part when it finds `fresh` set."""
    memory.fresh = 1
    give_reason(memory.reason, NOTHING, NONE, NONE, NONE, 0)


def new_memories(count: int) -> Array:
    """Memories of `random` bots, to be set: an array."""
    return np.zeros(count, BOT_MEMORY)
