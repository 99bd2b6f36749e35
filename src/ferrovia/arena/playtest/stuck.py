"""Why games got stuck: what helps where nobody can pay is of no use where nothing is left to be claimed."""

from enum import StrEnum
from typing import Any, Final

import numpy as np

from ferrovia.arena.book import TableResult
from ferrovia.arena.report.usage import unpack


class Cause(StrEnum):
    FULL = "the board was full"
    UNFIT = "the trains that were left were too few for every open route"
    OTHER = "there were routes to claim, and trains for them"


ADVICE: Final = {
    (Cause.FULL, ending): "there are more trains than spaces: fewer trains, more routes, or raise last_round_trains"
    for ending in ("all-passed", "nobody-gained")
} | {
    (Cause.UNFIT, ending): "raise last_round_trains, or add short routes"
    for ending in ("all-passed", "nobody-gained")
} | {
    (Cause.OTHER, "all-passed"): "nobody could pay: more cards, more locomotives or routes that are easier to pay",
    (Cause.OTHER, "nobody-gained"): (
        "nobody got rid of the last trains: raise last_round_trains, or add routes worth claiming"
    ),
}  # fmt: skip


def causes_of(result: TableResult, games: Any) -> list[Cause]:
    """Why each of some games of a table got stuck."""
    outcomes, rules, players = result.outcomes[games], result.table.rules, result.table.players
    free = open_routes(outcomes, rules, players)
    lengths = np.array([route.length for route in rules.map.routes])
    fitting = free & (lengths <= outcomes["seats"]["trains"][:, :players, None])
    both = zip(free.any(axis=(1, 2)).tolist(), fitting.any(axis=(1, 2)).tolist(), strict=True)
    return [Cause.OTHER if fits else Cause.UNFIT if some else Cause.FULL for some, fits in both]


def open_routes(outcomes: Any, rules: Any, players: int) -> Any:
    """Which routes each seat might have claimed at the end: (games, seats, routes). Of a double nobody has both, and
    with few players nobody has the second."""
    size, seats = len(rules.map.routes), outcomes["seats"]["routes"][:, :players]
    owned = unpack(seats.reshape(-1, seats.shape[-1]), size).reshape(len(outcomes), players, size)
    taken = owned.any(axis=1, keepdims=True)
    twins = rules.board[0]["route_twin"][:size].astype(np.int64)
    closed = taken if players <= rules.rule_set.doubles_closed_up_to else owned
    return ~taken & ~(closed[:, :, twins] & (twins >= 0))
