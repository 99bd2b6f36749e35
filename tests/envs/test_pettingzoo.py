"""The PettingZoo adapter: PettingZoo's own tests, on every rule set and number of players."""

import copy
import pickle

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from ferrovia import TableError, built_in_rules, load_rules
from ferrovia.envs import ferrovia_v0

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # it is a dict with a mask, as chess_v6 has
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def tables() -> list[tuple[str, int]]:
    found = []
    for name in built_in_rules():
        rules = load_rules(name).rule_set
        found += [(name, players) for players in range(rules.players_min, rules.players_max + 1)]
    return found


@pytest.mark.parametrize(("rules", "players"), tables())
def test_pettingzoos_own_tests_pass(rules, players):
    def make(**options):
        return ferrovia_v0.env(rules=rules, players=players, **options)

    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=30)


@pytest.mark.parametrize("rules", built_in_rules())
def test_pettingzoos_own_test_of_rendering_passes(rules):
    pytest.importorskip("resvg_py")

    def make(**options):
        return ferrovia_v0.env(rules=rules, **options)

    render_test(make, {"svg": lambda shown: shown.startswith("<svg")})


@pytest.mark.parametrize(("rules", "players"), tables())
def test_pettingzoos_own_tests_of_parallel_environments_pass(rules, players):
    def make(**options):
        return ferrovia_v0.parallel_env(rules=rules, players=players, features="plain", **options)

    parallel_api_test(make(), num_cycles=60)
    parallel_seed_test(make, num_cycles=20)


def test_only_the_selected_agent_acts_in_parallel():
    env = ferrovia_v0.parallel_env(rules="new-york", players=2)
    observations, _ = env.reset(seed=3)
    chance = np.random.default_rng(1)
    while env.agents:
        selected = env.aec_env.agent_selection
        others = [agent for agent in env.agents if agent != selected]
        assert not any(observations[agent]["action_mask"].any() for agent in others)
        action = int(chance.choice(np.flatnonzero(observations[selected]["action_mask"])))
        observations, rewards, terminations, _, _ = env.step(dict.fromkeys(others, None) | {selected: action})
    assert all(terminations.values())
    assert sum(rewards.values()) == 0


@pytest.mark.parametrize(("rules", "players"), tables())
def test_a_game_is_truncated_after_its_cycles(rules, players):
    env = ferrovia_v0.env(rules=rules, players=players, max_cycles=7, features="plain")
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        decisions += not truncated
        mask = observation["action_mask"]
        assert bool(mask.any()) != truncated
        env.step(None if truncated else env.action_space(agent).sample(mask))
    assert decisions == 7


@pytest.mark.parametrize(("rules", "players"), tables())
def test_a_parallel_game_is_truncated_after_its_cycles(rules, players):
    """What PettingZoo's own test of cycles asks of it, with actions that the masks allow."""
    env = ferrovia_v0.parallel_env(rules=rules, players=players, max_cycles=7, features="plain")
    observations, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        wishes = {agent: env.action_space(agent).sample(mask) for agent, mask in masks.items()}
        observations, _, terminations, truncations, _ = env.step(wishes)
        steps += 1
    assert steps == 7
    assert all(truncations.values())
    assert not any(terminations.values())


def test_an_agents_rewards_are_its_seats():
    env = ferrovia_v0.env(players=3, reward="margin")
    env.reset(seed=4)
    chance = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        total[agent] += reward
        assert (observation["action_mask"] == info["action_mask"]).all()
        mask = observation["action_mask"]
        env.step(None if terminated else int(chance.choice(np.flatnonzero(mask))))
    assert np.allclose(list(total.values()), env.unwrapped.games.rewards("margin")[0])


def test_an_illegal_action_ends_the_game_and_costs_its_agent():
    env = ferrovia_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    raw = ferrovia_v0.raw_env()
    raw.reset(seed=1)
    for wrong in (0, -1, 10_000, None, 1.5, "claim", np.array([1])):
        with pytest.raises(ValueError, match="not legal"):
            raw.step(wrong)
    with pytest.raises(TableError, match="max_cycles"):
        ferrovia_v0.env(max_cycles=0)


def test_a_copy_goes_on_from_the_same_position():
    """Searches branch with copies, and workers get a running game: both keep it, behind the usual wrappers too."""
    env = ferrovia_v0.env(rules="new-york", players=3, features="plain")
    env.reset(seed=6)
    for agent in env.agent_iter(25):
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[-1]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        agent = twin.agent_selection
        assert agent == env.agent_selection
        assert all((env.observe(agent)[part] == twin.observe(agent)[part]).all() for part in env.observe(agent))
        twin.step(int(np.flatnonzero(twin.observe(agent)["action_mask"])[0]))
        assert twin.unwrapped.games.states.tobytes() != env.unwrapped.games.states.tobytes()


def test_an_environment_can_be_pickled():
    env = pickle.loads(pickle.dumps(ferrovia_v0.raw_env(rules="switzerland", players=3)))
    env.reset(seed=2)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
