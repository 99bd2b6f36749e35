"""States from outside are states of a game, or refused: kernels trust them, and would write beyond their arrays."""

import numpy as np
import pytest

from ferrovia import Games, TableError, load_rules
from ferrovia.game.invariants.state import broken_invariants

TABLES = [("new-york", 2), ("switzerland", 3), ("north-america-classic", 2), ("north-america", 5)]


def of_all_ages(name: str, players: int, count: int = 60) -> Games:
    """Games after 0, 4, 8 … random decisions."""
    games = Games(name, players, range(count))
    for number in range(4 * count):
        games.step(np.where(np.arange(count) * 4 > number, games.sample(seed=number), -1))
    return games


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_of_games_and_of_determinizations_are_taken(name, players):
    games = of_all_ages(name, players)
    Games.from_states(name, games.states)
    for seat in range(players):
        Games.from_states(name, games.redeal(seat, worlds=3, seed=seat).states)
    games.act("greedy")
    Games.from_states(name, games.states)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_that_break_an_invariant_are_refused_and_no_others(name, players):
    """One number of each state is another one."""
    games, random, rules = of_all_ages(name, players), np.random.default_rng(1), load_rules(name)
    size, refused = games.states.itemsize, 0
    for _ in range(8):
        states = games.states.copy()
        rows, places = states.view(np.uint8).reshape(len(games), size), random.integers(0, size, len(games))
        rows[np.arange(len(games)), places] ^= random.integers(1, 256, len(games)).astype(np.uint8)
        for number in range(len(games)):
            broken = broken_invariants(rules, states[number])
            if broken:
                refused += 1
                with pytest.raises(TableError):
                    Games.from_states(name, states[number : number + 1])
            else:
                Games.from_states(name, states[number : number + 1])
    assert refused > 200


def test_the_state_that_is_wrong_is_named():
    games = Games("new-york", 2, range(5000))
    games.states["public"]["deck_size"][4321] += 1
    with pytest.raises(TableError, match="number 4321 is no state of a game: its deck and its size do not agree"):
        Games.from_states("new-york", games.states)
