"""Plays a plan from start to finish: starts workers, shows a progress bar, stops cleanly on Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

from ferrovia.arena.cluster import HERE, Cluster
from ferrovia.arena.job_player import play_by_move, play_job
from ferrovia.arena.jobs import Job, Signals, with_last_line
from ferrovia.arena.plan import ArenaTable, Plan
from ferrovia.arena.progress_bar import Progress, warn
from ferrovia.arena.runner import Decision, Run, Runner
from ferrovia.arena.until import StoppingRule, looks
from ferrovia.arena.workers import Processes, Threads, Workers, check_processes
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.hosting.external import dismiss_idle
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import announcer
from ferrovia.errors import ArenaError
from ferrovia.game.game import Game
from ferrovia.game.warm import warm_up


def play_plan(
    plan: Plan,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    folder: Path | None = None,
    resume: bool = False,
    quiet: bool = False,
    until: StoppingRule | None = None,
) -> Run:
    """Play a plan, or as much of it as `until` asks for. Finished games are stored in `folder` (see
    `store.data_folder`), or not at all with None; `resume` skips games that are stored there. After Ctrl-C the returned
    run is not `finished`."""
    if cluster in (None, *HERE) or not all(bot.compiled for bot in plan.bots):
        compile_once(plan)
    check_bots_start(plan)
    workers = start_workers(plan, processes, cluster)
    try:
        if until is None:
            return play_part(plan, workers, folder, resume, quiet)
        return play_until(until, plan, lambda part, before: play_part(part, workers, folder, resume, quiet, before))
    finally:
        workers.stop()
        workers.close()


def play_part(
    plan: Plan, workers: Workers, folder: Path | None, resume: bool, quiet: bool, before: Run | None = None
) -> Run:
    """Play a plan on workers that are there, on top of what was played before."""
    runner = Runner(plan, workers, folder, resume=resume, before=before)
    bar = Progress(plan.total, runner.schedule.done, left=runner.seconds_left)
    runner.watch, runner.warn = (lambda done: None) if quiet else bar.show, warn_above(bar)
    with stopping_on_interrupt(runner):
        run = runner.run()
    bar.close()
    return run


def play_until(rule: StoppingRule, plan: Plan, play: Callable[[Plan, Run | None], Run]) -> Run:
    """Play longer and longer parts of a plan until a rule is met."""
    run, verdict = None, None
    for games in looks(plan.games):
        run = play(replace(plan, games=games), run)
        if not run.finished or run.failure:
            return run
        if verdict := rule.verdict(run):
            break
    assert run is not None  # there is always a last look
    return replace(run, decision=Decision(str(rule), verdict))


def start_workers(plan: Plan, processes: int | None, cluster: str | None) -> Workers:
    """Threads, processes or a cluster, as the plan needs."""
    if cluster is not None:
        return Cluster(cluster, None if processes is None else check_processes(processes))
    if all(bot.compiled for bot in plan.bots):
        return Threads(check_processes(processes))
    return Processes(check_processes(processes))


def check_bots_start(plan: Plan) -> None:
    """Start every third-party bot once before any game is played: one that cannot even start is bad input. Nets must
    have weights for these rules."""
    for spec in plan.bots:
        if spec.compiled:
            spec.memory(plan.rules, plan.tables[0].players)
    strangers = [bot for bot in plan.bots if not bot.compiled]
    if not strangers:
        return
    for spec in strangers:
        bot = GuardedBot(spec, plan.rules, plan.tables[0].players, 0, plan.seed)
        bot.close()
        for fault in bot.faults:
            raise ArenaError(f"{spec.text} cannot play: {with_last_line(fault.sentence, fault.tail)}")
    dismiss_idle()


def compile_once(plan: Plan) -> None:
    """Compile and cache everything that games, records and a report need: otherwise many processes would compile it at
    the same time, while the clocks of the progress bar and of third-party bots run. Bots come first, because the first
    compilation decides how long a wait is announced."""
    random, players = parse_spec("random"), plan.tables[0].players
    job = Job(ArenaTable(plan.rules, (random,) * players), plan.seed, 0, 1)
    compiled = [all(bot.compiled for bot in table.bots) for table in plan.tables]
    with announcer.together():
        for table in loops_needed(plan):
            play_job(Job(table, plan.seed, 0, 0), Signals())
        if not all(compiled):
            for spec in (random, *(bot for bot in plan.bots if bot.net)):
                game = Game(plan.rules, players, plan.seed)
                spec.make(plan.rules, players, 0, 0).choose(game.view(0), game.legal_moves(0))
            play_by_move(job, Signals())
        warm_up(plan.rules.board)


def loops_needed(plan: Plan) -> list[ArenaTable]:
    """A table for each compiled loop of the plan: the one for nets, which is the slowest to compile, and the plain."""
    compiled = [table for table in plan.tables if all(bot.compiled for bot in table.bots)]
    with_nets = [table for table in compiled if any(bot.net for bot in table.bots)]
    plain = [table for table in compiled if table not in with_nets]
    return with_nets[:1] + plain[:1]


def warn_above(bar: Progress) -> Callable[[str], None]:
    """Print warnings above the progress bar."""

    def tell(sentence: str) -> None:
        bar.close()
        warn(sentence)

    return tell


@contextmanager
def stopping_on_interrupt(runner: Runner) -> Iterator[None]:
    """The first Ctrl-C lets all workers finish the current move; the second kills them and is passed on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, leave)
        runner.stop()

    def leave(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        runner.workers.abandon()
        signal.raise_signal(number)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
