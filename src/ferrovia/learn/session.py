"""A training run in a folder: started or resumed, saved from time to time, stopped without loss."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ferrovia.learn.checkpoint import CheckpointError, load_checkpoint, save_checkpoint
from ferrovia.learn.options import TrainingOptions
from ferrovia.learn.strength import strength, strength_words
from ferrovia.learn.trainer import Trainer

SAVE_EVERY: Final = 120.0
"""Seconds of training between two checkpoints."""


@dataclass(frozen=True)
class RunObserver:
    """Observer of a run: `report` receives a line of the log, `warn` a sentence; `stop` says when to end it."""

    report: Callable[[dict[str, Any]], None]
    warn: Callable[[str], None]
    stop: Callable[[], bool] = bool
    every: float = 10.0
    strength_games: int = 0
    """Games against each fixed opponent whenever the run is saved; 0: none."""


def open_run(
    options: TrainingOptions, folder: Path, resume: bool = False, begin: tuple[Path, str] | None = None
) -> Trainer:
    """A trainer at the beginning of its plan, with the weights of `begin` (a folder and a rule set) if given, or, with
    `resume`, where the run stopped."""
    trainer = Trainer(options)
    file = checkpoint_file(trainer, folder)
    if resume:
        load_checkpoint(trainer, file)
    elif file.exists():
        raise CheckpointError(
            f"{folder} holds a run of {trainer.rules.id} already: go on with --resume, or name another"
        )
    elif begin:
        trainer.begin_from(*begin)
    folder.mkdir(parents=True, exist_ok=True)
    return trainer


def checkpoint_file(trainer: Trainer, folder: Path) -> Path:
    """The path of a run's checkpoint."""
    return folder / f"{trainer.rules.id}-checkpoint.pt"


def train_in(trainer: Trainer, folder: Path, observer: RunObserver) -> None:
    """Train until the plan is done or the observer stops it; then write weights, model card, log and checkpoint."""
    saved = trainer.elapsed
    for line in trainer.rounds(observer.every):
        if line:
            observer.report(line)
        if trainer.elapsed - saved > SAVE_EVERY:
            saved = trainer.elapsed
            try:
                save_run(trainer, folder)
                measure(trainer, folder, observer)
            except CheckpointError as error:
                observer.warn(f"{error}; training goes on")
        if observer.stop():
            break
    save_run(trainer, folder)
    if observer.strength_games:
        measure(trainer, folder, observer)
        save_run(trainer, folder)  # with the last figures in log and page


def measure(trainer: Trainer, folder: Path, observer: RunObserver) -> None:
    """Add the strength of the weights just saved to the last line of the log."""
    if observer.strength_games and trainer.log:
        trainer.log[-1]["strength"] = strength(trainer.rules, folder, observer.strength_games)
        observer.warn(f"wins {strength_words(trainer.log[-1]['strength'])}")


def save_run(trainer: Trainer, folder: Path) -> None:
    try:
        trainer.save(folder)
        save_checkpoint(trainer, checkpoint_file(trainer, folder))
    except (OSError, RuntimeError) as error:  # torch raises RuntimeError when the disk is full
        raise CheckpointError(f"what was learned cannot be written to {folder}: {error}") from error
