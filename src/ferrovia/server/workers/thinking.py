"""Who thinks for the bots of this process, and for people who are gone or ask for a hint."""

import logging
import secrets
import time
from dataclasses import replace
from typing import Final

from ferrovia.bots.levels import level_names
from ferrovia.bots.specs import parse_spec
from ferrovia.errors import ServerError
from ferrovia.game.view import View
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.refusals import Refusal
from ferrovia.server.base.settings import Settings
from ferrovia.server.workers.bot_pool import Answer, Pool
from ferrovia.server.workers.processes import NoAnswer

log = logging.getLogger("ferrovia.thinking")
AUTOPILOT: Final = "driver"
"""The level that plays for people who are gone."""
STAND_IN: Final = "greedy"
"""Who moves for a bot that has no answer."""
HINTS_FROM: Final = "stationmaster"


class Thinkers:
    """Two pools: hints never keep a game waiting."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.bots = {name: name for name in level_names()} | dict(named_bot(text) for text in settings.bot)
        self.seconds, self.metrics = settings.bot_seconds, metrics
        self.pool = Pool(settings.bots, settings.bot_memory, settings.map)
        self.advisers = Pool(1, settings.bot_memory, settings.map)

    async def start(self, after: float) -> None:
        """Hire the first one, when there is time for it; the others come when they are asked."""
        await self.pool.start(after)

    async def close(self) -> None:
        """Dismiss everybody."""
        await self.pool.close()
        await self.advisers.close()

    async def move(self, name: str, view: View, memory: str, table: str, customer: str, hopeless: bool) -> Answer:
        """A move of a bot; there always is one. `hopeless`: it need not be asked."""
        for bot in (STAND_IN,) if hopeless else (self.bots.get(name, AUTOPILOT), STAND_IN):
            began = time.monotonic()
            try:
                answer = await self.pool.ask(bot, view, memory, self.seconds, customer)
                self.metrics.thinking.observe(time.monotonic() - began)
                return replace(answer, stood_in=bot == STAND_IN)
            except NoAnswer as error:
                self.metrics.failures.inc()
                log.warning("bot-failed", extra={"table": table, "bot": bot, "why": str(error)})
                memory = ""
        return Answer(str(secrets.choice(view.legal_moves())), stood_in=True)

    async def advice(self, view: View, customer: str) -> Answer:
        """What a strong bot would do in a player's place; it sees what the player sees."""
        try:
            return await self.advisers.ask(HINTS_FROM, view, "", self.seconds, customer)
        except NoAnswer:
            raise Refusal("hint-failed") from None


def named_bot(text: str) -> tuple[str, str]:
    """NAME=BOT, checked; ServerError says what is wrong."""
    name, equals, bot = text.partition("=")
    if not equals or not name.isprintable() or not name.replace("-", "").isalnum() or name in level_names():
        raise ServerError(f"--bot {text!r}: write NAME=BOT, with a new name of letters, figures and hyphens")
    return name, parse_spec(bot).text
