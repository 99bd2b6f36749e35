"""Win share of a seat from the critic, calibrated on finished games.

The critic sees every hand, a player does not. So what is hidden is re-dealt from the player's view, the critic values
each of these worlds, and a logistic curve turns the mean value into a share of wins. `tools/calibration.py` fits the
curves and checks them on other games. They describe games in which everyone plays as the network does from here on.
"""

import json
from functools import cache
from importlib import resources
from math import ceil, exp, floor, hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

import numpy as np

from ferrovia.bots.kernels.scratch import Scratch, new_scratch
from ferrovia.bots.net.context import new_context
from ferrovia.bots.net.critic import critic_value
from ferrovia.bots.net.library import TrainedNet, card_for, load_trained
from ferrovia.core.compile import entry
from ferrovia.core.generator import next_word, seed_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.redeal import redeal
from ferrovia.rollout.forced import play_forced
from ferrovia.rollout.game import POINTS

if TYPE_CHECKING:
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules

FILE: Final = "win_shares.json"
WORLDS: Final = 16
Z: Final = 1.96
WIDEST: Final = 0.12
"""The curve of a table is used if, on other games, every bin lay within this of what was predicted."""


class WinShare(NamedTuple):
    """The share of wins to expect, and the interval in which it lay on games the curve was not fitted to."""

    share: float
    low: float
    high: float

    def percents(self) -> tuple[int, int, int]:
        """Share and interval in whole per cent, the interval rounded outwards. Nothing is certain before the end."""
        low, high = max(0, floor(100 * self.low)), min(100, ceil(100 * self.high))
        return min(99, max(1, round(100 * self.share))), low, high


class Situation(NamedTuple):
    """What everyone can see of a game, as far as a curve needs it."""

    progress: float
    """From 0 to 1: the part of the trains placed by the seat that has placed most."""
    lead: float
    """Route points of the seat above the mean of its rivals', in rewards."""


@entry
def value_worlds(boards: Any, views: Any, seed: Any, generator: Any, scratches: Any, context: Any, values: Any) -> None:
    """The expected return of a view's seat in re-dealt worlds, one value for each world."""
    scratch: Scratch = scratches[0]
    seed_generator(generator, seed)
    for world in range(len(values)):
        redeal(boards[0], views[0], next_word(generator), scratch.state, scratch.pool)
        mover = play_forced(boards[0], scratch.state, scratch.mask, scratch.journal)
        values[world] = critic_value(boards[0], scratch, int(views[0].seat), mover, 0, context)


class PositionEvaluator:
    """The critic's mean over re-dealt worlds, for views of one rule set."""

    def __init__(self, trained: TrainedNet) -> None:
        self.board = trained.encoder.rules.board
        self.context = new_context(trained.encoder, [trained.critic])
        self.scratch = new_scratch()
        self.generator = np.zeros(4, np.uint64)

    def values(self, views: Any, worlds: int = WORLDS) -> Any:
        """The expected return in each world. The worlds depend on the view alone: the same view, the same values."""
        values = np.zeros(worlds)
        seed = np.uint64(crc32(views.tobytes()))
        value_worlds(self.board, views, seed, self.generator, self.scratch, self.context, values)
        return values


def situation(board: Any, views: Any) -> Situation:
    """The situation of a view's seat."""
    public, seat = views[0]["public"], int(views[0]["seat"])
    players = int(public["players"])
    scores = public["score"][:players].astype(float)
    rivals = (scores.sum() - scores[seat]) / (players - 1)
    placed = 1.0 - float(public["trains"][:players].min()) / float(board[0]["trains"])
    return Situation(placed, float(scores[seat] - rivals) / float(POINTS))


def curve_inputs(value: float, now: Situation) -> tuple[float, ...]:
    """The numbers a curve weighs. Re-dealt rivals hold tickets that suit them less than their real ones, the more so
    the further the game is: offset and slope depend on the progress."""
    far = now.progress
    return (1.0, far, far * far, value, value * far, value * far * far, now.lead * far, now.lead * far * far)


@cache
def curves() -> dict[str, Any]:
    """The fitted curves by rules id, each with the hash of the critic it was fitted for."""
    text = resources.files("ferrovia").joinpath("data", FILE).read_text("utf-8")
    curves: dict[str, Any] = json.loads(text)
    return curves


def curve_for(rules: "Rules", players: int) -> dict[str, Any] | None:
    """The curve of a table; None if the critic has none, or it did not hold on other games."""
    card = card_for(rules)
    known = curves().get(rules.id, {})
    if card is None or known.get("critic") != card.hash("critic"):
        return None
    curve: dict[str, Any] | None = known["players"].get(str(players))
    return curve if curve and curve["width"] <= WIDEST else None


def win_share(view: "View") -> WinShare | None:
    """What share of the wins the view's seat can expect; None where the critic is not calibrated."""
    curve = curve_for(view.rules, view.players)
    if curve is None or view.seat == NONE:
        return None
    values = PositionEvaluator(load_trained(view.rules)).values(view.array)
    return calibrated(values, situation(view.rules.board, view.array), curve)


def calibrated(values: Any, now: Situation, curve: dict[str, Any]) -> WinShare:
    """The win share on a fitted curve. The interval covers the worlds sampled and the error of the curve."""
    mean = float(np.mean(values))
    spread = Z * float(np.std(values)) / len(values) ** 0.5
    share = logistic(mean, now, curve["weights"])
    below, above = (abs(logistic(mean + side * spread, now, curve["weights"]) - share) for side in (-1, 1))
    width = curve["width"]
    return WinShare(share, max(0.0, share - hypot(below, width)), min(1.0, share + hypot(above, width)))


def logistic(value: float, now: Situation, weights: list[float]) -> float:
    """A point of the curve."""
    weighed = sum(weight * curve_input for weight, curve_input in zip(weights, curve_inputs(value, now), strict=True))
    return 1.0 / (1.0 + exp(-weighed))
