"""Rule summaries: nothing that matters is left out, and every code has its sentence."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import ferrovia
from ferrovia.rules.differences import differences, rule_keys
from ferrovia.rules.facts import NEED_NOT_KNOW, SUMMARY_ONLY, TOPICS, Fact, difference_facts, summary
from ferrovia.rules.schema import RefusedLater, RuleSet, Totals
from tests.locales.catalogues import GIVEN, LANGUAGES, catalogue, check_parity, places

PAIRS = list(permutations(ferrovia.built_in_rules(), 2))


def codes(facts: list[Fact]) -> set[str]:
    return {fact.code.removeprefix("new-").removeprefix("no-") for fact in facts}


@pytest.mark.parametrize(("new", "known"), PAIRS)
def test_every_key_that_differs_is_told_or_need_not_be_known(new: str, known: str) -> None:
    told = codes(difference_facts(ferrovia.load_rules(new), ferrovia.load_rules(known)))
    for each in differences(ferrovia.load_rules(new), ferrovia.load_rules(known)):
        tellers = {topic.code for topic in TOPICS if each.key in topic.keys}
        assert each.key in NEED_NOT_KNOW or tellers & told, each


def test_every_key_of_the_schema_has_its_topic() -> None:
    """Also the keys in which no built-in rules differ."""
    told = {key for topic in TOPICS for key in topic.keys}
    known = {key.name for key in rule_keys()} | set(Totals.__dataclass_fields__) - {"decks"}
    assert told | NEED_NOT_KNOW == known
    assert not told & NEED_NOT_KNOW


CHANGES: dict[str, Any] = {
    "trains": 44,
    "flush_at": 0,
    "market_size": 4,
    "longest_path_points": 0,
    "last_round_trains": 3,
    "refused_later": RefusedLater.OUT,
    "opening_keep": 4,
    "tie_breaks": (),
    "doubles_closed_up_to": 0,
    "locomotives": 0,
}


@pytest.mark.parametrize("key", CHANGES)
def test_one_changed_key_is_told_both_ways(key: str) -> None:
    usual = ferrovia.load_rules("north-america")
    other = replace(usual, rule_set=replace(usual.rule_set, **{key: CHANGES[key]}))
    tellers = {topic.code for topic in TOPICS if key in topic.keys}
    for facts in (difference_facts(other, usual), difference_facts(usual, other)):
        assert codes(facts) & tellers
    assert not difference_facts(usual, usual)


@pytest.mark.parametrize("name", ferrovia.built_in_rules())
def test_a_summary_begins_with_the_goal(name: str) -> None:
    found = [fact.code for fact in summary(ferrovia.load_rules(name))]
    assert found[0] == "goal"
    assert len(found) == len(set(found))
    assert ("tunnels" in found) == (name == "switzerland")
    assert ("attractions" in found) == (name == "new-york")
    assert ("longest-path" in found) == (name != "new-york")


def test_all_languages_tell_the_same() -> None:
    check_parity("rules")


def sayable() -> set[str]:
    """Every key a client may be asked for."""
    found = {f"rules.summary.{topic.code}" for topic in TOPICS}
    for topic in TOPICS:
        if topic.keys and topic.code not in SUMMARY_ONLY:
            prefixes = ("", "new-", "no-") if topic.optional else ("",)
            found |= {f"rules.differences.{prefix}{topic.code}" for prefix in prefixes}
    return found


def test_every_fact_has_its_words_and_no_words_are_left_over() -> None:
    assert set(catalogue("en", "rules")) == sayable()


def parameters_of(key: str) -> set[str]:
    """The parameters of a code, over all rules."""
    _, kind, code = key.split(".", 2)
    topic = next(each for each in TOPICS if each.code == code.removeprefix("new-").removeprefix("no-"))
    found: set[str] = set()
    for name in ferrovia.built_in_rules():
        found |= set(topic.find(ferrovia.load_rules(name)) or {})
    before = {f"before_{name}" for name in found}
    if code.startswith("no-"):
        return before
    return found if kind == "summary" or code.startswith("new-") else found | before


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_facts_name_what_is_told(language: str) -> None:
    for key, text in catalogue(language, "rules").items():
        assert places(text) <= parameters_of(key) | GIVEN, key


def test_only_optional_topics_can_be_missing() -> None:
    bare = replace(RuleSet(map="nowhere"), locomotives=0, flush_at=0, longest_path_points=0, tie_breaks=())
    usual = ferrovia.load_rules("north-america")
    for topic in TOPICS:
        if topic.find(replace(usual, rule_set=bare)) is None:
            assert topic.optional, topic.code


def test_what_locomotives_stand_in_for_is_said_in_one_place() -> None:
    """In Switzerland they pay for tunnels only: a second sentence that forgets it contradicts the first."""
    sentences = catalogue("en", "rules") | catalogue("en", "reasons")
    says = {key for key, words in sentences.items() if "stand in for any" in words or "stands in for any" in words}
    uses = ("summary.locomotive-use", "differences.locomotive-use", "differences.new-locomotive-use")
    assert says == {f"rules.{use}" for use in uses}
