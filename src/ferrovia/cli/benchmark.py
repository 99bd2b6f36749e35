"""`ferrovia benchmark`: one score for a bot, over fixed opponents, rule sets and deals."""

import argparse
from typing import TYPE_CHECKING, Any

from ferrovia.cli.arena_runs import GO_ON, mention_stored_games
from ferrovia.cli.arguments import processes_of, whole_number
from ferrovia.cli.exit_codes import FAILED, INTERRUPTED

if TYPE_CHECKING:
    from ferrovia.arena.benchmark.suite import Matchup, Suite
    from ferrovia.bots.specs import BotSpec


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "benchmark",
        help="score a bot on a fixed suite",
        description="Play a bot against every opponent and rule set of a suite, always on the same deals, and print one"
        " score with its confidence interval. docs/benchmark.md has the rules and the leaderboard.",
    )
    verb.add_argument("bot", metavar="BOT", help="the bot, named as in the arena (docs/bots.md)")
    verb.add_argument("--suite", default="v1", metavar="NAME", help="the suite (default v1)")
    verb.add_argument("--json", metavar="FILE", help="write the score card as JSON")
    verb.add_argument("--html", metavar="FILE", help="write the score card as a page")
    verb.add_argument("--resume", action="store_true", help="continue with the stored games of this benchmark")
    verb.add_argument("--processes", type=whole_number, metavar="N", help="parallel games (default: one per core)")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the suite and write the card."""
    from ferrovia.arena.benchmark.card import card_json, card_text
    from ferrovia.arena.benchmark.card_page import card_html
    from ferrovia.arena.benchmark.suite import load_suite
    from ferrovia.arena.outputs import check_file, write_json, write_text
    from ferrovia.bots.specs import parse_spec

    suite, bot = load_suite(arguments.suite), parse_spec(arguments.bot)
    places = [None if name is None else check_file(name) for name in (arguments.json, arguments.html)]
    cells = play(suite, bot, processes_of(arguments), arguments.resume)
    if cells is None:
        return INTERRUPTED
    card = card_json(suite, bot, cells)
    if places[0]:
        write_json(places[0], card)
    if places[1]:
        write_text(places[1], card_html(card))
    print(card_text(card))
    return FAILED if card["faults"] == card["games"] > 0 else 0


def play(suite: "Suite", bot: "BotSpec", processes: int | None, resume: bool) -> "list[Matchup] | None":
    """Play the suite, or what is left of it; None, and a sentence how to go on, after Ctrl-C. An error
    of a run that cannot continue says the same."""
    from ferrovia.arena.benchmark.suite import parts_of, play_suite
    from ferrovia.arena.progress_bar import warn
    from ferrovia.arena.store import data_folder

    mention_stored_games(resume, *(part.plan for part in parts_of(suite, bot)))
    go_on = f"{GO_ON} --resume continues"
    options: dict[str, Any] = {"processes": processes, "folder": data_folder(), "resume": resume}
    cells = play_suite(suite, bot, **options, watch=report_cell, remedy=go_on)
    if cells is None:
        warn(f"stopped before the suite was complete, so there is no score; {go_on}")
    return cells


def report_cell(cell: "Matchup") -> None:
    from ferrovia.arena.progress_bar import warn

    warn(f"{cell.rules}: {cell.share:.1%} against {cell.opponent}")
