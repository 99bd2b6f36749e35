"""Findings about the games: whether skill wins, whether seats matter, how long games are, whether they get stuck."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

import numpy as np

from ferrovia.arena.playtest.finding import Aspect, Finding, Severity, excludes_zero, few, sure_interval, unknown
from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult
from ferrovia.arena.statistics.estimates import Estimate, estimate_share
from ferrovia.arena.statistics.ratings import meetings_of
from ferrovia.arena.statistics.rows import Rows, rows_of, table_sizes
from ferrovia.arena.statistics.usage import unpack
from ferrovia.arena.words import share_and_interval
from ferrovia.bots.specs import BotSpec
from ferrovia.game.text.record import ENDINGS
from ferrovia.language.numbers import decimal, percent
from ferrovia.rules.resolved import Rules

UNFAIR: Final = 0.2
"""Relative deviation of a seat's win share at which it is a fault of the board."""
SHORT, LONG = 8, 60
"""Turns per player that are too few to plan anything, or more than people will sit through."""
STUCK: Final = 0.01
EVEN, AHEAD = 0.5, 0.6
"""Shares of meetings: a stronger bot is significantly above the first; one significantly below the second does not
win."""
HALF: Final = 0.5

STUCK_FIRST: Final = "first fix the games that get stuck"
PLANS_FAIL: Final = "most tickets fail, so planning does not pay: more trains or shorter tickets"
TICKETS_COUNT: Final = "let tickets count for more: more points for them, fewer for the longest path and long routes"
SEATS_ADVICE: Final = "longer games (more trains) even seats out"
SHORT_ADVICE: Final = "too short to plan anything: more trains or shorter routes"
LONG_ADVICE: Final = "long: fewer trains or a larger opening hand"
LAST_ROUND: Final = 1
"""The regular ending of a game."""


class Cause(StrEnum):
    FULL = "the board was full"
    UNFIT = "the trains that were left were too few for every open route"
    OTHER = "there were routes to claim, and trains for them"


STUCK_ADVICE: Final = {
    Cause.FULL: "there are more trains than spaces: fewer trains, more routes, or raise last_round_trains",
    Cause.UNFIT: "raise last_round_trains, or add short routes",
    Cause.OTHER: "nobody could pay: more cards, more locomotives or routes that are easier to pay",
}


def skill(run: Run, order: tuple[BotSpec, ...]) -> Iterator[Finding]:
    """Whether the stronger of two levels wins."""
    rows = rows_of(run)
    for pair in meetings_of(run):
        weak, strong = sorted((pair.first, pair.second), key=lambda number: order.index(run.plan.bots[number]))
        points = pair.points if strong == pair.first else 1 - pair.points
        share = estimate_share(points, pair.deals)
        advice = skill_advice(run, rows.of(rows.bot == strong))
        yield skill_finding(run.plan.labels[strong], run.plan.labels[weak], share, advice, few(pair.deals))


def skill_advice(run: Run, rows: Rows) -> str:
    """What lets a planning bot win: games that end, tickets that can be completed, tickets that count."""
    endings = np.concatenate([result.outcomes["ending"] for result in run.results])
    if float((endings != LAST_ROUND).mean()) > HALF:
        return STUCK_FIRST
    size = len(run.plan.rules.tickets)
    kept, completed = (unpack(rows.seats[field], size).sum() for field in ("tickets", "completed"))
    return PLANS_FAIL if completed < HALF * kept else TICKETS_COUNT


def skill_finding(strong: str, weak: str, share: Estimate, advice: str, too_few: bool = False) -> Finding:
    """One pair of levels."""
    subject, text = f"{strong} against {weak}", f"ahead in {share_and_interval(share)} of meetings"
    if share.interval and share.interval[0] > EVEN and not too_few:
        return Finding(Aspect.SKILL, Severity.FINE, "skill-wins", subject, text, share.mean, share.interval)
    if too_few or not share.interval or share.interval[1] > AHEAD:
        return unknown(Aspect.SKILL, subject, text, share.mean)
    lost = f"the stronger bot does not win, {text}"
    return Finding(
        Aspect.SKILL, Severity.WARNING, "skill-does-not-win", subject, lost, share.mean, share.interval, advice
    )


def seats(run: Run, rows: Rows) -> Iterator[Finding]:
    """For each number of players, the seat that is farthest from its share."""
    sizes = table_sizes(run, rows)
    for players in np.unique(sizes).tolist():
        yield seat_finding(rows.of(sizes == players), players)


def seat_finding(rows: Rows, players: int) -> Finding:
    """The seat that is farthest from its share, at tables of one size."""
    gaps = [rows.won[rows.seat == seat] - 1 / players for seat in range(players)]
    seat = max(range(players), key=lambda number: abs(gaps[number].mean()))
    deals = rows.deal[rows.seat == seat]
    share = estimate_share(rows.won[rows.seat == seat], deals)
    text = f"seat {seat} wins {share_and_interval(share)}, an equal share is {percent(1 / players)}"
    if few(deals):
        return unknown(Aspect.SEATS, f"{players} players", text, share.mean)
    code, level, advice = "seats-uneven", Severity.NOTE, ""
    if not excludes_zero(sure_interval(gaps[seat], deals, players)):
        code, level, text = "seats-even", Severity.FINE, f"no more than noise: {text}"
    elif abs(float(gaps[seat].mean())) * players >= UNFAIR:
        level, advice = Severity.WARNING, SEATS_ADVICE
    return Finding(Aspect.SEATS, level, code, f"{players} players", text, share.mean, share.interval, advice)


def length(run: Run, rows: Rows, best: int) -> Iterator[Finding]:
    """For each number of players, the turns of the strongest bot."""
    sizes = table_sizes(run, rows)
    for players in np.unique(sizes).tolist():
        chosen = (sizes == players) & (rows.bot == best)
        turns = rows.seats["turns"][chosen]
        low, high = (float(end) for end in np.percentile(turns, [5, 95]))
        mean, level, advice = float(turns.mean()), Severity.FINE, ""
        text = f"{decimal(mean)} turns per player; nine of ten games take {low:.0f} to {high:.0f}"
        if few(rows.deal[chosen]):
            yield unknown(Aspect.LENGTH, f"{players} players", text, mean)
            continue
        if mean < SHORT:
            level, advice = Severity.WARNING, SHORT_ADVICE
        elif mean > LONG:
            level, advice = Severity.WARNING, LONG_ADVICE
        yield Finding(Aspect.LENGTH, level, "length", f"{players} players", text, mean, (low, high), advice)


def deadlock(run: Run) -> Iterator[Finding]:
    """Games that ended because nothing could happen any more."""
    endings = np.concatenate([result.outcomes["ending"] for result in run.results])
    deals = np.concatenate([result.table.deals(result.outcomes["number"].astype(np.int64)) for result in run.results])
    stuck = [ending for ending in range(LAST_ROUND + 1, len(ENDINGS)) if (endings == ending).any()]
    if not stuck:
        yield no_deadlock(deals)
    for ending in stuck:
        cause, times = main_cause(run, ending)
        yield deadlock_finding(ENDINGS[ending], endings == ending, deals, cause, times)


def no_deadlock(deals: Any) -> Finding:
    """No game got stuck, as far as the data says anything."""
    text, none = f"none of {len(deals):,} games got stuck", estimate_share(np.zeros(len(deals)), deals)
    finding = Finding(Aspect.DEADLOCK, Severity.FINE, "no-deadlock", "all games", text, none.mean, none.interval)
    return replace(unknown(Aspect.DEADLOCK, "all games", text, 0.0), interval=none.interval) if few(deals) else finding


def main_cause(run: Run, ending: int) -> tuple[Cause, int]:
    """The main cause of the games that got stuck in this way, and how many it explains."""
    causes = [cause for result in run.results for cause in causes_of(result, result.outcomes["ending"] == ending)]
    return Counter(causes).most_common(1)[0]


def deadlock_finding(ending: str, ended: Any, deals: Any, cause: Cause = Cause.OTHER, times: int = 0) -> Finding:
    """Games that got stuck in one way; `times` of them for this cause."""
    share = estimate_share(ended.astype(float), deals)
    level = Severity.WARNING if (share.mean or 0.0) >= STUCK else Severity.NOTE
    how_many = f"{int(ended.sum()):,} of {len(ended):,} games ({percent(share.mean, 2)})"
    text = f"{how_many} got stuck and ended without a last round ({ending}); in {times:,} of them {cause}"
    if few(deals):
        return unknown(Aspect.DEADLOCK, "all games", text, share.mean)
    advice = STUCK_ADVICE[cause] if level == Severity.WARNING else ""  # not a fault, so nothing to change
    return Finding(Aspect.DEADLOCK, level, ending, "all games", text, share.mean, share.interval, advice)


def causes_of(result: TableResult, games: Any) -> list[Cause]:
    """Why each of these games of a table got stuck."""
    outcomes, rules, players = result.outcomes[games], result.table.rules, result.table.players
    free = open_routes(outcomes, rules, players)
    lengths = np.array([route.length for route in rules.map.routes])
    fitting = free & (lengths <= outcomes["seats"]["trains"][:, :players, None])
    both = zip(free.any(axis=(1, 2)).tolist(), fitting.any(axis=(1, 2)).tolist(), strict=True)
    return [Cause.OTHER if fits else Cause.UNFIT if some else Cause.FULL for some, fits in both]


def open_routes(outcomes: Any, rules: Rules, players: int) -> Any:
    """Which routes each seat could have claimed at the end: (games, seats, routes). No seat has both routes of a
    double, and with few players the second stays closed."""
    size, seats = len(rules.map.routes), outcomes["seats"]["routes"][:, :players]
    owned = unpack(seats.reshape(-1, seats.shape[-1]), size).reshape(len(outcomes), players, size)
    taken = owned.any(axis=1, keepdims=True)
    twins = rules.board[0]["route_twin"][:size].astype(np.int64)
    closed = taken if players <= rules.rule_set.doubles_closed_up_to else owned
    return ~taken & ~(closed[:, :, twins] & (twins >= 0))
