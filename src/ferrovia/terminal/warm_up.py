"""Compiling all that a game in the terminal needs, before it begins: nobody likes to wait in the middle of one."""

from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import announcer
from ferrovia.game.game import Game
from ferrovia.rules.resolved import Rules
from ferrovia.terminal.session import HINTS


def warm_up(rules: Rules) -> None:
    """Engine and bots, in one go. A bot is made first: what is compiled first decides how long a wait is announced."""
    players = rules.rule_set.players_min
    with announcer.together():
        bot = parse_spec(HINTS).make(rules, players, 0, 0)
        game = Game(rules, players, 0)
        bot.choose(game.view(0), game.legal_moves(0))
