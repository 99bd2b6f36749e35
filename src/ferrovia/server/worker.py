"""A process in which bots think: `python -m ferrovia.server.worker MEGABYTES [MAP…]`. One question a line, one answer a
line. It is given views, never states, and it can be killed at any moment: it keeps nothing."""

import base64
import json
import resource
import signal
import sys
from dataclasses import asdict
from typing import Any

import numpy as np

from ferrovia.bots.compiled import CompiledBot
from ferrovia.bots.guard import checked_move, plain_reason
from ferrovia.bots.mind import MIND
from ferrovia.bots.specs import parse_spec
from ferrovia.bots.words import Reason
from ferrovia.engine.state import VIEW
from ferrovia.game import Game
from ferrovia.rules.resolved import Rules
from ferrovia.server.shelf import Shelf
from ferrovia.view import View

MEGABYTE = 1 << 20
GENERATOR_BYTES = 32


def main(arguments: list[str]) -> None:
    """Answer questions until there are no more."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends its workers itself, by SIGKILL
        signal.signal(number, signal.SIG_IGN)
    limit = int(arguments[0]) * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever a bot prints must not be taken for an answer
    shelf = Shelf(arguments[1:])
    warm_up(shelf)
    print("{}", file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(shelf, json.loads(line))), file=answers, flush=True)


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
        return choose(rules, view, question)
    except MemoryError:
        return {"failed": "memory"}
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"[:300]}


def choose(rules: Rules, view: View, question: dict[str, Any]) -> dict[str, Any]:
    """Ask the bot."""
    bot = parse_spec(question["bot"]).make(rules, view.players, view.seat, question["seed"])
    try:
        if isinstance(bot, CompiledBot) and question["memory"]:
            remember(bot, question["memory"])
        move = checked_move(view, bot.choose(view, view.legal_moves()))
        memory = memory_of(bot) if isinstance(bot, CompiledBot) else ""
        return {"move": str(move), "reason": reason_values(plain_reason(bot.reason)), "memory": memory}
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
