"""How strong the five levels are: the games of every pair, and the Elo ratings that fit them.

A pair is played again when the bot of a level changes, so that one level can be set without playing all of them.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.driver import play_plan
from ferrovia.arena.plan import plan_table
from ferrovia.arena.statistics.ratings import ELO, fit, meetings_of
from ferrovia.arena.store import data_folder
from ferrovia.bots.levels import Level, levels
from ferrovia.bots.net.library import built_in, card_for
from ferrovia.bots.specs import SMALL, parse_spec
from ferrovia.rules.files.loading import built_in_rules, load_rules

SEED: Final = 2029
"""Held out: the levels' bots were chosen on games of other seeds."""
GAMES: Final = 2_000
MASTER_GAMES: Final = 100
"""Of the strongest level, which thinks a thousand times longer than the others."""
SMALL_BOARD: Final = "new-york"
SMALL_BOARD_GAMES: Final = 400
"""Of the strongest level there, where games are short."""


def bot_of(level: Level, rules: str) -> str:
    """The bot of a level on a rule set."""
    return level.bots.get(rules, level.bot)


def pairs(rules: str) -> Iterator[tuple[Level, Level, int]]:
    """Every pair of levels, with the number of its games."""
    master = SMALL_BOARD_GAMES if rules == SMALL_BOARD else MASTER_GAMES
    for first, second in combinations(levels(), 2):
        yield first, second, master if second is levels()[-1] else GAMES


def key_of(rules: str, first: Level, second: Level) -> str:
    """The key of a pair among the numbers: its bots, whatever their levels are called."""
    return f"levels {rules} {bot_of(first, rules)} : {bot_of(second, rules)}"


def nets_of(rules: str, *pair: Level) -> str:
    """A digest of the networks by which a pair plays: games of other networks are outdated."""
    digest = hashlib.sha256()
    for bot in (bot_of(level, rules) for level in pair):
        small = f"weights={SMALL}" in bot
        card = card_for(load_rules(rules), Path(str(built_in())) / SMALL if small else None)
        if card and bot.startswith("net"):
            digest.update("".join(card.hash(part) for part in ("policy", "critic") if card.has(part)).encode())
    return digest.hexdigest()[:16]


def play(rules: str, first: Level, second: Level, games: int) -> dict[str, Any]:
    """Play a pair, or the rest of its games: their number, and the points of the first."""
    bots = bot_of(first, rules), bot_of(second, rules)
    print(f"levels: {rules}, {bots[0]} and {bots[1]}", file=sys.stderr)
    plan = plan_table(load_rules(rules), tuple(map(parse_spec, bots)), games, SEED)
    run = play_plan(plan, folder=data_folder(), resume=True)
    if not run.finished:
        raise SystemExit("stopped; the same command goes on")
    points = meetings_of(run)[0].points
    return {"games": len(points), "points": float(points.sum())}


def measure(known: dict[str, Any], behaviour: str, again: bool, save: Callable[[], None]) -> None:
    """Play the pairs whose numbers are missing or outdated, or all of them; forget those of bots no level has."""
    wanted = [(rules, *pair) for rules in built_in_rules() for pair in pairs(rules)]
    for key in set(known) - {key_of(*pair[:3]) for pair in wanted}:
        if key.startswith("levels "):
            del known[key]
    for rules, first, second, games in wanted:
        key, made_by = key_of(rules, first, second), {"behaviour": behaviour, "nets": nets_of(rules, first, second)}
        current = key in known and {name: known[key][name] for name in made_by} == made_by
        if again or not current or known[key]["games"] < games:
            known[key] = made_by | play(rules, first, second, games)
            save()


def ratings(known: dict[str, Any], rules: str) -> dict[str, float]:
    """The levels' Elo on a rule set, centred at 0; empty where a pair has not been played."""
    names = [level.name for level in levels()]
    points, counts = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for first, second, _ in pairs(rules):
        found = known.get(key_of(rules, first, second))
        if found is None:
            return {}
        one, other = names.index(first.name), names.index(second.name)
        points[one, other], points[other, one] = found["points"], found["games"] - found["points"]
        counts[one, other] = counts[other, one] = found["games"]
    strengths = ELO * fit(points, counts)
    return dict(zip(names, (strengths - strengths.mean()).tolist(), strict=True))
