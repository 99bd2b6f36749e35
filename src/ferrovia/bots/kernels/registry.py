"""Registry of the compiled bots: number, name and options of each. docs/adding-a-compiled-bot.md walks through it.

Kernels compare the numbers (`choose.ask`), so they are written out; `BOT_NAMES` is in their order. Neither ever
changes: specs contain the names, and the memories that a server stores contain the numbers.
"""

from typing import Final

from ferrovia.bots.kernels.net_options import LOOK_OPTIONS, NET_OPTIONS
from ferrovia.bots.kernels.options import Option
from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS
from ferrovia.bots.kernels.search.space import SEARCH_OPTIONS

# The compiled bots. A new one goes to the end.
RANDOM: Final = 0
GREEDY: Final = 1
PATH: Final = 2
ONE_STEP: Final = 3
LONG_ROUTE: Final = 4
HUNGRY: Final = 5
PLANNER: Final = 6
SEARCH: Final = 7
NET: Final = 127  # apart from the others, which count on; `ferrovia.bots.net`, not `choose.ask`, plays it

BOT_NAMES: Final = ("random", "greedy", "path", "one-step", "long-route", "hungry", "planner", "search")
NET_NAMES: Final = ("net", "net+look")
NUMBER_OF: Final = {name: number for number, name in enumerate(BOT_NAMES)} | dict.fromkeys(NET_NAMES, NET)

OPTIONS_OF: Final[dict[str, dict[str, Option]]] = {
    **{name: {} for name in BOT_NAMES},
    "planner": PLANNER_OPTIONS,
    "search": SEARCH_OPTIONS | PLANNER_OPTIONS,  # its playouts use planners
    "net": NET_OPTIONS,
    "net+look": LOOK_OPTIONS,
}
"""The options of each bot by name."""
