"""Games with one learner each and bots in all other seats: the basis of both Gymnasium adapters."""

import os
from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ferrovia.batch.games import Games
from ferrovia.batch.opponents import opponents as seated
from ferrovia.batch.rewards import RewardName, reward_number
from ferrovia.errors import TableError
from ferrovia.game.checks import check_seat, whole
from ferrovia.observation.encoder import Features
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

ObservationName = Literal["float", "bytes"]
IllegalName = Literal["refuse", "replace"]


def scales_for(games: Games, observation: ObservationName) -> NDArray[np.float32] | None:
    """The scales of observations; None if they stay bytes."""
    if observation not in ("float", "bytes"):
        raise TableError(f"observation must be 'float' or 'bytes', not {observation!r}")
    scales: NDArray[np.float32] = games.encoder.scales
    return scales if observation == "float" else None


def check_illegal_reward(reward: object) -> float:
    """Check that what an illegal action earns is a number that rewards can be added to."""
    if isinstance(reward, bool) or not isinstance(reward, Real) or not isfinite(float(reward)):
        raise TableError(f"illegal_reward must be a finite number, not {show(reward)}")
    return float(reward)


class LearnerGames:
    """Games in which bots play until the learner is to move. Rewards are the learner's."""

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        players: int,
        opponents: str | Sequence[str],
        seat: int | None,
        reward: RewardName,
        observation: ObservationName,
        features: Features,
        illegal: IllegalName,
        count: int,
        threads: int | None,
    ) -> None:
        if (whole(count) or 0) < 1:
            raise TableError(f"num_envs must be at least 1, not {show(count)}")
        self.games = Games(rules, players, range(count), threads, features)
        self.rivals = self._rivals(opponents)
        self.seat = None if seat is None else check_seat(seat, players)
        self.learners = np.zeros(count, np.int64)
        self.reward = reward
        reward_number(reward)
        self.scales = scales_for(self.games, observation)
        if illegal not in get_args(IllegalName):
            raise TableError(f"illegal must be 'refuse' or 'replace', not {show(illegal)}")
        self.replaces = illegal == "replace"
        self.earned = np.zeros(count, np.float64)

    def _rivals(self, opponents: str | Sequence[str]) -> list[str]:
        """The bot of each rival in turn order, the next one first."""
        seats = self.games.players - 1
        named = [opponents] * seats if isinstance(opponents, str) else opponents
        if not isinstance(named, Sequence) or len(named) != seats:
            raise TableError(f"opponents must be one bot, or one for each of the {seats} rivals, not {show(opponents)}")
        for bot in named:
            seated(bot, self.games.rules, self.games.players)  # refuses now, not in the first game
        return list(named)

    def deal(self, where: NDArray[np.bool_], generators: Sequence[np.random.Generator]) -> None:
        """Deal the marked games, each from its own generator, and let the bots play until the learner is to move."""
        seeds = []
        for index in np.flatnonzero(where).tolist():
            seeds.append(int(generators[index].integers(1 << 63)))
            self.learners[index] = generators[index].integers(self.games.players) if self.seat is None else self.seat
        self.games.reset(where, seeds)
        self.earned[where] = 0.0
        self._answer()

    def step(
        self, actions: NDArray[np.int64], generators: Sequence[np.random.Generator]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Apply the learners' actions and let the bots answer; return which were illegal, and what each learner earned.
        An action of -1 marks a game to skip."""
        played = self._replaced(actions, generators) if self.replaces else actions
        refused = self.games.step(played, self.learners).refused | (played != actions)
        self._answer()
        now = self.games.rewards(self.reward)[np.arange(len(self.learners)), self.learners].astype(np.float64)
        earned, self.earned = now - self.earned, now
        return refused & (actions >= 0), earned

    def _replaced(self, actions: NDArray[np.int64], generators: Sequence[np.random.Generator]) -> NDArray[np.int64]:
        """The actions with a legal one, drawn from its game's own generator, in the place of each illegal one."""
        played, masks = actions.copy(), self.masks()
        legal = masks[np.arange(len(actions)), actions] == 1
        for index in np.flatnonzero((actions >= 0) & ~legal).tolist():
            played[index] = generators[index].choice(np.flatnonzero(masks[index]))
        return played

    def _answer(self) -> None:
        """Let the bots play until the learners are to move, or their games are over."""
        seats = np.arange(self.games.players)
        ahead = (seats - self.learners[:, None]) % self.games.players
        while True:
            made = 0
            for bot in dict.fromkeys(self.rivals):
                places = [place + 1 for place, name in enumerate(self.rivals) if name == bot]
                made += int(self.games.act(bot, np.isin(ahead, places)).sum())
            if not made or len(set(self.rivals)) == 1:
                return

    def observe(self) -> NDArray[Any]:
        """What the learners see: (games, size)."""
        rows = self.games.observe(self.learners)
        return rows if self.scales is None else rows * self.scales

    def masks(self) -> NDArray[np.int8]:
        """The learners' legal actions: (games, actions), in the type that `Discrete.sample` takes."""
        return self.games.legal_mask(self.learners).view(np.int8)

    def results(self) -> dict[str, NDArray[Any]]:
        """The learners' final points and places, as if the games ended now."""
        scores = self.games.scores()[np.arange(len(self.learners)), self.learners]
        return {"points": scores["total"].astype(np.int64), "place": scores["place"].astype(np.int64)}
