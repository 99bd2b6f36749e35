"""Findings: what a designer should know, with a number and advice, and which differences are significant."""

from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from ferrovia.arena.statistics.estimates import Interval, error_of_mean

FEWEST_DEALS: Final = 30
"""Fewer deals than this say nothing."""
UNKNOWN: Final = "unknown"
TOO_FEW: Final = "too few games to tell"


class Severity(StrEnum):
    FINE = "fine"
    NOTE = "note"
    WARNING = "warning"


class Aspect(StrEnum):
    SKILL = "skill"
    SEATS = "seats"
    LENGTH = "length"
    DEADLOCK = "deadlock"
    TICKETS = "tickets"
    ROUTES = "routes"


@dataclass(frozen=True)
class Finding:
    """One line of the verdict."""

    topic: Aspect
    level: Severity
    code: str
    """What it is, for programs."""
    thing: str
    """What it refers to, for people."""
    sentence: str
    value: float | None = None
    interval: Interval | None = None
    advice: str = ""


def unknown(topic: Aspect, subject: str, sentence: str, value: float | None = None) -> Finding:
    """A finding that too few games cannot decide: neither praise nor blame."""
    return Finding(topic, Severity.NOTE, UNKNOWN, subject, f"{TOO_FEW}: {sentence}", value)


def few(deals: Any) -> bool:
    """Whether there are too few deals to say anything."""
    return len(np.unique(deals)) < FEWEST_DEALS


def sure_interval(values: Any, deals: Any, looks: int) -> Interval | None:
    """Confidence interval of a mean, Bonferroni-corrected for a number of looks: among forty tickets, two are beyond 95
    % by chance alone. None where there is too little data."""
    error, count = error_of_mean(values, deals) if len(values) else (0.0, 0)
    if count < FEWEST_DEALS:
        return None
    half = NormalDist().inv_cdf(1 - 0.025 / max(looks, 1)) * error
    mean = float(values.mean())
    return mean - half, mean + half


def excludes_zero(interval: Interval | None) -> bool:
    """Whether a difference is significant."""
    return interval is not None and not interval[0] <= 0 <= interval[1]


def clearly_off(usual: float, lift: float, beyond: Interval | None, odds: float) -> bool:
    """Whether the odds ratio to the usual odds is large enough, either way, and still half as large at the near end of
    the interval. Of many things the unluckiest looks worst, so its estimate alone is no evidence."""
    if beyond is None or not excludes_zero(beyond):
        return False
    least = min(beyond, key=abs)
    return far(usual + lift, usual) >= odds and far(usual + least, usual) >= odds**0.5


def far(share: float, usual: float) -> float:
    """How many times better or worse the odds are."""
    ratio = odds_ratio(share, usual)
    return max(ratio, 1 / ratio)


def odds_ratio(share: float, usual: float) -> float:
    """The ratio of the odds to the usual odds; 1 means equal."""
    share, usual = (min(max(probability, 1e-6), 1 - 1e-6) for probability in (share, usual))
    return share / (1 - share) * (1 - usual) / usual
