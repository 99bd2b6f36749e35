"""A game with bots at some of its seats, one move at a time: for bots that do not play in the compiled loop."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ferrovia.bots.bot import Bot
from ferrovia.happenings import name_visible

if TYPE_CHECKING:
    from ferrovia.game import Game
    from ferrovia.happenings import Event


class Table:
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

    def close(self) -> None:
        """Nobody will ask the bots any more."""
        for bot in self.bots.values():
            bot.close()

    def _news(self, seat: int) -> "list[Event]":
        """What a seat may know of what happened since it was told last."""
        past = [turn.events for turn in self.game.history]
        steps = past if self.game.setup_events is None else [self.game.setup_events, *past]
        fresh = steps[self.told[seat] :]
        self.told[seat] = len(steps)
        return [event for events in fresh for event in name_visible(self.game.rules, events, seat)]
