"""Stopping rules: where a run ends, what it says, and how often a sequential test is wrong."""

import json
from pathlib import Path

import jsonschema_rs
import numpy as np
import pytest

from ferrovia.arena.driver import play_plan
from ferrovia.arena.statistics.summary import as_json, summarise
from ferrovia.arena.text_report import show_run
from ferrovia.arena.until import ERROR, Precision, SequentialTest, expected_share, looks, parse_rule
from ferrovia.cli import main
from ferrovia.errors import ArenaError

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "arena.schema.json"


def test_rules_are_read_as_they_are_typed():
    for text in ("0.5", "20", "sprt:0,10", "sprt:-5,5"):
        assert str(parse_rule(text)) == text
    assert parse_rule("sprt") == SequentialTest(0.0, 10.0)


@pytest.mark.parametrize("text", ["", "soon", "0", "-1", "nan", "inf", "sprt:5", "sprt:10,0", "sprt:0,5,9"])
def test_other_rules_are_refused(text):
    with pytest.raises(ArenaError, match="until"):
        parse_rule(text)


def test_a_run_ends_when_its_shares_are_known(pairs):
    plan = pairs("greedy,random,path", games=20_000)
    run = play_plan(plan, processes=2, quiet=True, until=Precision(4.0))
    assert run.finished
    assert run.plan.games < 2000
    for pair in summarise(run).meetings:
        low, high = pair.estimate.interval or (0.0, 1.0)
        assert (high - low) / 2 <= 0.04
    alone = play_plan(plan, processes=1, quiet=True, until=Precision(4.0))
    assert alone.games == run.games
    assert (alone.results[0].outcomes["seats"]["score"] == run.results[0].outcomes["seats"]["score"]).all()


def test_a_sequential_test_names_the_better_bot(one_table, tmp_path):
    run = play_plan(one_table("greedy,random", games=10_000), quiet=True, folder=tmp_path, until=SequentialTest(0, 20))
    assert run.decision is not None
    assert str(run.decision.verdict).startswith("greedy is +20 Elo or more against random")
    assert f"until sprt:0,20: {run.decision.verdict}" in show_run(run, summarise(run))
    card = as_json(run, summarise(run))
    jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8"))).validate(json.loads(json.dumps(card)))
    assert card["until"] == {"rule": "sprt:0,20", "verdict": run.decision.verdict}


def test_games_may_run_out_first(one_table):
    run = play_plan(one_table("greedy,hungry", games=50), quiet=True, until=Precision(0.1))
    assert (run.games, run.finished) == (50, True)
    assert run.decision is not None
    assert run.decision.verdict is None
    assert "not decided" in show_run(run, summarise(run))


@pytest.mark.parametrize(("elo", "better"), [(0.0, False), (20.0, True)])
def test_a_sequential_test_is_rarely_wrong(elo, better):
    """Two games a deal whose luck partly cancels; wrong at most as often as promised, with some room for chance."""
    generator, rule, wrong, runs = np.random.default_rng(1), SequentialTest(0, 20), 0, 200
    deals = np.repeat(np.arange(10_000), 2)
    for _ in range(runs):
        points = (generator.random(20_000) < expected_share(elo)).astype(float)
        for games in looks(20_000):
            ratio = rule.log_likelihood_ratio(points[:games], deals[:games])
            if abs(ratio) >= np.log((1 - ERROR) / ERROR):
                wrong += (ratio > 0) != better
                break
    assert wrong / runs <= 0.08


def test_the_command_says_what_does_not_fit(capsys):
    assert main(["arena", "greedy", "random", "path", "--until", "sprt"]) == 2
    assert "two bots" in capsys.readouterr().err
    assert main(["arena", "greedy", "random", "--until", "never"]) == 2
    assert "half-width" in capsys.readouterr().err


def test_the_command_stops_early(capsys):
    assert main(["arena", "greedy", "random", "--rules", "new-york", "--until", "5", "--processes", "1"]) == 0
    shown = capsys.readouterr().out
    assert "until 5: every share is known to ±" in shown
