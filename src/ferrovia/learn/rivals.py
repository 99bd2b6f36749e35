"""Scripted rivals in training: planners answer for everybody but the learner in some slots of a rollout."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.rivals import answer_many
from ferrovia.bots.specs import parse_spec
from ferrovia.core.limits import SEATS
from ferrovia.engine.state import VIEW
from ferrovia.learn.worlds import CpuTensorGames, GpuTensorGames

BOT: Final = "planner"
NO_GAME: Final = np.uint64((1 << 64) - 1)
"""The seed of no game: planners that find it make new plans."""


def seated_planners(games: CpuTensorGames | GpuTensorGames, players: Any) -> Any:
    """The memories of planners, one per slot and seat; their settings suit the number of players of the slot."""
    memories = {count: parse_spec(BOT).memory(games.rollout.encoder.rules, count) for count in set(players.tolist())}
    slots = np.concatenate([memories[count] for count in players.tolist()])
    return np.repeat(slots[:, np.newaxis], SEATS, axis=1)


class CpuRivals:
    """Rivals of games on the CPU. `picked`: the slots they play in."""

    def __init__(self, games: CpuTensorGames, picked: Any) -> None:
        self.rollout, self.picked = games.rollout, picked
        self.memories, self.view = seated_planners(games, self.rollout.slots["players"][picked]), np.zeros(1, VIEW)
        self.forget()

    def forget(self) -> None:
        """Make all planners plan again, so that a checkpoint need not contain their plans."""
        self.seeds = np.full(len(self.picked), NO_GAME)

    def answer(self, actions: Any) -> None:
        """Overwrite the actions of the rivals."""
        rollout = self.rollout
        inputs = (rollout.board, rollout.states, rollout.slots, rollout.masks, self.picked)
        answer_many(*inputs, self.memories, self.seeds, self.view, actions.numpy())


class GpuRivals:
    """Rivals of games on a GPU."""

    def __init__(self, games: GpuTensorGames, picked: Any) -> None:
        from ferrovia.gpu.compile import cuda

        self.rollout, self.cuda = games.rollout, cuda
        self.picked = cuda.to_device(picked)
        players = self.rollout.slots.copy_to_host()["players"][picked]
        self.memories = cuda.to_device(seated_planners(games, players))
        self.forget()

    def forget(self) -> None:
        """Make all planners plan again, so that a checkpoint need not contain their plans."""
        self.seeds = self.cuda.to_device(np.full(len(self.picked), NO_GAME))

    def answer(self, actions: Any) -> None:
        """Overwrite the actions of the rivals."""
        from ferrovia.gpu.kernels import THREADS
        from ferrovia.gpu.rollout import blocks
        from ferrovia.learn.gpu_rivals import answer_kernel

        rollout, count = self.rollout, len(self.picked)
        inputs = (rollout.boards, rollout.states, rollout.slots, rollout.masks, self.picked)
        chosen = self.cuda.as_cuda_array(actions)
        answer_kernel[blocks(count), THREADS](*inputs, self.memories, self.seeds, chosen)


class NoRivals:
    """Self-play alone."""

    def forget(self) -> None:
        """There is nothing to forget."""

    def answer(self, actions: Any) -> None:
        """All actions stay."""


def open_rivals(games: CpuTensorGames | GpuTensorGames, picked: Any) -> CpuRivals | GpuRivals | NoRivals:
    """The rivals of games, on their device."""
    if not len(picked):
        return NoRivals()
    return GpuRivals(games, picked) if isinstance(games, GpuTensorGames) else CpuRivals(games, picked)
