"""Adapter from compiled bots to `Bot`, move by move: same memory, same random numbers, same game as in the arena."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ferrovia.bots.base.bot import Bot
from ferrovia.bots.base.reason import name_reason
from ferrovia.bots.kernels.choose import begin_in, choose_in
from ferrovia.bots.kernels.scratch import new_scratch
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS, TAKE
from ferrovia.game.translate import describe, describe_claim

if TYPE_CHECKING:
    from ferrovia.game.moves import Move
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules


class CompiledBot(Bot):
    """A built-in bot in one seat. `memory` holds which one it is and its options."""

    def __init__(self, rules: "Rules", players: int, seat: int, seed: int, memory: Any) -> None:
        super().__init__(rules, players, seat, seed)
        self.memories = memory.copy()
        self.generators = np.zeros((1, 4), np.uint64)
        self.scratch = new_scratch()
        self.mask = np.zeros(MASK_WORDS, np.uint64)
        begin_in(self.memories, 0, np.uint64(seed), seat, self.generators)

    def choose(self, view: "View", moves: "list[Move]") -> "Move":
        """A claim takes two decisions, the route and its payment, as in compiled play."""
        action = self._ask(view.array)
        if view.chosen_route != NONE:
            return describe_claim(self.rules, view.chosen_route, action)
        if action < TAKE:
            return self._claim(view, action)
        self.reason = name_reason(self.rules, self.memories[0]["reason"])
        return describe(self.rules, action, view.record.public, view.offer_numbers)

    def _claim(self, view: "View", route: int) -> "Move":
        self.reason = name_reason(self.rules, self.memories[0]["reason"])  # the reason of the route, not of its payment
        return describe_claim(self.rules, route, self._ask(view.with_route(route)))

    def _ask(self, array: Any) -> int:
        return int(choose_in(self.rules.board, array, self.memories, 0, self.mask, self.generators, self.scratch))

    def snapshot(self) -> object:
        """Its memory and its random stream."""
        return self.memories.copy(), self.generators.copy()

    def restore(self, snapshot: Any) -> None:
        memories, generators = snapshot
        self.memories, self.generators = memories.copy(), generators.copy()
