"""What comes from outside: numbers, rules, and how a sentence quotes it. NumPy's integers are as good as Python's."""

import os
from itertools import takewhile
from typing import SupportsIndex

from ferrovia.errors import TableError
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

QUOTED = 80
"""Characters of somebody's text that a sentence repeats at most."""


def quoted(value: object) -> str:
    """What somebody gave, for a sentence: short, and printable whatever is in it."""
    return repr(value[:QUOTED]) if isinstance(value, str) else show(value)


def difference(read: str, written: str) -> str:
    """How a text differs from the one way to write it; the two are not the same."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(read, written, strict=False)))
    start = max(0, same - QUOTED // 2)
    return f"{quoted(read[start:])} stands where {quoted(written[start:])} should"


def whole(value: object) -> int | None:
    """A value as a whole number; None for anything else (True and 1.0 included)."""
    number = value if type(value) is int else _index(value)  # asking what it can do takes ten times as long
    return number if number is not None and number.bit_length() <= 64 else None  # what is longer cannot be printed


def _index(value: object) -> int | None:
    """The number that something else than a plain one stands for."""
    if not isinstance(value, SupportsIndex) or isinstance(value, bool):
        return None
    try:
        return value.__index__()
    except TypeError:  # an array has the method but is no number
        return None


def check_rules(rules: str | os.PathLike[str] | Rules) -> Rules:
    """The rules, loaded if they are only named."""
    return rules if isinstance(rules, Rules) else load_rules(rules)


def check_seat(seat: object, players: int, *, spectator: bool = False) -> int:
    """The seat, if it is at the table; with `spectator`, -1 too."""
    number = whole(seat)
    if number is None or not -int(spectator) <= number < players:
        raise TableError(f"there is no seat {show(seat)} at this table; its seats are 0 to {players - 1}")
    return number


def check_players(rules: Rules, players: object) -> int:
    """The number of players, if the rules allow it."""
    number, fewest, most = whole(players), rules.rule_set.players_min, rules.rule_set.players_max
    if number is None or not fewest <= number <= most:
        raise TableError(f"{rules.id} is for {fewest} to {most} players, not for {show(players)}")
    return number


def check_seed(seed: object) -> int:
    """The seed, if it is one."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise TableError(f"a seed is a whole number from 0 to 2**64 - 1, not {show(seed)}")
    return number
