"""RULES 1.5: all choose at the same time, so the order in which the answers come in leaves no trace."""

from itertools import permutations

import pytest

from ferrovia.engine.state import OPENING, TURN
from ferrovia.game.game import Game
from tests.properties.sample_tables import Table, every_table, legal, new_states, step, view_of


def answers(table: Table, states, pick: int) -> dict[int, int]:
    """An answer for each seat."""
    found = {}
    for seat in table.seats:
        actions = legal(table, states, seat)
        found[seat] = actions[(pick * 7 + seat * 3) % len(actions)]
    return found


def check(table: Table, seed: int, pick: int) -> None:
    states = new_states(table, seed)
    chosen = answers(table, states, pick)
    ends = set()
    for order in permutations(table.seats):
        one = states.copy()
        for number, seat in enumerate(order):
            assert int(one[0].public.phase) == OPENING
            assert legal(table, one, seat)
            assert step(table, one, seat, chosen[seat])
            assert not legal(table, one, seat) or number == len(order) - 1
        assert int(one[0].public.phase) == TURN
        ends.add(one.tobytes())
    assert len(ends) == 1


@every_table
def test_the_order_of_the_opening_choices_does_not_matter(table):
    """All orders lead to one state, byte by byte."""
    for pick in range(3):
        check(table, seed=80 + pick, pick=pick)


@pytest.mark.slow
@every_table
def test_the_order_of_many_opening_choices_does_not_matter(table):
    for pick in range(40):
        check(table, seed=pick, pick=pick)


@every_table
def test_the_order_does_not_matter_to_games_either(table):
    """The same through `Game.play`, with a seat named."""
    ends, sights = set(), set()
    for order in (table.seats, tuple(reversed(table.seats))):
        game = Game(table.rules, table.players, seed=81)
        moves = {seat: game.legal_moves(seat)[-1] for seat in table.seats}
        for seat in order:
            game.play(moves[seat], seat)
        ends.add(game.states.tobytes())
        sights.add(tuple(view_of(game.states, seat).tobytes() for seat in table.viewers))
    assert len(ends) == len(sights) == 1


@every_table
def test_nobody_chooses_twice(table):
    states = new_states(table, 82)
    seat = table.players - 1
    action = legal(table, states, seat)[0]
    assert step(table, states, seat, action)
    assert not step(table, states, seat, action)
