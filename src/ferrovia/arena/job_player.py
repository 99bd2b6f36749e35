"""Playing the games of a job: in the compiled loop if every bot is compiled, else move by move.

With compiled bots only, both ways play exactly the same games from the same seeds.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ferrovia.arena.jobs import Job, PlayedGames, Signals, Trouble, blank_games, finished_games
from ferrovia.arena.kernels import WORKSPACE, note_action_at, note_end_at, note_opening_at, play_games
from ferrovia.arena.outcome import AFTER_THE_END, REPLACED
from ferrovia.arena.plan import ArenaTable
from ferrovia.bots.bot_table import BotTable
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.hosting.faults import Fault
from ferrovia.bots.specs import parse_spec
from ferrovia.engine import batch
from ferrovia.engine.state import VIEW
from ferrovia.game.game import Game
from ferrovia.game.moves import Move
from ferrovia.game.view import View

ILLEGAL = "its move was not legal; the first legal one was made instead"

_own = threading.local()


def play_job(job: Job, signals: Signals) -> PlayedGames:
    """Play all games of a job, or as many as there is time for."""
    if all(bot.compiled for bot in job.table.bots):
        return play_compiled(job, signals)
    return play_by_move(job, signals)


def own_workspace() -> Any:
    """The workspace of this thread: it is large, and every game overwrites it."""
    if not hasattr(_own, "workspace"):
        _own.workspace = np.zeros(1, WORKSPACE)
    return _own.workspace


def play_compiled(job: Job, signals: Signals) -> PlayedGames:
    """All games of a job, or as many as there is time for."""
    outcomes, actions = blank_games(job)
    memories = np.concatenate([bot.memory(job.table.rules, job.table.players) for bot in job.table.bots])
    play = compiled_loop(job.table, memories, signals)
    play(outcomes[:0], actions[:0])  # compile before timing
    start, worked = time.perf_counter(), time.thread_time_ns()
    ticks = play(outcomes, actions)
    seconds, worked = time.perf_counter() - start, time.thread_time_ns() - worked
    # Ticks keep counting while other threads have the processor. Scaled to this thread's CPU time, they give a bot's
    # cost.
    outcomes["seats"]["nanoseconds"] *= worked / ticks if ticks > 0 else 0.0
    done = int(signals.done[0])
    return finished_games(outcomes, actions, done, seconds, troubles_in(job.table, outcomes[:done]))


def compiled_loop(table: ArenaTable, memories: Any, signals: Signals) -> Callable[[Any, Any], int]:
    """The loop that plays these bots. Nets have one of their own: it takes longer to compile, and most need no net."""
    nets = [number for number, bot in enumerate(table.bots) if bot.net]
    shared = (own_workspace(), signals.stop, signals.done)
    if not nets:
        return lambda outcomes, actions: int(play_games(table.rules.board, memories, outcomes, actions, *shared))
    from ferrovia.arena.net_kernels import play_net_games
    from ferrovia.bots.net.context import context_for

    context = context_for(
        table.rules, [table.bots[number].weights for number in nets], [memories[number] for number in nets]
    )
    return lambda outcomes, actions: int(
        play_net_games(table.rules.board, memories, outcomes, actions, *shared, context)
    )


def troubles_in(table: ArenaTable, outcomes: Any) -> tuple[Trouble, ...]:
    """Games in which a compiled bot chose an illegal action: a bug of ours, which must be reported."""
    games, seats = np.nonzero(outcomes["seats"]["fault"])
    return tuple(
        Trouble(int(row["number"]), seat, table.bots[row["bot"][seat]].name, ILLEGAL, "illegal")
        for row, seat in zip(outcomes[games], seats.tolist(), strict=True)
    )


class TimedBot(GuardedBot):
    """A guarded bot that measures its thinking time."""

    nanoseconds = 0

    def choose(self, view: View, moves: list[Move]) -> Move:
        start = time.perf_counter_ns()
        try:
            return super().choose(view, moves)
        finally:
            self.nanoseconds += time.perf_counter_ns() - start


class JournaledGame:
    """One game played move by move, with its recorded outcome."""

    def __init__(self, job: Job, index: int, outcomes: Any, actions: Any) -> None:
        self.job, self.index, self.outcomes, self.actions = job, index, outcomes, actions
        row = outcomes[index]
        self.number, seed, players = int(row["number"]), int(row["seed"]), job.table.players
        seated = [job.table.bots[row["bot"][seat]] for seat in range(players)]
        self.game = Game(job.table.rules, players, seed)
        limit = job.conduct.seconds
        self.bots = [TimedBot(spec, job.table.rules, players, seat, seed, limit) for seat, spec in enumerate(seated)]
        self.table = BotTable(self.game, dict(enumerate(self.bots)))
        self.replaced: list[bool] = []
        """At which seats another bot had to play on; known when the game is over."""

    def play(self, stop: Any, workspace: Any) -> bool:
        """Play it to its end; False if stopped before."""
        try:
            note_opening_at(self.game.states, self.outcomes, self.index)
            while not stop[0] and self.table.step():
                self.note_move()
            if self.game.over:
                self.replaced = [bot.replaced for bot in self.bots]
                self.table.play()  # notifies the bots that the game is over
                self.note_end(workspace)
        finally:
            self.table.close()
        if self.game.over:
            self.note_faults()
        return self.game.over

    def note_move(self) -> None:
        """Record each action of the last move; only the last of them can have ended a turn."""
        turn, states = self.game.history[-1], self.game.states
        array = np.zeros(1, VIEW)
        batch.look_at(turn.before, 0, turn.seat, array, 0)
        *first, last = View(self.game.rules, array).actions(turn.move)
        before, after = int(turn.before[0].public.turns), int(states[0].public.turns)
        for action, turns in [*((action, after) for action in first), (last, before)]:
            note_action_at(states, turn.seat, action, turns, self.outcomes, self.index, self.actions)

    def note_end(self, workspace: Any) -> None:
        """Record the result and the times."""
        note_end_at(self.game.rules.board, self.game.states, self.outcomes, self.index, workspace)
        for seat, bot in enumerate(self.bots):
            self.outcomes["seats"]["nanoseconds"][self.index, seat] = bot.nanoseconds
        if self.job.conduct.on_fault == "forfeit":
            places = self.outcomes["seats"]["score"]["place"][self.index, : len(self.bots)]
            places[:] = forfeited(places, np.array(self.replaced))

    def note_faults(self) -> None:
        """Record whose bot failed: during the game, or when it was told of the end and closed, which does not affect
        the game."""
        for seat, bot in enumerate(self.bots):
            fault = REPLACED if self.replaced[seat] else AFTER_THE_END
            self.outcomes["seats"]["fault"][self.index, seat] = fault if bot.faults else 0

    def troubles(self) -> list[Trouble]:
        """The failures of its bots: the first fault of each, as in the column of faults."""
        return [self.trouble(bot.faults[0], self.replaced[seat]) for seat, bot in enumerate(self.bots) if bot.faults]

    def trouble(self, fault: Fault, replaced: bool) -> Trouble:
        """A fault as it is stored."""
        what = (fault.sentence, fault.kind, fault.move, fault.tail)
        return Trouble(self.number, fault.seat, fault.bot, *what, replaced)


def forfeited(places: Any, failed: Any) -> Any:
    """The places when failed bots come last, together; the others keep their order. Points stay as they were played."""
    moved = [place - int((failed & (places < place)).sum()) for place in places.tolist()]
    return np.where(failed, len(places) - int(failed.sum()) + 1, moved)


_warm = False


def warm_up(job: Job) -> None:
    """Play a game of random moves once per process, so that compiling or loading compiled code does not count as
    thinking time."""
    global _warm
    if not _warm:
        _warm = True
        random = ArenaTable(job.table.rules, (parse_spec("random"),) * job.table.players)
        play_by_move(Job(random, 0, 0, 1), Signals())


def play_by_move(job: Job, signals: Signals) -> PlayedGames:
    """Play all games of a job, or as many as there is time for."""
    warm_up(job)
    outcomes, actions = blank_games(job)
    workspace, start, troubles = np.zeros(1, WORKSPACE), time.perf_counter(), list[Trouble]()
    for index in range(len(job)):
        game = JournaledGame(job, index, outcomes, actions)
        if not game.play(signals.stop, workspace):
            break
        troubles += game.troubles()
        signals.done[0] += 1
    seconds = time.perf_counter() - start
    return finished_games(outcomes, actions, int(signals.done[0]), seconds, tuple(troubles))
