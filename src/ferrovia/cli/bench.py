"""`ferrovia bench`: how fast the engine plays, next to the cost of its generator in the same run."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

COLUMNS = (  # a key of `measure`, two lines of title, the width and the format of its numbers
    ("rules", "", "rules", "<21", ""),
    ("players", "", "players", ">7", ""),
    ("all_cores_games_per_second", "all cores", "games/s", ">9", ",.0f"),
    ("games_per_second", "one core", "games/s", ">9", ",.0f"),
    ("decisions_per_second", "one core", "decisions/s", ">11", ",.0f"),
    ("python_decisions_per_second", "from Python", "decisions/s", ">11", ",.0f"),
    ("copies_per_second", "", "copies/s", ">11", ",.0f"),
    ("generator_ns", "generator", "ns", ">9", ".2f"),
    ("decision_in_generator_calls", "a decision", "/ generator", ">11", ".1f"),
)
SHORTEST, LONGEST = 0.01, 3600.0


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "bench",
        help="measure the engine's speed",
        description="Measure how fast the engine plays complete games at random, including legal actions and final"
        " scoring: on all cores, then on one. All other columns are for one core: decisions in compiled code and one by"
        " one from Python, copies of a whole game, and random numbers of the generator. The last column is the time of"
        " a decision divided by that of a random number.",
    )
    verb.add_argument("--rules", metavar="ID", help="one rule set (or file) instead of all built-in ones")
    verb.add_argument("--players", type=int, metavar="N", help="one number of players instead of all")
    verb.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="time for each measurement (default 1)")
    verb.add_argument("--json", action="store_true", help="print a JSON list")
    verb.set_defaults(run=run)


def seconds(text: str) -> float:
    """A duration that can be measured."""
    number = float(text)
    if not SHORTEST <= number <= LONGEST:  # this rejects nan too
        raise argparse.ArgumentTypeError(f"must be {SHORTEST:g} to {LONGEST:g} seconds, not {text}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Measure and print, line by line."""
    from ferrovia.batch.measure import measure

    tables = list(tables_for(arguments.rules, arguments.players))
    if not arguments.json:
        for line in (1, 2):
            print(" ".join(f"{column[line]:{column[3]}}" for column in COLUMNS).rstrip())
    results = []
    for rules, players in tables:
        results.append(measure(rules, players, arguments.seconds))
        if not arguments.json:
            print(" ".join(f"{results[-1][key]:{width}{form}}" for key, _, _, width, form in COLUMNS), flush=True)
    if arguments.json:
        print(json.dumps(results, indent=2))
    return 0


def tables_for(name: str | None, players: int | None) -> "Iterator[tuple[Rules, int]]":
    """What to measure. A single rule set must allow the number of players; of all, those that do are measured."""
    from ferrovia.errors import TableError
    from ferrovia.game.checks import check_players
    from ferrovia.rules.files.loading import built_in_rules, load_rules

    every = [load_rules(rule_set) for rule_set in ([name] if name else built_in_rules())]
    if players is not None and name:
        check_players(every[0], players)
    most = max(rules.rule_set.players_max for rules in every)
    fewest = min(rules.rule_set.players_min for rules in every)
    if players is not None and not fewest <= players <= most:
        raise TableError(f"the built-in rule sets are for {fewest} to {most} players, not for {players}")
    for rules in every:
        counts = range(rules.rule_set.players_min, rules.rule_set.players_max + 1)
        yield from ((rules, count) for count in counts if players in (None, count))
