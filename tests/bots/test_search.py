"""Search: repeatable by work, never late by the clock, and it says what it found."""

import numpy as np
import pytest

from ferrovia import Game, parse_spec
from ferrovia.bots.base.compiled_bot import CompiledBot
from ferrovia.bots.kernels.memory import BOT_MEMORY
from ferrovia.bots.kernels.search.space import TICKS
from ferrovia.core.compile import INTERPRETED
from tests.bots.arena_games import faults, play
from tests.engine.table_builder import TABLES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of playouts")


def opened(rules: str, players: int = 2, seed: int = 5) -> Game:
    """A game after the opening choices of planners."""
    game = Game(rules, players, seed)
    for seat in range(players):
        bot = parse_spec("planner").make(game.rules, players, seat, seed)
        game.play(bot.choose(game.view(seat), game.legal_moves(seat)), seat)
    return game


def test_the_same_work_is_the_same_game():
    first, second = (play("new-york", "search:worlds=3,search:worlds=2,rollouts=2", 6) for _ in range(2))
    first["seats"]["nanoseconds"] = second["seats"]["nanoseconds"] = 0
    assert np.array_equal(first, second)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.thorough
def test_it_plays_by_the_rules_everywhere(name, players):
    outcomes = play(name, ",".join(["search:worlds=1,width=3"] + ["planner"] * (players - 1)), players)
    assert faults(outcomes) == 0
    assert (outcomes["ending"] == 1).all()


def with_clock(ticks_per_second: float):
    """A searching bot whose second is as long as we like, and its memory."""
    game = opened("new-york")
    bot = parse_spec("search:time=1").make(game.rules, 2, 0, 1)
    assert isinstance(bot, CompiledBot)
    bot.memories["options"][0, TICKS] = ticks_per_second
    bot.choose(game.view(0), game.legal_moves(0))
    return bot.memories[0]


def test_without_time_it_does_what_the_planner_does():
    """The budget is over before it begins, and is not exceeded by a single playout."""
    memory = with_clock(1e-9)
    assert memory.dtype == BOT_MEMORY
    assert int(memory["search"]["playouts"].sum()) == 0


def test_with_time_it_plays_out_as_much_as_fits():
    """About a millisecond, and about a second: it stops early only if one playout is interrupted for half of that."""
    playouts = [int(with_clock(ticks)["search"]["playouts"].sum()) for ticks in (2e6, 2e9)]
    assert 0 < playouts[0] < playouts[1]


def test_it_never_looks_at_what_is_hidden():
    """Determinization changes nothing of its choice."""
    game = opened("switzerland", 3)
    choices = set()
    for seed in range(4):
        other = game.view(0).redeal(seed)
        bot = parse_spec("search:worlds=4").make(game.rules, 3, 0, 9)
        choices.add(str(bot.choose(other.view(0), other.legal_moves(0))))
    assert len(choices) == 1
