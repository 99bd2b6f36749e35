"""What a designer wants to know of the games: does skill win, do seats matter, how long are they, do they get stuck."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from ferrovia.arena.ratings import meetings_of
from ferrovia.arena.rows import Rows
from ferrovia.arena.run import Run
from ferrovia.arena.statistics import Estimate, estimate_share, wilson
from ferrovia.bots.specs import BotSpec
from ferrovia.playtest.finding import Finding, Level, Topic, excludes_zero, sure_interval
from ferrovia.record import ENDINGS
from ferrovia.report.sections import players_of
from ferrovia.report.words import decimal, percent, share_and_span

UNFAIR: Final = 0.2
"""A seat that wins so much more or less than its share, relative to it, is a fault of the board."""
SHORT, LONG = 8, 60
"""Turns of a player that are too few to plan anything, or so many that people will not come to the end of them."""
STUCK: Final = 0.01
ENDING_ADVICE: Final = {
    "all-passed": "nobody could move: more cards, more locomotives or routes that are easier to pay",
    "nobody-gained": "nobody got rid of the last trains: raise last_round_trains, or add routes worth claiming",
}


def skill(run: Run, order: tuple[BotSpec, ...]) -> Iterator[Finding]:
    """Whether of two levels the stronger one wins."""
    for pair in meetings_of(run):
        weak, strong = sorted((pair.first, pair.second), key=lambda number: order.index(run.plan.bots[number]))
        points = pair.points if strong == pair.first else 1 - pair.points
        yield skill_finding(run.plan.labels[strong], run.plan.labels[weak], estimate_share(points, pair.deals))


def skill_finding(strong: str, weak: str, share: Estimate) -> Finding:
    """One pair of levels."""
    thing, text = f"{strong} against {weak}", f"ahead in {share_and_span(share)} of meetings"
    if share.interval and share.interval[0] > 0.5:
        return Finding(Topic.SKILL, Level.FINE, "skill-wins", thing, text, share.mean, share.interval)
    advice = "longer tickets, less luck in the cards and more than one way to everywhere reward planning"
    lost = f"the stronger bot does not win, {text}"
    return Finding(Topic.SKILL, Level.WARNING, "skill-does-not-win", thing, lost, share.mean, share.interval, advice)


def seats(run: Run, rows: Rows) -> Iterator[Finding]:
    """For every number of players, the seat that is farthest from its share."""
    sizes = players_of(run, rows)
    for players in np.unique(sizes).tolist():
        yield seat_finding(rows.of(sizes == players), players)


def seat_finding(rows: Rows, players: int) -> Finding:
    """The seat that is farthest from its share, among so many players."""
    gaps = [rows.won[rows.seat == seat] - 1 / players for seat in range(players)]
    seat = max(range(players), key=lambda number: abs(gaps[number].mean()))
    deals = rows.deal[rows.seat == seat]
    share = estimate_share(rows.won[rows.seat == seat], deals)
    text = f"seat {seat + 1} wins {share_and_span(share)}, an equal share is {percent(1 / players)}"
    code, level, advice = "seats-uneven", Level.NOTE, ""
    if not excludes_zero(sure_interval(gaps[seat], deals, players)):
        code, level, text = "seats-even", Level.FINE, f"no more than noise: {text}"
    elif abs(float(gaps[seat].mean())) * players >= UNFAIR:
        level, advice = Level.WARNING, "longer games (more trains) even seats out"
    return Finding(Topic.SEATS, level, code, f"{players} players", text, share.mean, share.interval, advice)


def length(run: Run, rows: Rows, best: int) -> Iterator[Finding]:
    """For every number of players, the turns of the strongest bot."""
    sizes = players_of(run, rows)
    for players in np.unique(sizes).tolist():
        turns = rows.seats["turns"][(sizes == players) & (rows.bot == best)]
        low, high = (float(end) for end in np.percentile(turns, [5, 95]))
        mean, level, advice = float(turns.mean()), Level.FINE, ""
        text = f"{decimal(mean)} turns a player, nine games of ten take {low:.0f} to {high:.0f}"
        if mean < SHORT:
            level, advice = Level.WARNING, "too short to plan anything: more trains or shorter routes"
        elif mean > LONG:
            level, advice = Level.WARNING, "long: fewer trains or a larger opening hand"
        yield Finding(Topic.LENGTH, level, "length", f"{players} players", text, mean, (low, high), advice)


def deadlock(run: Run) -> Iterator[Finding]:
    """Games that ended because nothing went on any more."""
    found = np.sum([np.bincount(each.outcomes["ending"], minlength=len(ENDINGS)) for each in run.results], axis=0)
    total = int(found.sum())
    stuck = {ENDINGS[ending]: int(found[ending]) for ending in range(2, len(ENDINGS)) if found[ending]}
    if not stuck:
        text = f"none of {total:,} games got stuck"
        yield Finding(Topic.DEADLOCK, Level.FINE, "no-deadlock", "all games", text, 0.0, wilson(0.0, total))
    for ending, count in stuck.items():
        share = count / total
        level = Level.WARNING if share >= STUCK else Level.NOTE
        text = f"{count:,} of {total:,} games ({percent(share)}) got stuck and ended without a last round ({ending})"
        advice = ENDING_ADVICE[ending]
        yield Finding(Topic.DEADLOCK, level, ending, "all games", text, share, wilson(share, total), advice)
