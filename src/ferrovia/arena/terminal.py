"""A run for people, in 80 columns: who won how much, and how they played."""

import textwrap
from collections.abc import Sequence
from typing import Final

from ferrovia.arena.run import Run
from ferrovia.arena.summary import BotSummary, Summary

NARROWEST: Final = 80
SHORTEST_NAME: Final = 12
TROUBLES: Final = 5
"""So many failures of bots are told; all are in the JSON."""

HEADS: Final = ("win share (95 %)", "score", "margin", "made", "lost", "path", "turns", "ms/move")
LEGEND: Final = (
    "win share in %, a shared win counts in parts · margin: points more than the best of the others · made, lost:"
    " tickets a game · path: % of games with the longest path · turns: own turns a game"
)


def show_run(run: Run, summary: Summary, width: int = NARROWEST) -> str:
    """All there is to say."""
    width = max(width, NARROWEST)
    parts = [headline(run)]
    if run.games:
        parts += ["", *bot_lines(run, summary, width), "", *textwrap.wrap(LEGEND, width)]
        parts += [*elo_lines(summary, width)] if len(summary.bots) > 2 else []
    return "\n".join([*parts, *notes(run, summary)])


def headline(run: Run) -> str:
    """What was played."""
    plan = run.plan
    played = f"{run.games:,} games" if run.finished else f"{run.games:,} of {plan.total:,} games"
    tables = f" at {len(plan.tables)} tables" if len(plan.tables) > 1 else ""
    return f"{plan.rules.name}, {plan.tables[0].players} players, {played}{tables}, seed {plan.seed}"


def bot_lines(run: Run, summary: Summary, width: int) -> list[str]:
    """One line for each bot, with the columns of `HEADS`."""
    table = [HEADS, *(cells(bot) for bot in summary.bots)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADS))]
    room = max(SHORTEST_NAME, width - sum(widths) - 2 * len(widths))
    names = ["bot", *(name(bot, room) for bot in summary.bots)]
    first = max(map(len, names))
    return [
        "  ".join([f"{label:<{first}}", *(f"{cell:>{size}}" for cell, size in zip(row, widths, strict=True))]).rstrip()
        for label, row in zip(names, table, strict=True)
    ]


def cells(bot: BotSummary) -> tuple[str, ...]:
    """The columns of one bot."""
    return (
        f"{percent(bot.win_share, 1)} {span(bot.interval)}",
        number(bot.mean_score, 1),
        number(bot.margin, 1, "+"),
        number(bot.tickets_made, 1),
        number(bot.tickets_lost, 1),
        percent(bot.longest_path_share, 0),
        number(bot.turns, 1),
        number(bot.ms_per_move, 4 if (bot.ms_per_move or 0) < 1 else 1),
    )


def name(bot: BotSummary, room: int) -> str:
    """With a star if it would not play the same again."""
    return shorten(bot.bot, room) if bot.repeatable else f"{shorten(bot.bot, room - 1)}*"


def shorten(text: str, room: int) -> str:
    """The text, or its beginning."""
    return text if len(text) <= room else text[: room - 1] + "…"


def number(value: float | None, places: int, sign: str = "") -> str:
    """A number, or a dash."""
    return "–" if value is None else f"{value:{sign}.{places}f}"


def percent(value: float | None, places: int) -> str:
    """A share in percent."""
    return number(None if value is None else 100 * value, places)


def span(interval: tuple[float, float] | None) -> str:
    """`[61.3 63.3]`."""
    return "[–]" if interval is None else f"[{100 * interval[0]:.1f} {100 * interval[1]:.1f}]"


def elo_lines(summary: Summary, width: int) -> list[str]:
    """Elo, and who is ahead of whom, as far as there is room."""
    rated = sorted((bot for bot in summary.bots if bot.elo is not None), key=lambda bot: -(bot.elo or 0))
    shares = share_table(summary)
    labels = [name(bot, 20) for bot in rated]
    first = max(map(len, [*labels, "bot"]))
    columns = max(0, (width - first - 24) // 7)
    head = [f"{'bot':<{first}}  {'Elo (95 %)':>20}", *(f"{shorten(label, 6):>6}" for label in labels[:columns])]
    lines = [
        " ".join([f"{label:<{first}}  {elo_text(bot):>20}", *row_of(bot, rated[:columns], shares)]).rstrip()
        for label, bot in zip(labels, rated, strict=True)
    ]
    zero = summary.bots[0].bot
    return ["", " ".join(head), *lines, "", f"Elo: {zero} is 0; then the share in % of meetings the row wins."]


def elo_text(bot: BotSummary) -> str:
    """`+132 [118 147]`."""
    low, high = bot.elo_interval or (0.0, 0.0)
    return f"{bot.elo:+.0f} [{low:+.0f} {high:+.0f}]"


def share_table(summary: Summary) -> dict[tuple[str, str], float]:
    """The share of each bot against each other."""
    shares: dict[tuple[str, str], float] = {}
    for pair in summary.meetings:
        if (share := pair.estimate.mean) is not None:
            one, other = summary.bots[pair.first].bot, summary.bots[pair.second].bot
            shares[one, other], shares[other, one] = share, 1 - share
    return shares


def row_of(bot: BotSummary, others: Sequence[BotSummary], shares: dict[tuple[str, str], float]) -> list[str]:
    """One row of the matrix."""
    return [f"{percent(shares.get((bot.bot, other.bot)), 1):>6}" for other in others]


def notes(run: Run, summary: Summary) -> list[str]:
    """What one must know to read the numbers rightly."""
    lines = []
    if any(not bot.repeatable for bot in summary.bots):
        lines.append("* not repeatable: the same seed need not bring the same games")
    troubles = [trouble for result in run.results for trouble in result.troubles]
    lines += map(str, troubles[:TROUBLES])
    if len(troubles) > TROUBLES:
        lines.append(f"… and {len(troubles) - TROUBLES} more failures of bots (--json has them all)")
    return ["", *lines] if lines else []
