"""Strength during training: the weights on disk play fixed opponents, the same deals every time."""

from pathlib import Path
from typing import Any, Final

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.plan import ArenaTable
from ferrovia.bots.specs import parse_spec
from ferrovia.rules.resolved import Rules

RIVALS: Final = ("greedy", "planner")
SEED: Final = (1 << 63) + 7
"""Outside the seeds of every run, so that these deals are never trained on."""


def strength(rules: Rules, folder: Path, games: int) -> dict[str, float]:
    """The win share of the weights in a folder against each rival, at a table with the fewest players."""
    players = rules.rule_set.players_min
    return {rival: win_share_against(rules, folder, rival, players, games) for rival in RIVALS}


def win_share_against(rules: Rules, folder: Path, rival: str, players: int, games: int) -> float:
    """The win share of one net among copies of a rival, in every seat of every deal."""
    net = parse_spec(f"net:weights={folder}")
    table = ArenaTable(rules, (net, *[parse_spec(rival)] * (players - 1)))
    outcomes = play_job(Job(table, SEED, 0, table.whole_deals(games)), Signals()).outcomes
    first = outcomes["seats"]["score"]["place"][:, :players] == 1
    own = outcomes["bot"][:, :players] == 0
    return round(float(((first & own).sum(1) / first.sum(1)).mean()), 4)


def strength_words(shares: dict[str, Any]) -> str:
    """The figures as part of a progress line."""
    return ", ".join(f"{100 * share:.0f} % against {rival}" for rival, share in shares.items())
