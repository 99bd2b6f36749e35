"""Numbers that come from outside: seats, seeds, numbers of players. NumPy's integers are as good as Python's."""

from typing import SupportsIndex

from ferrovia.errors import TableError
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules


def whole(value: object) -> int | None:
    """The whole number a value is; None if it is none (True and 1.0 are not)."""
    if not isinstance(value, SupportsIndex) or isinstance(value, bool):
        return None
    try:
        number = value.__index__()
    except TypeError:  # an array has the method but is no number
        return None
    return number if number.bit_length() <= 64 else None  # Python refuses to print what is far longer


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
