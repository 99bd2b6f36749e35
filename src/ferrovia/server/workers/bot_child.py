"""The child process in which bots think: `python -m ferrovia.server.workers.bot_child MEGABYTES [MAP…]`.

One question per line, one answer per line. It receives views, never states, and keeps no state: killing it loses
nothing.
"""

import base64
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial

import numpy as np

from ferrovia.bots.adviser import ADVISER, advice_facts, adviser
from ferrovia.bots.base.bot import Bot
from ferrovia.bots.base.compiled_bot import CompiledBot
from ferrovia.bots.base.reason import Reason
from ferrovia.bots.guard import checked_move, plain_reason
from ferrovia.bots.hosting.external import ExternalBot
from ferrovia.bots.hosting.faults import FAULT_KINDS, BotFailed, place_of, plain_failure
from ferrovia.bots.kernels.memory import BOT_MEMORY
from ferrovia.bots.specs import parse_spec
from ferrovia.engine.state import VIEW
from ferrovia.game.game import Game
from ferrovia.game.moves import parse_move
from ferrovia.game.view import View
from ferrovia.processes.line_server import Answering, Values, serve_lines
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.rules_library import RulesLibrary

GENERATOR_BYTES = 32


def main(arguments: list[str]) -> None:
    """Answer questions until there are no more."""
    serve_lines(partial(prepare, arguments[1:]), int(arguments[0]))


def prepare(maps: list[str]) -> Answering:
    """Load the rules and everything compiled."""
    library = RulesLibrary(maps)
    warm_up(library)
    return partial(answer, library)


def warm_up(library: RulesLibrary) -> None:
    """Load compiled code before the first question."""
    rules = library.find("switzerland")
    game = Game(rules, 2, seed=1)
    for spec in (parse_spec("planner"), adviser(rules)):
        move = spec.make(rules, 2, 0, 1).choose(game.view(0), game.legal_moves())
    advice_facts(game.view(0), parse_move(move))


def answer(library: RulesLibrary, question: Values) -> Values:
    """A move with its reason and the bot's memory, or what went wrong."""
    rules = library.find(question["rules"])
    view = View(rules, np.frombuffer(base64.b64decode(question["view"]), VIEW).copy())
    try:
        return choose(rules, view, question)
    except MemoryError:
        raise
    except Exception as error:
        return {"failed": kind_of(error)}


def kind_of(error: BaseException) -> str:
    """What went wrong and where, for the log. Not the message: it may name a hand, or tickets."""
    if isinstance(error, BotFailed):
        return FAULT_KINDS[plain_failure(error).kind]
    place = place_of(error)
    return f"{type(error).__name__}{place and f' at {place}'}"


def choose(rules: Rules, view: View, question: Values) -> Values:
    spec = adviser(rules) if question["bot"] == ADVISER else parse_spec(question["bot"])
    bot = spec.make(rules, view.players, view.seat, question["seed"])
    bot.limit = question["seconds"]
    with dismissed(bot):
        if isinstance(bot, CompiledBot) and question["memory"]:
            remember(bot, question["memory"])
        move = checked_move(view, bot.choose(view, view.legal_moves()))
        memory = memory_of(bot) if isinstance(bot, CompiledBot) else ""
        facts = [fact.values() for fact in advice_facts(view, move)] if question["hint"] else []
        reason = reason_values(plain_reason(bot.reason))
        return {"move": str(move), "reason": reason, "facts": facts, "memory": memory}


@contextlib.contextmanager
def dismissed(bot: Bot) -> Iterator[None]:
    """Close the bot at the end. After a failure a program is killed: it may still be busy with its answer."""
    try:
        yield
    except BaseException:
        if isinstance(bot, ExternalBot):
            bot.program.kill()
        raise
    finally:
        bot.close()


def memory_of(bot: CompiledBot) -> str:
    """The memory and the random stream of a compiled bot as text."""
    return base64.b64encode(bot.generators.tobytes() + bot.memories.tobytes()).decode()


def remember(bot: CompiledBot, memory: str) -> None:
    content = base64.b64decode(memory)
    if len(content) == GENERATOR_BYTES + BOT_MEMORY.itemsize:
        generators = np.frombuffer(content[:GENERATOR_BYTES], np.uint64).reshape(1, -1).copy()
        bot.restore((np.frombuffer(content[GENERATOR_BYTES:], BOT_MEMORY).copy(), generators))


def reason_values(reason: Reason | str | None) -> Values:
    """A reason for a message."""
    if isinstance(reason, Reason):
        return {name: value for name, value in asdict(reason).items() if value is not None}
    return {"code": "said", "words": reason} if reason else {"code": "nothing"}


if __name__ == "__main__":
    main(sys.argv[1:])
