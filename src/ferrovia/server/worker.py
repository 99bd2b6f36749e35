"""A process in which bots think: `python -m ferrovia.server.worker MEGABYTES [MAP…]`. One question a line, one answer a
line. It is given views, never states, and it can be killed at any moment: it keeps nothing."""

import base64
import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import IO, Any

import numpy as np

from ferrovia.bots.bot import Bot
from ferrovia.bots.compiled import CompiledBot
from ferrovia.bots.external import ExternalBot
from ferrovia.bots.faults import FAULT_KINDS, BotFailed, place_of, plain_failure
from ferrovia.bots.guard import checked_move, plain_reason
from ferrovia.bots.mind import MIND
from ferrovia.bots.specs import parse_spec
from ferrovia.bots.words import Reason
from ferrovia.engine.state import VIEW
from ferrovia.game import Game
from ferrovia.rules.resolved import Rules
from ferrovia.server.pool import END, READY
from ferrovia.server.shelf import Shelf
from ferrovia.view import View

MEGABYTE = 1 << 20
GENERATOR_BYTES = 32


def main(arguments: list[str]) -> None:
    """Answer questions until there are no more."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends its workers itself
        signal.signal(number, signal.SIG_IGN)
    signal.signal(END, end)
    signal.signal(signal.SIGALRM, time_is_up)
    limit = int(arguments[0]) * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    questions, answers = pipes_of_our_own()
    with questions, answers:
        shelf = Shelf(arguments[1:])
        warm_up(shelf)
        print(json.dumps({"name": READY}), file=answers, flush=True)
        for line in questions:
            question = json.loads(line)
            name = {"name": question["name"]}
            print(json.dumps(name), file=answers, flush=True)  # from here on whatever happens is the bot's doing
            print(json.dumps({**answer(shelf, question), **name}), file=answers, flush=True)


class TimeUp(BaseException):
    """Raised into a bot that thinks for too long."""


class Ended(SystemExit):
    """Raised when the server has no more questions."""


def end(*_: Any) -> None:
    """The programs that bots have started are ended on the way out; whoever says it again does not interrupt that."""
    signal.signal(END, signal.SIG_IGN)
    raise Ended(0)


def time_is_up(*_: Any) -> None:
    """The alarm."""
    raise TimeUp


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeUp after so many seconds, wherever Python is then."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pipes_of_our_own() -> tuple[IO[str], IO[str]]:
    """Where questions come from and answers go to. What a bot writes to standard output goes to the log instead, and
    what it reads from standard input is nothing."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers


def warm_up(shelf: Shelf) -> None:
    """Load what is compiled before anybody waits for it."""
    rules = shelf.find("switzerland")
    game = Game(rules, 2, seed=1)
    parse_spec("planner").make(rules, 2, 0, 1).choose(game.view(0), game.legal_moves())


def answer(shelf: Shelf, question: dict[str, Any]) -> dict[str, Any]:
    """A move with its reason, and what the bot remembers; or what went wrong."""
    try:
        rules = shelf.find(question["rules"])
        view = View(rules, np.frombuffer(base64.b64decode(question["view"]), VIEW).copy())
        with alarm(question["seconds"]):
            return choose(rules, view, question)
    except Ended:
        raise
    except TimeUp:
        return {"failed": "it took too long"}
    except MemoryError:
        return {"failed": "memory"}
    except BaseException as error:  # a bot may want to end the whole process
        return {"failed": kind_of(error)}


def kind_of(error: BaseException) -> str:
    """What went wrong and where, for the log. Not what is said of it: that may name a hand, or tickets."""
    if isinstance(error, BotFailed):
        return FAULT_KINDS[plain_failure(error).kind]
    place = place_of(error)
    return f"{type(error).__name__}{place and f' at {place}'}"


def choose(rules: Rules, view: View, question: dict[str, Any]) -> dict[str, Any]:
    """Ask the bot."""
    bot = parse_spec(question["bot"]).make(rules, view.players, view.seat, question["seed"])
    bot.limit = question["seconds"]
    with dismissed(bot):
        if isinstance(bot, CompiledBot) and question["memory"]:
            remember(bot, question["memory"])
        move = checked_move(view, bot.choose(view, view.legal_moves()))
        memory = memory_of(bot) if isinstance(bot, CompiledBot) else ""
        return {"move": str(move), "reason": reason_values(plain_reason(bot.reason)), "memory": memory}


@contextlib.contextmanager
def dismissed(bot: Bot) -> Iterator[None]:
    """A bot is closed in the end. A program that did not answer is not asked again: it may still be at it."""
    try:
        yield
    except BaseException:
        if isinstance(bot, ExternalBot):
            bot.program.kill()
        raise
    finally:
        bot.close()


def memory_of(bot: CompiledBot) -> str:
    """The mind and the random stream of a compiled bot as text."""
    return base64.b64encode(bot.generators.tobytes() + bot.minds.tobytes()).decode()


def remember(bot: CompiledBot, memory: str) -> None:
    """Think on from there."""
    content = base64.b64decode(memory)
    if len(content) == GENERATOR_BYTES + MIND.itemsize:
        generators = np.frombuffer(content[:GENERATOR_BYTES], np.uint64).reshape(1, -1).copy()
        bot.restore((np.frombuffer(content[GENERATOR_BYTES:], MIND).copy(), generators))


def reason_values(reason: Reason | str | None) -> dict[str, Any]:
    """A reason for a message."""
    if isinstance(reason, Reason):
        return {name: value for name, value in asdict(reason).items() if value is not None}
    return {"code": "said", "words": reason} if reason else {"code": "nothing"}


if __name__ == "__main__":
    main(sys.argv[1:])
