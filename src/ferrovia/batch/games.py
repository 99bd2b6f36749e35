"""Vectorised games: arrays of states, and kernels over them on all cores.

>>> games = Games("new-york", players=2, seeds=range(1000))
>>> games.observe().shape == (1000, games.encoder.size)
True
>>> step = games.step(games.sample(seed=1), reset=True)
>>> step.rewards.shape
(1000, 2)
>>> games.play_out(seed=1).scores.shape
(1000, 5)
"""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ferrovia.batch import kernels
from ferrovia.batch.checks import (
    as_array,
    check_array_of_states,
    check_features,
    check_fitting,
    check_logits,
    check_numbers,
    check_out,
    check_seats,
    check_seeds,
    check_threads,
    check_where,
    one_each,
)
from ferrovia.batch.results import Results, StepResult, step_result
from ferrovia.batch.rewards import RewardName, reward_number
from ferrovia.batch.saving import read_games, write_games
from ferrovia.core.limits import SEATS, WORDS
from ferrovia.core.spread import spread
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import SCORE, score_sheet, score_space
from ferrovia.engine.state import OVER, STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.errors import TableError
from ferrovia.game.checks import check_players, check_rules, check_seed, whole
from ferrovia.game.game import Game
from ferrovia.observation.encoder import Encoder, Features
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

if TYPE_CHECKING:
    from ferrovia.batch.opponents import Opponents
    from ferrovia.bots.specs import BotSpec


class Games:
    """Many games with the same rule set and number of players.

    `seeds` are the seeds they were dealt from. Methods return NumPy arrays; `torch.from_dlpack` and
    `jax.dlpack.from_dlpack` accept them without copying.
    """

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        players: int,
        seeds: Iterable[int],
        threads: int | None = None,
        features: Features = "full",
    ) -> None:
        self.rules = check_rules(rules)
        self.players = check_players(self.rules, players)
        self.threads = check_threads(threads)
        self.encoder = Encoder(self.rules, self.threads, check_features(features))
        """The observation's layout: names, shapes, scales, version, hash."""
        self.seeds = check_seeds(seeds)
        self._states = np.zeros(len(self.seeds), STATE)
        self._opponents: dict[str, Opponents] = {}
        self._deal(np.arange(len(self)))

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Games {self.rules.id}, {self.players} players, {len(self)} games, {int(self.over.sum())} over>"

    @property
    def states(self) -> Any:
        """The array of states: copy it freely, or assign another one of the same length. All states must have these
        rules and this number of players."""
        return self._states

    @states.setter
    def states(self, states: Any) -> None:
        check_array_of_states(states, len(self.seeds))
        check_fitting(self.rules, self.players, states)
        self._states = states

    @property
    def actions(self) -> int:
        """The number of actions the board needs, counted from 0."""
        return self.encoder.actions

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return np.asarray(self.states["public"]["phase"] == OVER)

    def movers(self) -> NDArray[np.int64]:
        """The seat to move in each game; -1 where the game is over."""
        seats = np.zeros(len(self), np.int64)
        self._spread(lambda part: batch.movers_many(self.states[part], seats[part]))
        return seats

    def legal(self, seats: ArrayLike | None = None) -> NDArray[np.uint64]:
        """The legal actions of a seat in each game (by default the seat to move) as 64-bit words: (games, 8). A
        spectator (-1) has none."""
        asked = self._seats(seats)
        masks = np.zeros((len(self), MASK_WORDS), np.uint64)
        self._spread(lambda part: batch.legal_many(self.rules.board, self.states[part], asked[part], masks[part]))
        return masks

    def legal_mask(self, seats: ArrayLike | None = None, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """The same with one boolean per action of the board: (games, actions)."""
        asked = self._seats(seats)
        flags: NDArray[np.bool_] = check_out(out, (len(self), self.actions), np.bool_)

        def work(part: slice) -> None:
            mask = np.zeros(MASK_WORDS, np.uint64)
            kernels.mask_many(self.rules.board, self.states[part], asked[part], mask, flags[part])

        self._spread(work)
        return flags

    def observe(
        self, seats: ArrayLike | None = None, out: NDArray[np.int8] | None = None, *, privileged: bool = False
    ) -> NDArray[np.int8]:
        """What a seat may know in each game (by default the seat to move): (games, encoder.size) signed bytes, to be
        multiplied by `encoder.scales` for a network. With `privileged`, what its rivals hide instead, for critics."""
        asked, size = self._seats(seats), self.encoder.privileged_size if privileged else self.encoder.size
        rows: NDArray[np.int8] = check_out(out, (len(self), size), np.int8)
        write = self.encoder.write_privileged if privileged else self.encoder.write_states
        write(self.states, asked, rows)
        return rows

    def sample(
        self, logits: ArrayLike | None = None, seed: int = 0, out: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Sample a legal action for the seat to move in each game, by the softmax of its logits, or uniformly without
        logits; -1 where the game is over. The same seed gives the same samples, so use a new seed for each step."""
        key, asked = np.uint64(check_seed(seed)), self.movers()
        scores = check_logits(logits, (len(self), self.actions))
        actions: NDArray[np.int64] = check_out(out, (len(self),), np.int64)

        def work(part: slice) -> None:
            room = (np.zeros(4 + MASK_WORDS, np.uint64), np.zeros(ACTIONS, np.float64), actions[part])
            table = (self.rules.board, self.states[part], asked[part], scores[part])
            kernels.sample_many(*table, key, part.start, *room)

        self._spread(work)
        return actions

    def step(
        self,
        actions: ArrayLike,
        seats: ArrayLike | None = None,
        *,
        reset: bool = False,
        reward: RewardName = "win",
        out: StepResult | None = None,
    ) -> StepResult:
        """Play one action in each game and return the reward of each seat (`ferrovia.batch.rewards` defines the four
        rewards). If an action is illegal, its game stays unchanged. With `reset`, finished games are dealt again."""
        asked, wanted = self._seats(seats), one_each(check_numbers(actions, "actions", len(self)), len(self))
        kind, result = reward_number(reward), step_result(out, len(self), self.players)

        def work(part: slice) -> None:
            inputs = (self.rules.board, self.states[part], asked[part], wanted[part], kind)
            written = (result.refused[part], result.over[part], result.rewards[part], result.scores[part])
            room = (np.zeros(SEATS, np.float32), score_space(), trail_table(), no_journal())
            kernels.advance_many(*inputs, *written, *room)

        self._spread(work)
        if reset and result.over.any():
            self.reset(result.over)
        return result

    def rewards(self, reward: RewardName = "win", out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The reward of each seat so far: (games, players). It is the sum of the rewards of all steps of a game."""
        kind = reward_number(reward)
        earned: NDArray[np.float32] = check_out(out, (len(self), self.players), np.float32)

        def work(part: slice) -> None:
            room = (score_sheet(), score_space(), trail_table())
            kernels.reward_many(self.rules.board, self.states[part], kind, *room, earned[part])

        self._spread(work)
        return earned

    def scores(self, out: Any = None) -> Any:
        """The score of every seat, as if the games ended now: records, (games, seats). Empty seats of `out` do not
        change."""
        scores = check_out(out, (len(self), SEATS), SCORE)

        def work(part: slice) -> None:
            kernels.score_many(self.rules.board, self.states[part], scores[part], score_space(), trail_table())

        self._spread(work)
        return scores

    def views(self, seats: ArrayLike | None = None) -> Any:
        """The view of a seat in each game, as an array of views."""
        asked = self._seats(seats)
        views = np.zeros(len(self), VIEW)
        self._spread(lambda part: batch.look_many(self.states[part], asked[part], views[part]))
        return views

    def act(self, bot: "str | BotSpec", seats: ArrayLike | None = None) -> NDArray[np.int64]:
        """Let a built-in bot make every decision of some seats, until another seat is to move or the game is over.
        Returns the number of its decisions in each game. `seats` is one seat, one for each game, or flags (games,
        players); the default is all seats, to the end. The bot of a seat keeps its memory and plays as in the arena."""
        flags = self._flags(seats)
        return self._seated(bot).act(self, flags)

    def choose(self, bot: "str | BotSpec") -> NDArray[np.int64]:
        """The action a built-in bot chooses for the seat to move in each game; -1 where the game is over. The bot
        remembers the decision, so step the games before asking again. Useful for behaviour cloning and advice."""
        return self._seated(bot).choose(self)

    def _seated(self, bot: "str | BotSpec") -> "Opponents":
        """The bot at these games."""
        from ferrovia.batch.opponents import opponents  # imports the kernels of all bots

        seated = opponents(bot, self.rules, self.players)
        return self._opponents.setdefault(seated.spec.text, seated)

    @classmethod
    def from_states(
        cls, rules: str | os.PathLike[str] | Rules, states: Any, threads: int | None = None, features: Features = "full"
    ) -> "Games":
        """Games that continue from these states, like `np.concatenate([view.redeal(seed).states for seed in
        seeds])`."""
        if not isinstance(states, np.ndarray) or states.dtype != STATE or states.ndim != 1 or not len(states):
            raise TableError("from_states needs an array of at least one state")
        games = cls(rules, int(states["public"]["players"][0]), (), threads, features)
        games.seeds = np.arange(len(states), dtype=np.uint64)
        games.states = states.copy()
        return games

    def redeal(self, seats: ArrayLike | None = None, worlds: int = 1, seed: int = 0) -> "Games":
        """Determinizations: for each game, `worlds` adjacent random games consistent with what a seat knows (by default
        the seat to move)."""
        asked, key, per_game = self._seats(seats), np.uint64(check_seed(seed)), whole(worlds)
        if per_game is None or per_game < 1:
            raise TableError(f"worlds must be at least 1, not {show(worlds)}")
        dealt = self._with(np.zeros(len(self) * per_game, STATE), np.repeat(self.seeds, per_game))

        def work(part: slice) -> None:
            written = dealt.states[part.start * per_game : part.stop * per_game]
            room = (np.zeros(1, VIEW), np.zeros(4, np.uint64), np.zeros(WORDS, np.uint64))
            kernels.redeal_many(self.rules.board, self.states[part], asked[part], key, part.start, written, *room)

        self._spread(work)
        return dealt

    def reset(self, where: ArrayLike | None = None, seeds: Iterable[int] | None = None) -> None:
        """Deal some games again (flags or numbers; by default all) from these seeds. By default each takes its last
        seed plus the number of games, so that consecutive games never share a seed."""
        chosen = check_where(where, len(self))
        if seeds is None:
            self.seeds[chosen] += np.uint64(len(self))
        else:
            new_seeds = check_seeds(seeds)
            if len(new_seeds) != len(chosen):
                raise TableError(f"seeds: {len(chosen)} games are reset, but {len(new_seeds)} seeds were given")
            self.seeds[chosen] = new_seeds
        self._deal(chosen)

    def copy(self, where: ArrayLike | None = None) -> "Games":
        """An independent copy of some games (flags, or numbers in any order and with repetitions; by default all). The
        memories of bots are copied too."""
        chosen = check_where(where, len(self))
        copied = self._with(self.states[chosen], self.seeds[chosen])
        copied._opponents = {text: opponents.copy(chosen) for text, opponents in self._opponents.items()}
        return copied

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the games to a file. The memories of bots are not saved; bots continue as if they had just joined."""
        write_games(path, self.rules, self.players, self.states, self.seeds)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        rules: str | os.PathLike[str] | Rules | None = None,
        threads: int | None = None,
        features: Features = "full",
    ) -> "Games":
        """Load games from a file. Pass `rules` if they are not built in; they must be those of the saved games."""
        resolved, players, states, seeds = read_games(path, rules)
        games = cls(resolved, players, (), threads, features)
        games.seeds, games.states = seeds, states
        return games

    def play_out(self, seed: int = 0) -> Results:
        """Play every game to its end with uniformly random actions, and score it."""
        key = np.uint64(check_seed(seed))
        scores = np.zeros((len(self), SEATS), SCORE)
        decisions = np.zeros(len(self), np.int64)

        def work(part: slice) -> None:
            inputs = (self.rules.board, self.states[part], key, part.start, scores[part], decisions[part])
            room = (score_space(), trail_table(), np.zeros(4 + MASK_WORDS, np.uint64), no_journal())
            batch.play_out_many(*inputs, *room)

        self._spread(work)
        return Results(scores, decisions)

    def game(self, index: int) -> Game:
        """One of the games as an independent `Game`."""
        number = whole(index)
        if number is None or not 0 <= number < len(self):
            raise TableError(f"there is no game {show(index)}; there are {len(self)}, counted from 0")
        return Game.from_state(self.rules, self.states[number : number + 1])

    def _spread(self, work: Callable[[slice], object]) -> None:
        spread(len(self), self.threads, work)

    def _deal(self, chosen: NDArray[np.int64]) -> None:
        """Set up some games from their seeds; bots start again."""
        fresh, seeds = np.zeros(len(chosen), STATE), self.seeds[chosen]

        def work(part: slice) -> None:
            batch.new_many(self.rules.board, fresh[part], self.players, seeds[part], no_journal())

        spread(len(fresh), self.threads, work)
        as_bytes(self.states)[chosen] = as_bytes(fresh)
        for seated in self._opponents.values():
            seated.begin(self.seeds, chosen)

    def _with(self, states: Any, seeds: NDArray[np.uint64]) -> "Games":
        """Games of the same rules with other states."""
        games = Games(self.rules, self.players, (), self.threads, self.encoder.features)
        games.seeds, games._states = seeds, states
        return games

    def _flags(self, seats: ArrayLike | None) -> NDArray[np.bool_]:
        """The selected seats, as flags (games, players)."""
        shape = (len(self), self.players)
        if seats is None:
            return np.ones(shape, np.bool_)
        array = as_array(seats)
        if array.dtype == np.bool_:
            if array.shape != shape:
                raise TableError(f"seats must be flags of shape {shape}, (games, players), not of {array.shape}")
            return np.require(array, requirements=("C", "W"))
        return np.equal(self._seats(seats)[:, None], np.arange(self.players))

    def _seats(self, seats: ArrayLike | None) -> NDArray[np.int64]:
        """The requested seats, spectators included; by default those to move."""
        return self.movers() if seats is None else check_seats(seats, self.players, len(self))


def as_bytes(states: Any) -> NDArray[np.uint8]:
    """States as rows of bytes, because NumPy would copy records field by field."""
    return np.asarray(states.view(np.uint8).reshape(len(states), STATE.itemsize))
