"""Who beats whom: few games, fixed seeds, wide margins. The numbers behind them are in docs/strength.md."""

import json

import pytest

from ferrovia.bots.levels import level_names
from ferrovia.core.compile import INTERPRETED
from tests.bots.arena_games import faults, of_bot, play, win_share
from tests.engine.table_builder import TABLES
from tools import level_strength, strength

pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of games")

CLASSIC = "north-america-classic"


def test_the_page_is_made_of_the_numbers(tmp_path, monkeypatch):
    """And says how to find the levels' ratings again."""
    page = strength.PAGE.read_text("utf-8")
    monkeypatch.setattr(strength, "PAGE", tmp_path / "strength.md")
    strength.write_page(json.loads(strength.NUMBERS.read_text("utf-8")))
    assert strength.PAGE.read_text("utf-8") == page
    seed, games = level_strength.SEED, level_strength.MASTER_GAMES
    assert f"    ferrovia arena {' '.join(level_names())} --games {games} --seed {seed} --rules " in page


def test_a_pair_of_levels_is_played_again_when_its_bots_change(monkeypatch):
    known = json.loads(strength.NUMBERS.read_text("utf-8"))
    now = next(iter(known.values()))["behaviour"]
    played = []

    def play(*pair):
        played.append(pair)
        return {"games": pair[3], "points": 1.0}

    monkeypatch.setattr(level_strength, "play", play)
    level_strength.measure(known, now, False, lambda: None)
    assert played == []
    first, second, games = next(level_strength.pairs("new-york"))
    known["levels new-york random : greedy"] = known.pop(level_strength.key_of("new-york", first, second))
    assert level_strength.ratings(known, "new-york") == {}
    level_strength.measure(known, now, False, lambda: None)
    assert played == [("new-york", first, second, games)]
    assert "levels new-york random : greedy" not in known
    assert level_strength.ratings(known, "new-york")
    monkeypatch.setattr(level_strength, "nets_of", lambda rules, *pair: "others")
    level_strength.measure(known, now, False, lambda: None)
    assert len(played) == 1 + 10 * 4


@pytest.mark.parametrize("style", ["path", "one-step", "long-route", "hungry"])
def test_planner_beats_every_published_style(style):
    """Measured: 91 % and more."""
    assert win_share(play(CLASSIC, f"planner,{style}", 200)) > 0.8


@pytest.mark.parametrize("style", ["long-route", "hungry"])
def test_planner_beats_three_of_the_best_styles(style):
    """Measured: 69 % and more; the least that is wanted is 45 %."""
    assert win_share(play(CLASSIC, f"planner,{style},{style},{style}", 200)) > 0.6


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_planner_beats_greedy_everywhere(name, players):
    outcomes = play(name, ",".join(["planner"] + ["greedy"] * (players - 1)), 20 * players)
    assert faults(outcomes) == 0
    assert win_share(outcomes) > 0.6


@pytest.mark.slow
def test_search_beats_planner_on_a_small_board():
    assert win_share(play("new-york", "search:worlds=16,planner", 200)) > 0.52


@pytest.mark.slow
def test_search_beats_planner_on_a_large_board():
    assert win_share(play(CLASSIC, "search:worlds=8,planner", 40)) > 0.5


def test_strong_play_looks_like_peoples():
    """Winners above 110 points, tickets completed mostly, hardly a train left."""
    outcomes = play(CLASSIC, "planner,hungry", 200)
    own = of_bot(outcomes)
    best = outcomes["seats"]["score"]["total"][:, :2].max(axis=1)
    assert best.mean() > 110
    assert own["score"]["completed"].sum() > 0.75 * count(own["tickets"])
    assert own["trains"].mean() < 3


def count(tickets) -> int:
    """Members of some sets."""
    return sum(int(word).bit_count() for word in tickets.ravel())
