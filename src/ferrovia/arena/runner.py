"""Execution of a plan: jobs go out to workers; played games come back, are stored, and are joined at the end."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ferrovia.arena.jobs import Job, PlayedGames, Trouble
from ferrovia.arena.plan import Plan
from ferrovia.arena.schedule import Schedule, TableResult, TableSchedule
from ferrovia.arena.store import Store, make_room
from ferrovia.arena.workers import Workers
from ferrovia.bots.guard import REPLACEMENT
from ferrovia.bots.hosting.faults import one_line

GLANCE: Final = 0.1
"""Seconds between two progress updates."""
ATTEMPTS: Final = 5
"""How often a job is retried after its worker died: more than that is no accident."""

STALLED: Final = "a bot did not answer in time and could not be stopped, as happens in code that is not Python"


@dataclass(frozen=True)
class Decision:
    """What a stopping rule said of a run."""

    rule: str
    """As it is typed after `--until`."""
    verdict: str | None
    """None: the games ran out before it was met."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.verdict or 'not decided, all games are played'}"


@dataclass(frozen=True, eq=False)
class Run:
    """The result of a plan: the data behind statistics and reports (docs/arena.md)."""

    plan: Plan
    results: tuple[TableResult, ...]
    """One for each of the plan's tables, in order."""
    failure: str = ""
    """Why the run could not continue; empty if it was finished or stopped."""
    decision: Decision | None = None
    """What the stopping rule said, if there was one."""

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(result.outcomes) for result in self.results)

    @property
    def finished(self) -> bool:
        """Whether the whole plan was played."""
        return self.games == self.plan.total


class Runner:
    """Executes a run, on top of the games of an earlier part of it (`before`). `watch` receives the number of
    finished games now and then; `stop` may be called from a signal handler."""

    def __init__(
        self,
        plan: Plan,
        workers: Workers,
        folder: Path | None = None,
        *,
        resume: bool = False,
        before: Run | None = None,
        watch: Callable[[int], None] = lambda done: None,
        warn: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.plan, self.workers, self.watch, self.warn = plan, workers, watch, warn
        self.stores = None if folder is None else [Store(folder, plan, table) for table in plan.tables]
        stored = [store.chunks() if resume else [] for store in self.stores or []] or [[] for _ in plan.tables]
        for chunks, result in zip(stored, before.results if before else (), strict=False):
            chunks.insert(0, PlayedGames(result.outcomes, result.actions, result.troubles))
        self.schedule = Schedule(plan, stored)
        self.running: dict[Future[PlayedGames], tuple[TableSchedule, Job]] = {}
        self.losses: Counter[tuple[TableSchedule, int]] = Counter()
        """How often a job was lost, by its table and its first game; those that were played since are not here."""
        self.failing: set[str] = set()
        self.stopped = False
        self.failure = ""
        self.stalls = 0
        """Workers that had to be ended."""
        self.resume = resume

    def stop(self) -> None:
        """Start nothing more."""
        self.stopped = True

    def run(self) -> Run:
        """Play until everything is played or `stop` is called."""
        self.warn_broken()
        stopping = False
        while self.hand_out() or self.running:
            if self.stopped and not stopping:
                self.workers.stop()
                stopping = True
            self.end_stalled()
            done, _ = wait(self.running, GLANCE, FIRST_COMPLETED)
            for future in done:
                self.collect(future)
            self.watch(self.schedule.done + self.workers.finished())
        return self.finish()

    def end_stalled(self) -> None:
        """End workers that are stuck where Python cannot stop them: everybody would wait for them forever."""
        ended = self.workers.end_stalled()
        if ended and not self.stalls:
            self.warn(f"WARNING: a worker had to be ended: {STALLED}")
        self.stalls += ended

    def warn_broken(self) -> None:
        """Warn about unreadable files of an earlier run."""
        for path in [path for store in self.stores or [] for path in store.broken]:
            self.warn(f"{path} cannot be read; its games are played again")

    def finish(self) -> Run:
        """The result. Games of an earlier run that were played again are deleted once this run is complete."""
        run = Run(self.plan, tuple(table.result() for table in self.schedule.tables), self.failure)
        if self.stores and run.finished:
            with suppress(OSError):
                for store in self.stores:
                    store.forget(store.broken if self.resume else store.before)
                make_room(self.stores[0].folder.parent)
        return run

    def hand_out(self) -> bool:
        """Give every worker a job and a next one; return whether any was given. Where one job can take others down with
        it, lost jobs are played one by one, so that the culprit is found."""
        before, lost = len(self.running), [table for table, _ in self.losses]
        room = 1 if lost and self.workers.fail_together else 2 * self.workers.size
        while not self.stopped and len(self.running) < room:
            job = self.schedule.next_job(self.workers.size, lost)
            if job is None:
                break
            self.running[self.workers.submit(job[1])] = job
        return len(self.running) > before

    def collect(self, future: "Future[PlayedGames]") -> None:
        """Take a worker's result; jobs lost with a worker are played again."""
        table, job = self.running.pop(future)
        try:
            chunk = future.result()
        except self.workers.lost as error:
            self.lose(table, job, error)
            return
        self.losses.pop((table, job.first), None)
        table.add(chunk)
        self.keep(table, chunk)
        self.alarm(chunk.troubles)

    def alarm(self, troubles: tuple[Trouble, ...]) -> None:
        """Warn about the first failure of each bot immediately: the rest of the run may not be worth the wait."""
        for trouble in troubles:
            if trouble.replaced and trouble.bot not in self.failing:
                self.failing.add(trouble.bot)
                self.warn(f"WARNING: {trouble}; {self.consequence()}")
                if self.plan.conduct.on_fault == "stop":
                    self.failure = self.failure or f"a bot failed, and the run was to stop then: {trouble}"
                    self.stop()

    def consequence(self) -> str:
        """What a failure leads to."""
        return {
            "replace": f"{REPLACEMENT} plays on, so the numbers are not this bot's own",
            "forfeit": f"the game counts as lost for it, and {REPLACEMENT} plays on for the other bots",
            "stop": "the run ends",
        }[self.plan.conduct.on_fault]

    def seconds_left(self) -> float | None:
        """Estimated seconds left; None before a game was timed."""
        return self.schedule.seconds_left(self.workers.size)

    def lose(self, table: TableSchedule, job: Job, error: BaseException) -> None:
        """A worker died with a job. After repeated deaths the job is given up, and with it the run."""
        table.give_back(job)
        if self.stopped:
            return
        self.losses[table, job.first] += 1
        if self.losses[table, job.first] >= ATTEMPTS:
            self.failure = failure_of(job, STALLED if self.stalls else error)
            self.stop()

    def keep(self, table: TableSchedule, chunk: PlayedGames) -> None:
        """Store a chunk; if that is impossible, say so once and continue without."""
        if self.stores is None:
            return
        store = self.stores[self.schedule.tables.index(table)]
        try:
            store.keep(chunk)
        except OSError as error:
            self.stores = None
            self.warn(f"finished games cannot be stored in {store.folder}, so --resume will not work: {error.strerror}")


def failure_of(job: Job, error: BaseException | str) -> str:
    """The sentence that helps to find out why workers die."""
    bots = ", ".join(bot.text for bot in job.table.bots)
    games = f"game {job.first}" if len(job) == 1 else f"games {job.first} to {job.last - 1}"
    why = one_line(error).rstrip(".") or type(error).__name__
    return (
        f"{games} of the table {bots} killed {ATTEMPTS} workers, the last one with: {why}; fix the bot or leave"
        " it out, or give it more memory"
    )
