"""Bots in processes of their own, each of which is given views, never states."""

import base64
import secrets
from dataclasses import dataclass, field
from typing import Any

from ferrovia.game.view import View
from ferrovia.server.workers.processes import NoAnswer, Processes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot chose."""

    move: str
    reason: dict[str, Any] = field(default_factory=dict)
    memory: str = ""
    stood_in: bool = False
    """Another one chose, for the bot had no answer."""


class Pool(Processes):
    """At most so many of them, with so many megabytes each."""

    def __init__(self, size: int, memory: int, maps: tuple[str, ...] = ()) -> None:
        super().__init__(size, "ferrovia.server.workers.bot_child", str(memory), *maps)

    async def ask(self, bot: str, view: View, memory: str, seconds: float, customer: str) -> Answer:
        """A bot's move; NoAnswer if there is none in time."""
        question = {
            "bot": bot,
            "rules": view.rules.id,
            "view": base64.b64encode(view.array.tobytes()).decode(),
            "seed": secrets.randbits(64),
            "memory": memory,
        }
        found = await self.answer(question, seconds, customer)
        if "failed" in found:
            raise NoAnswer(found["failed"])
        return Answer(found["move"], found["reason"], found["memory"])
