"""The tables of a playtest: for each number of players the strongest bot against itself, and all levels together."""

from itertools import combinations
from pathlib import Path
from typing import Final

from ferrovia.arena.plan import ArenaTable, Plan, check_games
from ferrovia.bots.specs import BotSpec
from ferrovia.errors import ArenaError
from ferrovia.game.checks import check_seed
from ferrovia.rules.files import locate
from ferrovia.rules.files.document import read_document
from ferrovia.rules.files.loading import built_in_rules
from ferrovia.rules.resolved import Rules

BOTS: Final = "greedy,hungry,planner"
"""Weakest first. The last one is the yardstick: its games decide what routes and tickets are worth."""


def board_file(name: str) -> str:
    """The board meant: a built-in id, a file, or the only map or rule set in a folder."""
    folder = Path(name)
    if name in built_in_rules() or not locate.exists(folder) or not folder.is_dir():
        return name
    boards = [str(path) for path in sorted(folder.glob("*.toml")) if is_board(path)]
    if len(boards) != 1:
        listed = f": {', '.join(boards)}" if boards else ""
        raise ArenaError(f"{name!r} is a folder with {len(boards)} boards in it{listed}; name a file")
    return boards[0]


def is_board(path: Path) -> bool:
    """Whether a file is a map or a rule set; a layout is neither."""
    document = read_document(path, str(path), [])
    return document is not None and locate.kind_of(document) != locate.LAYOUTS


def playtest_plan(rules: Rules, specs: tuple[BotSpec, ...], games: object, seed: object) -> Plan:
    """All tables; the bots are named weakest first."""
    if len(set(specs)) < 2 or len(set(specs)) < len(specs):
        raise ArenaError("a playtest needs two or more different bots, the weakest first")
    sizes = range(rules.rule_set.players_min, rules.rule_set.players_max + 1)
    tables = [table for players in sizes for table in tables_of(rules, specs, players)]
    return Plan(tuple(tables), check_games(games), check_seed(seed))


def tables_of(rules: Rules, specs: tuple[BotSpec, ...], players: int) -> list[ArenaTable]:
    """The tables of one size: all levels, and the strongest against itself. With too many levels the weakest is left
    out; spare seats go to the strongest."""
    equals = ArenaTable(rules, (specs[-1],) * players)
    if players == 2:
        return [*(ArenaTable(rules, pair) for pair in combinations(specs, 2)), equals]
    levels = sorted((number % len(specs) for number in range(players)), reverse=True)
    return [ArenaTable(rules, tuple(specs[-1 - level] for level in levels)), equals]
