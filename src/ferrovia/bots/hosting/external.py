"""Bots in any language: programs that read and write one JSON message per line (docs/bots.md)."""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ferrovia.bots.base.bot import START, Bot
from ferrovia.bots.hosting.faults import BotFailed
from ferrovia.processes.program import Program, shown
from ferrovia.protocol import bot_lines

if TYPE_CHECKING:
    from ferrovia.game.events import Event
    from ferrovia.game.moves import Move
    from ferrovia.game.scores import Score
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules


class BotProgram(Program):
    """A bot's program, whose failures are failures of the bot."""

    failure = BotFailed


_IDLE: dict[tuple[int, str, str], list[BotProgram]] = {}
"""Idle programs that wait for their next game, by process, command and rules, because starting one takes time."""


class ExternalBot(Bot):
    """A program in one seat."""

    repeatable = False

    def __init__(self, rules: "Rules", players: int, seat: int, seed: int, words: list[str]) -> None:
        super().__init__(rules, players, seat, seed)
        self.waiting = _IDLE.setdefault((os.getpid(), "\0".join(words), rules.hash), [])
        self.events: list[Event] = []
        self.sent = 0
        self.undone = 0
        self.asked = False
        self.words = words
        self.beginning = bot_lines.line_of(bot_lines.game_message(players, seat, seed))
        self.program = self._waiting_program() or self._new_program()
        self.program.send(self.beginning)

    def _waiting_program(self) -> BotProgram | None:
        while self.waiting:
            program = self.waiting.pop()
            if program.alive and not program.chatters():
                self.patience = 0.0
                return program
            program.kill()
        return None

    def _new_program(self) -> BotProgram:
        program = BotProgram(self.words, farewell=bot_lines.line_of({"message": "bye"}))
        self.patience = START
        program.send(bot_lines.line_of(bot_lines.hello_message(self.rules)))
        return program

    def choose(self, view: "View", moves: "list[Move]") -> str:
        question = bot_lines.line_of(bot_lines.choose_message(view, moves, self.events, self.undone))
        self.sent += len(self.events)
        self.events, self.undone = [], 0
        answer = read_answer(self.program, self._ask(question))
        self.patience, self.asked = 0.0, True
        self.reason = answer.get("reason") if isinstance(answer.get("reason"), str) else None
        return str(answer["move"])

    def _ask(self, question: bytes) -> bytes:
        """Ask the program; restart it if it ended between two games, because it could not know that there would be
        another."""
        try:
            return self.program.ask(question, self.limit + self.patience)
        except BotFailed as failure:
            if failure.kind != "crash" or self.asked or self.patience:
                raise
        self.program = self._new_program()
        return self.program.ask(self.beginning + question, self.limit + self.patience)

    def watch(self, events: "Sequence[Event]") -> None:
        """Keep the events; they go out with the next question."""
        self.events += events

    def snapshot(self) -> object:
        """How many events the program has received, and those still to send."""
        return self.sent, list(self.events)

    def restore(self, snapshot: Any) -> None:
        """The program's memory is out of reach: the next question says how many events to forget."""
        sent, events = snapshot
        self.undone += self.sent - sent
        self.sent, self.events = sent, list(events)

    def over(self, scores: "Sequence[Score]") -> None:
        """Send the result, if the program still listens; it need not."""
        if self.program.alive:
            with suppress(BotFailed):
                self.program.send(bot_lines.line_of(bot_lines.over_message(scores)))

    def close(self) -> None:
        """Keep the program for another game."""
        if self.program.alive:
            self.waiting.append(self.program)


def read_answer(program: BotProgram, line: bytes) -> dict[str, Any]:
    """Parse `{"move": "…"}`, optionally with a `reason`. A program that answers anything else is ended."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise program.failed("unreadable", f'its answer {shown(line)} is no JSON; write {{"move": …}}') from None
    if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
        raise program.failed("unreadable", f"its answer {shown(line)} has no text 'move'; write {{\"move\": …}}")
    return answer


def dismiss_idle() -> None:
    """End the programs that wait for a game."""
    for programs in _IDLE.values():
        while programs:
            programs.pop().end()
