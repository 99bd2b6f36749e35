"""`ferrovia rules`: the rule sets, their numbers and how they differ."""

import argparse
from itertools import zip_longest
from typing import Any

WIDTH = 100
COLUMNS = (2, 25, 52)  # the columns of key, value and meaning


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb = verbs.add_parser("rules", help="list the rule sets, or show one and how it differs")
    verb.add_argument("rules", nargs="?", metavar="ID", help="a built-in rule set, or a file with a rule set or a map")
    verb.add_argument("--against", metavar="OTHER", help="rule set to compare with (default: the one it extends)")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print all rule sets, or one."""
    if arguments.rules is None:
        _list()
    else:
        _explain(arguments.rules, arguments.against)
    return 0


def _list() -> None:
    from ferrovia.rules.files.loading import built_in_rules, load_rules

    print(f"{'id':<24}{'name':<26}{'players':>7}{'trains':>8}{'tickets':>9}  hash")
    for rules in map(load_rules, built_in_rules()):
        players = f"{rules.rule_set.players_min}-{rules.rule_set.players_max}"
        numbers = f"{players:>7}{rules.rule_set.trains:>8}{len(rules.tickets):>9}"
        print(f"{rules.id:<24}{rules.name:<26}{numbers}  {rules.hash[:12]}")


def _explain(name: str, against: str | None) -> None:
    from ferrovia.rules.differences import choices, differences, rule_values
    from ferrovia.rules.files.loading import load_rules

    rules = load_rules(name)
    other = load_rules(against) if against is not None else _parent(name)
    print(f"{rules.name} ({rules.id})\nhash: {rules.hash}")
    if rules.rule_set.documents:
        print(f"read from: {', '.join(rules.rule_set.documents)}")
    allowed = choices()
    for key, meaning, value in rule_values(rules):
        print(_row(key, value, f"{meaning} ({allowed[key]})" if key in allowed else meaning))
    if other is None:
        return
    changes = differences(other, rules)
    print(f"\nUnlike {other.name} ({other.id}):" if changes else f"\nPlays like {other.name} ({other.id}).")
    for change in changes:
        print(_wrapped(f"{change.meaning}: {change.other} (there {change.one})"))


def _row(key: str, value: str, meaning: str) -> str:
    """One line of three columns, or more where value or meaning are too long."""
    from textwrap import wrap

    first, second, third = COLUMNS
    pairs = value.replace(", ", ",\n").replace(" ", "\xa0").replace("\n", " ")  # `red = 12` stays on one line
    values = [line.replace("\xa0", " ") for line in wrap(pairs, third - second - 2, break_long_words=False)]
    lines = zip_longest([key], values, wrap(meaning, WIDTH - third), fillvalue="")
    rows = [f"{'':{first}}{a:<{second - first}}{b:<{third - second}}{c}".rstrip() for a, b, c in lines]
    return "\n".join(rows)


def _wrapped(text: str) -> str:
    from textwrap import fill

    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ")


def _parent(name: str) -> Any:
    """The rules that these extend, if they have a name."""
    from pathlib import Path

    from ferrovia.rules.files.loading import built_in_rules, load_rules

    rules = load_rules(name)
    parent = rules.rule_set.extends
    if not parent or parent in built_in_rules():
        return load_rules(parent) if parent and parent != rules.id else None
    return load_rules(Path(name).parent / parent)
