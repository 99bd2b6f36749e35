"""Glicko-2: the example of its author, and what must hold of any game."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ferrovia.server.base.glicko import Duel, Rating, rate_game, rated


def test_the_example_of_the_paper() -> None:
    opponents = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    found = rated(Rating(1500, 200), [Duel(each, score) for each, score in zip(opponents, (1, 0, 0), strict=True)])
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.02)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_places_of_a_game_with_three_players() -> None:
    first, second, third = rate_game([Rating(), Rating(), Rating()], [1, 2, 3])
    assert first.value > second.value > third.value
    assert second.value == pytest.approx(1500)
    shared = rate_game([Rating(), Rating()], [1, 1])
    assert [each.value for each in shared] == pytest.approx([1500, 1500])
    assert all(each.games == 1 for each in shared)


PLAYER = some.builds(
    Rating, some.floats(400, 3000), some.floats(45, 350), some.floats(0.03, 0.12), some.integers(0, 100)
)


@given(PLAYER, PLAYER)
def test_a_winner_never_loses_points(winner: Rating, loser: Rating) -> None:
    won, lost = rate_game([winner, loser], [1, 2])
    assert won.value >= winner.value
    assert lost.value <= loser.value
    assert 45 <= won.deviation <= 351
