"""Benchmark suites: what a named suite plays, fixed for good, and playing it."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np

from ferrovia.arena.driver import play_plan
from ferrovia.arena.failures import stopped_by_bot
from ferrovia.arena.outcome import REPLACED
from ferrovia.arena.plan import USUAL_CONDUCT, ArenaTable, Conduct, Plan
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import Interval, error_of_mean, estimate_share
from ferrovia.arena.statistics.rows import shares_of_win
from ferrovia.bots.net.library import card_for
from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.errors import ArenaError
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules

SUITES: Final = files("ferrovia") / "data" / "suites"
PLAYERS: Final = 2
EQUAL: Final = 0.5
"""The share of a bot against itself: both seatings of every deal are played, so the two mirror each other."""


@dataclass(frozen=True, slots=True)
class Suite:
    """What a benchmark plays."""

    name: str
    seed: int
    games: int
    rules: tuple[str, ...]
    opponents: tuple[str, ...]
    nets: dict[str, str] = field(default_factory=dict)
    """SHA-256 of the policy by which the opponent `net` plays each rule set."""
    bots: dict[str, str] = field(default_factory=dict)
    """The spec of an opponent whose defaults have changed since the suite was fixed, by its name in the suite."""

    def opponent(self, name: str, rules: Rules) -> BotSpec:
        """An opponent under a rule set; it plays as it did when the suite was fixed, a net by the weights that the
        suite names."""
        text = self.bots.get(name, name)
        spec, wanted = parse_spec(text), self.nets.get(rules.id)
        if not spec.net or wanted is None:
            return spec
        kept = Path(str(SUITES / self.name))
        if policy_hash(rules) == wanted:
            return spec
        if policy_hash(rules, kept) == wanted:
            return parse_spec(f"{text}:weights={kept}")
        raise ArenaError(f"suite {self.name} needs the weights {wanted[:16]}… of {text} for {rules.id}; they are gone")


@dataclass(frozen=True, slots=True)
class Matchup:
    """A bot against one opponent under one rule set."""

    rules: str
    rules_hash: str
    opponent: str
    games: int
    share: float
    interval: Interval
    error: float
    """Standard error of the share, by deals."""
    faults: int
    """Games in which the bot failed and was replaced."""


def policy_hash(rules: Rules, folder: Path | None = None) -> str | None:
    """SHA-256 of the policy for these rules in a folder, or in the package."""
    card = card_for(rules, folder)
    return card.hash("policy") if card else None


def same_play(one: BotSpec, other: BotSpec, rules: Rules) -> bool:
    """Whether two bots are the same at a table of two: by name, or because they play by the same numbers."""
    if one.text == other.text or not (one.compiled and other.compiled) or one.net or other.net:
        return one.text == other.text
    return bool(one.memory(rules, PLAYERS).tobytes() == other.memory(rules, PLAYERS).tobytes())


def suite_names() -> list[str]:
    return sorted(file.name.removesuffix(".toml") for file in SUITES.iterdir() if file.name.endswith(".toml"))


@cache
def load_suite(name: str) -> Suite:
    if name not in suite_names():
        raise ArenaError(f"there is no suite {name[:40]!r}; there are: {', '.join(suite_names())}")
    table = tomllib.loads((SUITES / f"{name}.toml").read_text("utf-8"))
    tables = {key: table.get(key, {}) for key in ("nets", "bots")}
    return Suite(name, table["seed"], table["games"], tuple(table["rules"]), tuple(table["opponents"]), **tables)


def play_suite(
    suite: Suite,
    bot: BotSpec,
    *,
    processes: int | None = None,
    conduct: Conduct = USUAL_CONDUCT,
    folder: Path | None = None,
    resume: bool = False,
    watch: Callable[[Matchup], None] = lambda cell: None,
    remedy: str = "",
) -> list[Matchup] | None:
    """Play a suite, one rule set after another; None after Ctrl-C, since a score counts only as a whole. Finished games
    are stored in `folder`, or not at all with None; `resume` skips games that are stored there. A run that cannot
    continue raises ArenaError, which says why and ends with `remedy`."""
    cells = []
    for part in parts_of(suite, bot, conduct):
        run = play_plan(part.plan, processes=processes, folder=folder, resume=resume)
        if run.failure:
            raise ArenaError(run.failure if stopped_by_bot(run) else "; ".join(filter(None, (run.failure, remedy))))
        if not run.finished:
            return None
        played = part.cells(run)
        for cell in played:
            watch(cell)
        cells += played
    return cells


def parts_of(suite: Suite, bot: BotSpec, conduct: Conduct = USUAL_CONDUCT) -> "list[SuitePart]":
    """What a suite plays with a bot, one part for each rule set."""
    parts = []
    for rules in map(load_rules, suite.rules):
        own = bot.on(rules)
        rivals = {name: suite.opponent(name, rules) for name in suite.opponents}
        others = {name: spec for name, spec in rivals.items() if not same_play(spec, own, rules)}
        tables = tuple(ArenaTable(rules, (own, rival)) for rival in others.values())
        plan = Plan(tables, suite.games, suite.seed, conduct)
        parts.append(SuitePart(rules, plan, suite.opponents, tuple(others)))
    return parts


@dataclass(frozen=True, slots=True)
class SuitePart:
    """A bot against all opponents of a suite, under one rule set."""

    rules: Rules
    plan: Plan
    opponents: tuple[str, ...]
    others: tuple[str, ...]
    """The opponents that are not the bot itself, one for each table of the plan."""

    def cells(self, run: Run) -> list[Matchup]:
        """One cell for each opponent."""
        played = {cell.opponent: cell for cell in cells_of(run, self.rules.hash, self.others)}
        equal = (0, EQUAL, (EQUAL, EQUAL), 0.0, 0)
        return [played.get(name) or Matchup(self.rules.id, self.rules.hash, name, *equal) for name in self.opponents]


def cells_of(run: Run, rules_hash: str, opponents: tuple[str, ...]) -> list[Matchup]:
    """One cell for each table of a run; the bot is the first of each, against the opponent of this name."""
    cells = []
    for result, opponent in zip(run.results, opponents, strict=True):
        outcomes, table = result.outcomes, result.table
        own = outcomes["bot"][:, : table.players] == 0
        won = (shares_of_win(outcomes["seats"]["score"]["place"][:, : table.players]) * own).sum(axis=1)
        deals = table.deals(outcomes["number"].astype(np.int64))
        estimate = estimate_share(won, deals)
        faults = int(((outcomes["seats"]["fault"][:, : table.players] == REPLACED) & own).sum())
        share, interval = estimate.mean or 0.0, estimate.interval or (0.0, 1.0)
        error = float(error_of_mean(won, deals)[0])
        cells.append(Matchup(table.rules.id, rules_hash, opponent, len(won), share, interval, error, faults))
    return cells


def score_of(cells: list[Matchup]) -> tuple[float, Interval]:
    """The score, from 0 to 100, with its 95 % confidence interval: the mean win share over all cells, equally
    weighted."""
    mean = sum(cell.share for cell in cells) / len(cells)
    widths = [high - low for low, high in (cell.interval for cell in cells)]  # a cell won throughout has one, too
    half = sum((width / 2) ** 2 for width in widths) ** 0.5 / len(cells)
    return 100 * mean, (max(0.0, 100 * (mean - half)), min(100.0, 100 * (mean + half)))
