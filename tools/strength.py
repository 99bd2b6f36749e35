"""Strength of the bots: plays the games behind `docs/strength.md` and the levels' ratings, and writes both.

    python -m tools.strength                 play what has not been played, write the page
    python -m tools.strength styles levels   play these parts again

Finished games are stored by the arena, so that an interrupted run can be continued. The numbers are in
`docs/data/strength.json`; the page is generated from them alone.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from ferrovia.arena.driver import play_plan
from ferrovia.arena.plan import plan_table
from ferrovia.arena.statistics.summary import as_json, summarise
from ferrovia.arena.store import data_folder
from ferrovia.bots.levels import Level, levels
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tools import level_strength

HERE = Path(__file__).resolve().parent
NUMBERS = HERE.parent / "docs" / "data" / "strength.json"
PAGE = HERE.parent / "docs" / "strength.md"
LEVELS = HERE.parent / "src" / "ferrovia" / "data" / "levels.toml"
CLASSIC = "north-america-classic"
STYLES = ("hungry", "long-route", "one-step", "path")
FIRST = "planner:edition=1"
SEED = 2027
"""Held out: nothing was tuned on games of this seed."""


class Match(NamedTuple):
    """A table, and how many games are played there."""

    part: str
    rules: str
    bots: str
    games: int


def matches() -> list[Match]:
    """Everything that is measured."""
    planned = [Match("styles", CLASSIC, f"planner,{style}", 10_000) for style in STYLES]
    planned += [Match("four", CLASSIC, ",".join(["planner"] + [style] * 3), 10_000) for style in STYLES[:2]]
    for rules in built_in_rules():
        most = load_rules(rules).rule_set.players_max
        for players in range(2, most + 1):
            planned.append(Match("greedy", rules, ",".join(["planner"] + ["greedy"] * (players - 1)), 10_000))
    for rules in ("north-america", CLASSIC):
        for players in (4, 5):
            planned.append(Match("edition", rules, ",".join(["planner"] + [FIRST] * (players - 1)), 10_000))
    planned.append(Match("search", CLASSIC, "search:worlds=3,width=3,planner", 10_000))
    planned.append(Match("search", CLASSIC, "search:worlds=8,planner", 10_000))
    others = [rules for rules in built_in_rules() if rules != CLASSIC]
    planned += [Match("search", rules, "search:worlds=16,planner", 400) for rules in others]
    planned.append(Match("second", CLASSIC, "search:time=1,planner", 400))
    return planned


def play(match: Match) -> dict[str, Any]:
    """Play a match, or the rest of it; return the arena's result."""
    specs = tuple(parse_specs(match.bots))
    plan = plan_table(load_rules(match.rules), specs, match.games, SEED)
    print(f"{match.part}: {match.rules}, {match.bots}", file=sys.stderr)
    run = play_plan(plan, folder=data_folder(), resume=True)
    return as_json(run, summarise(run))


def measure(parts: list[str]) -> dict[str, Any]:
    """All numbers; those of the named parts are measured again."""
    now = behaviour()
    known: dict[str, Any] = json.loads(NUMBERS.read_text("utf-8")) if NUMBERS.exists() else {}
    for match in matches():
        key = key_of(match)
        if key not in known or known[key]["behaviour"] != now or match.part in parts:
            result = play(match)
            if not result["finished"]:
                raise SystemExit("stopped; the same command goes on")
            known[key] = {"behaviour": now, "bots": slim(result)}
            write_numbers(known)
    level_strength.measure(known, now, "levels" in parts, lambda: write_numbers(known))
    return known


def write_numbers(known: dict[str, Any]) -> None:
    """Keep the numbers."""
    NUMBERS.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


KEPT = ("bot", "games", "win_share", "interval", "mean_score", "margin", "tickets_made", "tickets_lost", "ms_per_move")


def slim(result: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page needs of each bot."""
    return [{key: bot[key] for key in (*KEPT, "elo", "elo_interval") if key in bot} for bot in result["bots"]]


def behaviour(bots: str = "planner,search:worlds=2") -> str:
    """A digest of what the bots do in a few games: numbers of bots that behave differently are outdated. The first of
    them also plays at tables of four and five, where it may have other settings than at one of two."""
    digest, specs = hashlib.sha256(), tuple(parse_specs(bots))
    tables = [(rules, specs) for rules in built_in_rules()]
    tables += [(CLASSIC, specs[:1] * (players - len(specs)) + specs) for players in (4, 5)]
    for rules, seated in tables:
        plan = plan_table(load_rules(rules), seated, 4, SEED)
        for result in play_plan(plan, quiet=True).results:
            digest.update(result.outcomes["seats"]["score"].tobytes())
    return digest.hexdigest()[:16]


def percent(share: float, interval: list[float]) -> str:
    """A share with its interval."""
    return f"{100 * share:.1f} % ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def row(match: Match, result: dict[str, Any]) -> str:
    """One line of a table."""
    first, *others = result["bots"]
    points = " : ".join(f"{bot['mean_score']:.1f}" for bot in (first, others[0]))
    made = f"{first['tickets_made']:.2f} of {first['tickets_made'] + first['tickets_lost']:.2f}"
    cells = [match.rules, f"`{match.bots}`", str(first["games"]), percent(first["win_share"], first["interval"])]
    cells += [points, made, f"{first['ms_per_move']:.3f}"]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| rules | table | games | first bot wins | mean points | its tickets made | its ms per move |\n|-|-|-|-|-|-|-|",
    "| level | " + " | ".join(built_in_rules()) + " |\n|-|" + "-|" * len(built_in_rules()),
)
TEXTS = {
    "styles": "## Planner against the published styles, two players",
    "four": "## Planner against three copies of the two strongest styles",
    "greedy": "## Planner against greedy, every rule set and number of players",
    "edition": "## Planner against its first edition, where the two differ",
    "search": "## Search against planner, with a fixed amount of work",
    "second": "## Search against planner, with one second per decision",
}


LEVEL_TEXT = (
    "These are the opponents of human players ([bots.md](bots.md#the-levels)). On a map without a trained network"
    " {levels}.\n\n"
    "{bots}\n\n"
    "Elo on each rule set. Every pair of the first four plays {games:,} games of two players; `{master}`, which thinks"
    " much longer, plays {few} games against each of them, on New York {more}. A lead of 100 Elo means winning 64 % of"
    " the games, and the average of the five levels is 0. `python -m tools.strength levels` plays all of these games"
    " again, and these commands play those of one rule set:\n\n"
    "    ferrovia arena {others} --games {games} --seed {seed} --rules {rules}\n"
    "    ferrovia arena {others} {master} --games {few} --seed {seed} --rules {rules}\n"
)


def level_words() -> list[str]:
    """What the levels are, and how to reproduce their ratings."""
    listed = ", ".join(f"`{level.name}` is `{level.bot}`" for level in levels())
    *others, master = (level.name for level in levels())
    rows = [f"| {level.name} | {' | '.join(f'`{bot}`' for bot in bots_of(level))} |" for level in levels()]
    numbers = {
        "games": level_strength.GAMES,
        "few": level_strength.MASTER_GAMES,
        "more": level_strength.SMALL_BOARD_GAMES,
        "seed": level_strength.SEED,
        "rules": CLASSIC,
    }
    bots = "\n".join([HEAD[1], *rows])
    return [LEVEL_TEXT.format(levels=listed, bots=bots, others=" ".join(others), master=master, **numbers)]


def bots_of(level: Level) -> list[str]:
    """The bot of a level on each rule set."""
    return [level_strength.bot_of(level, rules) for rules in built_in_rules()]


def level_rows(known: dict[str, Any]) -> list[str]:
    """Every level's rating on every rule set."""
    names = [level.name for level in levels()]
    rated = {rules: level_strength.ratings(known, rules) for rules in built_in_rules()}
    cells = {name: [f"{rating[name]:+.0f}" if rating else "–" for rating in rated.values()] for name in names}
    return [f"| {name} | {' | '.join(cells[name])} |" for name in names]


def write_page(known: dict[str, Any]) -> None:
    """The page, from the numbers."""
    intro = (HERE / "strength_intro.md").read_text("utf-8").strip()
    lines = [intro, ""]
    for part, title in TEXTS.items():
        played = [match for match in matches() if match.part == part and key_of(match) in known]
        if played:
            lines += [title, "", HEAD[0], *(row(match, known[key_of(match)]) for match in played), ""]
    lines += ["## The five levels", "", *level_words(), HEAD[1], *level_rows(known)]
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")


def key_of(match: Match) -> str:
    """The key of a match among the numbers."""
    return f"{match.part} {match.rules} {match.bots}"


def write_levels(known: dict[str, Any]) -> None:
    """Write the ratings into the file of levels."""
    text = LEVELS.read_text("utf-8").partition("\n[elo.")[0].rstrip()
    for rules in built_in_rules():
        rated = level_strength.ratings(known, rules)
        if rated:
            text += f"\n\n[elo.{rules}]\n" + "\n".join(f"{name} = {round(elo)}" for name, elo in rated.items())
    LEVELS.write_text(text + "\n", "utf-8")


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = sorted({match.part for match in matches()} | {"levels"})
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"play again: {', '.join(parts)}")
    asked = parser.parse_args().parts
    for unknown in set(asked) - set(parts):
        parser.error(f"there is no part {unknown}; there are {', '.join(parts)}")
    numbers = measure(asked)
    write_page(numbers)
    write_levels(numbers)


if __name__ == "__main__":
    main()
