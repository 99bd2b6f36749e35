"""`ferrovia arena`: bots play each other, many times, and what comes of it."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ferrovia.arena.run import Run
    from ferrovia.arena.tables import Plan

FAILED, INTERRUPTED = 1, 130
GO_ON = "what is finished is kept, and the same command with --resume goes on"


def add_parser(verbs: Any) -> None:
    """The verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "arena",
        help="let bots play each other and count",
        description="Every pair of the bots at a table for two, or one table as it is; every deal is played in every"
        " seating. docs/arena.md explains the numbers, docs/bots.md how bots are named.",
    )
    verb.add_argument("bots", nargs="*", metavar="BOT", help="two or more bots: every pair plays")
    verb.add_argument("--table", metavar="A,B,…", help="one table instead, a bot for each seat, in all its seatings")
    verb.add_argument("--games", default="1000", metavar="N", help="games for each pair or table (default 1000)")
    verb.add_argument("--rules", default="north-america", metavar="ID", help="rule set or file (default north-america)")
    verb.add_argument("--seed", default="1", metavar="NUMBER", help="the same seed plays the same games (default 1)")
    verb.add_argument("--processes", metavar="N", help="how many games at once (default: one for each core)")
    verb.add_argument("--cluster", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one here")
    verb.add_argument("--resume", action="store_true", help="go on with the games of this run that are kept")
    verb.add_argument("--json", metavar="FILE", help="all numbers, for programs")
    verb.add_argument("--records", metavar="DIR", help="every game as a record")
    verb.add_argument("--report", metavar="DIR", help="a report with plots, as a page to open in a browser")
    verb.set_defaults(run=run)


class Outputs(NamedTuple):
    """Where results go besides the terminal."""

    json: Path | None
    records: Path | None
    report: Path | None


def run(arguments: argparse.Namespace) -> int:
    """Check everything, play, tell."""
    from ferrovia.arena.playing import play_plan
    from ferrovia.arena.store import data_folder

    plan, outputs = plan_of(arguments), outputs_of(arguments)
    processes = processes_of(arguments)
    mention_kept_games(plan, arguments.resume)
    options: dict[str, Any] = {"processes": processes, "cluster": arguments.cluster, "resume": arguments.resume}
    finished = play_plan(plan, folder=data_folder(), **options)
    tell(finished, outputs, processes, repeat_command(arguments))
    return code_of(finished)


def code_of(finished: "Run") -> int:
    """The exit code of a run; why it is not whole is said too."""
    from ferrovia.arena.playing import warn

    if finished.failure:
        warn(finished.failure)
        return FAILED
    if not finished.finished:
        warn(f"stopped after {finished.games:,} of {finished.plan.total:,} games; {GO_ON}")
    return 0 if finished.finished else INTERRUPTED


def plan_of(arguments: argparse.Namespace) -> "Plan":
    """What is to be played."""
    from ferrovia.arena.tables import plan_pairs, plan_table
    from ferrovia.bots.specs import parse_spec, parse_specs
    from ferrovia.errors import ArenaError
    from ferrovia.rules.loading import load_rules

    rules = load_rules(arguments.rules)
    games, seed = number("games", arguments.games), number("seed", arguments.seed)
    if arguments.table is None:
        return plan_pairs(rules, tuple(map(parse_spec, arguments.bots)), games, seed)
    if arguments.bots:
        raise ArenaError("give either bots, and every pair plays, or one --table")
    return plan_table(rules, tuple(parse_specs(arguments.table)), games, seed)


def number(name: str, text: str) -> int:
    """A whole number; what may be said of it besides, others check."""
    from ferrovia.checks import quoted
    from ferrovia.errors import ArenaError

    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 20):
        raise ArenaError(f"--{name}: a whole number, not {quoted(text)}")
    return int(text)


def processes_of(arguments: argparse.Namespace) -> int | None:
    """How many games at once, if that was said."""
    from ferrovia.arena.workers import check_processes

    return None if arguments.processes is None else check_processes(number("processes", arguments.processes))


def outputs_of(arguments: argparse.Namespace) -> Outputs:
    """Where results go; that they can be written there is known before a game is played."""
    from ferrovia.arena.outputs import check_file, check_folder

    return Outputs(
        None if arguments.json is None else check_file(arguments.json),
        None if arguments.records is None else check_folder(arguments.records),
        None if arguments.report is None else check_folder(arguments.report),
    )


def mention_kept_games(plan: "Plan", resume: bool) -> None:
    """Whoever forgot --resume, or hopes for games that are not there, learns it while there is time."""
    from ferrovia.arena.playing import warn
    from ferrovia.arena.store import Store, data_folder
    from ferrovia.arena.words import counted

    kept = [Store(data_folder(), plan, table).count() for table in plan.tables]
    if not resume and any(kept):
        games = f"{counted(sum(kept), 'game')} of this run {'is' if sum(kept) == 1 else 'are'} kept from before"
        warn(f"{games}; with --resume they would not be played again")
    if resume and not all(kept):
        tables = "this run" if not any(kept) else f"{kept.count(0)} of {counted(len(kept), 'table')}"
        warn(f"nothing is kept of {tables} with bots, their files, rules and seed as they are now: all of it is played")


def repeat_command(arguments: argparse.Namespace) -> str:
    """What to type to play the same games again."""
    who = ["--table", arguments.table] if arguments.table is not None else arguments.bots
    options = ["--rules", arguments.rules, "--games", arguments.games, "--seed", arguments.seed]
    return shlex.join(["ferrovia", "arena", *who, *options])


def tell(finished: "Run", outputs: Outputs, processes: int | None, command: str) -> None:
    """The table, and whatever else was asked for."""
    from shutil import get_terminal_size

    from ferrovia.arena.outputs import write_json
    from ferrovia.arena.summary import as_json, summarise
    from ferrovia.arena.terminal import show_run

    summary = summarise(finished)
    print(show_run(finished, summary, get_terminal_size().columns), flush=True)
    if outputs.json:
        write_json(outputs.json, as_json(finished, summary))
    if outputs.records:
        write_records(finished, outputs.records, processes)
    if outputs.report and finished.games:
        from ferrovia.report.page import write_report

        print(f"\nReport: {write_report(finished, outputs.report, command)}", flush=True)


def write_records(finished: "Run", folder: Path, processes: int | None) -> None:
    """Every game as a file."""
    from ferrovia.arena import records
    from ferrovia.arena.progress import Progress
    from ferrovia.arena.workers import check_processes

    bar = Progress(finished.games, what="records")
    records.write_records(finished, folder, check_processes(processes), bar.show)
    bar.close()
