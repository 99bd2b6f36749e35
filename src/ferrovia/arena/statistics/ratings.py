"""Bradley–Terry model: Elo ratings fitted by maximum likelihood, with cluster-robust confidence intervals over deals.

A meeting is two different bots in one game: the one with the better place scores a point, equals half a point each. At
a table for two a point is a win. The first bot is the zero; intervals are those of the difference to it. Every pair
gets one additional drawn meeting, because a bot that won every meeting would otherwise be infinitely strong. How far
that meeting pulls a rating is added to its interval.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import MOST_GAIN, NORMAL, Estimate, Interval, estimate_share, student

ELO: Final = 400 / np.log(10)
LARGEST_STEP: Final = 2.0
STEPS: Final = 60


@dataclass(frozen=True, eq=False)
class Meetings:
    """All meetings of a pair of bots: points of the first, each with its deal."""

    first: int
    second: int
    points: Any
    deals: Any

    @property
    def estimate(self) -> Estimate:
        """The share of the first bot."""
        return estimate_share(self.points, self.deals)


def meetings_of(run: Run) -> list[Meetings]:
    """The meetings of every pair of bots that met, in the order of the bots."""
    meetings: dict[tuple[int, int], list[tuple[Any, Any]]] = {}
    for result in run.results:
        order = np.array([run.plan.bots.index(bot) for bot in result.table.bots])
        players, deals = result.table.players, result.table.deals(result.outcomes["number"].astype(np.int64))
        bots, places = order[result.outcomes["bot"][:, :players]], result.outcomes["seats"]["score"]["place"]
        for one, other in combinations(range(players), 2):
            points = (np.sign(places[:, other].astype(int) - places[:, one]) + 1) / 2
            for first, second in combinations(sorted(order.tolist()), 2):
                ahead, behind = (
                    (bots[:, a] == first) & (bots[:, b] == second) for a, b in ((one, other), (other, one))
                )
                meetings.setdefault((first, second), []).extend(
                    [(points[ahead], deals[ahead]), (1 - points[behind], deals[behind])]
                )
    return [
        Meetings(*pair, np.concatenate([points for points, _ in parts]), np.concatenate([deals for _, deals in parts]))
        for pair, parts in sorted(meetings.items())
    ]


def fit(points: Any, counts: Any) -> Any:
    """Strengths in natural units, the first of them 0, from the points of each bot against each other and the number of
    their meetings: arrays (…, bots, bots). Newton's method; the likelihood has a single maximum."""
    others = 1 - np.eye(points.shape[-1])
    points, counts = points + others / 2, counts + others
    strengths = np.zeros(points.shape[:-1])
    for _ in range(STEPS):
        gradient = (points - counts * expected(strengths)).sum(axis=-1)
        step = np.zeros_like(strengths)
        step[..., 1:] = np.linalg.solve(curvature(strengths, counts), gradient[..., 1:, None])[..., 0]
        strengths += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    return strengths


def expected(strengths: Any) -> Any:
    """The expected share of each bot against each other."""
    return 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))


def curvature(strengths: Any, counts: Any) -> Any:
    """The curvature of the likelihood in all strengths except the first, which is fixed."""
    shares = expected(strengths)
    weights = counts * shares * (1 - shares)
    return (np.eye(weights.shape[-1]) * weights.sum(axis=-1)[..., None] - weights)[..., 1:, 1:]


def half_widths(strengths: Any, points: Any, counts: Any) -> Any:
    """Half the 95 % intervals of the strengths, from what happened in each deal: arrays (deals, bots, bots).

    The sandwich estimator: the curvature between the squares of the deals' gradients. Never less than luck that cancels
    as far as we believe (`MOST_GAIN`): a perfect record shows no spread."""
    deals, others = len(points), 1 - np.eye(len(strengths))
    gradients = (points - counts * expected(strengths)).sum(axis=-1)[:, 1:]
    bread = np.linalg.inv(curvature(strengths, counts.sum(axis=0) + others))
    spread = bread @ gradients.T @ gradients @ bread * deals / max(deals - 1, 1)
    least = NORMAL * np.sqrt(bread.diagonal() / MOST_GAIN)
    pull = np.abs(bread @ ((0.5 - expected(strengths)) * others).sum(axis=-1)[1:])
    half = np.maximum(student(max(deals - 1, 1)) * np.sqrt(spread.diagonal()), least) + pull
    return np.concatenate([[0.0], half])


def square(bots: int, meetings: list[Meetings], points: Any, counts: Any) -> tuple[Any, Any]:
    """Values per pair (…, pairs) as a matrix of each bot against each other (…, bots, bots)."""
    both = np.zeros((*points.shape[:-1], bots, bots)), np.zeros((*points.shape[:-1], bots, bots))
    for index, pair in enumerate(meetings):
        both[0][..., pair.first, pair.second] = points[..., index]
        both[0][..., pair.second, pair.first] = counts[..., index] - points[..., index]
        both[1][..., pair.first, pair.second] = both[1][..., pair.second, pair.first] = counts[..., index]
    return both


def ratings(bots: int, meetings: list[Meetings]) -> list[tuple[float, Interval]]:
    """The Elo rating of every bot with its interval."""
    if not meetings:
        return []
    deals = np.unique(np.concatenate([pair.deals for pair in meetings]))
    places = [np.searchsorted(deals, pair.deals) for pair in meetings]
    points = np.stack([np.bincount(at, p.points, len(deals)) for at, p in zip(places, meetings, strict=True)], axis=1)
    counts = np.stack([np.bincount(at, minlength=len(deals)) for at in places], axis=1)
    matrices = square(bots, meetings, points, counts)
    strengths = fit(matrices[0].sum(axis=0), matrices[1].sum(axis=0))
    half = half_widths(strengths, *matrices)
    return [
        (float(elo), (float(elo - error), float(elo + error)))
        for elo, error in zip(strengths * ELO, half * ELO, strict=True)
    ]


def cycle_share(bots: int, meetings: list[Meetings]) -> float | None:
    """The share of triples of bots that form a cycle (A beats B beats C beats A), which Elo cannot represent."""
    ahead = {(pair.first, pair.second): float(pair.points.mean()) > 0.5 for pair in meetings if len(pair.points)}
    triples = [
        triple for triple in combinations(range(bots), 3) if all(pair in ahead for pair in combinations(triple, 2))
    ]
    circles = [ahead[a, b] == ahead[b, c] != ahead[a, c] for a, b, c in triples]
    return sum(circles) / len(circles) if circles else None
