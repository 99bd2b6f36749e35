"""Same seed and same moves: the same game, whatever else happens."""

import numpy as np
import pytest
from hypothesis import given

from ferrovia.batch.games import Games
from ferrovia.core.limits import WORDS
from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal, recording_journal
from ferrovia.engine.state import STATE, VIEW
from ferrovia.game.game import Game
from tests.properties.sample_tables import ALL, BUILT_IN, LIMITS, TINY, every_table, new_states
from tests.properties.strategies import built_in_tables, small_seeds
from tests.properties.sweeps import Sweep


def play_all(table, seed: int):
    sweep = Sweep(table, 12, seed)
    return [states.tobytes() for states in sweep]


@every_table
def test_the_same_seeds_make_the_same_games(table):
    assert play_all(table, 5) == play_all(table, 5)


@every_table
def test_other_seeds_make_other_games(table):
    """Among a hundred seeds no two deals agree, unless the board is too small for a hundred deals."""
    few = 60 if table.rules.id.startswith("tiny") else 100
    sights = set()
    for seed in range(100):
        states = new_states(table, seed)
        sights.add(states["public"].tobytes() + states["private"].tobytes())
    assert len(sights) >= few


@every_table
def test_seeds_of_all_sizes(table):
    generators = {new_states(table, seed)["secret"]["generator"].tobytes() for seed in (0, 1, 2**32, 2**63, 2**64 - 1)}
    assert len(generators) == 5


@pytest.mark.parametrize("table", [*BUILT_IN[::3], TINY[0], LIMITS[-1]], ids=str)
def test_threads_change_nothing(table):
    """The same games on one, two and five threads, step by step and played out."""
    seen = []
    for threads in (1, 2, 5):
        games = Games(table.rules, table.players, seeds=range(23), threads=threads)
        trace = [games.states.tobytes()]
        for number in range(15):
            mask = games.legal_mask()
            actions = np.array([np.flatnonzero(row)[number % row.sum()] if row.any() else 0 for row in mask])
            trace += [games.step(actions).refused.tobytes(), games.states.tobytes(), games.views().tobytes()]
            trace += [games.legal().tobytes(), games.movers().tobytes()]
        results = games.play_out(seed=3)
        trace += [games.states.tobytes(), results.scores.tobytes(), results.decisions.tobytes()]
        assert games.over.all()
        seen.append(trace)
    assert seen[0] == seen[1] == seen[2]


def written(dtype, fill: int, write):
    """What a kernel makes of memory full of something else."""
    array = np.full(dtype.itemsize, fill, np.uint8).view(dtype)
    write(array)
    return array


def test_every_byte_of_a_new_game_is_written():
    """Nothing is left of what lay in its place before: equal games are equal bytes."""
    for table in ALL:
        board, players = table.board, table.players
        games = [
            written(STATE, fill, lambda to: batch.new_at(board, to, 0, players, np.uint64(4), no_journal()))  # noqa: B023
            for fill in (0, 0xA5)
        ]
        assert games[0].tobytes() == games[1].tobytes()


def test_every_byte_of_a_view_and_of_a_re_deal_is_written():
    pool = np.full(WORDS, 0x5A5A, np.uint64)
    for table in ALL:
        states = new_states(table, 4)
        for seat in table.viewers:
            views = [written(VIEW, fill, lambda to: batch.look_at(states, 0, seat, to, 0)) for fill in (0, 0xA5)]  # noqa: B023
            assert views[0].tobytes() == views[1].tobytes()
            deals = [
                written(STATE, fill, lambda to: batch.redeal_in(table.board, views[0], 0, np.uint64(5), to, 0, pool))  # noqa: B023
                for fill in (0, 0xA5)
            ]
            assert deals[0].tobytes() == deals[1].tobytes()


@every_table
def test_writing_events_down_changes_nothing(table):
    assert new_states(table, 6).tobytes() == new_states(table, 6, recording_journal()).tobytes()


@given(built_in_tables, small_seeds)
def test_a_game_is_its_seed_and_its_moves(table, seed):
    first, second = (Game(table.rules, table.players, seed) for _ in range(2))
    for number in range(25):
        moves = first.legal_moves()
        if not moves:
            break
        assert moves == second.legal_moves()
        move = moves[(number * 31 + seed) % len(moves)]
        assert first.play(move) == second.play(str(move))
        assert first.states.tobytes() == second.states.tobytes()


def test_games_agree_with_game():
    """A game of many is the game of its seed."""
    games = Games("north-america", 4, seeds=[3, 9])
    for index, seed in enumerate((3, 9)):
        assert games.game(index).states.tobytes() == Game("north-america", 4, seed).states.tobytes()


def test_without_a_seed_games_differ():
    assert Game("new-york").states.tobytes() != Game("new-york").states.tobytes()


@pytest.mark.slow
@every_table
def test_the_same_seeds_make_the_same_games_again_and_again(table):
    assert all(play_all(table, seed) == play_all(table, seed) for seed in range(30))
