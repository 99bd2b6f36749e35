"""Checks for your own tests: `check_bot` for a bot, `check_game` for a game or a position.

>>> import ferrovia
>>> from ferrovia.testing import check_bot, check_game
>>> check_game(ferrovia.Game("new-york", players=2, seed=1))
>>> check_bot("greedy", rules=["new-york"])
"""

from ferrovia.game.invariants.state import broken_invariants
from ferrovia.testing.bot_checks import check_bot
from ferrovia.testing.game_checks import check_game

__all__ = ["broken_invariants", "check_bot", "check_game"]
