"""The tables played in parallel: numbers of players, and where earlier versions of the policy sit."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ferrovia.core.limits import NONE
from ferrovia.rollout.cpu import new_slots


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive slots with the same number of players. The first `scripted` of them have one learner among scripted
    bots, the next `pool` one among earlier versions of itself."""

    players: int
    slots: slice
    pool: int
    scripted: int = 0

    @property
    def scripted_slots(self) -> slice:
        """The slots with scripted rivals."""
        return slice(self.slots.start, self.slots.start + self.scripted)

    @property
    def pool_slots(self) -> slice:
        """The slots with earlier versions."""
        return slice(self.scripted_slots.stop, self.scripted_slots.stop + self.pool)


def player_groups(games: int, players: tuple[int, ...], pool_share: float, scripted_share: float = 0.0) -> list[Group]:
    """Half of the games for the first number of players, the others share the rest; blocks of 64."""
    first = games if len(players) == 1 else games // 2
    size = (games - first) // max(1, len(players) - 1)
    cuts = [0, first, *(first + size * number for number in range(1, len(players)))]
    cuts = [cut // 64 * 64 if cut < games and games >= 64 * len(players) else cut for cut in cuts]
    cuts[-1] = games
    bounds = list(pairwise(cuts[: len(players) + 1]))
    return [
        Group(number, slice(start, stop), even((stop - start) * pool_share), even((stop - start) * scripted_share))
        for number, (start, stop) in zip(players, bounds, strict=True)
    ]


def even(number: float) -> int:
    """The even number at or below."""
    return int(number) // 2 * 2


def slots_of(groups: list[Group], first_seed: int) -> Any:
    """The slots of the groups; among rivals the learner's seat rotates."""
    count = groups[-1].slots.stop
    players, learners = np.zeros(count, np.int8), np.full(count, NONE, np.int8)
    for group in groups:
        players[group.slots] = group.players
        learners[group.scripted_slots] = np.arange(group.scripted) % group.players
        learners[group.pool_slots] = np.arange(group.pool) % group.players
    return new_slots(players, first_seed, learners)
