"""Coverage of every interval the arena prints: of many simulated runs, how many hold the truth.

Two games a deal, whose luck goes together or against each other. 95 of 100 are promised; a few hundred runs tell that
to one or two of 100.
"""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from ferrovia.arena.benchmark.suite import Matchup, score_of
from ferrovia.arena.ratings import Meetings, ratings
from ferrovia.arena.statistics import error_of_mean, estimate_mean, estimate_share

LEAST, MOST = 0.93, 0.999
RUNS = 1000
FEWER_RUNS = 400
CORRELATIONS = (-0.4, 0.0, 0.6)


def wins(generator, chance, correlation, deals):
    """Two games a deal: 1 for a win."""
    luck = generator.normal(size=(deals, 2))
    luck[:, 1] = correlation * luck[:, 0] + np.sqrt(1 - correlation**2) * luck[:, 1]
    return (luck < NormalDist().inv_cdf(chance)).astype(float).reshape(-1)


def ends(estimate):
    assert estimate.interval is not None
    return estimate.interval


@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("chance", [0.5, 0.9, 0.99])
@pytest.mark.parametrize("deals", [25, 200])
def test_intervals_of_shares_hold_the_truth(chance, correlation, deals):
    """Win shares, pairs and seats alike, near 1 as well as near a half."""
    generator, held = np.random.default_rng(1), 0
    numbers = np.repeat(np.arange(deals), 2)
    for _ in range(RUNS):
        low, high = ends(estimate_share(wins(generator, chance, correlation, deals), numbers))
        held += low <= chance <= high
    assert LEAST <= held / RUNS <= MOST


@pytest.mark.parametrize("skew", [False, True])
def test_intervals_of_means_hold_the_truth(skew):
    """Scores and margins: four games a deal; the deal adds its own luck, which may have a long tail."""
    generator, held = np.random.default_rng(2), 0
    deals = np.repeat(np.arange(60), 4)
    for _ in range(RUNS):
        luck = generator.exponential(50, 60) - 50 if skew else generator.normal(0, 50, 60)
        values = generator.normal(10, 50, 240) + np.repeat(luck, 4)
        low, high = ends(estimate_mean(values, deals))
        held += low <= 10 <= high
    assert LEAST <= held / RUNS <= MOST


@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("strengths", [(0, 100, 50), (0, 300, -300), (0, 1000, 500)])
def test_intervals_of_elo_hold_the_truth(strengths, correlation):
    generator, held, deals = np.random.default_rng(4), np.zeros(2), 50
    numbers = np.repeat(np.arange(deals), 2)
    for _ in range(FEWER_RUNS):
        met = [
            Meetings(one, other, wins(generator, expected(strengths, one, other), correlation, deals), numbers)
            for one, other in ((0, 1), (0, 2), (1, 2))
        ]
        for bot, (_, (low, high)) in enumerate(ratings(3, met)[1:]):
            held[bot] += low <= strengths[bot + 1] <= high
    assert (held / FEWER_RUNS >= LEAST).all()
    assert (held / FEWER_RUNS <= MOST).all()


def expected(strengths, one, other):
    return 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))


@pytest.mark.parametrize("chances", [(0.3, 0.6, 0.9, 0.5), (0.99, 0.995, 0.97, 0.999)])
def test_intervals_of_a_benchmarks_score_hold_the_truth(chances):
    generator, held, deals = np.random.default_rng(5), 0, 100
    numbers = np.repeat(np.arange(deals), 2)
    blank = Matchup("rules", "hash", "bot", 2 * deals, 0.0, (0.0, 0.0), 0.0, 0)
    for _ in range(FEWER_RUNS):
        cells = []
        for chance in chances:
            won = wins(generator, chance, 0.2, deals)
            estimate = estimate_share(won, numbers)
            error = error_of_mean(won, numbers)[0]
            cells.append(replace(blank, share=estimate.mean, interval=estimate.interval, error=error))
        _, (low, high) = score_of(cells)
        held += low <= 100 * np.mean(chances) <= high
    assert held / FEWER_RUNS >= LEAST
