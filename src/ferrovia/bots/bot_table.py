"""A game with bots at some of its seats, one move at a time: for bots that do not play in the compiled loop."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ferrovia.bots.bot import Bot
from ferrovia.game.events import name_visible

if TYPE_CHECKING:
    from ferrovia.game.events import Event
    from ferrovia.game.game import Game


@dataclass(frozen=True, slots=True)
class Point:
    """Where a table can go back to: the game so far, what the bots remembered then, and how much they had been told."""

    moves: int
    memories: dict[int, object]
    told: dict[int, int]


class BotTable:
    """Asks the bots and plays what they say. They should be guarded: what one of them does wrong is raised here."""

    def __init__(self, game: "Game", bots: Mapping[int, Bot]) -> None:
        self.game = game
        self.bots = dict(bots)
        self.told = dict.fromkeys(bots, 0)

    def step(self) -> bool:
        """One move of the bot whose turn it is; False where a bot has none to make."""
        seat = self.game.seat
        if seat is None or seat not in self.bots:
            return False
        bot = self.bots[seat]
        if bot.watches:
            bot.watch(self._news(seat))
        view = self.game.view(seat)
        self.game.play(bot.choose(view, view.legal_moves()), seat)
        return True

    def play(self) -> None:
        """Go on as long as bots are to move; tell them if that is the end."""
        while self.step():
            pass
        if self.game.over:
            scores = self.game.scores()
            for bot in self.bots.values():
                bot.over(scores)

    def point(self) -> Point:
        """To come back to, once."""
        memories = {seat: bot.snapshot() for seat, bot in self.bots.items()}
        return Point(len(self.game.history), memories, dict(self.told))

    def go_back(self, point: Point) -> None:
        """Take all moves since then back. The bots forget them, and are told what happens instead."""
        while len(self.game.history) > point.moves:
            self.game.undo()
        for seat, memory in point.memories.items():
            self.bots[seat].restore(memory)
        self.told = dict(point.told)

    def close(self) -> None:
        """Close all bots."""
        for bot in self.bots.values():
            bot.close()

    def _news(self, seat: int) -> "list[Event]":
        """What a seat may know of what happened since it was told last."""
        past = [turn.events for turn in self.game.history]
        steps = past if self.game.setup_events is None else [self.game.setup_events, *past]
        fresh = steps[self.told[seat] :]
        self.told[seat] = len(steps)
        return [event for events in fresh for event in name_visible(self.game.rules, events, seat)]
