"""The benchmark: suites that exist, a score that is the mean of its cells, and a card that fits its schema."""

import json
import os
import shutil
from itertools import product
from pathlib import Path

import jsonschema_rs
import pytest

from ferrovia import ArenaError, parse_spec
from ferrovia.arena.benchmark import suite as suite_module
from ferrovia.arena.benchmark.card import card_json, card_text
from ferrovia.arena.benchmark.card_page import card_html
from ferrovia.arena.benchmark.suite import (
    Matchup,
    Suite,
    load_suite,
    parts_of,
    play_suite,
    policy_hash,
    score_of,
    suite_names,
)
from ferrovia.arena.plan import ArenaTable
from ferrovia.arena.store import Store, data_folder, fingerprint
from ferrovia.arena.workers import Processes
from ferrovia.bots.net.library import load_trained
from ferrovia.cli import main
from ferrovia.rules.files.loading import load_rules
from tools.pack_nets import TARGET, keep_pinned

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "benchmark-card.schema.json"
CARDS = SCHEMA.parents[1] / "data" / "benchmark"
TINY = Suite("tiny", 3, 8, ("new-york",), ("random", "greedy"))


@pytest.mark.parametrize("name", suite_names())
def test_every_suite_names_bots_and_rules_that_there_are(name):
    suite = load_suite(name)
    for each in suite.rules:
        load_rules(each)
    assert all(parse_spec(each).compiled for each in suite.opponents), "the opponents must be the same everywhere"
    for each, rules in product(suite.opponents, map(load_rules, suite.rules)):
        spec = suite.opponent(each, rules)
        assert not spec.net or policy_hash(rules, spec.weights) == suite.nets[rules.id]


def test_a_suite_keeps_the_weights_it_pins(tmp_path):
    """Once the package has other weights, those kept beside the suite play; without them the suite is refused."""
    rules, (nets, suites) = load_rules("new-york"), (tmp_path / name for name in ("nets", "suites"))
    shutil.copytree(TARGET, nets, ignore=lambda folder, names: [each for each in names if "new-york" not in each])
    suites.mkdir()
    (suites / "old.toml").write_text(f'[nets]\nnew-york = "{policy_hash(rules)}"\n', "utf-8")
    assert keep_pinned("new-york", nets, suites) == [suites / "old"]
    assert policy_hash(rules, suites / "old") == policy_hash(rules)
    (suites / "other.toml").write_text('[nets]\nnew-york = "0"\n', "utf-8")
    assert keep_pinned("new-york", nets, suites) == [suites / "old"]
    assert load_trained(rules, suites / "old").policy
    with pytest.raises(ArenaError, match="gone"):
        Suite("old", 3, 8, ("new-york",), ("net",), {"new-york": "0"}).opponent("net", rules)


def test_replaced_weights_play_under_the_name_of_the_opponent(tmp_path, monkeypatch):
    rules = load_rules("new-york")
    found = policy_hash(rules) or ""
    monkeypatch.setattr(suite_module, "SUITES", tmp_path)
    monkeypatch.setattr(suite_module, "policy_hash", lambda rules, folder=None: found if folder else "new")
    spec = Suite("old", 3, 8, ("new-york",), ("net",), {"new-york": found}).opponent("net", rules)
    assert spec.weights == tmp_path / "old"


@pytest.mark.parametrize("name", suite_names())
def test_the_games_of_every_suite_can_be_stored(name):
    """A suite keeps only the policies of replaced nets, so that its weights have no critic."""
    plans = [part.plan for part in parts_of(load_suite(name), parse_spec("greedy"))]
    kept = [fingerprint(plan, table)["weights"] for plan in plans for table in plan.tables]
    assert sum(map(bool, kept)) == len(load_suite(name).nets)


def test_an_unknown_suite_is_refused():
    with pytest.raises(ArenaError, match="v1"):
        load_suite("v0")


def test_a_card_fits_its_schema_and_is_the_same_again():
    bot = parse_spec("greedy")
    cards = [card_json(TINY, bot, play_suite(TINY, bot, processes=1) or []) for _ in range(2)]
    assert cards[0] == cards[1]
    card = json.loads(json.dumps(cards[0]))
    jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8"))).validate(card)
    won, equal = card["cells"]
    assert (won["opponent"], won["games"], equal["share"], equal["games"]) == ("random", 8, 0.5, 0)
    assert won["share"] > 0.5
    assert card["score"] == pytest.approx(50 * (won["share"] + 0.5), abs=0.01)
    assert "greedy, suite tiny" in card_text(card)
    page = card_html(card | {"bot": "<b>"})
    assert "<th>New York" in page
    assert f"{won['share']:.1%}" in page
    assert "<b>" not in page.partition("<style>")[0]
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize("level", ["conductor", "driver"])
def test_a_level_plays_as_the_bot_that_it_is_under_each_rule_set(level):
    """The games are those of that bot, stored under its name and weights; the card is the level's."""
    rules = load_rules("new-york")
    bots = parse_spec(level), parse_spec(parse_spec(level).variants["new-york"])
    cells = [play_suite(TINY, bot, processes=1) for bot in bots]
    assert cells[0] == cells[1]
    keys = [[fingerprint(part.plan, part.plan.tables[0]) for part in parts_of(TINY, bot)] for bot in bots]
    assert keys[0] == keys[1]
    cards = [card_json(TINY, bot, cells[0] or []) for bot in bots]
    assert [card["bot"] for card in cards] == [level, bots[1].text]
    assert cards[0].get("weights") == cards[1].get("weights")
    assert ("weights" in cards[0]) == bots[0].on(rules).net


def test_a_level_that_is_an_opponent_scores_one_half_against_itself():
    level = parse_spec("driver")
    suite = Suite("tiny", 3, 8, ("new-york",), ("mirror", "greedy"), bots={"mirror": level.variants["new-york"]})
    assert [part.others for part in parts_of(suite, level)] == [("greedy",)]


def test_no_table_seats_a_level_as_its_bot_of_other_rules():
    level, rules = parse_spec("driver"), load_rules("new-york")
    assert [spec.text for spec in ArenaTable(rules, (level, level)).specs] == [level.on(rules).text] * 2


COUNTING = """
import os, pathlib, signal, time
import ferrovia

class Counting(ferrovia.Bot):
    '''Notes every game; in one of them it presses Ctrl-C, and moves on when the workers have heard of it.'''

    def choose(self, view, moves):
        if view.phase == "opening":
            with open({log!r}, "a") as log:
                log.write("game\\n")
            if len(pathlib.Path({log!r}).read_text().split()) == {stop}:
                pathlib.Path({told!r}).unlink()
                os.kill({process}, signal.SIGINT)
                while not pathlib.Path({told!r}).exists():
                    time.sleep(0.01)
        return moves[0]
"""


def test_a_stopped_benchmark_goes_on_to_the_same_card(tmp_path, monkeypatch, capsys):
    """Ctrl-C in the second rule set: what was played is not played again, and the card is that of an unbroken run."""
    suite = Suite("tiny", 3, 6, ("new-york", "switzerland"), ("random", "greedy"))
    monkeypatch.setattr("ferrovia.arena.benchmark.suite.load_suite", lambda name: suite)
    log, bot, cards = tmp_path / "log", tmp_path / "counting.py", [tmp_path / f"{each}.json" for each in "ab"]
    told, stop = tmp_path / "told", Processes.stop
    monkeypatch.setattr(Processes, "stop", lambda workers: (stop(workers), told.touch()))
    bot.write_text(COUNTING.format(log=str(log), told=str(told), stop=15, process=os.getpid()), "utf-8")
    command = ["benchmark", str(bot), "--processes", "1", "--json"]
    assert main([*command, str(cards[0])]) == 130
    assert "the same command with --resume continues" in capsys.readouterr().err
    assert not cards[0].exists()
    kept = stored_games(suite, str(bot))
    assert 12 <= kept < 24
    played = len(log.read_text("utf-8").split())
    assert main([*command, str(cards[0]), "--resume"]) == 0
    assert len(log.read_text("utf-8").split()) - played == 24 - kept
    assert "nothing is kept" not in capsys.readouterr().err
    assert main([*command, str(cards[1])]) == 0
    assert "24 games of this run are stored already" in capsys.readouterr().err
    assert cards[0].read_bytes() == cards[1].read_bytes()


def stored_games(suite, bot):
    parts = parts_of(suite, parse_spec(bot))
    return sum(Store(data_folder(), part.plan, table).count() for part in parts for table in part.plan.tables)


def test_the_interval_of_a_score_is_that_of_a_mean_of_independent_cells():
    cells = [
        Matchup("a", "", "x", 100, 0.5, (0.47, 0.53), 0.015, 0),
        Matchup("a", "", "y", 100, 0.7, (0.66, 0.74), 0.02, 0),
    ]
    score, (low, high) = score_of(cells)
    assert score == pytest.approx(60)
    assert high - score == pytest.approx(100 * 0.05 / 2)
    assert score - low == pytest.approx(high - score)


@pytest.mark.parametrize("path", sorted(CARDS.glob("*.json")), ids=lambda path: path.stem)
def test_cards_of_the_leaderboard_are_whole(path):
    """By the schema, of this suite's rules as they are, with a score that follows from the cells."""
    card = json.loads(path.read_text("utf-8"))
    jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8"))).validate(card)
    suite = load_suite(card["suite"])
    assert [(cell["rules"], cell["opponent"]) for cell in card["cells"]] == list(product(suite.rules, suite.opponents))
    assert {(cell["rules"], cell["rules_hash"]) for cell in card["cells"]} == {
        (name, load_rules(name).hash) for name in suite.rules
    }
    score, interval = score_of([Matchup(**cell) for cell in card["cells"]])
    assert card["score"] == pytest.approx(score, abs=0.01)
    assert card["interval"] == pytest.approx(interval, abs=0.01)
    assert card["faults"] == 0
