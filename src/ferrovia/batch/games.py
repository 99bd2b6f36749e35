"""Vectorised games: arrays of states, and kernels over them on all cores.

>>> games = Games("new-york", players=2, seeds=range(1000))
>>> result = games.play_out(seed=1)
>>> result.scores.shape
(1000, 5)
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ferrovia.core.limits import SEATS
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import SCORE, score_space
from ferrovia.engine.state import OVER, STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.errors import TableError
from ferrovia.game.checks import check_players, check_rules, check_seat, check_seed, whole
from ferrovia.game.game import Game
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class Results:
    """The results of many finished games."""

    scores: Any
    """Array (games, seats) of records with the fields of `ferrovia.engine.scoring.ScoreRecord`."""
    decisions: Any
    """Number of decisions in each game."""


class Games:
    """Many games of one rule set and number of players. `states` is the array of their states; copy it freely."""

    def __init__(
        self, rules: str | os.PathLike[str] | Rules, players: int, seeds: Iterable[int], threads: int | None = None
    ) -> None:
        self.rules = check_rules(rules)
        self.players = check_players(self.rules, players)
        self.threads = check_threads(threads)
        numbers = check_seeds(seeds)
        self.states = np.zeros(len(numbers), STATE)
        self._spread(
            lambda part: batch.new_many(self.rules.board, self.states[part], self.players, numbers[part], no_journal())
        )

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Games {self.rules.id}, {self.players} players, {len(self)} games, {int(self.over.sum())} over>"

    def _spread(self, work: Callable[[slice], object]) -> None:
        """Run kernels on slices of the games, one thread each: they release the GIL."""
        parts = max(1, min(self.threads, len(self)))
        cuts = np.linspace(0, len(self), parts + 1).astype(int).tolist()
        slices = [slice(first, last) for first, last in pairwise(cuts) if first < last]
        if len(slices) < 2:
            for part in slices:
                work(part)
            return
        with ThreadPoolExecutor(len(slices)) as pool:
            list(pool.map(work, slices))

    def movers(self) -> Any:
        """The seat that decides next in each game; -1 where the game is over."""
        seats = np.zeros(len(self), np.int64)
        self._spread(lambda part: batch.movers_many(self.states[part], seats[part]))
        return seats

    def legal(self, seats: Any = None) -> Any:
        """The legal actions of a seat in each game (by default the seat to move) as 64-bit words: (games, 8). A
        spectator (-1) has none."""
        asked = self._seats(seats)
        masks = np.zeros((len(self), MASK_WORDS), np.uint64)
        self._spread(lambda part: batch.legal_many(self.rules.board, self.states[part], asked[part], masks[part]))
        return masks

    def legal_mask(self, seats: Any = None) -> Any:
        """The same with one boolean per action: (games, 512)."""
        masks = self.legal(seats)
        return np.unpackbits(masks.astype("<u8").view(np.uint8), axis=1, count=ACTIONS, bitorder="little").astype(bool)

    def step(self, actions: Any, seats: Any = None) -> Any:
        """Apply one action in each game. Where it is illegal, the game stays unchanged and the returned flag is set."""
        asked, wanted = self._seats(seats), self._each(self._numbers(actions, "actions"))
        refused = np.zeros(len(self), np.bool_)
        self._spread(
            lambda part: batch.step_many(
                self.rules.board, self.states[part], asked[part], wanted[part], refused[part], no_journal()
            )
        )
        return refused

    def views(self, seats: Any = None) -> Any:
        """The view of a seat in each game, as an array of views."""
        asked = self._seats(seats)
        views = np.zeros(len(self), VIEW)
        self._spread(lambda part: batch.look_many(self.states[part], asked[part], views[part]))
        return views

    def play_out(self, seed: int = 0) -> Results:
        """Play every game to its end with uniformly random actions, and score it."""
        key = np.uint64(check_seed(seed))
        scores = np.zeros((len(self), SEATS), SCORE)
        decisions = np.zeros(len(self), np.int64)
        self._spread(lambda part: self._play_out(part, key, scores, decisions))
        return Results(scores, decisions)

    def _play_out(self, part: slice, key: Any, scores: Any, decisions: Any) -> None:
        work = np.zeros(4 + MASK_WORDS, np.uint64)
        batch.play_out_many(
            self.rules.board,
            self.states[part],
            key,
            part.start,
            scores[part],
            decisions[part],
            score_space(),
            trail_table(),
            work,
            no_journal(),
        )

    @property
    def over(self) -> Any:
        """Which games are over."""
        return self.states["public"]["phase"] == OVER

    def game(self, index: int) -> Game:
        """One of the games as an independent `Game`."""
        number = whole(index)
        if number is None or not 0 <= number < len(self):
            raise TableError(f"there is no game {show(index)}; there are {len(self)}, counted from 0")
        return Game.from_state(self.rules, self.states[number : number + 1])

    def _seats(self, seats: Any) -> Any:
        """The requested seats, spectators included; by default the seats to move."""
        if seats is None:
            return self.movers()
        numbers = self._numbers(seats, "seats")
        for seat in (numbers.min(), numbers.max()) if numbers.size else ():
            check_seat(int(seat), self.players, spectator=True)
        return self._each(numbers)

    def _numbers(self, values: Any, what: str) -> Any:
        """One integer, or one for each game."""
        try:
            numbers = np.asarray(values)
        except ValueError:  # lists of different lengths
            numbers = np.asarray(None)
        if numbers.dtype.kind not in "iu" or numbers.shape not in ((), (len(self),)):
            raise TableError(f"{what}: one whole number is wanted, or one for each of the {len(self)} games")
        return numbers

    def _each(self, numbers: Any) -> Any:
        return np.ascontiguousarray(np.broadcast_to(numbers, len(self)), np.int64)


def check_seeds(seeds: Iterable[int]) -> Any:
    """The seeds of many games, as an array."""
    try:
        given = iter(seeds)
    except TypeError:
        raise TableError(f"seeds: one for each game is wanted, like range(1000), not {show(seeds)}") from None
    return np.array([check_seed(seed) for seed in given], np.uint64)


def check_threads(threads: int | None) -> int:
    """Number of threads to use: by default one per core."""
    number = (os.cpu_count() or 1) if threads is None else whole(threads)
    if number is None or number < 1:
        raise TableError(f"threads: at least 1, not {show(threads)}")
    return number
