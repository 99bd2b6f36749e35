"""The PettingZoo adapter: PettingZoo's own tests, on every rule set and number of players."""

import copy
import pickle
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from ferrovia import TableError, built_in_rules, load_rules
from ferrovia.envs import ferrovia_v0
from tests.tiers import at_night

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


@pytest.mark.parametrize(("rules", "players"), [table if table[1] == 2 else at_night(*table) for table in tables()])
def test_pettingzoos_own_test_of_rendering_passes(rules, players):
    pytest.importorskip("resvg_py")

    def make(**options):
        return ferrovia_v0.env(rules=rules, players=players, **options)

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
def test_pettingzoos_own_test_of_cycles_passes(rules, players):
    """It draws actions without their masks, and wants every agent to be asked in each cycle."""
    options = {"rules": rules, "players": players, "features": "plain", "illegal": "replace"}
    parallel_env = partial(ferrovia_v0.parallel_env, **options)
    max_cycles_test(SimpleNamespace(env=partial(ferrovia_v0.env, asked="all", **options), parallel_env=parallel_env))


@pytest.mark.parametrize("asked", ["mover", "all"])
@pytest.mark.parametrize("illegal", ["end", "replace", "raise"])
def test_pettingzoos_own_tests_pass_with_every_option(asked, illegal):
    def make(**options):
        return ferrovia_v0.env(players=3, asked=asked, illegal=illegal, features="plain", **options)

    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=30)


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
        with pytest.raises(ValueError, match="is illegal"):
            raw.step(wrong)


@pytest.mark.parametrize("wrong", [{"max_cycles": 0}, {"illegal": "pass"}, {"illegal": None}, {"asked": "none"}])
def test_an_option_that_does_not_exist_is_refused_by_name(wrong):
    with pytest.raises(TableError, match=f"^{next(iter(wrong))} must be "):
        ferrovia_v0.env(**wrong)
    with pytest.raises(TableError, match=r"^illegal must be 'raise' or 'replace', not 'end'"):
        ferrovia_v0.raw_env(illegal="end")  # ending a game is what a wrapper does


def test_an_illegal_action_is_replaced_by_a_legal_one():
    """All actions are drawn without masks; info tells what was played, and the same seed plays the same game."""
    ends = []
    for _ in range(2):
        env = ferrovia_v0.env(players=3, illegal="replace", features="plain")
        env.reset(seed=5)
        chance, replaced = np.random.default_rng(2), 0
        for agent in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.step(None)
                continue
            mask, action = observation["action_mask"], int(chance.integers(env.action_space(agent).n))
            env.step(action)
            substitute = env.infos[agent].get("replaced_by")
            assert mask[action if substitute is None else substitute]
            assert (substitute is None) == mask[action]
            replaced += substitute is not None
        assert replaced > 50
        assert env.unwrapped.games.over.all()
        ends.append(env.unwrapped.games.states.tobytes())
    assert ends[0] == ends[1]


def test_what_replaced_an_action_is_told_until_the_agents_next_one():
    env = ferrovia_v0.env(players=2, illegal="replace", features="plain")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    told = env.infos[agent]["replaced_by"]
    while env.agent_selection != agent:
        mover = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(mover)["action_mask"])[0]))
        assert "replaced_by" not in env.infos[mover]
        assert env.infos[agent]["replaced_by"] == told
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
    assert "replaced_by" not in env.infos[agent]


def test_only_an_action_of_the_space_is_replaced():
    raw = ferrovia_v0.raw_env(illegal="replace")
    raw.reset(seed=1)
    for wrong in (-1, 10_000, None, 1.5, "claim", np.array([1])):
        with pytest.raises(ValueError, match="is illegal"):
            raw.step(wrong)
    assert raw.cycles == 0


def test_every_agent_is_asked_in_turn_order_and_only_the_movers_action_counts():
    env = ferrovia_v0.env(players=3, asked="all", features="plain")
    env.reset(seed=3)
    chance, order = np.random.default_rng(1), []
    for agent in env.agent_iter(90):
        order.append(agent)
        mask = env.observe(agent)["action_mask"]
        env.step(
            int(chance.choice(np.flatnonzero(mask))) if mask.any() else 0
        )  # 0 is illegal at first: it is not played
    assert order == env.possible_agents * 30
    assert env.unwrapped.cycles == 30


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
