"""Gymnasium environment: one learner against built-in bots.

>>> import gymnasium
>>> import ferrovia.envs
>>> env = gymnasium.make("ferrovia/NewYork-v0", opponents="greedy", reward="win")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

import os
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import error, spaces

from ferrovia.batch.rewards import RewardName
from ferrovia.envs.learner_games import IllegalName, LearnerGames, ObservationName, check_illegal_reward
from ferrovia.envs.rendering import RENDER_MODES, check_mode, render
from ferrovia.envs.spaces import observation_box
from ferrovia.game.checks import whole
from ferrovia.observation.encoder import Features
from ferrovia.rules.resolved import Rules

ALL = np.ones(1, np.bool_)


class FerroviaEnv(gymnasium.Env):
    """One learner against built-in bots.

    `opponents` names one bot, or one for each rival in turn order. `seat` is the learner's seat, or None for a random
    one in each game. `reward` is one of `ferrovia.batch.rewards`. Observations are float32, or int8 with
    `observation="bytes"`; `ferrovia.Encoder` names their numbers, and `features="plain"` has fewer of them.
    `info["action_mask"]` has the legal actions. An illegal action changes nothing or, with `illegal="replace"`, is
    replaced by a random legal one; either way it earns `illegal_reward` and sets `info["refused"]`. A game has no time
    limit, but always ends. The last `info` has the learner's `points` and `place`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        reward: RewardName = "win",
        observation: ObservationName = "float",
        features: Features = "full",
        illegal_reward: float = 0.0,
        render_mode: str | None = None,
        illegal: IllegalName = "refuse",
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.illegal_reward = check_illegal_reward(illegal_reward)
        self.table = LearnerGames(rules, players, opponents, seat, reward, observation, features, illegal, 1, 1)
        games = self.table.games
        self.observation_space = observation_box(games.encoder.size, self.table.scales)
        self.action_space = spaces.Discrete(games.actions)
        self._running = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game; the bots play until the learner is to move."""
        super().reset(seed=seed)
        self.table.deal(ALL, [self.np_random])
        self._running = True
        self._show()
        return self.table.observe()[0], self._info(refused=False)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one action of the learner; the bots play until the learner is to move again."""
        if not self._running:
            raise error.ResetNeeded("the game is over, or was never dealt: call reset()")
        number = whole(action)
        if number is None or not 0 <= number < self.action_space.n:
            raise error.InvalidAction(f"an action must be a whole number below {self.action_space.n}, not {action!r}")
        refused, earned = self.table.step(np.array([number]), [self.np_random])
        over = bool(self.table.games.over[0])
        self._running = not over
        self._show()
        reward = float(earned[0]) + self.illegal_reward * bool(refused[0])
        return self.table.observe()[0], reward, over, False, self._info(refused=bool(refused[0]))

    def action_masks(self) -> Any:
        """The learner's legal actions, under the name that sb3-contrib's `MaskablePPO` expects."""
        return self.table.masks()[0].astype(np.bool_)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return render(self.table.games.game(0), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self, *, refused: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.masks()[0], "refused": refused}
        if not self._running:
            info |= {name: int(values[0]) for name, values in self.table.results().items()}
        return info
