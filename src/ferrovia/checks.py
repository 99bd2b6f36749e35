"""Numbers that come from outside: seats, seeds, numbers of players. NumPy's integers are as good as Python's."""

from typing import SupportsIndex

from ferrovia.errors import TableError
from ferrovia.rules.resolved import Rules


def whole(value: object) -> int | None:
    """The whole number a value is; None if it is none (True and 1.0 are not)."""
    return value.__index__() if isinstance(value, SupportsIndex) and not isinstance(value, bool) else None


def check_seat(seat: object, players: int, *, spectator: bool = False) -> int:
    """The seat, if it is at the table; with `spectator`, -1 too."""
    number = whole(seat)
    if number is None or not -int(spectator) <= number < players:
        raise TableError(f"there is no seat {str(seat)[:40]!r} at this table; its seats are 0 to {players - 1}")
    return number


def check_players(rules: Rules, players: object) -> int:
    """The number of players, if the rules allow it."""
    number, fewest, most = whole(players), rules.rule_set.players_min, rules.rule_set.players_max
    if number is None or not fewest <= number <= most:
        raise TableError(f"{rules.id} is for {fewest} to {most} players, not for {str(players)[:40]!r}")
    return number


def check_seed(seed: object) -> int:
    """The seed, if it is one."""
    number = whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise TableError(f"a seed is a whole number from 0 to 2**64 - 1, not {str(seed)[:40]!r}")
    return number
