"""Means, shares and intervals, by hand and against known distributions."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
import scipy

from ferrovia.arena.plan import MOST_GAMES
from ferrovia.arena.statistics.estimates import (
    Estimate,
    corrected_wilson,
    error_of_mean,
    estimate_mean,
    estimate_share,
    student,
    wilson,
)
from ferrovia.arena.statistics.rows import margins, rows_of, shares_of_win
from ferrovia.arena.statistics.summary import as_json, summarise
from ferrovia.arena.text_report import show_run

Value = TypeVar("Value")


def known(value: Value | None) -> Value:
    assert value is not None
    return value


def test_wilson_by_hand():
    """8 of 10: (0.8 + 1.96²/20 ± …) / (1 + 1.96²/10), the textbook's 0.490 to 0.943."""
    low, high = wilson(0.8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)


def test_the_correction_for_continuity_by_hand():
    """8 of 10: Newcombe's formula, the textbook's 0.442 to 0.965; all of 10: 0.655 to 1."""
    low, high = corrected_wilson(0.8, 10)
    assert (round(low, 3), round(high, 3)) == (0.442, 0.965)
    low, high = corrected_wilson(1.0, 10)
    assert (round(low, 3), high) == (0.655, 1)
    assert corrected_wilson(0.0, 10)[0] == 0


@pytest.mark.parametrize("freedom", [2, 3, 5, 10, 30, 1000])
def test_students_quantile(freedom):
    assert student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=0.035 if freedom < 5 else 0.002)


def test_the_error_of_a_mean_by_hand():
    """Two deals of two games: sums 3 and 7 about 5, so ±2; (4 + 4) / 4² · 2/1 = 1."""
    error, deals = error_of_mean(np.array([1, 2, 3, 4]), np.array([0, 0, 1, 1]))
    assert (error, deals) == (1.0, 2)


def test_one_game_a_deal_is_the_ordinary_interval():
    values = np.array([3.0, 5, 9, 2, 7, 7])
    estimate = estimate_mean(values, np.arange(6))
    half = scipy.stats.t.ppf(0.975, 5) * values.std(ddof=1) / np.sqrt(6)
    assert estimate.mean == pytest.approx(5.5)
    assert estimate.interval == pytest.approx((5.5 - half, 5.5 + half), rel=0.01)


def test_one_game_a_deal_is_wilsons_interval():
    values = np.repeat([1.0, 0.0], [300, 700])
    found = estimate_share(values, np.arange(1000)).interval
    assert found == pytest.approx(corrected_wilson(0.3, 1000), abs=0.0003)


def test_nothing_and_certainty_are_no_trouble():
    nothing = np.zeros(0)
    assert estimate_share(nothing, nothing) == estimate_mean(nothing, nothing) == Estimate(None, None)
    won = estimate_share(np.ones(40), np.repeat(np.arange(20), 2))
    assert won.mean == 1
    assert won.interval == pytest.approx(corrected_wilson(1, 20))
    assert known(estimate_share(np.ones(1), np.zeros(1)).interval)[0] > 0
    assert estimate_mean(np.array([5.0]), np.zeros(1)) == Estimate(5.0, None)
    low, high = known(estimate_share(np.tile([0.0, 1.0], 4), np.repeat(np.arange(4), 2)).interval)
    assert low < 0.4 < 0.6 < high  # that every deal was shared so far is no proof


def test_shared_wins_and_margins():
    assert shares_of_win(np.array([[1, 1, 3], [1, 2, 3]])).tolist() == [[0.5, 0.5, 0], [1, 0, 0]]
    assert margins(np.array([[10, 10, 4], [7, 20, 30]])).tolist() == [[0, 0, -6], [-23, -10, 10]]


def test_a_summary_agrees_with_its_games(one_table, play):
    run = play(one_table("planner,random,random", games=30, rules="north-america-classic"))
    planner, random = summarise(run).bots
    outcomes = run.results[0].outcomes
    seats = outcomes["seats"][:, :3]
    own = outcomes["bot"][:, :3] == 0
    assert (planner.games, random.games) == (30, 30)
    assert planner.mean_score == pytest.approx(seats["score"]["total"][own].mean())
    assert planner.score_deviation == pytest.approx(seats["score"]["total"][own].std(ddof=1))
    assert known(planner.win_share) + 2 * known(random.win_share) == pytest.approx(1)
    assert planner.ticket_points == pytest.approx(seats["score"]["tickets"][own].mean())
    assert random.trains_left == pytest.approx(seats["trains"][~own].mean())
    kept = sum(bin(int(word)).count("1") for word in seats["tickets"][own].reshape(-1))
    assert (known(planner.tickets_made) + known(planner.tickets_lost)) * 30 == pytest.approx(kept)
    assert known(planner.ms_per_move) * seats["moves"][own].sum() * 1e6 == pytest.approx(
        seats["nanoseconds"][own].sum()
    )


def test_rows_are_the_seats_of_the_games(pairs, play):
    run = play(pairs("random,greedy,path", games=4))
    rows = rows_of(run)
    assert len(rows.bot) == len(rows.seats) == 3 * 4 * 2
    assert rows.won.sum() == 12
    chosen = rows.of((rows.table == 2) & (rows.game == 1))
    assert sorted(chosen.bot.tolist()) == [1, 2]
    assert chosen.deal.tolist() == [0, 0]
    assert chosen.seat.tolist() == [0, 1]
    assert chosen.margin.sum() == 0


def test_games_of_different_tables_are_different_games(pairs, play):
    """Rounded up to whole deals, a table may have more games than anybody may ask for."""
    rows = rows_of(play(pairs("random,greedy", games=2)))
    rows = replace(rows, table=np.array([0, 0, 1, 1]), game=np.array([MOST_GAMES, MOST_GAMES, 0, 0]))
    first, index = rows.games()
    assert first.tolist() == [0, 2]
    assert index.tolist() == [0, 0, 1, 1]


def test_a_run_without_games_can_be_shown(pairs):
    from ferrovia.arena.runner import Run
    from ferrovia.arena.schedule import TableSchedule

    plan = pairs("random,greedy,path")
    run = Run(plan, tuple(TableSchedule.of(table, 20, []).result() for table in plan.tables))
    summary = summarise(run)
    assert [bot.win_share for bot in summary.bots] == [None] * 3
    assert show_run(run, summary) == "New York, 2 players, 0 of 60 games at 3 tables, seed 1"
    assert "NaN" not in str(as_json(run, summary))


@pytest.mark.parametrize("games", [1, 2])
def test_one_game_can_be_shown(one_table, play, games):
    run = play(one_table("random,random", games=games))
    text = show_run(run, summarise(run))
    assert "nan" not in text.lower()
    assert f"{games} game" in text


def test_a_table_fits_80_columns(pairs, play):
    run = play(pairs("random,greedy,path,one-step,long-route,hungry", games=2))
    lines = show_run(run, summarise(run)).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("long-route" in line for line in lines) == 2
