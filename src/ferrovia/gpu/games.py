"""Vectorised games on a GPU: what `ferrovia.Games` does, with the states on the device."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ferrovia.core.limits import SEATS
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import SCORE
from ferrovia.engine.state import STATE, VIEW
from ferrovia.gpu import kernels
from ferrovia.gpu.compile import cuda
from ferrovia.gpu.rollout import blocks
from ferrovia.rules.resolved import Rules


class GpuGames:
    """Games of one rule set and number of players on a GPU. Arguments and results are device arrays.

    `states` has the same records as on the CPU: `states.copy_to_host()` copies them over.
    """

    def __init__(self, rules: Rules, players: int, seeds: Iterable[int]) -> None:
        self.rules = rules
        self.players = players
        numbers = np.fromiter(seeds, np.uint64)
        self.count = len(numbers)
        self.boards = cuda.to_device(np.array(rules.board))
        self.journals = cuda.to_device(no_journal())
        self.table = cuda.to_device(np.zeros((1, 3), np.uint64))[:0]
        self.states = self._array(STATE, self.count)
        self._launch(kernels.new_kernel, self.boards, self.states, players, cuda.to_device(numbers), self.journals)

    def __len__(self) -> int:
        return self.count

    def movers(self) -> Any:
        """The seat that decides next in each game; -1 where the game is over."""
        seats = self._array(np.int64, self.count)
        self._launch(kernels.mover_kernel, self.states, seats)
        return seats

    def legal(self, seats: Any = None) -> Any:
        """The legal actions of a seat in each game (by default the seat to move) as 64-bit words: (games, 8)."""
        masks = self._array(np.uint64, (self.count, MASK_WORDS))
        asked = self.movers() if seats is None else seats
        self._launch(kernels.legal_kernel, self.boards, self.states, asked, masks)
        return masks

    def step(self, actions: Any, seats: Any = None) -> Any:
        """Apply one action in each game; where it is illegal, the flag is set and the game unchanged."""
        refused = self._array(np.bool_, self.count)
        asked = self.movers() if seats is None else seats
        self._launch(kernels.step_kernel, self.boards, self.states, asked, actions, refused, self.journals)
        return refused

    def look(self, seats: Any) -> Any:
        """A seat's view of each game; for a seat that is not at the table, a spectator's."""
        views = self._array(VIEW, self.count)
        self._launch(kernels.look_kernel, self.states, seats, views)
        return views

    def scores(self) -> Any:
        """The score of every seat as if the games ended now: (games, seats)."""
        scores = self._array(SCORE, (self.count, SEATS))
        self._launch(kernels.score_kernel, self.boards, self.states, scores, self.table)
        return scores

    def play_out(self, seed: int) -> Any:
        """Play all games to their ends at random; return the number of decisions of each."""
        decisions = self._array(np.int64, self.count)
        masks = self._array(np.uint64, (self.count, MASK_WORDS))
        inputs = (self.boards, self.states, np.uint64(seed), masks, decisions, self.journals)
        self._launch(kernels.playout_kernel, *inputs)
        return decisions

    def _array(self, kind: Any, shape: Any) -> Any:
        """Zeros on the device."""
        return cuda.to_device(np.zeros(shape, kind))

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """Launch one thread per game."""
        kernel[blocks(self.count), kernels.THREADS](*arguments)
