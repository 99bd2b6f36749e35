"""Writes docs/published-results.md: `python -m tools.published_results [--games N]`. 46,400 games, some minutes.

"Ferrovia" is played by our rules. "With their quirks" is played on their board, in its order, with as many of them as
rules can say (`tests/bots/silva_quirks.py`): returned tickets leave the game, the market is never flushed.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.driver import play_plan
from ferrovia.arena.plan import plan_pairs, plan_table
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import NORMAL, Estimate, error_of_mean, estimate_share, wilson
from ferrovia.arena.statistics.ratings import meetings_of
from ferrovia.arena.statistics.rows import Rows, rows_of
from ferrovia.arena.statistics.usage import unpack
from ferrovia.bots.specs import parse_spec
from ferrovia.language.names import ticket_name
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.ids import ticket_id
from ferrovia.rules.resolved import Rules
from tests.bots.silva_quirks import published_rules
from tools.docs_generate import table
from tools.published_numbers import (
    FOUR_GAMES,
    FOUR_SHARES,
    PAIR_GAMES,
    PAIRS,
    PUBLISHED_GAMES,
    STYLES,
    TICKETS,
    WIN_SHARES,
)

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE.parent / "docs" / "published-results.md"
WORDS: Final = HERE / "published_results.template.md"
GAMES: Final = 10_000
SEED: Final = 1
OWN: Final = ("planner", "net")
OWN_PART: Final = 25
"""Our own bots need fewer games for the same precision: they win nearly all."""
HEADS: Final = ("their program, run by us", "Ferrovia", "difference", "Ferrovia with their quirks")


@dataclass(frozen=True, eq=False)
class Experiment:
    """Both experiments by one set of rules."""

    rules: Rules
    two: Run
    four: Run

    @cached_property
    def rows(self) -> tuple[Rows, Rows]:
        """A row for each seat of each game, of two and of four."""
        return rows_of(self.two), rows_of(self.four)

    def wins(self, style: str) -> Estimate:
        """Share of all games a style won, counted as they counted: a shared win is a win for both."""
        games, won, variance = self.two.games + self.four.games, 0, 0.0
        for rows in self.rows:
            own = rows.of(rows.bot == STYLES.index(style))
            won += int((own.won > 0).sum())
            variance += (len(own.won) * error_of_mean((own.won > 0).astype(float), own.deal)[0] / games) ** 2
        share, half = won / games, NORMAL * float(np.sqrt(variance))
        return Estimate(share, (share - half, share + half))

    def four_share(self, style: str) -> Estimate:
        """Win share of a style among all four."""
        rows = self.rows[1].of(self.rows[1].bot == STYLES.index(style))
        return estimate_share(rows.won, rows.deal)

    def pair(self, first: str, second: str) -> Estimate:
        """Win share of the first against the second."""
        one, other = STYLES.index(first), STYLES.index(second)
        for met in meetings_of(self.two):
            if {met.first, met.second} == {one, other}:
                return estimate_share(met.points if met.first == one else 1 - met.points, met.deals)
        raise KeyError((first, second))

    @cached_property
    def tickets(self) -> Any:
        """Win share of the holder of each ticket (tickets, tables), counted as in the paper."""
        shares = np.zeros((len(self.rules.tickets), 2))
        for size, rows in enumerate(self.rows):
            held = unpack(rows.seats["tickets"], len(self.rules.tickets))
            shares[:, size] = ((rows.won > 0)[:, None] & held).sum(axis=0) / np.maximum(held.sum(axis=0), 1)
        return shares

    def ticket_columns(self, names: Iterable[str]) -> Any:
        """The same, in the order of these tickets."""
        return self.tickets[[self.rules.ticket_index[name] for name in names]]


def play(rules: Rules, games: int) -> Experiment:
    """Both experiments."""
    styles = tuple(map(parse_spec, STYLES))
    pairs = plan_pairs(rules, styles, -(-games // 6), SEED)
    return Experiment(
        rules, play_plan(pairs, quiet=True), play_plan(plan_table(rules, styles, games, SEED), quiet=True)
    )


def percent(share: float | None) -> str:
    """`36.7`."""
    return "–" if share is None else f"{100 * share:.1f}"


def with_span(estimate: Estimate) -> str:
    """`53.2 (50.9–55.6)`."""
    if estimate.interval is None:
        return percent(estimate.mean)
    return f"{percent(estimate.mean)} ({percent(estimate.interval[0])}–{percent(estimate.interval[1])})"


def of_games(share: float, games: int) -> str:
    """A published share and its number of games, with its interval."""
    return with_span(Estimate(share, wilson(share, games)))


def gap(ours: float | None, theirs: float) -> str:
    """`+1.2`."""
    return "–" if ours is None else f"{100 * (ours - theirs):+.1f}".replace("-", "−")


def win_table(ours: Experiment, engine: Experiment) -> str:
    """Of all games together, as published."""
    rows = []
    for style, share in WIN_SHARES.items():
        own, cells = ours.wins(style), [of_games(share, PUBLISHED_GAMES), percent(rerun(style))]
        rows.append([style, *cells, with_span(own), gap(own.mean, share), with_span(engine.wins(style))])
    return table(["style", "published", *HEADS], rows)


def rerun(style: str) -> float:
    """The share of all games a style would have won with the shares of the re-run."""
    pairs = [share if one == style else 1 - share for (one, other), share in PAIRS.items() if style in (one, other)]
    return (sum(pairs) / 6 + FOUR_SHARES[style]) / 2


def detail_table(ours: Experiment, engine: Experiment) -> str:
    """Each pair, and all four."""
    rows = [
        [f"{one} against {other}", *compared(share, PAIR_GAMES, ours.pair(one, other), engine.pair(one, other))]
        for (one, other), share in PAIRS.items()
    ]
    rows += [
        [f"{style} among four", *compared(share, FOUR_GAMES, ours.four_share(style), engine.four_share(style))]
        for style, share in FOUR_SHARES.items()
    ]
    return table(["", *HEADS], rows)


def compared(theirs: float, games: int, ours: Estimate, engine: Estimate) -> list[str]:
    """The columns of one share."""
    return [of_games(theirs, games), with_span(ours), gap(ours.mean, theirs), with_span(engine)]


def ticket_table(ours: Experiment, engine: Experiment) -> str:
    """Win share by ticket, sorted by the published shares."""
    names = sorted(TICKETS, key=lambda name: -TICKETS[name][0])
    mine, others = ours.ticket_columns(names), engine.ticket_columns(names)
    rows = []
    for name, own, other in zip(names, mine.tolist(), others.tolist(), strict=True):
        ticket = ours.rules.tickets[ours.rules.ticket_index[name]]
        columns = [(TICKETS[name][size], own[size], other[size]) for size in (0, 1)]
        rows.append(
            [
                ticket_name(ours.rules, ticket_id(ticket)),
                ticket.points,
                *(percent(each) for column in columns for each in column),
            ]
        )
    heads = [f"{players}: {column}" for players in ("two", "four") for column in ("published", HEADS[1], "with quirks")]
    return table(["ticket", "points", *heads], rows)


def own_table(rules: Rules, games: int) -> str:
    """Our bots against each style: one against one, and one among three."""
    rows = []
    for style in STYLES:
        cells = [own_share(rules, bot, style, rivals, games) for rivals in (1, 3) for bot in OWN]
        rows.append([style, *map(with_span, cells)])
    return table(["style", *(f"{words}: `{bot}`" for words in ("against one", "among three") for bot in OWN)], rows)


def own_share(rules: Rules, bot: str, style: str, rivals: int, games: int) -> Estimate:
    """The win share of a bot of ours at a table with some of a style."""
    rows = rows_of(
        play_plan(plan_table(rules, tuple(map(parse_spec, (bot, *[style] * rivals))), games, SEED), quiet=True)
    )
    own = rows.of(rows.bot == 0)
    return estimate_share(own.won, own.deal)


def agreement(experiment: Experiment) -> dict[str, str]:
    """Agreement of the shares by ticket: correlation, and mean difference in percentage points."""
    names = list(TICKETS)
    theirs, columns = np.array([TICKETS[name] for name in names]), experiment.ticket_columns(names)
    facts = {}
    for size, word in enumerate(("two", "four")):
        facts[f"{word}_r"] = f"{np.corrcoef(theirs[:, size], columns[:, size])[0, 1]:.2f}"
        facts[f"{word}_gap"] = f"{100 * np.abs(theirs[:, size] - columns[:, size]).mean():.1f}"
        facts[f"{word}_shift"] = f"{100 * (columns[:, size] - theirs[:, size]).mean():+.1f}".replace("-", "−")
    return facts


def page(games: int) -> str:
    """The whole page."""
    ours, engine = play(load_rules("north-america-classic"), games), play(published_rules(quirky=True), games)
    facts = {f"ours_{name}": text for name, text in agreement(ours).items()}
    facts |= {f"engine_{name}": text for name, text in agreement(engine).items()}
    farthest = max(abs((ours.wins(style).mean or 0.0) - share) for style, share in WIN_SHARES.items())
    return WORDS.read_text("utf-8").format(
        two=f"{ours.two.games:,}",
        four=f"{ours.four.games:,}",
        seed=SEED,
        farthest=percent(farthest),
        hash=ours.rules.hash[:16],
        wins=win_table(ours, engine),
        details=detail_table(ours, engine),
        tickets=ticket_table(ours, engine),
        own=own_table(ours.rules, games // OWN_PART),
        own_games=f"{games // OWN_PART:,}",
        **facts,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of two, and of four")
    parser.add_argument("--out", type=Path, default=PAGE, help="where to write (default docs/published-results.md)")
    chosen = parser.parse_args()
    chosen.out.write_text(page(chosen.games), "utf-8")
