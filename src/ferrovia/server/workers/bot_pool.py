"""Bots in child processes: they receive views, never states, and a table always gets a move."""

import base64
import logging
import math
import secrets
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ferrovia.bots.adviser import ADVISER
from ferrovia.bots.levels import level_names
from ferrovia.bots.specs import parse_spec
from ferrovia.errors import ServerError
from ferrovia.game.view import View
from ferrovia.processes.pool import NoAnswer, ProcessPool, QuestionOrigin
from ferrovia.protocol.messages import FactValues, ReasonValues
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings

log = logging.getLogger(__name__)
AUTOPILOT: Final = "conductor"
"""The level that plays for absent players: it answers in microseconds, whatever else the server has to do."""
INSTRUCTOR: Final = "instructor"
"""The opponent in lessons. It is offered nowhere else."""
STAND_IN: Final = "greedy"
"""The bot that moves in place of one that has no answer."""
SHORT, LONG, HINT = range(3)
"""The lanes of questions."""
SHORT_SECONDS: Final = 0.05
"""A bot that takes longer than this on average, or was never asked, is asked in the lane for long questions."""
BOUND_SECONDS: Final = 5.0
"""A question that has waited for this long is overdue: every second free process goes to the oldest one."""
HINT_PATIENCE: Final = 15.0
"""A hint for which no process was free in this time is refused."""


@dataclass(frozen=True, slots=True)
class BotAsker:
    """On whose behalf a bot is asked: an address, and a table of it."""

    address: str
    table: str
    hint: bool = False


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's move."""

    move: str
    reason: ReasonValues = field(default_factory=lambda: ReasonValues(code="nothing"))
    facts: list[FactValues] = field(default_factory=list)
    """What the move does for the player, for a hint."""
    memory: str = ""
    stood_in: bool = False
    """Whether the stand-in chose it, because the bot had no answer."""


class BotPool(ProcessPool):
    """Pool of at most `size` bot processes with `memory` megabytes each. Moves that take long leave a process to those
    that do not, and hints have one process at most."""

    def __init__(self, size: int, memory: int, maps: tuple[str, ...] = ()) -> None:
        caps = {LONG: max(1, size - 1), HINT: 1}
        super().__init__(size, "ferrovia.server.workers.bot_child", str(memory), *maps, caps=caps, bound=BOUND_SECONDS)

    async def ask(self, bot: str, view: View, memory: str, seconds: float, asker: BotAsker) -> BotAnswer:
        """A bot's move, for a hint with its facts; NoAnswer if there is none in time, TimeoutError if a hint found no
        free process."""
        kind = f"{bot} {view.rules.id} {view.players}{' hint' * asker.hint}"
        lane = HINT if asker.hint else LONG if self.expected(kind, math.inf) > SHORT_SECONDS else SHORT
        origin = QuestionOrigin(asker.address, asker.table, kind, lane)
        question = {
            "bot": bot,
            "rules": view.rules.id,
            "view": base64.b64encode(view.array.tobytes()).decode(),
            "seed": secrets.randbits(64),
            "memory": memory,
            "hint": asker.hint,
        }
        answer = await self.answer(question, seconds, origin, HINT_PATIENCE if asker.hint else None)
        if "failed" in answer:
            raise NoAnswer(answer["failed"])
        return BotAnswer(answer["move"], answer["reason"], answer["facts"], answer["memory"])


class BotService:
    """Bot moves and hints, from one pool in which games go first."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        named = dict(named_bot(text) for text in settings.bot)
        self.bots = {name: name for name in level_names()} | named | {INSTRUCTOR: "greedy"}
        self.seconds, self.metrics = settings.bot_seconds, metrics
        self.pool = BotPool(settings.bots + 1, settings.bot_memory, settings.map)  # one more, for what is short
        metrics.bot_queue.set_function(lambda: len(self.pool.free.waiting))
        metrics.bot_backlog.set_function(lambda: self.pool.backlog)

    async def start(self, after: float) -> None:
        """Start the first process after a delay; the others start on demand."""
        await self.pool.start(after)

    async def start_another(self, after: float) -> None:
        """Start a second process after a delay, before the first hint is asked for."""
        await self.pool.start_another(after)

    async def close(self) -> None:
        """End all processes."""
        await self.pool.close()

    async def move(self, name: str, view: View, memory: str, asker: BotAsker, hopeless: bool) -> BotAnswer:
        """A bot's move; there always is one. `hopeless`: skip the bot and ask the stand-in."""
        for bot in (STAND_IN,) if hopeless else (self.bots.get(name, AUTOPILOT), STAND_IN):
            began = time.monotonic()
            try:
                answer = await self.pool.ask(bot, view, memory, self.seconds, asker)
                self.metrics.thinking.observe(time.monotonic() - began)
                return replace(answer, stood_in=bot == STAND_IN)
            except NoAnswer as error:
                self.metrics.failures.inc()
                log.warning("bot-failed", extra={"table": asker.table, "bot": bot, "why": str(error)})
                memory = ""
        return BotAnswer(str(secrets.choice(view.legal_moves())), stood_in=True)

    async def advice(self, view: View, memory: str, asker: BotAsker) -> BotAnswer:
        """A hint: what a strong bot would do with what the player sees, and its memory of the last hint."""
        try:
            return await self.pool.ask(ADVISER, view, memory, self.seconds, asker)
        except NoAnswer:
            raise RequestRefused("hint-failed") from None
        except TimeoutError:
            raise RequestRefused("busy") from None


def named_bot(text: str) -> tuple[str, str]:
    """Parse NAME=BOT; ServerError says what is wrong."""
    name, equals, bot = text.partition("=")
    taken = name in (*level_names(), INSTRUCTOR)
    if not equals or not name.isprintable() or not name.replace("-", "").isalnum() or taken:
        raise ServerError(f"--bot {text!r}: write NAME=BOT, with a new name of letters, digits and hyphens")
    return name, parse_spec(bot).text
