"""Summary of a run's bots as numbers: for the terminal, for JSON, for reports."""

from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import REPLACED
from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult
from ferrovia.arena.statistics.estimates import Interval, estimate_mean, estimate_share
from ferrovia.arena.statistics.ratings import Meetings, cycle_share, meetings_of, ratings
from ferrovia.arena.statistics.rows import Rows, against_others, rows_of, shares_of_win
from ferrovia.game.text.record import ENDINGS

FORMAT: Final = 1
"""The version of the JSON form."""


@dataclass(frozen=True)
class BotSummary:
    """One bot over all its games against others or, if it has none, against itself. A bot with several seats at a table
    counts for each of them, so that at a table of equals every `win_share` is one divided by the number of seats. None:
    nothing was played."""

    bot: str
    spec: str
    repeatable: bool
    games: int
    win_share: float | None
    interval: Interval | None
    mean_score: float | None
    score_interval: Interval | None
    score_deviation: float | None
    margin: float | None
    """Lead over the best of the others in points."""
    margin_interval: Interval | None
    route_points: float | None
    ticket_points: float | None
    tickets_made: float | None
    tickets_lost: float | None
    longest_path_share: float | None
    """How often it earned the bonus for the longest path."""
    trail: float | None
    """Trains of its longest path."""
    turns: float | None
    """Its own turns per game."""
    moves: float | None
    decisions: float | None
    ms_per_move: float | None
    trains_left: float | None
    cards_left: float | None
    faults: int
    """Games in which it failed and was replaced."""
    elo: float | None = None
    elo_interval: Interval | None = None


@dataclass(frozen=True)
class Summary:
    """A run in numbers."""

    bots: tuple[BotSummary, ...]
    meetings: tuple[Meetings, ...]
    cycles: float | None


def summarise(run: Run) -> Summary:
    """The numbers of a run. Elo is included for more than two bots."""
    rows, meetings = rows_of(run), meetings_of(run)
    count = len(run.plan.bots)
    rated = ratings(count, meetings) if count > 2 and run.games else []
    bots = tuple(
        summarise_bot(run, number, own_rows(run, rows, number), *(rated[number] if rated else (None, None)))
        for number in range(count)
    )
    return Summary(bots, tuple(meetings), cycle_share(count, meetings))


def own_rows(run: Run, rows: Rows, number: int) -> Rows:
    """The rows that count for a bot."""
    return against_others(run, rows.of(rows.bot == number))


def summarise_bot(run: Run, number: int, rows: Rows, elo: float | None, elo_interval: Interval | None) -> BotSummary:
    spec, seats, score = run.plan.bots[number], rows.seats, rows.seats["score"]
    won = estimate_share(rows.won, rows.deal)
    points = estimate_mean(score["total"], rows.deal)
    margin = estimate_mean(rows.margin, rows.deal)
    kept = np.bitwise_count(seats["tickets"]).sum(axis=-1)
    moves = float(seats["moves"].sum())
    return BotSummary(
        bot=run.plan.labels[number],
        spec=spec.text,
        repeatable=spec.repeatable,
        games=len(rows.games()[0]),
        win_share=won.mean,
        interval=won.interval,
        mean_score=points.mean,
        score_interval=points.interval,
        score_deviation=float(np.std(score["total"], ddof=1)) if len(seats) > 1 else None,
        margin=margin.mean,
        margin_interval=margin.interval,
        route_points=mean(score["routes"]),
        ticket_points=mean(score["tickets"]),
        tickets_made=mean(score["completed"]),
        tickets_lost=mean(kept - score["completed"]),
        longest_path_share=mean(score["longest_path"] > 0),
        trail=mean(score["trail"]),
        turns=mean(seats["turns"]),
        moves=mean(seats["moves"]),
        decisions=mean(seats["decisions"]),
        ms_per_move=float(seats["nanoseconds"].sum()) / 1e6 / moves if moves else None,
        trains_left=mean(seats["trains"]),
        cards_left=mean(seats["cards"]),
        faults=int((seats["fault"] == REPLACED).sum()),
        elo=elo,
        elo_interval=elo_interval,
    )


def mean(values: Any) -> float | None:
    """The mean, if there are any values."""
    return float(np.mean(values)) if len(values) else None


def share_table(summary: Summary) -> dict[tuple[int, int], float]:
    """The share of each bot against each other; the printed shares of a pair add up to 1."""
    shares: dict[tuple[int, int], float] = {}
    for pair in summary.meetings:
        if (mean := pair.estimate.mean) is not None:
            share = round(mean, 3)
            shares[pair.first, pair.second], shares[pair.second, pair.first] = share, 1 - share
    return shares


def as_json(run: Run, summary: Summary) -> dict[str, Any]:
    """Everything as plain values (docs/arena.md)."""
    plan = run.plan
    return {
        "format": FORMAT,
        "version": version("ferrovia"),
        "rules": {"id": plan.rules.id, "hash": plan.rules.hash, "name": plan.rules.name},
        "seed": plan.seed,
        "games": run.games,
        "finished": run.finished,
        "repeatable": all(bot.repeatable for bot in plan.bots),
        "bots": [asdict(bot) for bot in summary.bots],
        "pairs": [pair_json(run, pair) for pair in summary.meetings],
        "cycle_share": summary.cycles,
        "tables": [table_json(run, result) for result in run.results],
        **({"until": asdict(run.decision)} if run.decision else {}),
    }


def pair_json(run: Run, pair: Meetings) -> dict[str, Any]:
    """One cell of the matrix; the mirrored one is its complement."""
    estimate = pair.estimate
    return {
        "bot": run.plan.labels[pair.first],
        "opponent": run.plan.labels[pair.second],
        "meetings": len(pair.points),
        "points": float(pair.points.sum()),
        "share": estimate.mean,
        "interval": estimate.interval,
    }


def table_json(run: Run, result: TableResult) -> dict[str, Any]:
    """One table: its bots, the value of a seat, how games ended, which bots failed."""
    table, outcomes = result.table, result.outcomes
    won = shares_of_win(outcomes["seats"]["score"]["place"][:, : table.players])
    deals = table.deals(outcomes["number"].astype(np.int64))
    seats = [estimate_share(won[:, seat], deals) for seat in range(table.players)]
    return {
        "bots": [run.plan.labels[run.plan.bots.index(bot)] for bot in table.specs],
        "players": table.players,
        "seatings": len(table.seatings),
        "games": len(outcomes),
        "games_planned": table.whole_deals(run.plan.games),
        "seats": [{"seat": at, "win_share": share.mean, "interval": share.interval} for at, share in enumerate(seats)],
        "turns": mean(outcomes["turns"]),
        "endings": {ENDINGS[ending]: int((outcomes["ending"] == ending).sum()) for ending in range(1, len(ENDINGS))},
        "troubles": [asdict(trouble) for trouble in result.troubles],
    }
