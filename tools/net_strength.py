"""How strong `net` and `net+look` are: plays the games behind docs/net.md and writes the page's tables.

    python -m tools.net_strength                  play what has not been played yet, write tables and model cards
    python -m tools.net_strength --games 2000     at most that many games per cell
    python -m tools.net_strength --page           play nothing, write them from docs/data/net.json

Seeds are held out: training never saw them. Finished games are kept where the arena keeps them, so an interrupted run
continues, and a run with more games only plays the missing ones.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from ferrovia.arena.driver import play_plan
from ferrovia.arena.plan import plan_table
from ferrovia.arena.statistics.summary import as_json, summarise
from ferrovia.arena.store import data_folder
from ferrovia.bots.net.library import card_for
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import built_in_rules, load_rules

HOME: Final = Path(__file__).resolve().parent.parent
NUMBERS: Final = HOME / "docs" / "data" / "net.json"
PAGE: Final = HOME / "docs" / "net.md"
CLASSIC: Final = "north-america-classic"
SEED: Final = 77_000_000_012
BEGIN: Final = "<!-- strength: written by `python -m tools.net_strength` -->"
END: Final = "<!-- end of strength -->"


class Cell(NamedTuple):
    """One bot among copies of another, at every seat of every deal."""

    rules: str
    bot: str
    rival: str
    players: int
    games: int
    least: float | None = None
    aim: float | None = None

    @property
    def key(self) -> str:
        """Names the cell in the numbers."""
        return f"{self.rules} {self.bot} {self.rival} {self.players}"

    @property
    def table(self) -> str:
        """The bots as the arena's `--table` takes them."""
        return ",".join([self.bot] + [self.rival] * (self.players - 1))


FIRST: Final = "planner:edition=1"
"""The planner of before its settings depended on the number of players; with two and three it is the same bot."""
TARGETS: Final = {CLASSIC: (88, 93), "north-america": (85, 92), "switzerland": (85, 92), "new-york": (70, 75)}
"""What `net` should win against `planner` with two players, in percent: least and aim."""


def cells() -> list[Cell]:
    """Every cell of the table."""
    planned = [Cell(rules, "net", "planner", 2, 10_000, *TARGETS[rules]) for rules in TARGETS]
    planned.append(Cell(CLASSIC, "net", "search:worlds=16", 2, 10_000, 80, 88))
    planned.append(Cell(CLASSIC, "net", "planner", 3, 10_000))
    planned += [Cell(CLASSIC, "net", FIRST, 4, 10_000, 48, 65), Cell(CLASSIC, "net", FIRST, 5, 10_000, 38, 55)]
    planned += [Cell("north-america", "net", FIRST, players, 10_000) for players in (4, 5)]
    for rules in built_in_rules():
        most = load_rules(rules).rule_set.players_max
        more = range(4 if rules == CLASSIC else 3, most + 1)
        planned += [Cell(rules, "net", "planner", players, 10_000) for players in more]
    planned += [Cell(rules, "net+look", "net", 2, 1_000, 55, 62) for rules in TARGETS]
    return planned


def play(cell: Cell, games: int) -> dict[str, Any]:
    """Play a cell, or what is missing of it."""
    print(f"{cell.rules}: {cell.table}", flush=True)
    plan = plan_table(load_rules(cell.rules), tuple(parse_specs(cell.table)), games, SEED)
    run = play_plan(plan, folder=data_folder(), resume=True)
    if not run.finished:
        raise SystemExit("stopped; the same command continues")
    first, second = as_json(run, summarise(run))["bots"][:2]
    kept = {name: first[name] for name in ("games", "win_share", "interval", "mean_score", "ms_per_move")}
    return kept | {"rival_score": second["mean_score"]}


def measure(most: int, only: str) -> dict[str, Any]:
    """The numbers of all cells; those with fewer games than asked for are played."""
    known: dict[str, Any] = json.loads(NUMBERS.read_text("utf-8")) if NUMBERS.exists() else {}
    for cell in cells():
        games = min(cell.games, most)
        if only in cell.key and known.get(cell.key, {"games": 0})["games"] < games:
            known[cell.key] = play(cell, games)
            NUMBERS.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
            write_page(known)
    return known


def line(cell: Cell, figures: dict[str, Any]) -> str:
    """One row of the table."""
    low, high = figures["interval"]
    table = f"`{cell.bot}` and {cell.players - 1} `{cell.rival}`"
    wins = f"**{100 * figures['win_share']:.1f} %** ({100 * low:.1f}–{100 * high:.1f})"
    asked = f"{cell.least:g} / {cell.aim:g} %" if cell.least else ""
    points = f"{figures['mean_score']:.1f} : {figures['rival_score']:.1f}"
    numbers = [
        f"{figures['games']:,}",
        wins,
        f"{100 / cell.players:.0f} %",
        asked,
        points,
        f"{figures['ms_per_move']:.2f}",
    ]
    return f"| {' | '.join([load_rules(cell.rules).name, table, *numbers])} |"


def write_page(known: dict[str, Any]) -> None:
    """Put the table into the page, and each rule set's figures onto its model card."""
    head = "| rule set | table | games | wins (95 %) | fair | least / aim | mean points | ms a move |"
    played = [cell for cell in cells() if cell.key in known]
    rows = [head, "|" + " --- |" * 8, *(line(cell, known[cell.key]) for cell in played)]
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join(rows) + f"\n{END}{after}", "utf-8")
    for rules in built_in_rules():
        write_card(rules, [(cell, known[cell.key]) for cell in played if cell.rules == rules])


def write_card(rules: str, figures: list[tuple[Cell, dict[str, Any]]]) -> None:
    """Write the strength of a rule set's networks onto their card."""
    card = card_for(load_rules(rules))
    if card is None or not figures:
        return
    content = dict(card.content)
    content["strength"] = [
        {
            "bot": cell.bot,
            "rival": cell.rival,
            "players": cell.players,
            "games": measured["games"],
            "wins_percent": round(100 * measured["win_share"], 1),
            "interval_95": [round(100 * each, 1) for each in measured["interval"]],
        }
        for cell, measured in figures
    ]
    (card.folder / f"{rules}.json").write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="games per cell, at most")
    parser.add_argument("--only", default="", metavar="TEXT", help="cells whose name contains this text")
    parser.add_argument("--page", action="store_true", help="play nothing")
    arguments = parser.parse_args()
    if arguments.page:
        write_page(json.loads(NUMBERS.read_text("utf-8")))
    else:
        write_page(measure(arguments.games, arguments.only))


if __name__ == "__main__":
    main()
