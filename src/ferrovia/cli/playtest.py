"""`ferrovia playtest`: bots of several levels play a board, and its designer learns what to change."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferrovia.cli.arena_runs import exit_code_of, mention_stored_games
from ferrovia.cli.arguments import add_run_arguments, processes_of, seed_of

if TYPE_CHECKING:
    from ferrovia.arena.plan import Plan
    from ferrovia.arena.playtest.verdict import Verdict
    from ferrovia.arena.runner import Run


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "playtest",
        help="let bots play a map and report what is wrong with it",
        description="Let bots of several levels play a map or a rule set with every number of players it allows. The"
        " verdict names tickets that are too cheap or too dear, routes that nobody claims or that decide games, uneven"
        " seats and deadlocks. docs/playtest.md explains it.",
    )
    verb.add_argument("map", metavar="MAP", help="a file with a map or a rule set, a folder with one, or a built-in id")
    add_run_arguments(verb, "at each table")
    verb.add_argument("--bots", metavar="A,B,…", help="the bots, weakest first (default greedy,hungry,planner)")
    verb.add_argument("--resume", action="store_true", help="continue with the stored games of this playtest")
    verb.add_argument("--report", metavar="DIR", help="folder for the report (default: ./playtest-ID)")
    verb.add_argument("--json", metavar="FILE", help="write the verdict and all numbers to this file")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check everything, play, judge, report."""
    from ferrovia.arena.outputs import check_different, check_file, check_folder
    from ferrovia.arena.plan import repeat_command
    from ferrovia.arena.playtest.plan import BOTS, board_file, playtest_plan
    from ferrovia.arena.playtest.verdict import judge
    from ferrovia.bots.specs import parse_specs
    from ferrovia.rules.files.loading import load_rules

    rules, specs = load_rules(board_file(arguments.map)), tuple(parse_specs(arguments.bots or BOTS))
    plan = playtest_plan(rules, specs, arguments.games, seed_of(arguments, specs))
    processes = processes_of(arguments)
    report = f"playtest-{rules.id}" if arguments.report is None else arguments.report
    check_different(arguments.json, report)
    json = None if arguments.json is None else check_file(arguments.json)
    folder = check_folder(report)
    finished = play(plan, processes, arguments.resume)
    if all(len(result.outcomes) for result in finished.results):
        words = [arguments.map, *(["--bots", arguments.bots] if arguments.bots else [])]
        present(finished, judge(finished, specs), folder, json, repeat_command(plan, "playtest", words))
    else:
        print("There is no verdict until every table has been played.", flush=True)
    return exit_code_of(finished)


def play(plan: "Plan", processes: int | None, resume: bool) -> "Run":
    """Play the plan, or what is left of it."""
    from ferrovia.arena.driver import play_plan
    from ferrovia.arena.store import data_folder

    mention_stored_games(resume, plan)
    return play_plan(plan, processes=processes, folder=data_folder(), resume=resume)


def present(finished: "Run", verdict: "Verdict", folder: Path, json: Path | None, command: str) -> None:
    """Print the verdict and write the files behind it."""
    from ferrovia.arena.outputs import write_json
    from ferrovia.arena.playtest.verdict import verdict_json, verdict_section, verdict_text
    from ferrovia.arena.report.page import write_report
    from ferrovia.arena.statistics.summary import as_json, summarise

    plan, of_all = finished.plan, "" if finished.finished else f" of {finished.plan.total:,}"
    title = f"{plan.rules.name}, {finished.games:,}{of_all} games at {len(plan.tables)} tables, seed {plan.seed}"
    lines = [f"{title}\n", verdict_text(verdict)]
    try:  # files come first, because the terminal may be gone by then
        page = write_report(finished, folder, command, verdict_section(verdict))
        lines.append(f"\nThe full report, with plots and the map: {page}")
        if json:
            write_json(json, {**as_json(finished, summarise(finished)), "verdict": verdict_json(verdict)})
    finally:
        print("\n".join(lines), flush=True)
