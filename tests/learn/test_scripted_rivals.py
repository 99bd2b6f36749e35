"""Scripted rivals in a rollout: they play exactly like the bot `planner`."""

from typing import Any

import numpy as np
import pytest

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.plan import ArenaTable
from ferrovia.bots.kernels.rivals import answer_many
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import INTERPRETED
from ferrovia.core.limits import SEATS
from ferrovia.engine.state import VIEW
from ferrovia.observation.encoder import Encoder
from ferrovia.rollout.cpu import CpuRollout, new_slots
from ferrovia.rollout.game import BEST_POINTS, GAMES
from ferrovia.rules.files.loading import load_rules

pytestmark = pytest.mark.skipif(INTERPRETED, reason="whole games")


def planner_games(rules: Any, players: int, seeds: Any) -> Any:
    """The winner's points in a game of planners for each seed, played in a rollout."""
    slots = new_slots(np.full(len(seeds), players, np.int8), 0)
    slots["seed"] = seeds
    rollout = CpuRollout(Encoder(rules), slots, threads=1)
    memories = np.broadcast_to(parse_spec("planner").memory(rules, players), (len(seeds), SEATS)).copy()
    begun, picked, best = np.zeros(len(seeds), np.uint64), np.arange(len(seeds)), np.zeros(len(seeds))
    actions, rewards = np.zeros(len(seeds), np.int64), np.zeros((len(seeds), SEATS), np.float32)
    over, done = np.zeros(len(seeds), np.bool_), np.zeros(len(seeds), np.bool_)
    while not done.all():
        given = (rollout.board, rollout.states, rollout.slots, rollout.masks, picked)
        answer_many(*given, memories, begun, np.zeros(1, VIEW), actions)
        rollout.step(actions, rewards, over)
        best = np.where(over & ~done, rollout.counts[:, BEST_POINTS], best)
        done |= over
    assert (rollout.counts[:, GAMES] >= 1).all()
    return best


@pytest.mark.parametrize(("name", "players"), [("north-america-classic", 2), ("switzerland", 3), ("new-york", 4)])
def test_planners_in_a_rollout_play_as_in_the_arena(name: str, players: int) -> None:
    rules = load_rules(name)
    table = ArenaTable(rules, (parse_spec("planner"),) * players)
    outcomes = play_job(Job(table, 5, 0, 12 * players), Signals()).outcomes[::players]
    expected = outcomes["seats"]["score"]["total"][:, :players].max(1)
    assert planner_games(rules, players, outcomes["seed"]).tolist() == expected.tolist()
