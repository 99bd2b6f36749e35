"""What the verbs that play in the arena share: their exit code, and what is stored of an earlier run."""

from typing import TYPE_CHECKING

from ferrovia.cli.exit_codes import FAILED, INTERRUPTED

if TYPE_CHECKING:
    from ferrovia.arena.plan import Plan
    from ferrovia.arena.runner import Run

GO_ON = "finished games are kept, and the same command with"


def exit_code_of(finished: "Run") -> int:
    """The exit code of a run; says why a run is incomplete."""
    from ferrovia.arena.failures import failed_everywhere, stopped_by_bot
    from ferrovia.arena.progress_bar import warn

    known = all(bot.compiled for bot in finished.plan.bots)  # otherwise the seed was random
    go_on = f"{GO_ON}{'' if known else f' --seed {finished.plan.seed}'} --resume continues"
    if finished.failure:
        warn(finished.failure if stopped_by_bot(finished) else f"{finished.failure}; {go_on}")
        return FAILED
    if useless := failed_everywhere(finished):
        lost = finished.plan.conduct.on_fault == "forfeit"
        means = "all of them are lost by forfeit" if lost else "none of these numbers are about it"
        warn(f"{', '.join(useless)} failed in every game: {means}")
        return FAILED
    if not finished.finished:
        warn(f"stopped after {finished.games:,} of {finished.plan.total:,} games; {go_on}")
    return 0 if finished.finished else INTERRUPTED


def mention_stored_games(resume: bool, *plans: "Plan") -> None:
    """Say early when --resume was forgotten, or finds nothing to resume. Plans are played one after another: that later
    ones have not begun is no surprise."""
    from ferrovia.arena.progress_bar import warn
    from ferrovia.arena.store import Store, data_folder
    from ferrovia.language.numbers import counted

    counts = [[Store(data_folder(), plan, table).count() for table in plan.tables] for plan in plans]
    stored = [games for plan in counts if plan is counts[0] or any(plan) for games in plan]
    if not resume and any(stored):
        games = f"{counted(sum(stored), 'game')} of this run {'is' if sum(stored) == 1 else 'are'} stored already"
        warn(f"{games}; with --resume they would not be played again")
    if resume and not all(stored):
        tables = "this run" if not any(stored) else f"{stored.count(0)} of {counted(len(stored), 'table')}"
        warn(f"no games of {tables} are stored for these bots, files, rules and seed: all of them are played")
