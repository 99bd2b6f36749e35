"""A game with bots in some seats, one move at a time: for bots that cannot run in the compiled loop."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ferrovia.bots.base.bot import Bot
from ferrovia.game.events import name_visible

if TYPE_CHECKING:
    from ferrovia.game.events import Event
    from ferrovia.game.game import Game


@dataclass(frozen=True, slots=True)
class SavePoint:
    """A save point: the game so far, the memories of the bots, and how many events they had received."""

    moves: int
    memories: dict[int, object]
    delivered: dict[int, int]


class BotTable:
    """Asks the bots and plays their moves. They should be guarded: errors of a bot are raised here."""

    def __init__(self, game: "Game", bots: Mapping[int, Bot]) -> None:
        self.game = game
        self.bots = dict(bots)
        self.delivered = dict.fromkeys(bots, 0)

    def step(self) -> bool:
        """Make one move of the bot to move; return False if it is not a bot's turn."""
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
        """Play as long as bots are to move; tell them if the game ends."""
        while self.step():
            pass
        if self.game.over:
            scores = self.game.scores()
            for bot in self.bots.values():
                bot.over(scores)

    def save_point(self) -> SavePoint:
        """A save point, to go back to once."""
        memories = {seat: bot.snapshot() for seat, bot in self.bots.items()}
        return SavePoint(len(self.game.history), memories, dict(self.delivered))

    def go_back(self, point: SavePoint) -> None:
        """Undo all moves since a save point. The bots forget them and receive the new events instead."""
        while len(self.game.history) > point.moves:
            self.game.undo()
        for seat, memory in point.memories.items():
            self.bots[seat].restore(memory)
        self.delivered = dict(point.delivered)

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()

    def _news(self, seat: int) -> "list[Event]":
        """What a seat may know of the events that were not delivered to it yet."""
        past = [turn.events for turn in self.game.history]
        steps = past if self.game.setup_events is None else [self.game.setup_events, *past]
        fresh = steps[self.delivered[seat] :]
        self.delivered[seat] = len(steps)
        return [event for events in fresh for event in name_visible(self.game.rules, events, seat)]
