"""The planner's settings by the number of players, and its first edition, which suites are played against."""

import json
from typing import Any

import pytest

from ferrovia.arena.benchmark.suite import load_suite, same_play
from ferrovia.bots.kernels.planner.editions import BY_PLAYERS
from ferrovia.bots.kernels.planner.space import PLANNER_OPTIONS
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import INTERPRETED
from ferrovia.core.limits import SEATS
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tools import strength

FIRST_EDITION = "6e268782991a13c8"  # the settings before decision 20, by which suite v1 is fixed
PLACES = [option.place for name, option in PLANNER_OPTIONS.items() if name != "edition"]


def options_of(text: str, rules: str, players: int) -> Any:
    """The numbers a bot plays by."""
    return parse_spec(text).memory(load_rules(rules), players)[0]["options"]


@pytest.mark.skipif(INTERPRETED, reason="whole games of search")
def test_the_first_edition_plays_as_it_always_did():
    assert strength.behaviour("planner:edition=1,search:worlds=2,edition=1") == FIRST_EDITION


@pytest.mark.skipif(INTERPRETED, reason="whole games of search")
def test_the_numbers_are_of_the_bots_of_now():
    """Where the editions differ, so does the digest: otherwise no number would ever be found outdated."""
    now = strength.behaviour()
    assert now != FIRST_EDITION
    assert {each["behaviour"] for each in json.loads(strength.NUMBERS.read_text("utf-8")).values()} == {now}


@pytest.mark.parametrize("rules", built_in_rules())
def test_the_first_edition_does_not_count_the_players(rules):
    first = options_of("planner:edition=1", rules, 2)
    for players in range(3, load_rules(rules).rule_set.players_max + 1):
        assert (options_of("planner:edition=1", rules, players) == first).all()


def test_every_setting_is_a_possible_value_of_an_option():
    assert set(BY_PLAYERS) == set(range(2, SEATS + 1))
    for table in BY_PLAYERS.values():
        for name, setting in table.items():
            option = PLANNER_OPTIONS[name]
            assert all(option.lowest <= value <= option.highest for value in setting), name


def test_settings_depend_on_the_number_of_players():
    found = [
        options_of("planner", "north-america-classic", players)[PLACES].tolist() for players in range(2, SEATS + 1)
    ]
    assert found[0] != found[-1]


@pytest.mark.parametrize("name", sorted({name for table in BY_PLAYERS.values() for name in table}))
def test_what_is_said_counts_for_any_number_of_players(name):
    """Even if it is the default of the first edition."""
    option = PLANNER_OPTIONS[name]
    for bot in ("planner", "search"):
        text = parse_spec(f"{bot}:{name}={option.default}").text
        for players in BY_PLAYERS:
            assert options_of(text, "north-america", players)[option.place] == option.default


def test_a_suite_names_the_edition_it_was_fixed_with():
    suite, rules = load_suite("v1"), load_rules("new-york")
    assert suite.opponent("planner", rules).text == "planner:edition=1"


def test_the_editions_are_one_bot_at_a_table_of_two():
    """A card of `planner` is also one of the opponent that the suite names: against it half is won without a game."""
    suite = load_suite("v1")
    for rules in map(load_rules, suite.rules):
        assert same_play(suite.opponent("planner", rules), parse_spec("planner"), rules)
        assert not same_play(suite.opponent("planner", rules), parse_spec("planner:turn=3"), rules)
