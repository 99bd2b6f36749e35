"""Playing a chunk move by move, for tables with a bot that is not compiled. With compiled bots alone it plays, from the
same seeds, exactly the games of the compiled loop."""

import time
from typing import Any

import numpy as np

from ferrovia.arena.chunk import Chunk, Job, Signals, Trouble, blank_games, finished_chunk
from ferrovia.arena.kernels import DESK, note_action_at, note_end_at, note_opening_at
from ferrovia.arena.outcome import AFTER_THE_END, REPLACED
from ferrovia.arena.plan import Table
from ferrovia.bots.bot_table import Table as SeatedBots
from ferrovia.bots.hosting.faults import Fault
from ferrovia.bots.hosting.guard import GuardedBot
from ferrovia.bots.specs import parse_spec
from ferrovia.engine import batch
from ferrovia.engine.state import VIEW
from ferrovia.game.game import Game
from ferrovia.game.moves import Move
from ferrovia.game.view import View


class TimedBot(GuardedBot):
    """A guarded bot that keeps its time."""

    nanoseconds = 0

    def choose(self, view: View, moves: list[Move]) -> Move:
        """Its move."""
        start = time.perf_counter_ns()
        try:
            return super().choose(view, moves)
        finally:
            self.nanoseconds += time.perf_counter_ns() - start


class Watched:
    """One game of a job, and what is noted of it."""

    def __init__(self, job: Job, index: int, outcomes: Any, actions: Any) -> None:
        self.job, self.index, self.outcomes, self.actions = job, index, outcomes, actions
        row = outcomes[index]
        self.number, seed, players = int(row["number"]), int(row["seed"]), job.table.players
        seated = [job.table.bots[row["bot"][seat]] for seat in range(players)]
        self.game = Game(job.table.rules, players, seed)
        self.bots = [TimedBot(spec, job.table.rules, players, seat, seed) for seat, spec in enumerate(seated)]
        self.table = SeatedBots(self.game, dict(enumerate(self.bots)))
        self.replaced: list[bool] = []
        """At which seats another bot had to play on; known when the game is over."""

    def play(self, stop: Any, desk: Any) -> bool:
        """Play it to its end; False if told to stop before."""
        try:
            note_opening_at(self.game.states, self.outcomes, self.index)
            while not stop[0] and self.table.step():
                self.note_move()
            if self.game.over:
                self.replaced = [bot.replaced for bot in self.bots]
                self.table.play()  # tells the bots that it is over
                self.note_end(desk)
        finally:
            self.table.close()
        if self.game.over:
            self.note_faults()
        return self.game.over

    def note_move(self) -> None:
        """Each action of the last move; only the last of them can have ended a turn."""
        turn, states = self.game.history[-1], self.game.states
        array = np.zeros(1, VIEW)
        batch.look_at(turn.before, 0, turn.seat, array, 0)
        *first, last = View(self.game.rules, array).actions(turn.move)
        before, after = int(turn.before[0].public.turns), int(states[0].public.turns)
        for action, turns in [*((each, after) for each in first), (last, before)]:
            note_action_at(states, turn.seat, action, turns, self.outcomes, self.index, self.actions)

    def note_end(self, desk: Any) -> None:
        """The result and the times."""
        note_end_at(self.game.rules.board, self.game.states, self.outcomes, self.index, desk)
        for seat, bot in enumerate(self.bots):
            self.outcomes["seats"]["nanoseconds"][self.index, seat] = bot.nanoseconds

    def note_faults(self) -> None:
        """Whose bot failed: in the game, or when it was told of the end and closed, which changes nothing of it."""
        for seat, bot in enumerate(self.bots):
            fault = REPLACED if self.replaced[seat] else AFTER_THE_END
            self.outcomes["seats"]["fault"][self.index, seat] = fault if bot.faults else 0

    def troubles(self) -> list[Trouble]:
        """What was wrong with its bots: the first fault of each, as in the column of faults."""
        return [self.trouble(bot.faults[0], self.replaced[seat]) for seat, bot in enumerate(self.bots) if bot.faults]

    def trouble(self, fault: Fault, replaced: bool) -> Trouble:
        """A fault as it is kept."""
        what = (fault.sentence, fault.kind, fault.move, fault.tail)
        return Trouble(self.number, fault.seat, fault.bot, *what, replaced)


_warm = False


def warm_up(job: Job) -> None:
    """Play a game of random moves, once in every process: compiling, or loading what was compiled, is nobody's
    thinking and counts against nobody's time."""
    global _warm
    if not _warm:
        _warm = True
        random = Table(job.table.rules, (parse_spec("random"),) * job.table.players)
        play_by_move(Job(random, 0, 0, 1), Signals())


def play_by_move(job: Job, signals: Signals) -> Chunk:
    """All games of a job, or as many as there is time for."""
    warm_up(job)
    outcomes, actions = blank_games(job)
    desk, start, troubles = np.zeros(1, DESK), time.perf_counter(), list[Trouble]()
    for index in range(len(job)):
        game = Watched(job, index, outcomes, actions)
        if not game.play(signals.stop, desk):
            break
        troubles += game.troubles()
        signals.done[0] += 1
    seconds = time.perf_counter() - start
    return finished_chunk(outcomes, actions, int(signals.done[0]), seconds, tuple(troubles))
