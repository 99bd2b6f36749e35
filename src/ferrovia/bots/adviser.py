"""The adviser of people: the bot that gives hints on a board, and what a hint says beside the move."""

from typing import TYPE_CHECKING, Final

from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.game.hints.fact import MoveFact
from ferrovia.game.hints.hint import hint_facts

if TYPE_CHECKING:
    from ferrovia.game.moves import Move
    from ferrovia.game.view import View
    from ferrovia.rules.resolved import Rules

ADVISER: Final = "adviser"
"""Stands for the bot that gives hints, where the board is not at hand yet."""
TRAINED: Final = "net+look:worlds=24,depth=6"
UNTRAINED: Final = "search:worlds=16"


def adviser(rules: "Rules") -> BotSpec:
    """The bot that gives hints: the trained network, on other maps the strongest bot that needs none."""
    from ferrovia.bots.net.library import has_weights  # imports the observation's kernels

    return parse_spec(TRAINED if has_weights(rules) else UNTRAINED)


def advice_facts(view: "View", move: "Move") -> tuple[MoveFact, ...]:
    """What a move does for the player, then the share of wins to expect where it is calibrated. They depend on the
    view alone, so they give away nothing hidden."""
    from ferrovia.bots.net.win_share import win_share

    facts, win = hint_facts(view, move), win_share(view)
    if win is None:
        return facts
    share, low, high = win.percents()
    return *facts, MoveFact("win-share", count=share, low=low, high=high)
