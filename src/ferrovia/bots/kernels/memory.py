"""A compiled bot's memory: which bot it is, its options, its state in this game, and its last reason.

All bots share one record type, so that the bots of a table form an array. It holds everything a bot remembers or needs
as scratch space; its random numbers come from a separate stream that the caller keeps.
"""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.planner.space import PlanSpace
from ferrovia.bots.kernels.published.styles import StyleMemory
from ferrovia.bots.kernels.reason_codes import NOTHING, ReasonRecord, give_plain_reason
from ferrovia.bots.kernels.search.space import SearchSpace
from ferrovia.core.compile import kernel
from ferrovia.core.fields import Array, dtype_of, float64, int8, part

OPTIONS: Final = 48


class BotMemory:
    """The memory of one bot at one table."""

    options: Array = float64("the bot's options; each bot gives the numbers its own meaning", OPTIONS)
    reason: ReasonRecord = part(ReasonRecord, "the reason of its last action")
    plan: PlanSpace = part(PlanSpace, "the planner's plan")
    search: SearchSpace = part(SearchSpace, "what search compares")
    style: StyleMemory = part(StyleMemory, "what a published style, or `greedy`, remembers")
    bot: int = int8("which bot it is")
    fresh: int = int8("1: the game is new, and the bot has not planned anything yet")


BOT_MEMORY: Final[np.dtype[Any]] = dtype_of(BotMemory)


@kernel
def begin_memory(memory: BotMemory) -> None:
    """Forget the last game; a bot clears its own part when it finds `fresh` set."""
    memory.fresh = 1
    give_plain_reason(memory.reason, NOTHING)


def new_memories(count: int) -> Array:
    """Memories of `random` bots, to be filled in, as an array."""
    return np.zeros(count, BOT_MEMORY)
