"""Gymnasium vector environment over the batched core: as many games at once as memory holds, on all cores.

>>> import gymnasium
>>> import ferrovia.envs
>>> envs = gymnasium.make_vec("ferrovia/NewYork-v0", num_envs=64, opponents="greedy")
>>> observations, infos = envs.reset(seed=1)
>>> infos["action_mask"].shape == (64, envs.single_action_space.n)
True
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import error, spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ferrovia.batch.checks import as_array, as_given
from ferrovia.batch.rewards import RewardName
from ferrovia.envs.gymnasium_env import FerroviaEnv
from ferrovia.envs.learner_games import IllegalName, LearnerGames, ObservationName, check_illegal_reward
from ferrovia.envs.rendering import check_mode, render
from ferrovia.envs.spaces import observation_box
from ferrovia.observation.encoder import Features
from ferrovia.rules.resolved import Rules


class FerroviaVectorEnv(VectorEnv):
    """Vector environment in compiled loops, equal seed for seed to a `SyncVectorEnv` of `FerroviaEnv`. The arguments
    are the same; all three values of `autoreset_mode` work."""

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        reward: RewardName = "win",
        observation: ObservationName = "float",
        features: Features = "full",
        illegal_reward: float = 0.0,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        illegal: IllegalName = "refuse",
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = check_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = FerroviaEnv.metadata | {"autoreset_mode": self.autoreset_mode}
        self.illegal_reward = check_illegal_reward(illegal_reward)
        self.table = LearnerGames(
            rules, players, opponents, seat, reward, observation, features, illegal, num_envs, threads
        )
        games = self.table.games
        self.single_observation_space = observation_box(games.encoder.size, self.table.scales)
        self.single_action_space = spaces.Discrete(games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators: list[np.random.Generator] = []
        self._seeds: list[int] = []
        self._ended = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal all games, or those of `options["reset_mask"]`."""
        where = self._where(options or {})
        self._seed(seed, where)
        self.table.deal(where, self._generators)
        self._ended[where] = False
        self._show()
        return self.table.observe(), self._infos(where, np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action of every learner. Games that ended in the previous step are dealt again instead
        (`NEXT_STEP`)."""
        if not self._generators:
            raise error.ResetNeeded("no game has been dealt yet: call reset()")
        wanted, idle = self._checked(actions), self._ended.copy()
        if idle.any() and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            raise error.ResetNeeded("games are over: reset them with options={'reset_mask': …}")
        refused, earned = self.table.step(np.where(idle, -1, wanted), self._generators)
        if idle.any():
            self.table.deal(idle, self._generators)
            earned[idle] = 0.0
        earned[refused] += self.illegal_reward
        self._ended = self.table.games.over
        everywhere = np.ones(self.num_envs, np.bool_)
        ended, infos = self._ended.copy(), self._infos(everywhere, refused)
        if ended.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._begin_again(infos)
        self._show()
        return self.table.observe(), earned, ended, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """Every table as a spectator sees it."""
        if self.render_mode is None:
            return None
        if not self._generators:
            raise error.ResetNeeded("no game has been dealt yet: call reset()")
        return tuple(render(self.table.games.game(index), self.render_mode) for index in range(self.num_envs))

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The generator of each game; none before the first reset."""
        return tuple(self._generators)

    @property
    def np_random_seed(self) -> tuple[int, ...]:
        """The seed of each generator."""
        return tuple(self._seeds)

    def _begin_again(self, last: dict[str, Any]) -> dict[str, Any]:
        """Deal the games that ended in this step; their final observations and infos go into `final_obs` and
        `final_info`."""
        ended, rows = self._ended.copy(), self.table.observe()
        final = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended).tolist():
            final[index] = rows[index]
        self.table.deal(ended, self._generators)
        self._ended[:] = False
        infos = self._infos(np.ones(self.num_envs, np.bool_), last["refused"] & ~ended)
        kept = {name: masked(values, ended) for name, values in last.items() if not name.startswith("_")}
        marks = {f"_{name}": ended.copy() for name in kept}
        return {**infos, "final_obs": final, "_final_obs": ended, "final_info": kept | marks, "_final_info": ended}

    def _infos(self, where: NDArray[np.bool_], refused: NDArray[np.bool_]) -> dict[str, Any]:
        """Legal actions and refusals of the marked games, points and places of those that are over."""
        infos: dict[str, Any] = {"action_mask": masked(self.table.masks(), where), "_action_mask": where.copy()}
        infos |= {"refused": refused, "_refused": where.copy()}
        if self._ended.any():
            for name, values in self.table.results().items():
                infos |= {name: masked(values, self._ended), f"_{name}": self._ended.copy()}
        return infos

    def _where(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        """The games to deal."""
        mask = options.get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if (
            not isinstance(mask, np.ndarray)
            or mask.dtype != np.bool_
            or mask.shape != (self.num_envs,)
            or not mask.any()
        ):
            wanted = f"a NumPy array of {self.num_envs} flags is wanted, one of them set at least"
            raise ValueError(f"reset_mask: {wanted}, not {as_given(mask)}")
        return mask

    def _seed(self, seed: int | Sequence[int | None] | None, where: NDArray[np.bool_]) -> None:
        """Give the marked games generators: seeded with `seed`, `seed` + 1, … for a single number."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seeds, (int, np.integer)):
            seeds = [int(seeds) + index for index in range(self.num_envs)]
        if as_array(seeds).shape != (self.num_envs,):
            raise ValueError(f"seed must be one number, or one for each of the {self.num_envs} games")
        first = not self._generators
        changed = [index for index in range(self.num_envs) if first or (where[index] and seeds[index] is not None)]
        made = {index: seeding.np_random(seeds[index]) for index in changed}  # one that is refused changes none
        if first:
            self._generators, self._seeds = [made[0][0]] * self.num_envs, [0] * self.num_envs
        for index, (generator, number) in made.items():
            self._generators[index], self._seeds[index] = generator, number

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """Check that there is one action of the board for each game."""
        array = as_array(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise error.InvalidAction(f"there must be one whole number for each of the {self.num_envs} games")
        if array.size and not 0 <= array.min() <= array.max() < self.single_action_space.n:
            raise error.InvalidAction(f"an action must be a whole number below {self.single_action_space.n}")
        return array.astype(np.int64)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def masked(values: NDArray[Any], where: NDArray[np.bool_]) -> NDArray[Any]:
    """The values of the marked games, and zeros elsewhere."""
    return np.where(where.reshape(-1, *([1] * (values.ndim - 1))), values, np.zeros((), values.dtype))
