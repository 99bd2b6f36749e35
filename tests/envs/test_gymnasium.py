"""The Gymnasium adapters: Gymnasium's own checks, and the vector environment against Gymnasium's own vectorization."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import ferrovia.envs  # noqa: E402, F401
from ferrovia import BotError, TableError, built_in_rules  # noqa: E402
from ferrovia.envs.ids import gymnasium_id  # noqa: E402


@pytest.mark.parametrize("rules", built_in_rules())
def test_gymnasiums_own_check_passes(rules):
    env = gymnasium.make(gymnasium_id(rules), opponents="random")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("options", [{"observation": "bytes"}, {"players": 3, "seat": 1, "reward": "shaped"}], ids=str)
def test_gymnasiums_own_check_passes_with_options(options):
    check_env(gymnasium.make("ferrovia/NewYork-v0", opponents="random", **options).unwrapped)


def play(env, seed: int):
    """A game of random legal actions: the rewards, and the last info."""
    chance = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, over, _, info = env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        rewards.append(reward)
        if over:
            return rewards, info


@pytest.mark.parametrize("reward", ["win", "margin", "shaped"])
def test_the_learners_rewards_add_up(reward):
    """Points that bots make while the learner waits count too."""
    env = gymnasium.make("ferrovia/NewYork-v0", players=3, opponents=["greedy", "random"], reward=reward).unwrapped
    rewards, info = play(env, 5)
    learner = int(env.table.learners[0])
    assert np.isclose(sum(rewards), env.table.games.rewards(reward)[0, learner], atol=1e-4)
    assert info["points"] == env.table.games.scores()["total"][0, learner]


def test_what_is_wrong_is_said():
    env = gymnasium.make("ferrovia/NewYork-v0", opponents="random", illegal_reward=-0.5).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, over, _, info = env.step(illegal)
    assert (again == observation).all()
    assert (reward, over, info["refused"]) == (-0.5, False, True)
    for wrong in (-1, env.action_space.n, 1.5, "claim"):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)
    play(env, 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    for wrong, error in (
        ({"opponents": "nobody"}, BotError),
        ({"opponents": None}, TableError),
        ({"opponents": ["greedy", "greedy"]}, TableError),
        ({"seat": 9}, TableError),
        ({"reward": "x"}, TableError),
        ({"illegal": "end"}, TableError),
        ({"illegal_reward": "x"}, TableError),
        ({"illegal_reward": None}, TableError),
        ({"illegal_reward": float("nan")}, TableError),
    ):
        with pytest.raises(error):
            gymnasium.make("ferrovia/NewYork-v0", **wrong)
        with pytest.raises(error):
            gymnasium.make_vec("ferrovia/NewYork-v0", 2, **wrong)


def test_an_illegal_action_is_replaced_by_a_legal_one():
    """A policy without masks that insists on one action comes to an end, the same one with the same seed."""
    env = gymnasium.make("ferrovia/NewYork-v0", opponents="random", illegal="replace", illegal_reward=-0.5).unwrapped
    results = []
    for _ in range(2):
        _, info = env.reset(seed=3)
        over, refusals = False, 0
        while not over:
            legal = bool(info["action_mask"][7])
            _, reward, over, _, info = env.step(7)
            assert info["refused"] != legal
            assert over or reward == (0 if legal else -0.5)
            refusals += info["refused"]
        results.append((refusals, info["points"], env.table.games.states.tobytes()))
    assert results[0] == results[1]
    assert results[0][0] > 10
    for wrong in (-1, env.action_space.n, 1.5):
        env.reset(seed=3)
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)


COUNT = 5


def vectors(mode: AutoresetMode, illegal: str = "refuse"):
    """Ours, and Gymnasium's of as many single environments."""
    options = {"opponents": "random", "reward": "shaped", "illegal": illegal, "illegal_reward": -1.0}
    ours = gymnasium.make_vec("ferrovia/NewYork-v0", COUNT, autoreset_mode=mode, **options)
    theirs = gymnasium.make_vec(
        "ferrovia/NewYork-v0", COUNT, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    return ours, theirs


def same(left, right) -> bool:
    """Whether two results are equal; numbers may differ in their types."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if getattr(left, "dtype", np.dtype(int)).kind == "O":
        return all(data_equivalence(one, other) for one, other in zip(left, right, strict=True))
    return np.array_equal(left, right)


@pytest.mark.parametrize("illegal", ["refuse", "replace"])
@pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)
def test_the_vector_environment_is_gymnasiums_own_but_faster(mode, illegal):
    """Seed for seed: observations, rewards, ends and infos of 150 steps, illegal actions among them."""
    ours, theirs = vectors(mode, illegal)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == mode
    chance = np.random.default_rng(3)
    left, right = ours.reset(seed=9), theirs.reset(seed=9)
    ended = 0
    for _ in range(150):
        assert all(same(one, other) for one, other in zip(left, right, strict=True))
        masks = left[-1]["action_mask"]
        if mode == AutoresetMode.DISABLED and len(left) == 5 and left[2].any():
            done = left[2].copy()
            left = ours.reset(options={"reset_mask": done.copy()})
            right = theirs.reset(options={"reset_mask": done.copy()})
            masks = ours.table.masks()
            assert same(left[0], right[0])
        weights = masks + 1e-3
        actions = np.array([chance.choice(len(row), p=row / row.sum()) for row in weights])
        left, right = ours.step(actions), theirs.step(actions)
        ended += int(left[2].sum())
    assert ended > 2
    ours.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_wrong_calls_of_the_vector_environment_are_refused(mode):
    envs = gymnasium.make_vec("ferrovia/NewYork-v0", 3, opponents="random", autoreset_mode=mode)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has been dealt"):
        envs.step([0, 0, 0])
    envs.reset(seed=1)
    for wrong in (0, [0, 0], [0, 0, -1], [0.5, 0, 0], [0, 0, 10_000], [[0], [0, 1]], None):
        with pytest.raises(gymnasium.error.InvalidAction):
            envs.step(wrong)
    for mask in (np.zeros(3, bool), np.ones(2, bool), [True] * 3):
        with pytest.raises(ValueError, match="reset_mask: a NumPy array of 3 flags"):
            envs.reset(options={"reset_mask": mask})
    for seed in ([1, 2], 1.5, np.array(1.5)):
        with pytest.raises(ValueError, match="seed must be one number"):
            envs.reset(seed=seed)
    with pytest.raises(TableError, match="num_envs"):
        gymnasium.make_vec("ferrovia/NewYork-v0", 0)


def test_the_vector_environment_has_the_attributes_of_gymnasiums_own():
    """Wrappers and logs ask for the seeds and for the frame rate."""
    ours, theirs = vectors(AutoresetMode.NEXT_STEP)
    for seed in (9, [4, None, 6, 7, 8], None):
        ours.reset(seed=seed)
        theirs.reset(seed=seed)
        assert ours.np_random_seed == theirs.np_random_seed
        assert [each.bit_generator.state for each in ours.np_random] == [
            each.bit_generator.state for each in theirs.np_random
        ]
    with pytest.raises(gymnasium.error.Error, match="greater or equal to zero"):
        ours.reset(seed=[1, 2, 3, 4, -5])
    assert ours.np_random_seed == theirs.np_random_seed
    assert ours.metadata == theirs.metadata


def test_nothing_is_rendered_before_the_first_deal():
    envs = gymnasium.make_vec("ferrovia/NewYork-v0", 2, opponents="random", render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        envs.render()
    envs.reset(seed=1)
    assert [shown.startswith("New York") for shown in envs.render()] == [True, True]


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_tables_are_rendered(mode):
    if mode == "rgb_array":
        pytest.importorskip("resvg_py")
    env = gymnasium.make("ferrovia/NewYork-v0", opponents="random", render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    assert shown.shape[2] == 3 if mode == "rgb_array" else len(shown) > 100
