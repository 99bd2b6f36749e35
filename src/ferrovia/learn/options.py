"""The options of a training run, with defaults that work."""

from dataclasses import dataclass
from typing import Final

from ferrovia.errors import FerroviaError

SEEDS: Final = 1 << 23
"""Each run has 2**40 seeds for its games; those from 2**63 on are kept for measuring strength."""
RANGES: Final = {
    "seed": (0, SEEDS - 1),
    "games": (0, 1 << 22),
    "steps": (1, 4096),
    "epochs": (1, 100),
    "batch": (0, 1 << 24),
    "width": (0, 8192),
    "blocks": (1, 64),
}


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """Training options. `minutes` is the whole plan: rates decay along it, and a resumed run continues where it
    stopped."""

    rules: str
    minutes: float = 10.0
    players: tuple[int, ...] = ()
    """Numbers of players to train for; empty: all that the rules allow. Half of the games use the first."""
    seed: int = 1
    device: str = ""
    """`cuda` or `cpu`; empty: a GPU if there is one."""
    games: int = 0
    """Parallel games; 0: as many as suit the device."""
    steps: int = 16
    """Decisions per game between two updates."""
    epochs: int = 2
    batch: int = 0
    """Decisions per mini-batch; 0: as many as suit the device."""
    width: int = 0
    """Of the networks; 0: 512 on a GPU, 128 without one, where a large network would see too few games in a day."""
    blocks: int = 3
    rate: float = 4e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.002
    clip: float = 0.1
    smoothing: float = 0.95
    """λ of the generalized advantage estimate."""
    pool_share: float = 0.125
    """Share of the games in which rivals are earlier versions of the policy."""
    scripted_share: float = 0.125
    """Share of the games in which rivals are planners."""
    against: str = ""
    """A folder with weights: all rivals play by these, which stay as they are (an exploiter)."""
    against_temperature: float = 0.0
    """How freely those rivals sample their moves; 0: they play the most probable one, as the bot `net` does."""
    veterans: tuple[str, ...] = ()
    """Folders with weights of the same shape, such as exploiters: they are half of the earlier versions met."""
    pool_size: int = 8
    pool_every: float = 0.04
    """Share of the plan after which the current policy joins the pool."""

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise FerroviaError(f"{name}: a whole number from {least} to {most}, not {getattr(self, name)}")
        if not self.minutes > 0:  # this rejects nan too
            raise FerroviaError(f"a run takes more than 0 minutes, not {self.minutes:g}")
