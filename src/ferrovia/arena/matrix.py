"""Cross table and Elo ratings of a run, for the terminal."""

from collections.abc import Sequence
from typing import Final

from ferrovia.arena.failures import marks
from ferrovia.arena.summary import BotSummary, Summary
from ferrovia.language.numbers import percentage

COLUMN: Final = 6


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
    return ["", " ".join(head), *lines, "", f"Elo: {plain[0]} is 0; then the share in % of meetings the row wins."]


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


def share_table(summary: Summary) -> dict[tuple[int, int], float]:
    """The share of each bot against each other; the printed shares of a pair add up to 1."""
    shares: dict[tuple[int, int], float] = {}
    for pair in summary.meetings:
        if (mean := pair.estimate.mean) is not None:
            share = round(mean, 3)
            shares[pair.first, pair.second], shares[pair.second, pair.first] = share, 1 - share
    return shares


def row_of(bot: int, others: Sequence[int], shares: dict[tuple[int, int], float]) -> list[str]:
    """A row of the matrix."""
    return [f"{percentage(shares.get((bot, other)), 1):>{COLUMN}}" for other in others]
