"""Many games at once: arrays in, arrays out, and errors for what does not fit."""

import numpy as np
import pytest

from ferrovia import Game, Games, TableError


def games(count: int = 6, **options) -> Games:
    return Games("new-york", players=2, seeds=range(count), **options)


def test_no_games_are_games_too():
    none = games(0)
    assert len(none) == 0
    assert none.movers().shape == (0,)
    assert none.legal().shape == (0, 8)
    assert none.views().shape == (0,)
    assert none.step(np.zeros(0, int)).refused.shape == (0,)
    assert none.play_out().decisions.shape == (0,)


@pytest.mark.parametrize("seeds", [[-1], [2**64], [1.5], ["1"], [None]])
def test_impossible_seeds_are_refused(seeds):
    with pytest.raises(TableError):
        Games("new-york", 2, seeds)


def test_seeds_may_come_from_numpy():
    """Seeds are made with NumPy more often than not."""
    assert Games("new-york", 2, np.arange(3)).states.tobytes() == Games("new-york", 2, range(3)).states.tobytes()
    seeds = np.array([2**64 - 1], np.uint64)
    assert Games("new-york", 2, seeds).states.tobytes() == Games("new-york", 2, [2**64 - 1]).states.tobytes()


def test_impossible_players_are_refused():
    with pytest.raises(TableError):
        Games("new-york", 5, range(3))


@pytest.mark.parametrize("actions", [[1, 2], [[1, 2, 3, 4, 5, 6]], ["a"] * 6, None, [1.5] * 6])
def test_actions_that_do_not_fit_are_refused(actions):
    """One number for each game, or one for all."""
    some = games()
    before = some.states.tobytes()
    with pytest.raises(TableError):
        some.step(actions)
    assert some.states.tobytes() == before


@pytest.mark.parametrize("seats", [[0, 1], -2, 2, 5, 100, [0, 0, 0, 0, 0, 9], ["a"] * 6])
def test_seats_that_are_not_at_the_table_are_refused(seats):
    """A kernel would read beyond its table, or into another seat's part."""
    some = games()
    for ask in (some.views, some.legal, some.legal_mask, lambda seats: some.step(0, seats)):
        with pytest.raises(TableError):
            ask(seats)


def test_views_of_spectators_and_seats():
    some = games()
    assert (some.views(-1)["seat"] == -1).all()
    assert (some.views(1)["seat"] == 1).all()
    assert not some.views(-1)["own"]["hand"].any()
    for index in range(6):
        assert some.views(1)[index].tobytes() == some.game(index).view(1).array[0].tobytes()


def test_views_of_finished_games():
    """Nobody is asked any more; everybody sees everything."""
    some = games()
    some.play_out()
    assert (some.movers() == -1).all()
    assert (some.views()["seat"] == -1).all()
    assert (some.views()["tickets"] == some.states["private"]["tickets"]).all()


def test_a_spectator_may_do_nothing():
    some = games()
    assert not some.legal(-1).any()
    assert some.step(256, -1).refused.all()


def test_a_game_of_many_is_its_own():
    some = games()
    one = some.game(3)
    one.play(one.legal_moves()[0])
    assert some.states[3:4].tobytes() == Game("new-york", 2, 3).states.tobytes()
    with pytest.raises((TableError, IndexError)):
        some.game(6)


def test_the_results_say_who_won():
    some = games(50)
    results = some.play_out(seed=4)
    assert results.scores.shape == (50, 5)
    assert some.over.all()
    places = results.scores["place"]
    assert (places[:, :2].min(axis=1) == 1).all()
    assert (places[:, 2:] == 0).all()
    assert (results.decisions > 20).all()
    for index in (0, 49):
        assert [score.total for score in some.game(index).scores()] == results.scores["total"][index, :2].tolist()


def test_play_outs_depend_on_their_seed_and_on_nothing_else():
    one, same, other = games(20), games(20, threads=3), games(20)
    first, again, different = one.play_out(1), same.play_out(1), other.play_out(2)
    assert first.scores.tobytes() == again.scores.tobytes() != different.scores.tobytes()


def test_play_outs_do_not_follow_the_game():
    """The seed of the play-out is not the seed of the deal: the same actions in every game would be no sample."""
    some = Games("new-york", 2, seeds=[5] * 30)
    results = some.play_out(seed=5)
    assert len({results.scores[index].tobytes() for index in range(30)}) > 20


def test_an_impossible_seed_of_play_outs_is_refused():
    with pytest.raises(TableError):
        games().play_out(seed=-1)
