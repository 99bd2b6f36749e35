"""The scripted bots on every rule set, with every number of players: legal, explained, finished, repeatable."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ferrovia.core.compile import INTERPRETED
from tests.bots.silva_quirks import CLAIMS, ILLEGAL, TICKET_DRAWS, UNEXPLAINED, UNFINISHED, play, sample
from tests.engine.table_builder import TABLES, rules_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of games")

STYLES = ("path", "one-step", "long-route", "hungry")
SCRIPTED = ("greedy", *STYLES)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_action_is_legal_and_explained_and_games_end(name, players):
    """Every bot beside every other, and beside chance, which leads to positions no bot would bring about."""
    for shift in range(len(SCRIPTED) + 1):
        bots = [(*SCRIPTED, "random")[(shift + seat) % 6] for seat in range(players)]
        counts = play(rules_of(name), bots, 12 * players, first=100 * shift).counts
        assert counts[:, :, ILLEGAL].sum() == 0
        assert counts[:, :, UNEXPLAINED].sum() == 0
        assert counts[:, :, UNFINISHED].sum() == 0


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", SCRIPTED)
def test_games_among_equals_end(bot, name, players):
    counts = play(rules_of(name), [bot] * players, 4 * players, first=7).counts
    assert counts[:, :, ILLEGAL].sum() == 0
    assert counts[:, :, UNFINISHED].sum() == 0
    assert counts[:, :, CLAIMS].mean() > 3


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "switzerland", "new-york"])
def test_constants_fire_on_every_board(name):
    """Numbers of trains published for 45 are scaled, so that tickets are drawn with 15 trains too, but not
    without end."""
    for bot in ("one-step", "hungry", "greedy"):
        draws = play(rules_of(name), [bot, "path"], 300).counts[:, 0, TICKET_DRAWS].mean()
        assert 0.01 < draws < 3, (bot, draws)


def test_same_seed_same_game():
    for name, players in TABLES:
        bots = [SCRIPTED[seat % 5] for seat in range(players)]
        first, second = (play(rules_of(name), bots, 10, first=3) for _ in range(2))
        assert np.array_equal(first.scores, second.scores)
        assert np.array_equal(first.counts, second.counts)


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "switzerland", "new-york"])
@pytest.mark.parametrize("bot", STYLES)
def test_every_style_beats_greedy_and_chance(bot, name):
    """The ladder: random, greedy, the styles; on every board."""
    assert play(rules_of(name), [bot, "random"], 200).wins()[0] > 0.8
    assert play(rules_of(name), [bot, "greedy"], 400).wins()[0] > 0.55


def test_compiled_equals_interpreted():
    """Every score and every count of a few games on several boards."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.bots.silva_quirks"],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"FERROVIA_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == sample(5)
