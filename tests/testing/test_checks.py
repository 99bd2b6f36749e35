"""The checks that `ferrovia.testing` offers find what they say they find."""

import doctest
import itertools

import pytest

import ferrovia
from ferrovia import BotError, PositionError, testing
from ferrovia.testing import check_bot, check_game

SMALL = ["new-york"]


class Sound(ferrovia.Bot):
    def choose(self, view, moves):
        return self.random.choice(moves)

    def snapshot(self):
        return self.random.getstate()

    def restore(self, snapshot):
        self.random.setstate(snapshot)


class Passes(ferrovia.Bot):
    def choose(self, view, moves):
        return "pass"


class Crashes(ferrovia.Bot):
    def choose(self, view, moves):
        return moves[10**6]


class Forgetful(Sound):
    """Goes on with another random number after it was taken back."""

    def restore(self, snapshot):
        self.random.seed(str(snapshot)[::-1])


COUNTER = itertools.count()


class Moody(ferrovia.Bot):
    """Plays another game each time, and says it does not."""

    def choose(self, view, moves):
        return moves[next(COUNTER) % len(moves)]


def test_the_examples_run():
    assert doctest.testmod(testing).failed == 0


@pytest.mark.parametrize("bot", [Sound, "planner", "greedy"])
def test_a_sound_bot_passes(bot):
    check_bot(bot, SMALL)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (Passes, "is refused"),
        (Crashes, "IndexError"),
        (Forgetful, "after restore"),
        (Moody, "the second time"),
    ],
)
def test_what_is_wrong_is_said(bot, says):
    with pytest.raises(BotError, match=says):
        check_bot(bot, SMALL)


def test_a_bot_that_is_not_repeatable_may_change_its_mind():
    honest = type("Honest", (Moody,), {"repeatable": False})
    check_bot(honest, SMALL)


def test_a_game_with_a_card_too_many_is_refused():
    game = ferrovia.Game("new-york", players=2, seed=1)
    check_game(game)
    game.states[0].private[0].hand[0] += 1
    with pytest.raises(PositionError, match="card"):
        check_game(game)
