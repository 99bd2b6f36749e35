"""Plan of a run: who plays whom. The number of a game alone decides its deal and its seating.

>>> from ferrovia.bots.specs import parse_specs
>>> from ferrovia.rules.files.loading import load_rules
>>> table = ArenaTable(load_rules("new-york"), tuple(parse_specs("planner,greedy,greedy")))
>>> [bot.name for bot in table.bots], table.seatings
(['planner', 'greedy'], ((0, 1, 1), (1, 0, 1), (1, 1, 0)))
>>> table.whole_deals(1000)
1002
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, Final, Literal, get_args

import numpy as np

from ferrovia.bots.base.bot import Bot
from ferrovia.bots.specs import BotSpec
from ferrovia.errors import ArenaError
from ferrovia.game.checks import check_players, check_seed, whole
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

MOST_GAMES: Final = 10_000_000
"""At one table; each game takes about two kilobytes of memory."""

# Weyl sequence and finalizer of splitmix64: a bijection, so that no deal of a run occurs twice.
STRIDE: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)


OnFault = Literal["replace", "forfeit", "stop"]
ON_FAULT: Final[tuple[OnFault, ...]] = get_args(OnFault)
SHORTEST_LIMIT, LONGEST_LIMIT = 0.01, 3600.0


@dataclass(frozen=True, slots=True)
class Conduct:
    """How third-party bots are treated: what a tournament announces before it starts."""

    seconds: float = Bot.limit
    """Time for a move."""
    on_fault: OnFault = "replace"
    """When a bot fails: a built-in bot plays on and the game counts, or counts as lost, or the run ends."""

    def __post_init__(self) -> None:
        if not SHORTEST_LIMIT <= self.seconds <= LONGEST_LIMIT:
            raise ArenaError(f"seconds: from {SHORTEST_LIMIT:g} to {LONGEST_LIMIT:g} for a move, not {self.seconds:g}")
        if self.on_fault not in ON_FAULT:
            raise ArenaError(f"on fault: one of {', '.join(ON_FAULT)}, not {show(self.on_fault)}")

    @property
    def options(self) -> list[str]:
        """What to type for it, as far as it is not the default."""
        usual = Conduct()
        seconds = [] if self.seconds == usual.seconds else ["--seconds", f"{self.seconds:g}"]
        return seconds + ([] if self.on_fault == usual.on_fault else ["--on-fault", self.on_fault])


USUAL_CONDUCT: Final = Conduct()


@dataclass(frozen=True)
class ArenaTable:
    """A rule set and one bot spec per player; a bot may occur more than once."""

    rules: Rules
    specs: tuple[BotSpec, ...]

    def __post_init__(self) -> None:
        """Seat a level as the bot that it is under these rules: compiled play and the key of stored games read the
        spec itself, and would take that of other rules."""
        object.__setattr__(self, "specs", tuple(spec.on(self.rules) for spec in self.specs))

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.specs)

    @cached_property
    def bots(self) -> tuple[BotSpec, ...]:
        """The distinct bots, in order of first mention."""
        return tuple(dict.fromkeys(self.specs))

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Every distinct seating: for each seat, which of `bots` has it. Two bots have two; A,B,B,B has its four
        rotations; A,B,C,D all 24, because with rotations alone A would always follow D."""
        chairs = [self.bots.index(spec) for spec in self.specs]
        return tuple(sorted(set(permutations(chairs))))

    def whole_deals(self, games: int) -> int:
        """The number of games, rounded up so that every deal is played in every seating."""
        return -(-games // len(self.seatings)) * len(self.seatings)

    def seated(self, numbers: Any) -> Any:
        """The bot of each seat in the games with these numbers: an array (games, seats)."""
        return np.array(self.seatings, np.int8)[numbers % len(self.seatings)]

    def deals(self, numbers: Any) -> Any:
        """The deals of the games with these numbers."""
        return numbers // len(self.seatings)


@dataclass(frozen=True)
class Plan:
    """Everything that determines a run: the tables, the number of games at each, and the seed. The n-th deal is the
    same at every table, so all bots are compared on the same cards, and no table's games depend on the other tables."""

    tables: tuple[ArenaTable, ...]
    games: int
    seed: int
    conduct: Conduct = USUAL_CONDUCT

    @property
    def rules(self) -> Rules:
        """The rules, the same at all tables."""
        return self.tables[0].rules

    @cached_property
    def bots(self) -> tuple[BotSpec, ...]:
        """All distinct bots, in order of first mention."""
        return tuple(dict.fromkeys(spec for table in self.tables for spec in table.specs))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The label of each of `bots`: its name or, where two share a name, its full spec."""
        names = [bot.name for bot in self.bots]
        return tuple(bot.text if names.count(bot.name) > 1 else bot.name for bot in self.bots)

    @property
    def total(self) -> int:
        """Number of games at all tables."""
        return sum(table.whole_deals(self.games) for table in self.tables)


def deal_seeds(seed: int, deals: Any) -> Any:
    return scramble(scramble(np.full(1, seed, np.uint64)) + deals.astype(np.uint64) * STRIDE)


def scramble(words: Any) -> Any:
    """The finalizer of splitmix64."""
    words = words + STRIDE
    words = (words ^ (words >> np.uint64(30))) * FIRST_FACTOR
    words = (words ^ (words >> np.uint64(27))) * SECOND_FACTOR
    return words ^ (words >> np.uint64(31))


def plan_pairs(
    rules: Rules, specs: tuple[BotSpec, ...], games: object, seed: object, conduct: Conduct = USUAL_CONDUCT
) -> Plan:
    """Every pair of bots at a table for two."""
    if len(specs) < 2:
        raise ArenaError("a match needs at least two bots")
    for spec in specs:
        if specs.count(spec) > 1:
            raise ArenaError(f"{spec.name} is named twice; to let it play itself, use --table {spec.text},{spec.text}")
    check_players(rules, 2)
    tables = tuple(ArenaTable(rules, pair) for pair in combinations(specs, 2))
    return Plan(tables, check_games(games), check_seed(seed), conduct)


def plan_table(
    rules: Rules, specs: tuple[BotSpec, ...], games: object, seed: object, conduct: Conduct = USUAL_CONDUCT
) -> Plan:
    """A single table, in every seating."""
    check_players(rules, len(specs))
    return Plan((ArenaTable(rules, specs),), check_games(games), check_seed(seed), conduct)


def check_games(games: object) -> int:
    """The number of games, if it is in range."""
    number = whole(games)
    if number is None or not 1 <= number <= MOST_GAMES:
        raise ArenaError(f"games: a whole number from 1 to {MOST_GAMES:,}, not {show(games)}")
    return number


def repeat_command(plan: Plan, verb: str = "arena", words: Sequence[str] | None = None) -> str:
    """What to type to play the same games again: `words` as they were typed, or else as far as the plan knows them."""
    options = [*plan.conduct.options, "--games", str(plan.games), "--seed", str(plan.seed)]
    return shlex.join(["ferrovia", verb, *(_typed(plan) if words is None else words), *options])


def _typed(plan: Plan) -> list[str]:
    pairs = [table.specs for table in plan.tables] == list(combinations(plan.bots, 2))
    one_table = ["--table", ",".join(bot.text for bot in plan.tables[0].specs)]
    return [*([bot.text for bot in plan.bots] if pairs else one_table), "--rules", plan.rules.id]
