"""Checkpoints: everything a run needs to continue exactly where it stopped."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ferrovia.errors import FerroviaError
from ferrovia.learn.trainer import Trainer


class CheckpointError(FerroviaError):
    """A checkpoint is missing, unreadable or belongs to another run."""


COUNTERS = ("elapsed", "decisions", "iterations", "remembered")


def save_checkpoint(trainer: Trainer, file: Path) -> None:
    """Write a checkpoint atomically. Scripted rivals then plan again, as they do in a run that resumes from it."""
    trainer.rivals.forget()
    waiting = file.with_suffix(".part")
    torch.save(state_of(trainer), waiting)
    waiting.replace(file)


def saved_width(file: Path) -> int:
    """The width of the networks in a checkpoint; 0 if it cannot be read, which `load_checkpoint` explains."""
    try:
        return int(torch.load(file, map_location="cpu", weights_only=True, mmap=True)["options"]["width"])
    except Exception:
        return 0


def state_of(trainer: Trainer) -> dict[str, Any]:
    """The networks, the optimizer, the pool, the games, the generators and the counters."""
    on_gpu = trainer.device.type == "cuda"
    return {
        "options": asdict(trainer.options),
        "observation": trainer.encoder.hash,
        "policy": trainer.policy.state_dict(),
        "critic": trainer.critic.state_dict(),
        "optimizer": trainer.learner.optimizer.state_dict(),
        "pool": trainer.pool,
        "games": {name: torch.from_numpy(as_bytes(array)) for name, array in trainer.games.save().items()},
        "chance": trainer.chance.bit_generator.state,
        "torch": torch.cuda.get_rng_state() if on_gpu else torch.get_rng_state(),
        "log": trainer.log,
        **{name: getattr(trainer, name) for name in COUNTERS},
    }


def as_bytes(array: Any) -> Any:
    """An array of records as bytes, one row each."""
    return np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1).copy()


def load_checkpoint(trainer: Trainer, file: Path) -> None:
    """Continue from a checkpoint. The plan may be longer or shorter; everything that shapes the run must be the
    same."""
    try:
        saved = torch.load(file, map_location=trainer.device, weights_only=True)
    except FileNotFoundError:
        raise CheckpointError(
            f"there is no checkpoint {file} to continue from; leave out --resume to start a new run"
        ) from None
    except Exception as error:
        raise CheckpointError(f"the checkpoint {file} cannot be read: {error}") from error
    check_fit(trainer, saved, file)
    trainer.policy.load_state_dict(saved["policy"])
    trainer.critic.load_state_dict(saved["critic"])
    trainer.learner.load_optimizer(saved["optimizer"])
    trainer.pool = saved["pool"]
    trainer.games.load({name: rows.cpu().numpy() for name, rows in saved["games"].items()})
    trainer.rivals.forget()
    trainer.chance.bit_generator.state = saved["chance"]
    generator = saved["torch"].cpu()
    if trainer.device.type == "cuda":
        torch.cuda.set_rng_state(generator)
    else:
        torch.set_rng_state(generator)
    trainer.log = saved["log"]
    for name in COUNTERS:
        setattr(trainer, name, saved[name])


MAY_DIFFER = {"minutes"}


def check_fit(trainer: Trainer, saved: dict[str, Any], file: Path) -> None:
    """Raise CheckpointError, with the reason, if a checkpoint does not fit."""
    if saved["observation"] != trainer.encoder.hash:
        raise CheckpointError(
            f"the checkpoint {file} was made with a different observation; start again without --resume"
        )
    mine = asdict(trainer.options)
    for name, value in saved["options"].items():
        own = mine[name]
        same = tuple(value) == tuple(own) if isinstance(own, tuple) else value == own
        if name not in MAY_DIFFER and not same:
            raise CheckpointError(f"the checkpoint {file} was made with {name} {value}, not {own}")
