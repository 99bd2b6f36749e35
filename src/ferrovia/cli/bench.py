"""`ferrovia bench`: how fast the engine plays, beside the cost of its generator in the same run."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

COLUMNS = (
    ("rules", "rules", "<24"),
    ("players", "players", ">7"),
    ("games_per_second", "games/s", ">10,.0f"),
    ("decisions_per_second", "decisions/s", ">12,.0f"),
    ("generator_ns", "generator ns", ">12.2f"),
    ("decision_in_generator_calls", "decision/generator", ">18.1f"),
    ("copies_per_second", "copies/s", ">12,.0f"),
    ("python_decisions_per_second", "from Python/s", ">13,.0f"),
    ("all_cores_games_per_second", "all cores games/s", ">17,.0f"),
)


def add_parser(verbs: Any) -> None:
    """The verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "bench",
        help="measure the engine's speed",
        description="Complete games with uniformly random play on one core, legal actions and final scoring included.",
    )
    verb.add_argument("--rules", metavar="ID", help="one rule set (or file) instead of all built-in ones")
    verb.add_argument("--players", type=int, metavar="N", help="one number of players instead of all")
    verb.add_argument("--seconds", type=float, default=1.0, metavar="S", help="time for each measurement (default 1)")
    verb.add_argument("--json", action="store_true", help="a list of objects, for programs")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print, line by line."""
    from ferrovia.checks import check_players
    from ferrovia.measure import measure
    from ferrovia.rules.loading import built_in_rules, load_rules

    results = []
    if not arguments.json:
        print(" ".join(f"{title:{form[:1]}{form[1:].split(',')[0].split('.')[0]}}" for _, title, form in COLUMNS))
    for name in [arguments.rules] if arguments.rules else built_in_rules():
        rules = load_rules(name)
        counts: Iterable[int] = range(rules.rule_set.players_min, rules.rule_set.players_max + 1)
        if arguments.players is not None:  # one rule set must allow it; of all, those that do are measured
            counts = [check_players(rules, arguments.players)] if arguments.rules else {arguments.players} & set(counts)
        for players in counts:
            results.append(measure(rules, players, max(0.01, arguments.seconds)))
            if not arguments.json:
                print(" ".join(f"{results[-1][key]:{form}}" for key, _, form in COLUMNS), flush=True)
    if arguments.json:
        print(json.dumps(results, indent=2))
    return 0
