"""Win shares of the critic: calibrated, repeatable, and only where a curve belongs to the critic."""

from pathlib import Path

import numpy as np
import pytest

import ferrovia
from ferrovia.bots.adviser import adviser
from ferrovia.bots.net import win_share as module
from ferrovia.bots.net.library import load_trained
from ferrovia.bots.net.win_share import Situation, WinShare, calibrated, curve_for, curves, situation, win_share
from ferrovia.core.compile import INTERPRETED
from ferrovia.rules.files.loading import built_in_rules

ISLAND = Path(__file__).resolve().parents[2] / "examples" / "custom_map" / "island.toml"
CURVE = {"weights": [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0], "width": 0.05}
MIDDLE = Situation(0.5, 0.0)


def test_a_better_value_is_a_greater_share_and_more_worlds_a_narrower_interval():
    few, many = (calibrated(np.tile([0.2, 0.6], count), MIDDLE, CURVE) for count in (4, 64))
    assert few.share == many.share > 0.5
    assert few.low < many.low <= many.share - 0.05
    assert many.share + 0.05 <= many.high < few.high
    assert calibrated(np.array([0.1, 0.1]), MIDDLE, CURVE).share < few.share


def test_a_lead_decides_more_late_in_the_game():
    early, late = (calibrated(np.array([0.5, 0.5]), Situation(far, 0.1), CURVE).share for far in (0.1, 0.9))
    assert 0.5 < early < late


def test_percents_are_whole_and_never_certain():
    assert WinShare(0.6249, 0.581, 0.662).percents() == (62, 58, 67)
    assert WinShare(0.999, 0.97, 1.0).percents() == (99, 97, 100)
    assert WinShare(0.001, 0.0, 0.03).percents() == (1, 0, 3)


def test_a_curve_is_used_for_the_critic_it_was_fitted_to_and_no_other(monkeypatch):
    rules = ferrovia.load_rules("new-york")
    known = {"critic": load_trained(rules).card.hash("critic"), "players": {"2": CURVE, "3": {**CURVE, "width": 0.2}}}
    monkeypatch.setattr(module, "curves", lambda: {"new-york": known})
    assert curve_for(rules, 2) == CURVE
    assert curve_for(rules, 3) is None, "it did not hold on other games"
    assert curve_for(rules, 4) is None
    monkeypatch.setattr(module, "curves", lambda: {"new-york": {**known, "critic": "of older weights"}})
    assert curve_for(rules, 2) is None


def test_every_table_of_the_built_in_boards_has_a_curve_for_its_critic():
    for name in built_in_rules():
        rules = ferrovia.load_rules(name)
        for players in range(rules.rule_set.players_min, rules.rule_set.players_max + 1):
            assert curve_for(rules, players), f"{name}, {players} players: run python -m tools.calibration"


def test_every_curve_that_is_used_rises_with_the_value():
    for name, known in curves().items():
        for curve in known["players"].values():
            shares = [calibrated(np.full(2, value), MIDDLE, curve).share for value in (-1.0, 0.0, 1.0)]
            assert shares == sorted(shares), name


def test_a_map_without_a_critic_has_no_share_and_another_adviser():
    view = ferrovia.Game(str(ISLAND), 2, 1).view(0)
    assert win_share(view) is None
    assert not adviser(view.rules).net
    assert adviser(ferrovia.load_rules("new-york")).net


@pytest.mark.skipif(INTERPRETED, reason="millions of products")
def test_the_shares_are_repeatable_and_those_of_both_seats_make_a_whole():
    """On average: what is hidden looks different to each. The first seat of New York wins far more than half."""
    rules = ferrovia.load_rules("new-york")
    games = [ferrovia.Game(rules, 2, seed) for seed in range(12)]
    first, again = ([[win_share(game.view(seat)) for game in games] for seat in (0, 1)] for _ in range(2))
    assert first == again
    assert situation(rules.board, games[0].view(0).array) == (0, 0)
    assert 0.8 < float(np.sum([found.share for seat in first for found in seat if found])) / len(games) < 1.2
