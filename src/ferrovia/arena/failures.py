"""Summary of bot failures: equal ones are reported once, with their number."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ferrovia.arena.jobs import Trouble, with_last_line
from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult
from ferrovia.arena.statistics.summary import BotSummary
from ferrovia.bots.guard import REPLACEMENT
from ferrovia.language.numbers import counted

MARK: Final = "!"
MEANINGS: Final = {
    "replace": f"{MARK} failed, and {REPLACEMENT} played on in its place, so its numbers are not its own",
    "forfeit": f"{MARK} failed, which lost the game; {REPLACEMENT} played on, so only the win share is its own",
    "stop": f"{MARK} failed, which ended the run; {REPLACEMENT} played that game on",
}
"""What the mark means, by what the run does when a bot fails."""
MORE: Final = "--json FILE keeps the end of every traceback, and of what a program wrote to stderr"


@dataclass(frozen=True)
class FailureKind:
    """A kind of failure of a bot, in one or many games."""

    bot: str
    first: Trouble
    times: int
    """Number of games in which it failed."""
    games: int
    """Number of games it played."""

    def __str__(self) -> str:
        trouble = self.first
        after = "" if trouble.replaced else " after the end"
        often = f"{self.times:,} of {counted(self.games, 'game')}"
        place = f"{'first in ' * (self.times > 1)}game {trouble.number}, seat {trouble.seat}"
        place += f", move {trouble.move}" if trouble.move and trouble.replaced else ""
        return f"{self.bot} failed{after} in {often}: {with_last_line(trouble.sentence, trouble.tail)} ({place})"


def marks(bot: BotSummary) -> str:
    """Marks after a bot's name: a star if it is not repeatable, another mark if a replacement played for it."""
    return "*" * (not bot.repeatable) + MARK * bool(bot.faults)


def meaning(run: Run) -> str:
    """What the mark of bots that failed means in a run."""
    return MEANINGS[run.plan.conduct.on_fault]


def failed_everywhere(run: Run) -> list[str]:
    """Bots that failed in every game they played."""
    failed_games: dict[str, set[tuple[int, int]]] = {}
    for table, result in enumerate(run.results):
        for trouble in result.troubles:
            if trouble.replaced:
                failed_games.setdefault(label_of(run, result, trouble), set()).add((table, trouble.number))
    return [bot for bot, games in failed_games.items() if len(games) >= games_of(run, bot)]


def stopped_by_bot(run: Run) -> bool:
    """Whether a bot's failure ended the run, as `--on-fault stop` asks: going on would only pass it over."""
    troubles = [trouble for result in run.results for trouble in result.troubles]
    return run.plan.conduct.on_fault == "stop" and any(trouble.replaced for trouble in troubles)


def failures_of(run: Run) -> list[FailureKind]:
    """All kinds of failure, most frequent first."""
    troubles: dict[tuple[str, str, bool], list[tuple[int, Trouble]]] = {}
    for table, result in enumerate(run.results):
        for trouble in result.troubles:
            key = (label_of(run, result, trouble), trouble.sentence, trouble.replaced)
            troubles.setdefault(key, []).append((table, trouble))
    kinds = [
        FailureKind(
            bot, met[0][1], len({(table, trouble_met.number) for table, trouble_met in met}), games_of(run, bot)
        )
        for (bot, _, _), met in troubles.items()
    ]
    return sorted(kinds, key=lambda failure: -failure.times)


def label_of(run: Run, result: TableResult, trouble: Trouble) -> str:
    """The label of the failed bot: two bots may have the same short name."""
    row = result.outcomes[np.searchsorted(result.outcomes["number"], trouble.number)]
    return run.plan.labels[run.plan.bots.index(result.table.bots[row["bot"][trouble.seat]])]


def games_of(run: Run, label: str) -> int:
    """Number of games of a bot, at all tables."""
    bot = run.plan.bots[run.plan.labels.index(label)]
    return sum(len(result.outcomes) for result in run.results if bot in result.table.bots)
