"""Five levels for people."""

import pytest

import ferrovia
from ferrovia.bots.kernels.registry import BOT_NAMES
from ferrovia.bots.levels import level_names, levels


def test_there_are_five_and_each_is_a_bot():
    assert len(levels()) == len(set(level_names())) == 5
    assert not set(level_names()) & set(BOT_NAMES)
    for level in levels():
        assert ferrovia.parse_spec(level.name).compiled
        assert level.words


@pytest.mark.parametrize("rules", ferrovia.built_in_rules())
def test_measured_strength_grows_with_the_level(rules):
    measured = [level.elo[rules] for level in levels() if rules in level.elo]
    assert len(measured) == 5
    assert measured == sorted(set(measured))
