"""The games a trainer plays, on a GPU or on the CPU, with torch tensors in and out."""

from typing import Any

import numpy as np
import torch

from ferrovia.observation.encoder import Encoder
from ferrovia.rollout.cpu import CpuRollout


class CpuTensorGames:
    """Games on the CPU."""

    def __init__(self, encoder: Encoder, slots: Any) -> None:
        self.rollout = CpuRollout(encoder, slots)

    def observe(self, rows: Any, hidden: Any, legal: Any, movers: Any) -> None:
        """Write what the seats to move see, what is hidden from them, their legal actions and which seats they are."""
        self.rollout.observe(rows.numpy(), hidden.numpy())
        legal.numpy()[:] = self.rollout.masks.view(np.int64)
        movers.numpy()[:] = self.rollout.slots["mover"]

    def step(self, actions: Any, rewards: Any, over: Any) -> None:
        self.rollout.step(actions.numpy(), rewards.numpy(), over.numpy())

    def counts(self) -> Any:
        """Return and reset the statistics of the slots."""
        counts = self.rollout.counts.copy()
        self.rollout.counts[:] = 0
        return counts

    def save(self) -> dict[str, Any]:
        """The complete state, to continue from later."""
        return {"states": self.rollout.states, "slots": self.rollout.slots, "masks": self.rollout.masks}

    def load(self, saved: dict[str, Any]) -> None:
        """Continue from a saved state."""
        for name in ("states", "slots", "masks"):
            getattr(self.rollout, name)[:] = (
                saved[name].view(getattr(self.rollout, name).dtype).reshape(getattr(self.rollout, name).shape)
            )


class GpuTensorGames:
    """Games on a GPU. Kernels and torch share one stream, so that neither waits for the other."""

    def __init__(self, encoder: Encoder, slots: Any) -> None:
        from ferrovia.gpu.rollout import GpuRollout

        self.rollout = GpuRollout(encoder, slots)

    def observe(self, rows: Any, hidden: Any, legal: Any, movers: Any) -> None:
        """Write what the seats to move see, what is hidden from them, their legal actions and which seats they are."""
        rows.zero_()
        hidden.zero_()
        self.rollout.observe(rows, hidden, legal, movers)

    def step(self, actions: Any, rewards: Any, over: Any) -> None:
        self.rollout.step(actions, rewards, over)

    def counts(self) -> Any:
        """Return and reset the statistics of the slots."""
        return self.rollout.take_counts()

    def save(self) -> dict[str, Any]:
        """The complete state, to continue from later."""
        return self.rollout.save()

    def load(self, saved: dict[str, Any]) -> None:
        """Continue from a saved state."""
        self.rollout.load(saved)


def open_games(encoder: Encoder, slots: Any, device: torch.device) -> CpuTensorGames | GpuTensorGames:
    """The games on a device."""
    return GpuTensorGames(encoder, slots) if device.type == "cuda" else CpuTensorGames(encoder, slots)
