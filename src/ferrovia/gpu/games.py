"""Many games at once on a GPU: the calls of `ferrovia.Games`, with the states on the device."""

import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from ferrovia.batch.checks import check_features, check_seats, check_seeds, check_where
from ferrovia.batch.games import Games
from ferrovia.batch.results import Results, StepResult
from ferrovia.batch.rewards import RewardName, reward_number
from ferrovia.bots.specs import BotSpec
from ferrovia.core.limits import SEATS
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import SCORE
from ferrovia.engine.state import STATE, VIEW
from ferrovia.errors import TableError
from ferrovia.game.checks import check_players, check_rules, check_seed, whole
from ferrovia.game.game import Game
from ferrovia.gpu import batch_kernels, kernels
from ferrovia.gpu.arrays import (
    check_device,
    check_gpu,
    device_flags,
    device_logits,
    device_numbers,
    device_out,
    device_step_result,
    device_zeros,
    on_device,
    to_host,
)
from ferrovia.gpu.compile import cuda
from ferrovia.gpu.rollout import blocks
from ferrovia.observation.encoder import Encoder, Features
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules


class GpuGames:
    """Many games of one rule set and number of players on a GPU.

    The calls are those of `ferrovia.Games`, and the same seeds give the same games. Results are arrays on the device:
    `torch.as_tensor(rows, device="cuda")` takes them without a copy, and `rows.copy_to_host()` brings them to NumPy.
    Arguments are such arrays, of torch, CuPy or Numba, or whatever `Games` takes. A seat on the device that is not at
    the table is a spectator: to check it, the CPU would have to wait for the GPU. Bots play on the CPU.
    """

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        players: int,
        seeds: Iterable[int],
        features: Features = "full",
    ) -> None:
        check_gpu()
        self.rules = check_rules(rules)
        self.players = check_players(self.rules, players)
        self.encoder = Encoder(self.rules, features=check_features(features))
        """The observation's layout: names, shapes, scales, version, hash."""
        self._boards = cuda.to_device(np.array(self.rules.board))
        self._journals = cuda.to_device(no_journal())
        self._table = device_zeros((1, 3), np.uint64)[:0]
        self._layouts = cuda.to_device(self.encoder.offsets)
        self._rivals = cuda.to_device(self.encoder.rival_offsets)
        self._bots: Games | None = None
        numbers = check_seeds(seeds)
        self._take(device_zeros(len(numbers), STATE), cuda.to_device(numbers))
        self._deal(device_flags(None, len(self)), 0)

    def __len__(self) -> int:
        return int(self.states.shape[0])

    def __repr__(self) -> str:
        return f"<GpuGames {self.rules.id}, {self.players} players, {len(self)} games>"

    @property
    def seeds(self) -> Any:
        """The seeds the games were dealt from, on the host."""
        return self._seeds.copy_to_host()

    @property
    def actions(self) -> int:
        """The number of actions the board needs, counted from 0."""
        return self.encoder.actions

    @property
    def over(self) -> Any:
        """Which games are over."""
        flags = device_zeros(len(self), np.bool_)
        self._launch(batch_kernels.over_kernel, self.states, flags)
        return flags

    def movers(self) -> Any:
        """The seat to move in each game; -1 where the game is over."""
        seats = device_zeros(len(self), np.int64)
        self._launch(kernels.mover_kernel, self.states, seats)
        return seats

    def legal(self, seats: Any = None) -> Any:
        """The legal actions of a seat in each game (by default the seat to move) as 64-bit words: (games, 8)."""
        masks = device_zeros((len(self), MASK_WORDS), np.uint64)
        self._launch(kernels.legal_kernel, self._boards, self.states, self._asked(seats), masks)
        return masks

    def legal_mask(self, seats: Any = None, out: Any = None) -> Any:
        """The same with one boolean per action of the board: (games, actions)."""
        flags = device_out(out, (len(self), self.actions), np.bool_)
        self._launch(batch_kernels.mask_kernel, self._boards, self.states, self._asked(seats), flags)
        return flags

    def observe(self, seats: Any = None, out: Any = None, *, privileged: bool = False) -> Any:
        """What a seat may know in each game: (games, encoder.size) signed bytes. With `privileged`, what its rivals
        hide."""
        encoder, inputs = self.encoder, (self._boards, self.states, self._asked(seats))
        rows = device_out(out, (len(self), encoder.privileged_size if privileged else encoder.size), np.int8)
        if privileged:
            self._launch(batch_kernels.privileged_kernel, *inputs, self._rivals, encoder.block, rows)
        elif encoder.features == "plain":
            self._launch(batch_kernels.plain_kernel, *inputs, self._layouts, rows)
        else:
            self._launch(batch_kernels.full_kernel, *inputs, self._layouts, self._table, rows)
        return rows

    def sample(self, logits: Any = None, seed: int = 0, out: Any = None) -> Any:
        """Sample a legal action for the seat to move in each game, by the softmax of its logits, or uniformly without
        logits; -1 where the game is over. Uniform samples are the CPU's; by logits they can differ from them where a
        draw falls on the last bit of a weight."""
        key, scores = np.uint64(check_seed(seed)), device_logits(logits, (len(self), self.actions))
        actions = device_out(out, (len(self),), np.int64)
        table = (self._boards, self.states, self.movers(), scores)
        self._launch(batch_kernels.sample_kernel, *table, key, actions)
        return actions

    def step(
        self,
        actions: Any,
        seats: Any = None,
        *,
        reset: bool = False,
        reward: RewardName = "win",
        out: StepResult | None = None,
    ) -> StepResult:
        """Apply one action in each game; returns what it earns each seat. Where it is illegal the game stays unchanged.
        With `reset`, finished games are dealt again."""
        wanted, kind = device_numbers(actions, "actions", len(self)), reward_number(reward)
        result = device_step_result(out, len(self), self.players)
        inputs = (self._boards, self.states, self._asked(seats), wanted, kind)
        written = (result.refused, result.over, result.rewards, result.scores)
        self._launch(batch_kernels.advance_kernel, *inputs, *written, self._table, self._journals)
        if reset:
            self.reset(result.over)
        return result

    def rewards(self, reward: RewardName = "win", out: Any = None) -> Any:
        """What each seat has earned so far: (games, players)."""
        kind, earned = reward_number(reward), device_out(out, (len(self), self.players), np.float32)
        self._launch(batch_kernels.reward_kernel, self._boards, self.states, kind, self._table, earned)
        return earned

    def scores(self, out: Any = None) -> Any:
        """The score of every seat, as if the games ended now: records, (games, seats). Empty seats of `out` do not
        change."""
        scores = device_out(out, (len(self), SEATS), SCORE)
        self._launch(kernels.score_kernel, self._boards, self.states, scores, self._table)
        return scores

    def views(self, seats: Any = None) -> Any:
        """The view of a seat in each game, as an array of views."""
        views = device_zeros(len(self), VIEW)
        self._launch(kernels.look_kernel, self.states, self._asked(seats), views)
        return views

    def act(self, bot: str | BotSpec, seats: Any = None) -> Any:
        """Let a built-in bot make every decision of some seats, until another seat is to move or the game is over.
        Returns the number of its decisions in each game. The states travel to the CPU and back."""
        host = self._at_bots()
        made = host.act(bot, to_host(seats))
        self.states.copy_to_device(host.states)
        return cuda.to_device(made)

    def choose(self, bot: str | BotSpec) -> Any:
        """The action a built-in bot chooses for the seat to move in each game; -1 where the game is over."""
        return cuda.to_device(self._at_bots().choose(bot))

    def redeal(self, seats: Any = None, worlds: int = 1, seed: int = 0) -> "GpuGames":
        """Determinizations: for each game a number of adjacent random games that fit what a seat knows of it."""
        key, per_game = np.uint64(check_seed(seed)), whole(worlds)
        if per_game is None or per_game < 1:
            raise TableError(f"worlds must be at least 1, not {show(worlds)}")
        states = device_zeros(len(self) * per_game, STATE)
        self._launch(batch_kernels.redeal_kernel, self._boards, self.states, self._asked(seats), key, states)
        return self._with(states, cuda.to_device(np.repeat(self.seeds, per_game)))

    def reset(self, where: Any = None, seeds: Iterable[int] | None = None) -> None:
        """Deal some games again (by default all; flags, or numbers): from these seeds, or else each from its last seed
        plus the number of games."""
        new_seeds = None if seeds is None else check_seeds(seeds)
        if new_seeds is not None:
            self._set_seeds(check_where(to_host(where), len(self)), new_seeds)
        self._deal(device_flags(where, len(self)), len(self) if new_seeds is None else 0)
        if self._bots is not None:
            self._bots.reset(to_host(where), new_seeds)

    def copy(self, where: Any = None) -> "GpuGames":
        """An independent copy of some games (by default all; flags, or numbers in any order, also several times)."""
        chosen = check_where(to_host(where), len(self))
        states = device_zeros(len(chosen), STATE)
        self._launch(batch_kernels.gather_kernel, self.states, cuda.to_device(chosen), states)
        copied = self._with(states, cuda.to_device(self.seeds[chosen]))
        copied._bots = None if self._bots is None else self._bots.copy(chosen)
        return copied

    def to_games(self) -> Games:
        """The same games on the CPU. Bots continue there as if they had just joined."""
        games = Games(self.rules, self.players, self.seeds, features=self.encoder.features)
        self.states.copy_to_host(games.states)
        return games

    @classmethod
    def from_games(cls, games: Games) -> "GpuGames":
        """Games that are on the CPU, copied to the GPU. Bots continue here as if they had just joined."""
        moved = cls(games.rules, games.players, (), games.encoder.features)
        moved._take(cuda.to_device(games.states), cuda.to_device(games.seeds))
        return moved

    @classmethod
    def from_states(cls, rules: str | os.PathLike[str] | Rules, states: Any, features: Features = "full") -> "GpuGames":
        """Games that continue from these states."""
        return cls.from_games(Games.from_states(rules, to_host(states), features=features))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the games to a file, as `Games` does."""
        self.to_games().save(path)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        rules: str | os.PathLike[str] | Rules | None = None,
        features: Features = "full",
    ) -> "GpuGames":
        """Games from a file that this class or `Games` wrote."""
        return cls.from_games(Games.load(path, rules, features=features))

    def play_out(self, seed: int = 0) -> Results:
        """Play every game to its end with uniformly random actions, and score it."""
        decisions, masks = device_zeros(len(self), np.int64), device_zeros((len(self), MASK_WORDS), np.uint64)
        inputs = (self._boards, self.states, np.uint64(check_seed(seed)), masks, decisions, self._journals)
        self._launch(kernels.playout_kernel, *inputs)
        return Results(self.scores(), decisions)

    def game(self, index: int) -> Game:
        """One of the games as an independent `Game`."""
        return self.to_games().game(index)

    def _set_seeds(self, chosen: Any, new_seeds: Any) -> None:
        """Give these games other seeds."""
        if len(new_seeds) != len(chosen):
            raise TableError(f"seeds: {len(chosen)} games are reset, but {len(new_seeds)} seeds were given")
        seeds = self.seeds
        seeds[chosen] = new_seeds
        self._seeds.copy_to_device(seeds)

    def _take(self, states: Any, seeds: Any) -> None:
        """Go on with these states."""
        self.states = states
        """The states on the device, with the records of the CPU."""
        self._seeds = seeds

    def _with(self, states: Any, seeds: Any) -> "GpuGames":
        """Games of the same rules with other states."""
        games = GpuGames(self.rules, self.players, (), self.encoder.features)
        games._take(states, seeds)
        return games

    def _asked(self, seats: Any) -> Any:
        """The requested seats; by default those to move."""
        if seats is None:
            return self.movers()
        if on_device(seats):
            return check_device(seats, (len(self),), np.int64, "seats")
        return cuda.to_device(check_seats(seats, self.players, len(self)))

    def _at_bots(self) -> Games:
        """The games as they are now, where bots sit at them. Their memories stay there."""
        if self._bots is None:
            self._bots = self.to_games()
        else:
            self.states.copy_to_host(self._bots.states)
        return self._bots

    def _deal(self, where: Any, stride: int) -> None:
        """Deal the marked games, each from its last seed plus `stride`."""
        inputs = (self._boards, self.states, self.players, where, self._seeds, np.uint64(stride), self._journals)
        self._launch(batch_kernels.deal_kernel, *inputs)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """Launch one thread per game."""
        if len(self):
            kernel[blocks(len(self)), kernels.THREADS](*arguments)
