"""Benchmark of `net` on one core: milliseconds per decision in the compiled loop, and games per second.

python benchmarks/net.py                    every rule set, two players, against planner
python benchmarks/net.py --bot net+look     the same with look-ahead
"""

import argparse
import time

import numpy as np

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, PlayedGames, Signals
from ferrovia.arena.plan import plan_table
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import built_in_rules, load_rules


def main() -> None:
    """Print one line per rule set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="net", help="net, net+look, or one with options (default: net)")
    parser.add_argument("--rival", default="planner")
    parser.add_argument("--rules", nargs="*", default=built_in_rules())
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_args()
    print(f"{arguments.bot} against {arguments.rival}, two players, one core")
    for name in arguments.rules:
        plan = plan_table(
            load_rules(name), tuple(parse_specs(f"{arguments.bot},{arguments.rival}")), arguments.games, 1
        )
        play_job(Job(plan.tables[0], 1, 0, 2), Signals())  # compiled
        start = time.process_time()
        played = play_job(Job(plan.tables[0], 1, 0, plan.total), Signals())
        seconds = time.process_time() - start
        print(f"{name:24} {milliseconds(played):7.3f} ms a decision {plan.total / seconds:8.1f} games/s")


def milliseconds(played: PlayedGames) -> float:
    """Mean time per decision of the table's first bot; forced decisions count, and cost nothing."""
    seats = played.outcomes["seats"]
    own = played.outcomes["bot"] == 0
    decisions = np.maximum(seats["decisions"], 0)[own].sum()
    return float(seats["nanoseconds"][own].sum() / decisions / 1e6)


if __name__ == "__main__":
    main()
