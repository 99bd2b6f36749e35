"""Finished games on disk: every chunk is a file that is written atomically, so that nothing is lost when the program is
stopped, and `--resume` continues.

A folder holds the games of one table. Its name is a hash of everything that determines them: rules, bots and their
sources, seed, version. The number of games is not included, so that a run can be extended.
"""

import hashlib
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.jobs import PlayedGames, Trouble
from ferrovia.arena.outcome import OUTCOME
from ferrovia.arena.plan import USUAL_CONDUCT, ArenaTable, Plan
from ferrovia.bots.specs import PROGRAM, BotSpec, command_of
from ferrovia.core.compile import sources_hash
from ferrovia.rules.resolved import Rules

FORMAT: Final = 1
"""Raised when numbers of games, seeds of deals or random streams change their meaning."""

MOST_BYTES: Final = 4 << 30
"""Disk limit for all tables; the least recently used go first."""

CHUNK_NAME: Final = re.compile(r"([0-9]{12})-([0-9]{12})-[0-9]+\.(npz|part)")
"""The first and the last game of a chunk, and the process that wrote it."""

ABANDONED: Final = 60.0
"""Seconds after which an unfinished file counts as abandoned."""


def data_folder() -> Path:
    """Where finished games are stored."""
    from platformdirs import user_data_path

    return user_data_path("ferrovia") / "arena"


@cache
def code_version() -> dict[str, Any]:
    """A version of the code that plays games, which decides them together with the plan."""
    return {
        "version": version("ferrovia"),
        "format": FORMAT,
        "sources": sources_hash(),
        "outcome": hashlib.sha256(str(OUTCOME.descr).encode()).hexdigest()[:16],
    }


def fingerprint(plan: Plan, table: ArenaTable) -> dict[str, Any]:
    """Everything that determines the games of a table."""
    return {
        **code_version(),
        "rules": [table.rules.id, table.rules.hash],
        "bots": [bot.text for bot in table.specs],
        "seatings": table.seatings,  # one bot under two names has the same spec but more seatings
        "files": [[file_hash(path) for path in files_of(bot)] for bot in table.bots if not bot.compiled],
        "weights": [weights_hash(table.rules, bot.weights) for bot in table.bots if bot.net],
        "seed": plan.seed,
        **({} if plan.conduct == USUAL_CONDUCT else {"conduct": plan.conduct.options}),
    }


def weights_hash(rules: Rules, folder: Path | None) -> str:
    """The hashes of a net's weights, as its model card gives them. Those that a suite keeps may have no critic."""
    from ferrovia.bots.net.library import card_for

    card = card_for(rules, folder)
    return "" if card is None else "".join(card.hash(part) for part in ("policy", "critic") if card.has(part))


def files_of(bot: BotSpec) -> list[Path]:
    """The files of a third-party bot, as far as they are known: those its command names, or where its class and its
    base classes are defined."""
    if bot.text.startswith(PROGRAM):
        program, *words = command_of(bot.text)
        names = [shutil.which(program) or program, *words]
    else:
        above = bot.maker.__mro__ if isinstance(bot.maker, type) else ()
        modules = [sys.modules.get(class_above.__module__) for class_above in above]
        names = [bot.text.partition(":")[0], *(getattr(module, "__file__", None) or "" for module in modules)]
    return [path for name in dict.fromkeys(names) if is_file(path := Path(name))]


def is_file(path: Path) -> bool:
    """Whether there is such a file. A word of a command may be anything."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def file_hash(path: Path) -> str:
    """The hash of a file's content; that of nothing if it is unreadable."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


class Store:
    """The finished games of one table."""

    def __init__(self, folder: Path, plan: Plan, table: ArenaTable) -> None:
        facts = fingerprint(plan, table)
        text = json.dumps(facts, sort_keys=True)
        self.folder = folder / hashlib.sha256(text.encode()).hexdigest()[:24]
        self.facts = facts
        self.written: set[Path] = set()
        self.before = self.files("npz") + self.files("part")
        """What was there when this run began. What others add meanwhile is theirs."""
        self.broken: list[Path] = []
        """Files that could not be read."""

    def files(self, kind: str) -> list[Path]:
        """The chunks in the folder. Other files are ignored."""
        return sorted(path for path in self.folder.glob(f"*.{kind}") if CHUNK_NAME.fullmatch(path.name))

    def keep(self, chunk: PlayedGames) -> None:
        """Write a chunk atomically. Raises OSError if that is impossible."""
        if not len(chunk.outcomes):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "table.json").exists():
            (self.folder / "table.json").write_text(json.dumps(self.facts, indent=2), "utf-8")
        numbers = chunk.outcomes["number"]
        name = f"{numbers[0]:012}-{numbers[-1]:012}-{os.getpid()}"
        unfinished, finished = self.folder / f"{name}.part", self.folder / f"{name}.npz"
        with unfinished.open("wb") as file:
            np.savez_compressed(
                file, outcomes=chunk.outcomes.view(np.uint8), actions=chunk.actions, troubles=troubles_text(chunk)
            )
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(finished)
        self.written.add(finished)

    def chunks(self) -> list[PlayedGames]:
        """All chunks in the folder; unreadable ones are skipped and noted."""
        chunks = {path: read_chunk(path) for path in self.files("npz")}
        self.broken = [path for path, chunk in chunks.items() if chunk is None and path.exists()]
        return [chunk for chunk in chunks.values() if chunk is not None]

    def count(self) -> int:
        """The number of stored games, judging by file names."""
        return sum(last - first + 1 for first, last in joined(map(games_of, self.files("npz"))))

    def forget(self, paths: Iterable[Path]) -> None:
        """Delete chunks that were there before and were played again completely. A run may be shorter than an earlier
        one, and others may be playing the same table right now: their chunks are not ours to delete."""
        played = joined(map(games_of, self.written))
        for path in paths:
            first, last = games_of(path)
            replaced = any(start <= first and last <= end for start, end in played)
            if replaced and path not in self.written and not being_written(path):
                path.unlink(missing_ok=True)


def games_of(path: Path) -> tuple[int, int]:
    """The first and the last game of a chunk, from its file name."""
    first, last, *_ = path.name.split("-")
    return int(first), int(last)


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same games in as few disjoint ranges as possible."""
    runs: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if runs and first <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], max(last, runs[-1][1]))
        else:
            runs.append((first, last))
    return runs


def being_written(path: Path) -> bool:
    """Whether another process may still be writing it."""
    return path.suffix == ".part" and path.exists() and time.time() - path.stat().st_mtime < ABANDONED


def troubles_text(chunk: PlayedGames) -> Any:
    """The troubles of a chunk as an array of bytes."""
    text = json.dumps([asdict(trouble) for trouble in chunk.troubles])
    return np.frombuffer(text.encode(), np.uint8)


def read_chunk(path: Path) -> PlayedGames | None:
    """A chunk from its file; None if it is broken: a broken archive can raise any error."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            outcomes, actions = file["outcomes"].view(OUTCOME), file["actions"]
            troubles = tuple(Trouble(**row) for row in json.loads(file["troubles"].tobytes()))
        chunk = PlayedGames(outcomes, actions, troubles)
        return chunk if fits(chunk, *games_of(path)) else None
    except Exception:
        return None


def fits(chunk: PlayedGames, first: int, last: int) -> bool:
    """Whether a chunk holds the games that its name says."""
    numbers = np.arange(first, last + 1)
    rows = chunk.actions.ndim == 2 and chunk.actions.dtype == np.int16 and len(chunk.actions) == len(numbers)
    troubles = all(first <= trouble.number <= last for trouble in chunk.troubles)
    return bool(rows and troubles and np.array_equal(chunk.outcomes["number"], numbers))


def make_room(folder: Path, most: int = MOST_BYTES) -> None:
    """Delete the least recently used tables until the rest fits."""
    sizes = {
        table: sum(file.stat().st_size for file in table.iterdir()) for table in folder.iterdir() if table.is_dir()
    }
    for table in sorted(sizes, key=lambda path: path.stat().st_mtime):
        if sum(sizes.values()) <= most:
            return
        shutil.rmtree(table, ignore_errors=True)
        del sizes[table]
