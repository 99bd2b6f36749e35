"""Nets in a batch. The network is asked game by game through the entry that single games use: it takes far longer than
the loop around it, and a compiled loop of its own would take a minute to compile."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.batch.opponents import Opponents
from ferrovia.bots.kernels.scratch import new_scratch
from ferrovia.bots.net.choose import choose_net_in
from ferrovia.bots.net.context import context_for, new_context
from ferrovia.bots.net.library import load_trained
from ferrovia.bots.specs import BotSpec
from ferrovia.core.limits import NONE
from ferrovia.core.spread import spread
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.rules.resolved import Rules

if TYPE_CHECKING:
    from ferrovia.batch.games import Games


class NetOpponents(Opponents):
    """A net in all seats of an array of games."""

    def __init__(self, spec: BotSpec, template: Any, rules: Rules) -> None:
        super().__init__(spec, template)
        self.rules = rules
        self.encoder = load_trained(rules, spec.weights).encoder
        self.networks = context_for(rules, [spec.weights], [template[0]]).networks

    def _again(self) -> "NetOpponents":
        return NetOpponents(self.spec, self.template, self.rules)

    def _run(
        self, games: "Games", seats: NDArray[np.bool_], *, only_ask: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The last actions and the numbers of decisions."""
        self._start(games)
        last, decisions = np.full(len(games), NONE, np.int64), np.zeros(len(games), np.int64)
        while True:
            movers = games.movers()
            asked = (movers != NONE) & seats[np.arange(len(games)), np.maximum(movers, 0)]
            if not asked.any():
                return last, decisions
            actions = self._ask(games, movers, asked)
            last[asked] = actions[asked]
            decisions += asked
            if only_ask:
                return last, decisions
            games.step(actions)

    def _ask(self, games: "Games", movers: NDArray[np.int64], asked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The network's action in each of the marked games; -1 in the others."""
        views, actions = games.views(movers), np.full(len(games), NONE, np.int64)
        memories, generators = self.memories.reshape(-1), self.generators.reshape(-1, 4)

        def work(part: slice) -> None:
            room = (np.zeros(MASK_WORDS, np.uint64), new_scratch(), new_context(self.encoder, [self.networks]))
            for index in np.flatnonzero(asked[part]) + part.start:
                place = int(index) * games.players + int(movers[index])
                view = views[index : index + 1]
                actions[index] = choose_net_in(
                    games.rules.board, view, memories, place, room[0], generators, room[1], room[2]
                )

        spread(len(games), games.threads, work)
        return actions
