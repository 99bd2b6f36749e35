"""Elo: known strengths are found again, and nothing is infinite."""

import numpy as np
import pytest

from ferrovia.arena.statistics.ratings import ELO, Meetings, cycle_share, fit, meetings_of, ratings


def meetings(strengths, deals, generator):
    """Two games a deal between every pair of bots of these strengths (Elo)."""
    found = []
    for first in range(len(strengths)):
        for second in range(first + 1, len(strengths)):
            chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            points = (generator.random(2 * deals) < chance).astype(float)
            found.append(Meetings(first, second, points, np.repeat(np.arange(deals), 2)))
    return found


def test_two_bots_by_hand():
    """75 of 100 and a drawn game more: 75.5 to 25.5."""
    points, counts = np.array([[0.0, 75], [25, 0]]), np.array([[0, 100], [100, 0]])
    strengths = fit(points, counts)
    assert strengths[0] == 0
    assert strengths[1] * ELO == pytest.approx(400 * np.log10(25.5 / 75.5))


def test_known_strengths_are_found_again():
    truth = [0, 120, -80, 300]
    found = ratings(4, meetings(truth, 4000, np.random.default_rng(3)))
    for true, (elo, (low, high)) in zip(truth, found, strict=True):
        assert elo == pytest.approx(true, abs=12)
        assert low <= elo <= high
        assert high - low < 30


def test_all_wins_are_finite():
    perfect = [Meetings(0, 1, np.ones(100), np.arange(100)), Meetings(0, 2, np.ones(100), np.arange(100))]
    found = ratings(3, [*perfect, Meetings(1, 2, np.full(100, 0.5), np.arange(100))])
    assert found[0] == (0.0, (0.0, 0.0))
    assert found[1][0] == pytest.approx(found[2][0])
    assert -2000 < found[1][0] < -500
    assert found[1][1][1] - found[1][1][0] > 200  # that it never lost so far is no proof


def test_the_same_data_gives_the_same_intervals():
    data = meetings([0, 50, 100], 100, np.random.default_rng(5))
    assert ratings(3, data) == ratings(3, data)


def test_circles_are_counted():
    def beats(first, second, wins):
        return Meetings(first, second, np.full(10, float(wins)), np.arange(10))

    assert cycle_share(3, [beats(0, 1, 1), beats(0, 2, 0), beats(1, 2, 1)]) == 1
    assert cycle_share(3, [beats(0, 1, 1), beats(0, 2, 1), beats(1, 2, 1)]) == 0
    assert cycle_share(2, [beats(0, 1, 1)]) is None


def test_meetings_at_a_table_of_four(one_table, play):
    """A,B,B,C: A meets B twice a game; the better place has the point."""
    run = play(one_table("random,greedy,greedy,path", games=12))
    pairs = {(pair.first, pair.second): pair for pair in meetings_of(run)}
    assert {pair: len(found.points) for pair, found in pairs.items()} == {(0, 1): 24, (0, 2): 12, (1, 2): 24}
    outcomes = run.results[0].outcomes
    expected = 0.0
    for row in outcomes:
        places = {int(row["bot"][seat]): row["seats"][seat]["score"]["place"] for seat in range(4)}
        expected += (np.sign(int(places[2]) - int(places[0])) + 1) / 2
    assert pairs[0, 2].points.sum() == expected
