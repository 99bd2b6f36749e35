"""Benchmark of the arena's compiled loop: games and decisions per second on one core, for pairs of bots, in one
process.

    python benchmarks/arena.py [RULES] [BOT,BOT …]

The last column is the time of each of the two bots per decision.
"""

import sys
from itertools import combinations_with_replacement

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.plan import ArenaTable
from ferrovia.bots.specs import parse_spec
from ferrovia.rules.files.loading import load_rules

BOTS = ("random", "greedy", "path", "one-step", "long-route", "hungry", "planner", "search:worlds=2")
SECONDS = 1.0


def measure(table: ArenaTable) -> tuple[int, float, float, list[float]]:
    """Games, games per second, decisions per second, and microseconds per decision of each bot."""
    speed = 1 / play_job(Job(table, 0, 0, 1), Signals()).seconds
    for _ in range(3):
        games = max(2, int(speed * SECONDS))
        chunk = play_job(Job(table, 1, 0, games), Signals())
        speed = games / chunk.seconds
    outcomes = chunk.outcomes
    costs = []
    for bot in range(len(table.bots)):
        seats = outcomes["seats"][outcomes["bot"] == bot]
        costs.append(float(seats["nanoseconds"].sum() / seats["decisions"].sum() / 1000))
    return games, speed, float(outcomes["decisions"].sum()) / chunk.seconds, costs


def main() -> None:
    """Print one line per pair."""
    rules = load_rules(sys.argv[1] if len(sys.argv) > 1 else "north-america-classic")
    pairs = [pair.split(",") for pair in sys.argv[2:]] or [
        list(pair) for pair in combinations_with_replacement(BOTS, 2)
    ]
    print(f"{rules.name}, one core\n{'bots':<34}{'games':>8}{'games/s':>10}{'decisions/s':>13}  µs/decision")
    for pair in pairs:
        games, speed, decisions, costs = measure(ArenaTable(rules, tuple(map(parse_spec, pair))))
        shown = " ".join(f"{cost:.2f}" for cost in costs)
        print(f"{' '.join(pair):<34}{games:>8,}{speed:>10,.0f}{decisions:>13,.0f}  {shown}", flush=True)


if __name__ == "__main__":
    main()
