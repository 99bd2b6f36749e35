"""Hints come from a bot that keeps its plan from one hint to the next: following them is playing as that bot."""

import base64
from typing import Any

import pytest

from ferrovia.bots.adviser import ADVISER, adviser
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import INTERPRETED
from ferrovia.game.game import Game
from ferrovia.game.view import View
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.workers.bot_child import answer

pytestmark = pytest.mark.skipif(INTERPRETED, reason="whole games")
LIBRARY = RulesLibrary(())


class Follower:
    """A player who asks for a hint before every move, and follows it."""

    def __init__(self, bot: str, seed: int) -> None:
        self.bot, self.seed, self.memory = bot, seed, ""

    def choose(self, view: View) -> str:
        """The advised move."""
        found = self.ask(view)
        assert found["facts"], found["move"]
        self.memory = found["memory"]
        return str(found["move"])

    def ask(self, view: View) -> dict[str, Any]:
        """A hint, as the server asks its child for it."""
        packed = base64.b64encode(view.array.tobytes()).decode()
        question = {"bot": self.bot, "rules": view.rules.id, "view": packed, "seed": self.seed, "seconds": 60.0}
        return answer(LIBRARY, {**question, "memory": self.memory, "hint": True})


def share_of_follower(rules: str, bot: str, seed: int, seat: int) -> float:
    """The share of the win of a follower against the adviser itself."""
    game = Game(LIBRARY.find(rules), 2, seed=seed)
    follower, other = Follower(bot, seed), adviser(game.rules).make(game.rules, 2, 1 - seat, seed + 1)
    while not game.over:
        turn = next(each for each in (0, 1) if game.legal_moves(each))
        view = game.view(turn)
        game.play(follower.choose(view) if turn == seat else other.choose(view, view.legal_moves()), turn)
    winners = [score.seat for score in game.scores() if score.place == 1]
    return (seat in winners) / len(winners)


@pytest.mark.parametrize("rules", ["new-york", "switzerland"])
def test_following_every_hint_is_playing_as_the_bot(rules):
    """Move by move the same, so that it wins as much and hoards no more."""
    game = Game(LIBRARY.find(rules), 2, seed=7)
    bots = [parse_spec("planner").make(game.rules, 2, seat, 7) for seat in (0, 1)]
    follower = Follower("planner", 7)
    while not game.over:
        turn = next(each for each in (0, 1) if game.legal_moves(each))
        view = game.view(turn)
        move = bots[turn].choose(view, view.legal_moves())
        assert turn == 1 or follower.choose(view) == str(move)
        game.play(move, turn)


def to_move(game: Game) -> int:
    """The seat that decides next in a game that goes on."""
    assert game.seat is not None
    return game.seat


@pytest.mark.parametrize("rules", ["new-york", "north-america-classic"])
def test_a_hint_does_not_depend_on_what_is_hidden(rules):
    """The adviser's critic sees every hand: in re-dealt games, which look the same to the player, it says the same."""
    game = Game(LIBRARY.find(rules), 3, seed=11)
    bots = [parse_spec("planner").make(game.rules, 3, seat, 11) for seat in range(3)]
    for _ in range(40):
        game.play(bots[to_move(game)].choose(game.view(to_move(game)), game.legal_moves()))
    view = game.view(to_move(game))
    hint = Follower(ADVISER, 5).ask(view)
    for seed in (1, 2):
        other = view.redeal(seed)
        assert other.states.tobytes() != game.states.tobytes()
        assert Follower(ADVISER, 5).ask(other.view(view.seat)) == hint


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["new-york", "switzerland", "north-america"])
def test_following_every_hint_wins_as_much_as_the_bot(rules):
    """100 deals from both seats, 50 % expected; 43 % is two standard errors less."""
    shares = [share_of_follower(rules, ADVISER, seed, seat) for seed in range(100) for seat in (0, 1)]
    assert sum(shares) / len(shares) > 0.43
