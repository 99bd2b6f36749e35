"""Whole games between bots, for tests of what they do and how strong they are."""

from typing import Any

import numpy as np

from ferrovia.arena.plan import plan_table
from ferrovia.arena.runner import Runner
from ferrovia.arena.workers import Threads
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import load_rules


def play(rules: str, bots: str, games: int, seed: int = 1) -> Any:
    """The outcomes of this many games of one table, in all seatings."""
    workers = Threads(2)
    try:
        run = Runner(plan_table(load_rules(rules), tuple(parse_specs(bots)), games, seed), workers).run()
    finally:
        workers.close()
    return run.results[0].outcomes


def of_bot(outcomes: Any, bot: int = 0) -> Any:
    """What became of one of the table's bots: the seats it sat at."""
    return outcomes["seats"][outcomes["bot"] == bot]


def win_share(outcomes: Any, bot: int = 0) -> float:
    """Its share of the wins; winners of one game share it."""
    there = outcomes["bot"] >= 0
    won = (outcomes["seats"]["score"]["place"] == 1) & there
    shares = won / won.sum(axis=1, keepdims=True)
    return float(shares[outcomes["bot"] == bot].sum() / len(outcomes))


def faults(outcomes: Any) -> int:
    """Actions that were not legal."""
    return int(np.count_nonzero(outcomes["seats"]["fault"]))
