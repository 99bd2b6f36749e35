"""`ferrovia arena`: bots play each other many times; shows who wins."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ferrovia.cli.arena_runs import exit_code_of, mention_stored_games
from ferrovia.cli.arguments import add_run_arguments, processes_of, seed_of

if TYPE_CHECKING:
    from ferrovia.arena.plan import Plan
    from ferrovia.arena.runner import Run
    from ferrovia.arena.until import StoppingRule

USUAL_ARENA_GAMES = 1000


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "arena",
        help="let bots play each other, with statistics",
        description="Play every pair of the bots at a table for two, or one table with --table. Every deal is played in"
        " every seating. docs/arena.md explains the numbers, docs/bots.md how to name bots.",
    )
    verb.add_argument("bots", nargs="*", metavar="BOT", help="two or more bots: every pair plays")
    verb.add_argument("--table", metavar="A,B,…", help="play one table instead, with a bot for each seat")
    verb.add_argument("--rules", default="north-america", metavar="ID", help="rule set or file (default north-america)")
    add_run_arguments(verb, "for each pair or table")
    verb.add_argument(
        "--until",
        metavar="WHAT",
        help="stop early: when every share is known to this half-width in %% (0.5), or when a sequential test of Elo"
        " has decided (sprt:0,10); --games is then the maximum (default 100000)",
    )
    verb.set_defaults(games=None)
    verb.add_argument("--seconds", type=float, metavar="S", help="time per move for third-party bots (default 20)")
    verb.add_argument(
        "--on-fault",
        metavar="HOW",
        help="when a bot fails: replace it and count the game (default), forfeit its game, or stop the run",
    )
    verb.add_argument("--cluster", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one here")
    verb.add_argument("--resume", action="store_true", help="continue with the stored games of this run")
    verb.add_argument("--json", metavar="FILE", help="write all numbers to this file")
    verb.add_argument("--records", metavar="DIR", help="write every game as a record")
    verb.add_argument("--report", metavar="DIR", help="write a report with plots, to open in a browser")
    verb.set_defaults(run=run)


class Outputs(NamedTuple):
    """Where results go besides the terminal."""

    json: Path | None
    records: Path | None
    report: Path | None


def run(arguments: argparse.Namespace) -> int:
    """Check everything, play, report."""
    from ferrovia.arena.driver import play_plan
    from ferrovia.arena.plan import repeat_command
    from ferrovia.arena.store import data_folder

    rule = rule_of(arguments)
    plan, outputs = plan_of(arguments), outputs_of(arguments)
    if rule is not None:
        rule.check_run(len(plan.bots), plan.tables[0].players)
    processes = processes_of(arguments)
    mention_stored_games(arguments.resume, plan)
    options: dict[str, Any] = {"processes": processes, "cluster": arguments.cluster, "resume": arguments.resume}
    finished = play_plan(plan, folder=data_folder(), until=rule, **options)
    present(finished, outputs, processes, repeat_command(finished.plan, "arena", typed_words(arguments)))
    return exit_code_of(finished)


def rule_of(arguments: argparse.Namespace) -> "StoppingRule | None":
    """The stopping rule, if there is one."""
    from ferrovia.arena.until import parse_rule

    return None if arguments.until is None else parse_rule(arguments.until)


def games_of(arguments: argparse.Namespace) -> int:
    """The number of games; if none is typed it depends on whether the run may stop early."""
    from ferrovia.arena.until import USUAL_GAMES

    if arguments.games is not None:
        return int(arguments.games)
    return USUAL_ARENA_GAMES if arguments.until is None else USUAL_GAMES


def plan_of(arguments: argparse.Namespace) -> "Plan":
    from ferrovia.arena.plan import USUAL_CONDUCT, Conduct, plan_pairs, plan_table
    from ferrovia.bots.specs import parse_spec, parse_specs
    from ferrovia.errors import ArenaError
    from ferrovia.rules.files.loading import load_rules

    rules = load_rules(arguments.rules)
    seconds = USUAL_CONDUCT.seconds if arguments.seconds is None else arguments.seconds
    conduct = Conduct(seconds, arguments.on_fault or USUAL_CONDUCT.on_fault)
    if arguments.table is None:
        specs = tuple(map(parse_spec, arguments.bots))
        return plan_pairs(rules, specs, games_of(arguments), seed_of(arguments, specs), conduct)
    if arguments.bots:
        raise ArenaError("give either bots, and every pair plays, or one --table")
    specs = tuple(parse_specs(arguments.table))
    return plan_table(rules, specs, games_of(arguments), seed_of(arguments, specs), conduct)


def outputs_of(arguments: argparse.Namespace) -> Outputs:
    """Where results go; checks before the first game that they can be written."""
    from ferrovia.arena.outputs import check_different, check_file, check_folder

    check_different(arguments.json, arguments.records, arguments.report)
    return Outputs(
        None if arguments.json is None else check_file(arguments.json),
        None if arguments.records is None else check_folder(arguments.records),
        None if arguments.report is None else check_folder(arguments.report),
    )


def typed_words(arguments: argparse.Namespace) -> list[str]:
    """Who plays, and by which rules, as it was typed."""
    who = ["--table", arguments.table] if arguments.table is not None else arguments.bots
    return [*who, "--rules", arguments.rules]


def present(finished: "Run", outputs: Outputs, processes: int | None, command: str) -> None:
    """Print the table and write the other outputs. Files come first, because the terminal may be gone by then; if they
    cannot be written, the table is all that is left."""
    from shutil import get_terminal_size

    from ferrovia.arena.outputs import write_json
    from ferrovia.arena.statistics.summary import as_json, summarise
    from ferrovia.arena.text_report import show_run

    summary = summarise(finished)
    lines = [show_run(finished, summary, get_terminal_size().columns)]
    try:
        lines += write_folders(finished, outputs, processes, command)
        if outputs.json:  # after the folders, because it may be our own output
            write_json(outputs.json, as_json(finished, summary))
    finally:
        print("\n".join(lines), flush=True)


def write_folders(finished: "Run", outputs: Outputs, processes: int | None, command: str) -> list[str]:
    """Write records and report; return the lines to print about them."""
    if outputs.records:
        write_records(finished, outputs.records, processes)
    if not outputs.report or not finished.games:
        return []
    from ferrovia.arena.report.page import write_report

    return [f"\nReport: {write_report(finished, outputs.report, command)}"]


def write_records(finished: "Run", folder: Path, processes: int | None) -> None:
    """Every game as a file."""
    from ferrovia.arena import records
    from ferrovia.arena.progress_bar import Progress
    from ferrovia.arena.workers import check_processes

    bar = Progress(finished.games, what="records")
    records.write_records(finished, folder, check_processes(processes), bar.show)
    bar.close()
