"""Taking moves back, and copies that know nothing of each other."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ferrovia.errors import TableError
from ferrovia.game.game import Game
from ferrovia.game.text.position import parse_position, position_text
from ferrovia.game.text.record import record_game
from ferrovia.game.text.record_parser import parse_record
from tests.properties.strategies import games, small_seeds, tables


@given(games(of=tables), st.integers(0, 511))
def test_undo_restores_every_byte(game, pick):
    """And the same move then brings the same cards again."""
    moves = game.legal_moves()
    if not moves:
        return
    before, move = game.states.tobytes(), moves[pick % len(moves)]
    events = game.play(move)
    after = game.states.tobytes()
    assert game.undo() == move
    assert game.states.tobytes() == before
    assert game.play(move) == events
    assert game.states.tobytes() == after


@given(games(of=tables))
def test_everything_can_be_taken_back(game):
    """Back to the deal, state by state."""
    fresh = Game(game.rules, game.players, game.seed)
    moves = [game.undo() for _ in range(len(game.history))]
    assert game.states.tobytes() == fresh.states.tobytes()
    assert game.events() == fresh.events()
    with pytest.raises(TableError):
        game.undo()
    assert all(move is not None for move in moves)


@given(games(of=tables), st.integers(0, 511), st.integers(0, 511))
def test_copies_are_independent(game, one, other):
    copy = game.copy()
    before = (game.states.tobytes(), len(game.history), game.events())
    moves = game.legal_moves()
    if moves:
        copy.play(moves[one % len(moves)])
        assert (game.states.tobytes(), len(game.history), game.events()) == before
        game.play(moves[other % len(moves)])
        copy.undo()
        assert copy.states.tobytes() == before[0]
        game.undo()
        assert (game.states.tobytes(), len(game.history), game.events()) == before


class Table(RuleBasedStateMachine):
    """A game among people who play, think again, look, and write things down. A list of states is all the model."""

    @initialize(table=tables, seed=small_seeds)
    def sit_down(self, table, seed):
        self.game = Game(table.rules, table.players, seed)
        self.past = [self.game.states.tobytes()]

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 511))
    def play(self, pick):
        moves = self.game.legal_moves()
        self.game.play(moves[pick % len(moves)])
        self.past.append(self.game.states.tobytes())

    @precondition(lambda self: not self.game.over)
    @rule(picks=st.lists(st.integers(0, 511), min_size=5, max_size=15))
    def play_several(self, picks):
        for pick in picks:
            if not self.game.over:
                self.play(pick)

    @precondition(lambda self: len(self.past) > 1)
    @rule(times=st.integers(1, 4))
    def undo(self, times):
        for _ in range(min(times, len(self.past) - 1)):
            self.game.undo()
            self.past.pop()

    @rule(name=st.sampled_from(["nonsense", "take nothing", "pass", "claim a--b red:1", "keep nobody--nowhere"]))
    def say_something_else(self, name):
        if self.game.legal_moves() and str(self.game.legal_moves()[0]) != name:
            with pytest.raises(Exception):  # noqa: B017, PT011 (which one is tested elsewhere)
                self.game.play(name)

    @rule()
    def go_on_with_a_copy(self):
        self.game = self.game.copy()

    @rule()
    def go_on_with_the_record(self):
        again = parse_record(str(record_game(self.game))).replay()
        assert again.events() == self.game.events()
        self.game = again

    @rule()
    def write_the_position(self):
        assert parse_position(position_text(self.game), self.game.rules).states.tobytes() == self.past[-1]

    @invariant()
    def is_where_it_should_be(self):
        assert self.game.states.tobytes() == self.past[-1]
        assert len(self.game.history) == len(self.past) - 1


Table.TestCase.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
