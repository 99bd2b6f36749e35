"""The memory of `search`: the actions it compares, and its options."""

from typing import Final

from ferrovia.bots.kernels.options import Option
from ferrovia.core.fields import Array, float64, int8, int16

CANDIDATES: Final = 16
TICKS: Final = 47  # the index of the clock's ticks per second, which the caller measures

SEARCH_OPTIONS: Final = {
    "worlds": Option(32, 8.0, 1.0, 100_000.0, "most determinized games, dealt from what the seat knows"),
    "rollouts": Option(33, 1.0, 1.0, 1_000.0, "playouts of each action in each of them"),
    "width": Option(34, 6.0, 2.0, CANDIDATES, "actions compared"),
    "margin": Option(35, 0.5, 0.0, 10.0, "what a lead of 100 points over the best opponent is worth relative to a win"),
    "doubt": Option(36, 1.0, 0.0, 5.0, "standard errors by which an action must beat the planner's own choice"),
    "enough": Option(38, 0.01, 0.0, 1.0, "difference up to which two actions count as equal"),
    "time": Option(37, 0.0, 0.0, 3_600.0, "seconds for a decision, whatever the worlds; 0: the work alone decides"),
}


class SearchSpace:
    """The compared actions. The first is the planner's own choice."""

    prior: Array = float64("what the planner thinks of each", CANDIDATES)
    lead: Array = float64("sum of what each did better than the first", CANDIDATES)
    square: Array = float64("sum of the squares of that", CANDIDATES)
    playouts: Array = float64("playouts of each", CANDIDATES)
    first: float = float64("outcome of the first in the world at hand")
    begun: float = float64("reading of the clock when the decision began")
    longest: float = float64("ticks of the longest recent playout")
    action: Array = int16("the actions", CANDIDATES)
    alive: Array = int8("1: still compared", CANDIDATES)
    count: int = int8("how many there are")
