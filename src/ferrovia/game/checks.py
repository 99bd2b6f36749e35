"""Validation of arguments: numbers, rules, and how an error message quotes them. NumPy integers are accepted like
Python's."""

import os
from itertools import takewhile
from typing import SupportsIndex

from ferrovia.errors import TableError
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

QUOTED = 80
"""Most characters of a value that an error message repeats."""


def quoted(value: object) -> str:
    """A value as an error message quotes it: short, and printable whatever it contains."""
    return repr(value[:QUOTED]) if isinstance(value, str) else show(value)


def difference(read: str, written: str) -> str:
    """How a text differs from its canonical form. The two must not be equal."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(read, written, strict=False)))
    start = max(0, same - QUOTED // 2)
    return f"{quoted(read[start:])} stands where {quoted(written[start:])} should"


def whole(value: object) -> int | None:
    """A value as an integer; None for anything else, True and 1.0 included."""
    number = value if type(value) is int else _index(value)  # the protocol check below takes ten times as long
    return number if number is not None and number.bit_length() <= 64 else None  # a longer number cannot be printed


def _index(value: object) -> int | None:
    """The integer value of something other than a plain int."""
    if not isinstance(value, SupportsIndex) or isinstance(value, bool):
        return None
    try:
        return value.__index__()
    except TypeError:  # an array has the method but is not a number
        return None


def check_rules(rules: str | os.PathLike[str] | Rules) -> Rules:
    """Rules as given, or loaded if given by name."""
    return rules if isinstance(rules, Rules) else load_rules(rules)


def check_seat(seat: object, players: int, *, spectator: bool = False) -> int:
    """Check that a seat is at the table; with `spectator`, -1 is allowed too."""
    number = whole(seat)
    if number is None or not -int(spectator) <= number < players:
        raise TableError(f"there is no seat {show(seat)} at this table; its seats are 0 to {players - 1}")
    return number


def check_players(rules: Rules, players: object) -> int:
    """Check that the rules allow this number of players."""
    number, fewest, most = whole(players), rules.rule_set.players_min, rules.rule_set.players_max
    if number is None or not fewest <= number <= most:
        raise TableError(f"{rules.id} is for {fewest} to {most} players, not for {show(players)}")
    return number


def check_seed(seed: object) -> int:
    """Check that a value can be a seed."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise TableError(f"a seed must be a whole number from 0 to 2**64 - 1, not {show(seed)}")
    return number
