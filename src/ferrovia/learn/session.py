"""A training run in a folder: started or resumed, saved from time to time, stopped without loss."""

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ferrovia.learn.checkpoint import CheckpointError, load_checkpoint, save_checkpoint, saved_width
from ferrovia.learn.options import TrainingOptions
from ferrovia.learn.strength import strength, strength_words
from ferrovia.learn.trainer import Trainer
from ferrovia.rules.files.loading import load_rules

SAVE_EVERY: Final = 120.0
"""Seconds of training between two checkpoints."""
RETRY_EVERY: Final = 10.0
RETRIES: Final = 60
"""The last save of a run is tried that often, so that there is time to make room on a full disk."""
FULL: Final = 1 << 16
"""Bytes: a disk with less than that to spare is full."""


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
    rules = load_rules(options.rules).id
    file = checkpoint_file(rules, folder)
    if file.exists() and not resume:
        raise CheckpointError(f"{folder} holds a run of {rules} already: go on with --resume, or name another one")
    if resume and not options.width:
        options = replace(options, width=saved_width(file))
    trainer = Trainer(options)
    if resume:
        load_checkpoint(trainer, file)
    elif begin:
        trainer.begin_from(*begin)
    folder.mkdir(parents=True, exist_ok=True)
    return trainer


def checkpoint_file(rules: str, folder: Path) -> Path:
    """The path of a run's checkpoint."""
    return folder / f"{rules}-checkpoint.pt"


def train_in(trainer: Trainer, folder: Path, observer: RunObserver) -> None:
    """Train until the plan is done or the observer stops it; then write weights, model card, log and checkpoint. They
    are written at the beginning, too: a folder without room for them is found out before anything is learned."""
    save_run(trainer, folder)
    trainer.warm_up()
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
    save_patiently(trainer, folder, observer)
    if observer.strength_games:
        measure(trainer, folder, observer)
        save_run(trainer, folder)  # with the last figures in log and page


def measure(trainer: Trainer, folder: Path, observer: RunObserver) -> None:
    """Add the strength of the weights just saved to the last line of the log."""
    if observer.strength_games and trainer.log:
        trainer.log[-1]["strength"] = strength(trainer.rules, folder, observer.strength_games)
        observer.warn(f"wins {strength_words(trainer.log[-1]['strength'])}")


def save_patiently(trainer: Trainer, folder: Path, observer: RunObserver) -> None:
    """Save the result of a run; while that fails, wait for the disk to have room."""
    for number in range(RETRIES):
        try:
            save_run(trainer, folder)
            return
        except CheckpointError as error:
            if number == 0:
                minutes = RETRIES * RETRY_EVERY / 60
                observer.warn(f"{error}; make room: saving is retried for {minutes:g} minutes")
            time.sleep(RETRY_EVERY)
    save_run(trainer, folder)


def save_run(trainer: Trainer, folder: Path) -> None:
    """Write the files of a run, all of them or none: those of the last save stay until the new ones are complete."""
    part = folder / f"{trainer.rules.id}.part"
    try:
        trainer.save(part)
        save_checkpoint(trainer, checkpoint_file(trainer.rules.id, part))
        for file in part.iterdir():
            file.replace(folder / file.name)
    except (OSError, RuntimeError) as error:  # torch raises RuntimeError when the disk is full
        raise CheckpointError(f"the weights cannot be written to {folder}: {reason(error, folder)}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def reason(error: Exception, folder: Path) -> str:
    """Why writing failed. Torch says nothing a user could understand when a disk is full."""
    full = folder.is_dir() and shutil.disk_usage(folder).free < FULL
    return "the disk is full" if full else str(error)
