"""Built-in bots inside a batch: the same games as in the arena, as far as the seats that are theirs."""

from pathlib import Path

import numpy as np
import pytest

from ferrovia import BotError, Game, Games, TableError, parse_spec
from ferrovia.bots.bot_table import BotTable


def table(name: str, seed: int) -> Game:
    """A game between two of a bot, played move by move."""
    game = Game("new-york", 2, seed)
    spec = parse_spec(name)
    BotTable(game, {seat: spec.make(game.rules, 2, seat, seed) for seat in range(2)}).play()
    return game


@pytest.mark.parametrize("bot", ["greedy", "planner", "net", "net:temperature=1"])
def test_bots_play_as_they_do_at_a_table(bot):
    """Memory and random streams are those of the deal and the seat: the same game, decision by decision."""
    games = Games("new-york", 2, [3, 4, 5])
    decisions = games.act(bot)
    assert games.over.all()
    assert (decisions > 20).all()
    for index, seed in enumerate((3, 4, 5)):
        assert games.states[index].tobytes() == table(bot, seed).states[0].tobytes()


def test_bots_stop_where_another_seat_is_asked():
    games = Games("new-york", 3, range(12))
    learner = np.arange(12) % 3
    rivals = np.arange(3) != learner[:, None]
    while not games.over.all():
        games.act("greedy", rivals)
        assert ((games.movers() == learner) | games.over).all()
        games.step(games.sample())
    assert not games.act("greedy").any()


def test_a_bot_forgets_the_last_game_when_another_is_dealt():
    games = Games("new-york", 2, [1, 2])
    games.act("planner")
    games.reset(seeds=[3, 4])
    games.act("planner")
    assert games.states[0].tobytes() == table("planner", 3).states[0].tobytes()


def test_a_copy_remembers_what_its_bots_remembered():
    games = Games("new-york", 2, range(6))
    for _ in range(8):
        games.act("greedy", seats=1)
        games.step(games.sample())
    twin = games.copy()
    games.act("greedy")
    twin.act("greedy")
    assert twin.states.tobytes() == games.states.tobytes()


def test_a_net_sits_beside_other_bots_and_in_copies():
    games = Games("new-york", 2, range(8))
    games.act("greedy", seats=0)
    games.act("net", seats=1)
    twin = games.copy()
    for each in (games, twin):
        while not each.over.all():
            each.act("net", seats=1)
            each.act("greedy", seats=0)
    assert twin.states.tobytes() == games.states.tobytes()
    assert games.rewards("win")[:, 1].mean() > 0


def test_a_bots_choice_is_what_it_plays():
    games, same = Games("new-york", 2, range(6)), Games("new-york", 2, range(6))
    while not games.over.all():
        before = games.states.tobytes()
        actions = games.choose("planner")
        assert games.states.tobytes() == before
        games.step(actions)
    same.act("planner")
    assert games.states.tobytes() == same.states.tobytes()
    assert (games.choose("planner") == -1).all()


def test_bots_that_are_not_compiled_are_refused(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    with pytest.raises(BotError, match="no compiled bot"):
        Games("new-york", 2, [1]).act("examples/my_first_bot.py")


@pytest.mark.parametrize("bot", [None, 5])
def test_a_bot_is_named(bot):
    with pytest.raises(BotError, match="name a bot"):
        Games("new-york", 2, [1]).act(bot)


def test_games_go_on_after_a_bot_was_asked_for_seats_that_are_not_there():
    games = Games("new-york", 2, range(3))
    with pytest.raises(TableError, match="no seat 7"):
        games.act("greedy", 7)
    games.reset()
    assert (games.copy().act("greedy") == games.act("greedy")).all()
