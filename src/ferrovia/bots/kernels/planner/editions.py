"""The settings of the planner by the number of players: what differs from the defaults of `PLANNER_OPTIONS`.

The defaults are the first edition, which benchmark suites play against: they never change. This table is the second.
"""

from typing import Final, NamedTuple

from ferrovia.bots.kernels.options import between

FIRST: Final = 1.0
EDITION: Final = "edition"


class Setting(NamedTuple):
    """The value of an option on a large board and on a small one."""

    large: float
    small: float


BY_PLAYERS: Final[dict[int, dict[str, Setting]]] = {
    2: {},
    3: {},
    4: {"locomotive": Setting(3.5, 0.79)},
    5: {"locomotive": Setting(3.5, 0.79)},
}


def settings_for(players: int, trains: int) -> dict[str, float]:
    """The settings at a table of this many players with this many trains each."""
    return {name: between(setting.small, setting.large, trains) for name, setting in BY_PLAYERS[players].items()}
