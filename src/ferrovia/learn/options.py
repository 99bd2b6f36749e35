"""The options of a training run, with defaults that work."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How to train. `minutes` is the whole plan: rates fall along it, and a resumed run goes on where it was."""

    rules: str
    minutes: float = 10.0
    players: tuple[int, ...] = ()
    """Numbers of players to train for; none: all that the rules allow. Half of the games are of the first."""
    seed: int = 1
    device: str = ""
    """`cuda` or `cpu`; empty: a GPU where there is one."""
    games: int = 0
    """Games side by side; 0: as many as suit the device."""
    steps: int = 16
    """Decisions a game between two updates."""
    epochs: int = 2
    batch: int = 0
    """Decisions a mini-batch; 0: as many as suit the device."""
    width: int = 512
    blocks: int = 3
    rate: float = 4e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.002
    clip: float = 0.1
    smoothing: float = 0.95
    """λ of the generalized advantage estimate."""
    pool_share: float = 0.125
    """Share of the games in which rivals are older selves."""
    pool_size: int = 8
    pool_every: float = 0.04
    """Share of the plan after which the present self joins the pool."""
