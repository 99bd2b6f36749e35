"""The result of a run for the terminal, in 80 columns: win shares, how the bots played, and who beats whom."""

import textwrap
from collections.abc import Sequence
from typing import Final

from ferrovia.arena.failures import MORE, failures_of, marks, meaning
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.summary import BotSummary, Summary, share_table
from ferrovia.arena.words import adding_up, key_of_names, short_names
from ferrovia.language.numbers import bracketed, counted, decimal, percentage

NARROWEST: Final = 80
SHORTEST_NAME, LONGEST_NAME = 9, 32
KINDS: Final = 5
"""Most kinds of failure shown; all are in the JSON."""

COLUMN: Final = 6
"""Width of a column of the cross table."""

HEADS: Final = ("win share (95 %)", "score", "margin", "made", "lost", "path", "turns", "ms/move")
LEGEND: Final = (
    "win share in %, shared wins are divided · margin: lead over the best opponent · made, lost: tickets per game ·"
    " path: % of games with the longest path · turns: own turns per game"
)

Rows = list[tuple[str, ...]]


def show_run(run: Run, summary: Summary, width: int = NARROWEST) -> str:
    width = max(width, NARROWEST)
    parts = [headline(run), *([f"until {run.decision}"] if run.decision else [])]
    if run.games:
        rows = [HEADS, *table_rows(summary)]
        labels = [bot.bot for bot in summary.bots]
        names = short_names(labels, room_for_names(summary, rows, width))
        parts += ["", *bot_lines(names, summary, rows), *key_of_names(labels, names), ""]
        parts += textwrap.wrap(LEGEND, width)
        parts += elo_lines(summary, names, width) if len(summary.bots) > 2 else []
    return "\n".join([*parts, *notes(run, summary)])


def headline(run: Run) -> str:
    """What was played."""
    plan = run.plan
    played = counted(run.games, "game") if run.finished else f"{run.games:,} of {plan.total:,} games"
    tables = f" at {len(plan.tables)} tables" if len(plan.tables) > 1 else ""
    return f"{plan.rules.name}, {plan.tables[0].players} players, {played}{tables}, seed {plan.seed}"


def table_rows(summary: Summary) -> Rows:
    """The cells of each bot."""
    shares = adding_up([bot.win_share for bot in summary.bots])
    return [cells(bot, share) for bot, share in zip(summary.bots, shares, strict=True)]


def cells(bot: BotSummary, share: float | None) -> tuple[str, ...]:
    """The columns of one bot."""
    return (
        f"{percentage(share, 1)} {bracketed(bot.interval)}",
        decimal(bot.mean_score, 1),
        decimal(bot.margin, 1, "+"),
        decimal(bot.tickets_made, 1),
        decimal(bot.tickets_lost, 1),
        percentage(bot.longest_path_share, 0),
        decimal(bot.turns, 1),
        decimal(bot.ms_per_move, 4 if (bot.ms_per_move or 0) < 1 else 1),
    )


def widths_of(rows: Rows) -> list[int]:
    """The widths of the columns."""
    return [max(len(row[column]) for row in rows) for column in range(len(HEADS))]


def room_for_names(summary: Summary, rows: Rows, width: int) -> int:
    """The width that the columns and the marks leave for the names."""
    left = width - sum(widths_of(rows)) - 2 * len(HEADS) - max(len(marks(bot)) for bot in summary.bots)
    return min(max(SHORTEST_NAME, left), LONGEST_NAME)


def bot_lines(names: Sequence[str], summary: Summary, rows: Rows) -> list[str]:
    """One line per bot, with the columns of `HEADS`."""
    labels = ["bot", *(name + marks(bot) for name, bot in zip(names, summary.bots, strict=True))]
    first, widths = max(map(len, labels)), widths_of(rows)
    return [
        "  ".join([f"{label:<{first}}", *(f"{cell:>{size}}" for cell, size in zip(row, widths, strict=True))]).rstrip()
        for label, row in zip(labels, rows, strict=True)
    ]


def notes(run: Run, summary: Summary) -> list[str]:
    """Notes needed to interpret the numbers."""
    lines = []
    if any(not bot.repeatable for bot in summary.bots):
        lines.append("* not repeatable: the same seed may give different games")
    if any(bot.faults for bot in summary.bots):
        lines.append(meaning(run))
    failures = failures_of(run)
    lines += [f"  {failure}" for failure in failures[:KINDS]]
    if len(failures) > KINDS:
        lines.append(f"  … and {counted(len(failures) - KINDS, 'other kind')} of failure")
    lines += [f"  {MORE}"] if any(failure.first.tail for failure in failures) else []
    return ["", *lines] if lines else []


def elo_lines(summary: Summary, names: Sequence[str], width: int) -> list[str]:
    """Elo and the matrix, as far as there is room; `names` are those of the bots, in order."""
    order = sorted(range(len(names)), key=lambda at: -(summary.bots[at].elo or 0))
    heads, plain = heads_and_labels(names)
    labels = [label + marks(bot) for label, bot in zip(plain, summary.bots, strict=True)]
    first, shares = max(map(len, [*labels, "bot"])), share_table(summary)
    shown = order[: max(0, (width - first - 24) // (COLUMN + 1))]
    head = [f"{'bot':<{first}}  {'Elo (95 %)':>20}", *(f"{heads[at]:>{COLUMN}}" for at in shown)]
    lines = [
        " ".join([f"{labels[at]:<{first}}  {elo_text(summary.bots[at]):>20}", *row_of(at, shown, shares)]).rstrip()
        for at in order
    ]
    return ["", " ".join(head), *lines, "", f"Elo: {plain[0]} is 0; other columns: % of meetings that the row wins."]


def heads_and_labels(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Headings of the columns and labels of the rows: the names, or numbers where names do not fit above."""
    if all(len(name) <= COLUMN for name in names):
        return list(names), list(names)
    heads = [f"#{number}" for number in range(1, len(names) + 1)]
    labels = [name if name.startswith("#") else f"{head} {name}" for head, name in zip(heads, names, strict=True)]
    return heads, labels


def elo_text(bot: BotSummary) -> str:
    """`+132 [118 147]`."""
    low, high = bot.elo_interval or (0.0, 0.0)
    return f"{bot.elo:+.0f} [{low:+.0f} {high:+.0f}]"


def row_of(bot: int, others: Sequence[int], shares: dict[tuple[int, int], float]) -> list[str]:
    """A row of the matrix."""
    return [f"{percentage(shares.get((bot, other)), 1):>{COLUMN}}" for other in others]
