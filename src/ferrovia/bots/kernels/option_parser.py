"""Parser and writer of the options of compiled bots: `search:worlds=16,rollouts=4`."""

from typing import Any, Final

from ferrovia.bots.kernels.memory import new_memories
from ferrovia.bots.kernels.options import Option
from ferrovia.bots.kernels.planner.editions import BY_PLAYERS, EDITION, FIRST, settings_for
from ferrovia.bots.kernels.registry import NUMBER_OF, OPTIONS_OF
from ferrovia.bots.kernels.search.space import TICKS
from ferrovia.errors import BotError

CLOCK: Final = "time"
"""The option that lets a bot think for a number of seconds; the same seed then need not give the same game."""

COUNTS: Final = frozenset({"worlds", "rollouts", "width", "candidates", "depth", "edition"})
"""Options that must be whole numbers."""


VARIED: Final = frozenset(name for table in BY_PLAYERS.values() for name in table)
"""Options of the planner whose default depends on the number of players."""


def read_options(bot: str, text: str) -> dict[str, float]:
    """The options in `worlds=16,rollouts=4` that differ from their defaults."""
    values: dict[str, float] = {}
    for pair in text.split(",") if text else []:
        name, _, number = (part.strip() for part in pair.partition("="))
        if name in values:
            raise BotError(f"{bot}: {name} is given twice; once is enough")
        values[name] = _number(bot, name, number, _known(bot, name))
    return {name: value for name, value in values.items() if name in VARIED or not _known(bot, name).is_always(value)}


def write_options(bot: str, values: dict[str, float]) -> str:
    """Options in text form, in the order of the table."""
    return ",".join(f"{name}={_written(values[name])}" for name in OPTIONS_OF[bot] if name in values)


def memory_of(bot: str, options: dict[str, float], trains: int, players: int) -> Any:
    """The memory of a bot with these options, at a table of this many players with this many trains each, as an array
    of one."""
    memories = new_memories(1)
    memories[0]["bot"] = NUMBER_OF[bot]
    values = settings_for(players, trains) if EDITION in OPTIONS_OF[bot] and options.get(EDITION) != FIRST else {}
    values |= options
    for name, option in OPTIONS_OF[bot].items():
        if name != EDITION:  # it only says where the others come from
            memories[0]["options"][option.place] = values.get(name, option.suits(trains))
    if options.get(CLOCK):
        from ferrovia.bots.kernels.tick_rate import ticks_per_second  # only bots with a clock wait for this

        memories[0]["options"][TICKS] = ticks_per_second()
    return memories


def _written(value: float) -> str:
    """With all digits: bots with different options have different names."""
    return str(int(value)) if value == int(value) else repr(value)


def _known(bot: str, name: str) -> Option:
    table = OPTIONS_OF[bot]
    if name in table:
        return table[name]
    if not table:
        raise BotError(f"{bot} has no options; write {bot!r} alone")
    listed = ", ".join(f"{known} ({option.meaning})" for known, option in table.items())
    raise BotError(f"{bot} has no option {name[:40]!r}; it has: {listed}")


def _number(bot: str, name: str, text: str, option: Option) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    whole = name in COUNTS
    if not option.lowest <= number <= option.highest or (whole and number != int(number)) or "_" in text:
        allowed = f"a {'whole ' * whole}number from {option.lowest:g} to {option.highest:g}"
        raise BotError(f"{bot}: {name}={text[:40]} is not possible; {option.meaning}, {allowed}")
    return number
