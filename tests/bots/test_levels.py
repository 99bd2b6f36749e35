"""Five levels for people."""

from dataclasses import replace
from itertools import pairwise

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


def test_the_strongest_level_is_a_net_where_there_is_one():
    spec = ferrovia.parse_spec(level_names()[-1])
    for name in ferrovia.built_in_rules():
        found = spec.on(ferrovia.load_rules(name))
        assert (found.net, found.name) == (True, spec.name)
    custom = replace(ferrovia.load_rules("new-york"), built_in=False)
    assert spec.on(custom) is spec
    assert not spec.net
    assert ferrovia.parse_spec("planner").on(custom).name == "planner"


@pytest.mark.parametrize("rules", ferrovia.built_in_rules())
def test_measured_strength_rises_in_even_steps(rules):
    measured = [level.elo[rules] for level in levels() if rules in level.elo]
    assert len(measured) == 5
    steps = [higher - lower for lower, higher in pairwise(measured)]
    assert all(145 <= step <= 255 for step in steps), steps
