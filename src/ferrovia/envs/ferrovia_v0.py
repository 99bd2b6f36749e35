"""PettingZoo environment: every seat is an agent (AEC).

| agents | `player_0` … in turn order; 2 to 5, as the rules allow |
| --- | --- |
| action space | `Discrete`: the actions of docs/reference/actions.md that the board needs |
| observation | `{"observation": float32 or int8, "action_mask": int8}`; `ferrovia.Encoder` names the numbers |
| reward | one of `ferrovia.batch.rewards`; `win` by default |

An agent may be selected several times in a row: a claim is a route and then a payment, and a turn may draw two cards.
`infos[agent]["action_mask"]` is the same mask, all zeros for agents that are not selected. With `illegal="replace"`,
`infos[agent]["replaced_by"]` is what was played instead of the agent's latest action, if that was illegal.

>>> from ferrovia.envs import ferrovia_v0
>>> env = ferrovia_v0.env(rules="new-york", players=3)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Version 0: first release.
"""

import os
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

from ferrovia.batch.games import Games
from ferrovia.batch.rewards import RewardName, reward_number
from ferrovia.envs.learner_games import ObservationName, scales_for
from ferrovia.envs.rendering import RENDER_MODES, check_mode, render
from ferrovia.envs.spaces import action_box, observation_box
from ferrovia.errors import TableError
from ferrovia.game.checks import whole
from ferrovia.observation.encoder import Features
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

Asked = Literal["mover", "all"]
Illegal = Literal["end", "replace", "raise"]


def env(*, asked: Asked = "mover", **options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers.

    `illegal` says what an illegal action does: it ends the game and its agent earns -1 (`"end"`, the default); a legal
    one, drawn from the environment's generator, is played instead (`"replace"`); or it raises ValueError (`"raise"`).
    With `asked="all"` every agent is selected once per cycle, in turn order, as libraries with a fixed order need; only
    the action of the agent whose mask is not empty counts.
    """
    check_name("asked", asked, get_args(Asked))
    return parallel_to_aec(parallel_env(**options)) if asked == "all" else movers_env(**options)


def parallel_env(**options: Any) -> ParallelEnv:
    """The environment with PettingZoo's parallel interface, for libraries that support no other: all agents act at
    every step, but only the action of the agent whose mask is not empty counts."""
    return turn_based_aec_to_parallel(movers_env(**options))


def movers_env(*, illegal: Illegal = "end", **options: Any) -> AECEnv:
    """The environment in which only the agent that is to move is selected."""
    check_name("illegal", illegal, get_args(Illegal))
    inner: AECEnv = raw_env(illegal="raise" if illegal == "end" else illegal, **options)
    if illegal == "end":
        inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def check_name(option: str, value: object, names: tuple[str, ...]) -> None:
    """Check that an option has one of its values."""
    if value not in names:
        raise TableError(f"{option} must be {' or '.join(map(repr, names))}, not {show(value)}")


class raw_env(AECEnv):  # the class name that users of PettingZoo expect
    """The environment without wrappers: an illegal action raises ValueError, or a legal one replaces it."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "ferrovia_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules = "new-york",
        players: int = 2,
        reward: RewardName = "win",
        observation: ObservationName = "float",
        features: Features = "full",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: Literal["raise", "replace"] = "raise",
    ) -> None:
        super().__init__()
        check_name("illegal", illegal, ("raise", "replace"))
        reward_number(reward)
        self.games = Games(rules, players, [0], threads=1, features=features)
        self.reward: RewardName = reward
        self.render_mode = check_mode(render_mode)
        if max_cycles is not None and (whole(max_cycles) or 0) < 1:
            raise TableError(f"max_cycles must be at least 1, or None for whole games, not {show(max_cycles)}")
        self.max_cycles = max_cycles
        self.cycles = 0
        self.replaces = illegal == "replace"
        self.replaced_by: dict[str, int] = {}
        self.scales = scales_for(self.games, observation)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        box = observation_box(self.games.encoder.size, self.scales)
        mask = action_box(self.games.actions)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.games.actions) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.games.reset(seeds=[int(self.np_random.integers(1 << 63))])
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.replaced_by = {}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        result = self.games.step(self._played(agent, action), reward=self.reward)
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(result.rewards[0, seat])
            self.terminations[name] = bool(result.over[0])
            self.truncations[name] = not result.over[0] and self.cycles == self.max_cycles
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal actions."""
        row = self.games.observe(self.possible_agents.index(agent))[0]
        return {"observation": row if self.scales is None else row * self.scales, "action_mask": self._mask(agent)}

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return render(self.games.game(0), self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _played(self, agent: str, action: Any) -> int:
        """The action as it is played: itself or, if it is not legal and to be replaced, one that is."""
        number = whole(action)
        if number is None or not 0 <= number < self.games.actions or not (self._legal[number] or self.replaces):
            raise ValueError(f"action {action!r} is illegal for {agent}; see its action_mask")
        if self._legal[number]:
            self.replaced_by.pop(agent, None)
            return number
        self.replaced_by[agent] = int(self.np_random.choice(np.flatnonzero(self._legal)))
        return self.replaced_by[agent]

    def _mask(self, agent: str) -> Any:
        """The legal actions of an agent; empty if it is not selected."""
        ended = self.terminations.get(agent, True) or self.truncations[agent]
        selected = agent == self.agent_selection and not ended
        return self._legal.copy() if selected else np.zeros(self.games.actions, np.int8)

    def _select(self) -> None:
        """Select the agent to move; when the game is over, the first one, for its final step."""
        seat = int(self.games.movers()[0])
        self.agent_selection = self.possible_agents[max(seat, 0)]
        self._legal = self.games.legal_mask(seat)[0].view(np.int8)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        for agent, action in self.replaced_by.items():
            self.infos[agent]["replaced_by"] = action
