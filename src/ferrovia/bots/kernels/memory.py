"""What a compiled bot thinks with: which bot it is, how it is set, what it remembers of this game, and its last reason.

One record for every bot, so that the bots of a table are an array. Everything a bot remembers or works in lies here;
its random numbers come from a stream of its own that the caller keeps.
"""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.planner.space import PlanSpace
from ferrovia.bots.kernels.published.styles import StyleMind
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


class Mind:
    """One bot at one table."""

    options: Array = float64("how the bot is set; what a number means is the bot's own affair", OPTIONS)
    reason: ReasonRecord = part(ReasonRecord, "why it did what it did last")
    plan: PlanSpace = part(PlanSpace, "what the planner has in mind")
    search: SearchSpace = part(SearchSpace, "what search compares")
    style: StyleMind = part(StyleMind, "what a published style, or `greedy`, has in mind")
    bot: int = int8("which bot it is")
    fresh: int = int8("1: nothing of this game has been thought yet")


MIND: Final[np.dtype[Any]] = dtype_of(Mind)


@kernel
def begin_mind(mind: Mind) -> None:
    """Forget the last game; a bot clears its own memory when it finds its mind fresh."""
    mind.fresh = 1
    give_reason(mind.reason, NOTHING, NONE, NONE, NONE, 0)


def new_minds(count: int) -> Array:
    """Minds of bots that play at random, to be set."""
    return np.zeros(count, MIND)
