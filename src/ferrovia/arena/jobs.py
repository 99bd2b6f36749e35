"""Jobs of the arena: consecutive games at one table, and what was played of them.

The result of a job depends only on the plan, not on the worker that plays it or the machine.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import new_outcomes
from ferrovia.arena.plan import USUAL_CONDUCT, ArenaTable, Conduct, deal_seeds
from ferrovia.bots.hosting.faults import one_line

LONGEST_LOG: Final = 2048
"""Most logged decisions of a game; random play on the largest board takes a quarter of that."""


@dataclass(frozen=True)
class Job:
    """Games to play: the numbers `first` to `last - 1` at a table of a run."""

    table: ArenaTable
    seed: int
    first: int
    last: int
    conduct: Conduct = USUAL_CONDUCT

    def __len__(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bot failure in one of the games: the contents of `bots.hosting.faults.Fault`, and the game."""

    number: int
    seat: int
    bot: str
    sentence: str
    kind: str
    move: int | None = None
    """The number of the bot's own move, from 1; 0 before its first. None if not recorded."""
    tail: str = ""
    """The end of its traceback or of its stderr."""
    replaced: bool = True
    """Whether a replacement played on; False if the game was over already."""

    def __str__(self) -> str:
        move = f", move {self.move}" if self.move else ""
        when = move if self.replaced else ", after the end"
        return f"{self.bot}, game {self.number}, seat {self.seat}{when}: {with_last_line(self.sentence, self.tail)}"


def with_last_line(sentence: str, tail: str) -> str:
    """A sentence and the last line a bot wrote, which usually says why. A traceback ends with what the sentence says
    already."""
    lines = [line for line in tail.splitlines() if line.strip()]
    last = one_line(lines[-1]) if lines else ""
    return sentence if last in sentence else f"{sentence} (its last words: {last})"


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """The played games of a job."""

    outcomes: Any
    """Records of `outcome.OUTCOME`, in ascending order of game number."""
    actions: Any
    """The actions of each game: an array (games, decisions), padded with -1."""
    troubles: tuple[Trouble, ...] = ()
    seconds: float = 0.0
    """The duration."""


class Signals:
    """Shared memory of a worker and its supervisor: a stop flag and the number of finished games."""

    def __init__(self, stop: Any = None) -> None:
        self.stop = np.zeros(1, np.int8) if stop is None else stop
        self.done = np.zeros(1, np.int64)


def blank_games(job: Job) -> tuple[Any, Any]:
    """Outcomes and actions of a job, to be filled in."""
    numbers = np.arange(job.first, job.last)
    seeds = deal_seeds(job.seed, job.table.deals(numbers))
    outcomes = new_outcomes(numbers, seeds, job.table.seated(numbers))
    return outcomes, np.full((len(job), LONGEST_LOG), -1, np.int16)


def finished_games(
    outcomes: Any, actions: Any, done: int, seconds: float, troubles: tuple[Trouble, ...] = ()
) -> PlayedGames:
    """The played part of a job, trimmed to the size it needs."""
    played = outcomes[:done].copy()
    longest = int(played["decisions"].max(initial=0))
    return PlayedGames(played, actions[:done, :longest].copy(), troubles, seconds)
