"""Benchmark of the engine: best of several runs in one process, so that the numbers are comparable."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from ferrovia.batch.games import Games
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import STATE
from ferrovia.engine.trail.longest import trail_table
from ferrovia.rules.resolved import Rules

RUNS = 5


def best_rate(work: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Rounds and units per second of `work(rounds) -> units`, from the fastest of several runs."""
    rounds, units, elapsed = 1, work(1), 0.0
    while elapsed < seconds / RUNS / 4:
        rounds *= 4
        elapsed, units = timed(work, rounds)
    rounds = max(1, int(rounds * seconds / RUNS / max(elapsed, 1e-9)))
    elapsed, units = min((timed(work, rounds) for _ in range(RUNS)), key=lambda run: run[0])
    return rounds / elapsed, units / elapsed


def timed(work: Callable[[int], int], rounds: int) -> tuple[float, int]:
    """The duration and the result."""
    start = time.perf_counter()
    units = work(rounds)
    return time.perf_counter() - start, units


def measure(rules: Rules, players: int, seconds: float = 1.0) -> dict[str, Any]:
    """All speeds of one rule set and number of players."""
    states, work, journal = np.zeros(2, STATE), np.zeros(4 + MASK_WORDS, np.uint64), no_journal()
    scores, spaces, table = score_sheet(), score_space(), trail_table()

    def play(games: int) -> int:
        return int(batch.play_games(rules.board, states, players, 0, games, scores, spaces, table, work, journal))

    def generate(calls: int) -> int:
        return int(batch.generate(work, calls * 1000))

    def copy(times: int) -> int:
        return int(batch.copy_many(states, times * 1000))

    games, decisions = best_rate(play, seconds)
    calls, _ = best_rate(generate, seconds / 5)
    copies, _ = best_rate(copy, seconds / 5)
    return {
        "rules": rules.id,
        "players": players,
        "games_per_second": games,
        "decisions_per_second": decisions,
        "generator_ns": 1e6 / calls,
        "decision_in_generator_calls": calls * 1000 / decisions,
        "copies_per_second": copies * 1000,
        "python_decisions_per_second": python_rate(rules, players, seconds / 2),
        "all_cores_games_per_second": all_cores_rate(rules, players, seconds / 2),
    }


def python_rate(rules: Rules, players: int, seconds: float) -> float:
    """Decisions per second when each is queried, chosen and made from Python through the low-level entries."""
    states, journal = np.zeros(1, STATE), no_journal()
    mask, actions = np.zeros(MASK_WORDS, np.uint64), np.zeros(ACTIONS, np.int64)
    board, choose = rules.board, Random(1).random

    def play(games: int) -> int:
        decisions = 0
        for seed in range(games):
            batch.new_at(board, states, 0, players, np.uint64(seed), journal)
            seat = 0
            while seat >= 0:
                count = batch.actions_at(board, states, 0, mask, actions)
                seat = batch.advance_at(board, states, 0, actions[int(choose() * count)], journal)
                decisions += 1
        return decisions

    return best_rate(play, seconds)[1]


def all_cores_rate(rules: Rules, players: int, seconds: float) -> float:
    """Games per second on all cores, set up, played at random and scored as a batch."""

    def play(rounds: int) -> int:
        for _ in range(rounds):
            Games(rules, players, range(2000)).play_out()
        return rounds * 2000

    return best_rate(play, seconds)[1]
