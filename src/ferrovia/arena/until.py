"""Stopping rules of `--until`: a run ends when its intervals are narrow enough, or when a sequential test has decided.

A run is looked at after fixed numbers of games, so that where it ends does not depend on the number of processes.

>>> parse_rule("0.5")
Precision(percent=0.5)
>>> parse_rule("sprt:0,20")
SequentialTest(equal=0.0, better=20.0)
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import deal_sums
from ferrovia.arena.statistics.ratings import meetings_of
from ferrovia.errors import ArenaError
from ferrovia.game.checks import quoted

FIRST_LOOK: Final = 200
GROWTH: Final = 1.25
"""Games at the first look, and by how much each look grows."""
USUAL_GAMES: Final = 100_000
"""Most games, where `--games` does not say."""
ERROR: Final = 0.05
"""Chance of a wrong decision of a sequential test, either way."""
SPRT: Final = "sprt"
USUAL_ELO: Final = (0.0, 10.0)
FORMS: Final = "a half-width in percent, like 0.5, or sprt, or sprt:ELO0,ELO1"


class StoppingRule(Protocol):
    """Decides when a run has played enough."""

    def check_run(self, bots: int, players: int) -> None:
        """ArenaError if the rule does not suit such a run."""

    def verdict(self, run: Run) -> str | None:
        """What is decided, in words; None while nothing is."""


@dataclass(frozen=True)
class Precision:
    """Every pair's share is known to plus or minus this many percent."""

    percent: float

    def __post_init__(self) -> None:
        if not 0.01 <= self.percent <= 50:
            raise ArenaError(f"until: a half-width from 0.01 to 50 percent, not {self.percent:g}")

    def __str__(self) -> str:
        return f"{self.percent:g}"

    def check_run(self, bots: int, players: int) -> None:
        if bots < 2:
            raise ArenaError("until: a bot that plays only itself has no share to measure")

    def verdict(self, run: Run) -> str | None:
        """Whether the widest interval is narrow enough."""
        intervals = [pair.estimate.interval for pair in meetings_of(run)]
        widest = max((high - low) / 2 for low, high in (interval or (0.0, 1.0) for interval in intervals))
        return f"every share is known to ± {100 * widest:.2g} %" if 100 * widest <= self.percent else None


@dataclass(frozen=True)
class SequentialTest:
    """Sequential probability ratio test between two Elo differences of the first bot to the second."""

    equal: float
    better: float

    def __post_init__(self) -> None:
        if not -1000 <= self.equal < self.better <= 1000:
            raise ArenaError(f"until: sprt compares two Elo differences, the lower one first, not {self}")

    def __str__(self) -> str:
        return f"{SPRT}:{self.equal:g},{self.better:g}"

    def check_run(self, bots: int, players: int) -> None:
        """Two bots at a table for two."""
        if (bots, players) != (2, 2):
            raise ArenaError("until: sprt compares two bots at a table for two")

    def verdict(self, run: Run) -> str | None:
        """Which of the two differences the games speak for."""
        pair = meetings_of(run)[0]
        ratio, bound = self.log_likelihood_ratio(pair.points, pair.deals), math.log((1 - ERROR) / ERROR)
        if abs(ratio) < bound:
            return None
        first, second = run.plan.labels
        elo = self.better if ratio > 0 else self.equal
        than = "more" if ratio > 0 else "less"
        verdict = f"{first} is {elo:+g} Elo or {than} against {second} (log likelihood ratio {ratio:+.1f})"
        return f"{verdict}; quote this, not the shares"

    def log_likelihood_ratio(self, points: object, deals: object) -> float:
        """Of `better` to `equal`, for the mean points of a deal, which are nearly normal. One deal won and one lost are
        added to the variance: a few games won throughout prove nothing."""
        sums, counts = deal_sums(points, deals)
        means = sums / counts
        variance = float(np.var(np.concatenate([means, [0.0, 1.0]])))
        low, high = expected_share(self.equal), expected_share(self.better)
        return len(means) / (2 * variance) * (high - low) * (2 * float(means.mean()) - low - high)


def expected_share(elo: float) -> float:
    """The share of wins that an Elo difference means."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def parse_rule(text: str) -> StoppingRule:
    """The rule that was typed."""
    name, _, numbers = text.partition(":")
    try:
        if name != SPRT:
            return Precision(float(text))
        equal, better = map(float, numbers.split(",")) if numbers else USUAL_ELO
    except ValueError:
        raise ArenaError(f"until: {FORMS}, not {quoted(text)}") from None
    return SequentialTest(equal, better)


def looks(games: int) -> Iterator[int]:
    """Numbers of games after which a run is looked at; the last is all of them."""
    look = float(FIRST_LOOK)
    while look < games:
        yield int(look)
        look *= GROWTH
    yield games
