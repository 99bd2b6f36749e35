"""Rollouts on a GPU: the same slots, rewards and observations as `rollout.cpu`, in arrays on the device."""

from typing import Any

import numpy as np

from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.state import STATE
from ferrovia.gpu.compile import cuda
from ferrovia.gpu.kernels import THREADS, advance_kernel, observe_kernel, start_kernel
from ferrovia.observation.encoder import Encoder
from ferrovia.rollout.game import COUNTS


def blocks(threads: int) -> int:
    """Number of blocks for this many threads."""
    return (threads + THREADS - 1) // THREADS


class GpuRollout:
    """Games of one rule set, one per slot, on a GPU. Arguments are device arrays of numba, torch or CuPy."""

    def __init__(self, encoder: Encoder, slots: Any) -> None:
        self.encoder = encoder
        self.count = len(slots)
        self.boards = cuda.to_device(np.array(encoder.rules.board))
        self.journals = cuda.to_device(no_journal())
        self.table = cuda.to_device(np.zeros((1, 3), np.uint64))[:0]
        self.layouts = cuda.to_device(encoder.offsets)
        self.rivals = cuda.to_device(encoder.rival_offsets)
        self.slots = cuda.to_device(slots)
        self.states = cuda.to_device(np.zeros(self.count, STATE))
        self.masks = cuda.to_device(np.zeros((self.count, MASK_WORDS), np.uint64))
        self.counts = cuda.to_device(np.zeros((self.count, COUNTS), np.float32))
        inputs = (self.boards, self.states, self.slots, self.masks, self.journals)
        start_kernel[blocks(self.count), THREADS](*inputs)

    def observe(self, rows: Any, hidden: Any, legal: Any, movers: Any) -> None:
        """Write the observations (into rows of zeros), the rivals' hidden information, the legal actions and the movers
        of all slots."""
        outputs = [cuda.as_cuda_array(tensor) for tensor in (rows, hidden, legal, movers)]
        layouts = (self.layouts, self.rivals, self.encoder.block, self.table)
        observe_kernel[blocks(self.count * (self.encoder.rivals + 1)), THREADS](
            self.boards, self.states, self.slots, *layouts, self.masks, *outputs
        )

    def step(self, actions: Any, rewards: Any, over: Any) -> None:
        """Apply an action in every slot; write the rewards of all seats, and whether the game ended and another has
        begun."""
        chosen, paid, ended = (cuda.as_cuda_array(tensor) for tensor in (actions, rewards, over))
        scratch = (self.masks, self.table, self.journals)
        advance_kernel[blocks(self.count), THREADS](
            self.boards, self.states, self.slots, chosen, np.uint64(self.count), *scratch, paid, ended, self.counts
        )

    def take_counts(self) -> Any:
        """Return and reset the statistics of the slots."""
        counts = self.counts.copy_to_host()
        self.counts.copy_to_device(np.zeros_like(counts))
        return counts

    def save(self) -> dict[str, Any]:
        """The complete state, on the host, to continue from later."""
        return {name: getattr(self, name).copy_to_host() for name in ("states", "slots", "masks")}

    def load(self, saved: dict[str, Any]) -> None:
        """Continue from a saved state."""
        for name in ("states", "slots", "masks"):
            mine = getattr(self, name)
            mine.copy_to_device(np.ascontiguousarray(saved[name]).view(mine.dtype).reshape(mine.shape))
