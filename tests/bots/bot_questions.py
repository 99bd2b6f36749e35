"""Ask a compiled bot what it would do at a table laid by hand, and why."""

from typing import NamedTuple

from ferrovia import Game
from ferrovia.bots.base.compiled_bot import CompiledBot
from ferrovia.bots.kernels.memory import new_memories
from ferrovia.bots.kernels.registry import BOT_NAMES


class Asked(NamedTuple):
    """A move as text, without the tickets it returns, and the code of its reason."""

    move: str
    reason: str


def seated(game: Game, bot: str, seat: int = 0) -> CompiledBot:
    """A bot that sits down now."""
    memories = new_memories(1)
    memories[0]["bot"] = BOT_NAMES.index(bot)
    return CompiledBot(game.rules, game.players, seat, 1, memories)


def ask(game: Game, asked: CompiledBot) -> Asked:
    """What a bot does in its seat; it must be legal."""
    moves = game.legal_moves(asked.seat)
    move = asked.choose(game.view(asked.seat), moves)
    assert move in moves, f"{move} is not legal"
    return Asked(str(move).split(" return ")[0], getattr(asked.reason, "code", ""))


def answer(game: Game, bot: str, seat: int = 0) -> Asked:
    """What a bot does that has just sat down."""
    return ask(game, seated(game, bot, seat))
