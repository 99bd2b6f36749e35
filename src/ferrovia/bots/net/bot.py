"""`net`: plays what a network trained by self-play likes best. Docs: docs/net.md."""

from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ferrovia.bots.bot import Bot
from ferrovia.bots.net.library import TrainedNet, load_trained
from ferrovia.bots.net.weights import forward
from ferrovia.core.limits import NONE
from ferrovia.engine import batch
from ferrovia.engine.actions import MASK_WORDS, TAKE
from ferrovia.game.translate import describe, describe_claim

if TYPE_CHECKING:
    from ferrovia.game.moves import Move
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules

NAME: Final = "net"


class NetBot(Bot):
    """A trained policy at one seat: the legal action with the largest logit or, at a temperature, one drawn by them."""

    def __init__(
        self, rules: "Rules", players: int, seat: int, seed: int, folder: Path | None = None, temperature: float = 0.0
    ) -> None:
        self.net: TrainedNet = load_trained(rules, folder)
        self.temperature = temperature
        self.mask = np.zeros(MASK_WORDS, np.uint64)
        super().__init__(rules, players, seat, seed)

    def choose(self, view: "View", moves: "list[Move]") -> "Move":
        """A claim takes two decisions, the route and its payment, as in training."""
        if len(moves) == 1:
            return moves[0]
        action = self._ask(view.array)
        if view.chosen_route != NONE:
            return describe_claim(self.rules, view.chosen_route, action)
        if action < TAKE:
            return describe_claim(self.rules, action, self._ask(view.with_route(action)))
        return describe(self.rules, action, view.record.public, view.offer_numbers)

    def _ask(self, views: Any) -> int:
        """The action for a view. Forced decisions are not evaluated, because the network was not trained on them."""
        batch.legal_in(self.rules.board, views, 0, self.mask)
        bits = np.unpackbits(self.mask.view(np.uint8), bitorder="little")[: self.net.encoder.actions]
        legal = np.flatnonzero(bits)
        if len(legal) == 1:
            return int(legal[0])
        logits = forward(self.net.policy, self.net.encoder.encode_views(views))[0, legal]
        return int(legal[self._pick(logits)])

    def _pick(self, logits: Any) -> int:
        if not self.temperature:
            return int(logits.argmax())
        weights = [exp((float(each) - float(logits.max())) / self.temperature) for each in logits]
        return self.random.choices(range(len(weights)), weights)[0]

    def snapshot(self) -> object:
        """Its random stream; it has no other memory."""
        return self.random.getstate()

    def restore(self, snapshot: Any) -> None:
        """Restore the random stream."""
        self.random.setstate(snapshot)
