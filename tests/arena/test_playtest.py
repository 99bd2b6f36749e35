"""Playtests: the verdict fires on boards that are broken on purpose, and is silent on a good one."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import numpy as np
import pytest

from ferrovia.arena.driver import play_plan
from ferrovia.arena.playtest import board_findings, game_findings
from ferrovia.arena.playtest.finding import FEWEST_DEALS, Aspect, Severity, odds_ratio
from ferrovia.arena.playtest.game_findings import Cause
from ferrovia.arena.playtest.plan import BOTS, board_file, playtest_plan
from ferrovia.arena.playtest.verdict import judge, verdict_text
from ferrovia.arena.statistics.estimates import Estimate, corrected_wilson
from ferrovia.arena.statistics.rows import rows_of
from ferrovia.arena.statistics.usage import Share, Usage
from ferrovia.bots.specs import parse_specs
from ferrovia.cli import main
from ferrovia.errors import ArenaError
from ferrovia.game.text.record import ENDINGS
from ferrovia.rules.checks.files import check_file
from ferrovia.rules.files.loading import load_rules

ISLAND = Path(__file__).parents[2] / "examples" / "custom_map" / "island.toml"
SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "playtest.schema.json"
LAST_CITY = '    { id = "port-arthur", name = "Port Arthur" },\n'
LAST_ROUTE = '    { from = "hobart", to = "port-arthur", length = 2 },\n'


@pytest.fixture
def verdict_on(tmp_path):
    """The verdict on the Island with some words replaced; each must occur."""

    def play(*changes, games=300):
        head, _, tail = ISLAND.read_text("utf-8").partition("[totals]")
        text = head + "[rules]" + tail.partition("[rules]")[2]
        for old, new in (('layout = "island-layout.toml"\n', ""), *changes):
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "changed.toml"
        path.write_text(text, "utf-8")
        specs = tuple(parse_specs(BOTS))
        return judge(play_plan(playtest_plan(load_rules(str(path)), specs, games, 1), quiet=True), specs)

    return play


def told(verdict, code):
    return [finding.thing for finding in verdict.findings if finding.code == code]


def test_the_example_is_in_order():
    for name in ("island.toml", "island-layout.toml"):
        assert not check_file(str(ISLAND.with_name(name)))


def test_a_good_board_gets_no_warning(verdict_on):
    verdict = verdict_on()
    assert not verdict.warnings, verdict_text(verdict)
    assert {finding.topic for finding in verdict.findings} == set(Aspect)


def test_a_ticket_that_is_absurdly_dear(verdict_on):
    verdict = verdict_on(
        ('from = "smithton", to = "hobart", points = 15', 'from = "smithton", to = "hobart", points = 1')
    )
    assert told(verdict, "ticket-too-dear") == ["Smithton – Hobart (1)"]


def test_a_ticket_that_is_absurdly_cheap(verdict_on):
    verdict = verdict_on(
        ('from = "deloraine", to = "oatlands", points = 6', 'from = "launceston", to = "deloraine", points = 60')
    )
    assert told(verdict, "ticket-too-cheap")[0] == "Launceston – Deloraine (60)"
    assert any("points less" in finding.advice for finding in verdict.findings)


def test_a_route_nobody_can_want(verdict_on):
    verdict = verdict_on(
        (LAST_CITY, LAST_CITY + '    { id = "nowhere", name = "Nowhere" },\n'),
        (LAST_ROUTE, LAST_ROUTE + '    { from = "smithton", to = "nowhere", length = 6 },\n'),
        ("5 = 10 }", "5 = 10, 6 = 0 }"),
    )
    assert told(verdict, "route-unwanted") == ["Smithton – Nowhere"]


def test_a_route_that_decides_games(verdict_on):
    """A route worth a hundred points."""
    verdict = verdict_on(
        (LAST_ROUTE, LAST_ROUTE + '    { from = "smithton", to = "hobart", length = 6 },\n'),
        ("5 = 10 }", "5 = 10, 6 = 100 }"),
    )
    assert told(verdict, "route-decides")[0] == "Smithton – Hobart"


def test_rules_that_get_stuck(verdict_on):
    """More trains than there are spaces for, and all of them to be got rid of."""
    verdict = verdict_on(("trains = 30", "trains = 70\nlast_round_trains = 0"), games=60)
    found = verdict.about(Aspect.DEADLOCK)
    assert found[0].level == Severity.WARNING
    assert (found[0].value or 0) > 0.5
    seldom = game_findings.deadlock_finding("all-passed", np.arange(1000) < 2, np.arange(1000))
    assert (seldom.level, seldom.advice) == (Severity.NOTE, "")
    assert "2 of 1,000 games (0.20 %)" in seldom.sentence


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ((("trains = 30", "trains = 70\nlast_round_trains = 0"),), Cause.FULL),
        ((("trains = 30", "trains = 31\nlast_round_trains = 0"),), Cause.UNFIT),
    ],
)
def test_what_helps_depends_on_why_it_got_stuck(changes, cause, verdict_on):
    """More cards are of no use where nothing is left to be claimed."""
    found = verdict_on(*changes, games=60).about(Aspect.DEADLOCK)
    assert any(cause in finding.sentence for finding in found), found
    assert not any("more cards" in finding.advice for finding in found if cause in finding.sentence)


def test_one_table_with_stuck_games_and_others_without():
    """Causes are looked for at every table, also where no game got stuck."""
    rules = load_rules(str(ISLAND))
    plan = playtest_plan(rules, tuple(parse_specs(BOTS)), 6, 1)
    run = play_plan(plan, quiet=True)
    run.results[-1].outcomes["ending"][0] = ENDINGS.index("all-passed")
    (found,) = game_findings.deadlock(run)
    assert "1 of " in found.sentence
    assert any(cause in found.sentence for cause in Cause)


def test_few_games_neither_praise_nor_blame(verdict_on):
    verdict = verdict_on(("trains = 30", "trains = 6"), games=4)
    assert not verdict.warnings
    assert {finding.code for finding in verdict.findings} == {"unknown"}
    assert all("too few games to tell" in finding.sentence for finding in verdict.findings)
    assert verdict.headline == "too few games to tell"


def test_games_that_are_over_at_once(verdict_on):
    verdict = verdict_on(("trains = 30", "trains = 6"), games=60)
    assert all(finding.level == Severity.WARNING for finding in verdict.about(Aspect.LENGTH))


def test_every_warning_says_what_to_change(verdict_on):
    verdict = verdict_on(("trains = 30", "trains = 6"), games=60)
    assert verdict.warnings
    assert all(finding.advice for finding in verdict.findings if finding.level == Severity.WARNING)


def test_every_number_of_players_and_every_level_plays():
    rules = load_rules("north-america")
    plan = playtest_plan(rules, tuple(parse_specs(BOTS)), 10, 1)
    assert {table.players for table in plan.tables} == {2, 3, 4, 5}
    assert [bot.text for bot in plan.bots] == BOTS.split(",")
    for players in (2, 3, 4, 5):
        tables = [table for table in plan.tables if table.players == players]
        assert len({bot for table in tables for bot in table.specs}) == 3
        assert any(len(table.bots) == 1 and table.specs[0].text == "planner" for table in tables)


def test_odds():
    assert odds_ratio(0.5, 0.5) == pytest.approx(1)
    assert odds_ratio(0.75, 0.5) == pytest.approx(3)
    assert odds_ratio(1.0, 0.0) > 1e6


def test_from_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["playtest", str(ISLAND), "--games", "6", "--json", "all.json"]) == 0
    said = capsys.readouterr().out
    assert "Verdict:" in said
    assert "playtest-island" in said
    page = (tmp_path / "playtest-island" / "index.html").read_text("utf-8")
    assert 'id="verdict"' in page
    assert "--games 6 --seed 1" in page
    found = json.loads((tmp_path / "all.json").read_text("utf-8"))
    jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8"))).validate(found)
    assert found["verdict"]["findings"][0].keys() >= {"topic", "level", "thing", "sentence", "value", "advice"}
    assert len(found["bots"]) == 3


def test_a_playtest_is_kept_and_goes_on(tmp_path, monkeypatch, capsys, own_data):
    monkeypatch.chdir(tmp_path)
    command = ["playtest", str(ISLAND), "--games", "6", "--processes", "1"]
    assert main([*command, "--json", "a.json"]) == 0
    kept = sorted(own_data.rglob("*.npz"))
    assert kept
    capsys.readouterr()
    assert main([*command, "--json", "b.json", "--resume"]) == 0
    assert "with --resume" not in capsys.readouterr().err
    assert sorted(own_data.rglob("*.npz")) == kept  # nothing was played again
    assert (tmp_path / "a.json").read_text() == (tmp_path / "b.json").read_text()
    assert main(command) == 0
    assert "with --resume they would not be played again" in capsys.readouterr().err


@pytest.mark.parametrize("left", [0, 4])
def test_a_stopped_playtest_says_how_far_it_came(tmp_path, monkeypatch, capsys, left):
    """With a verdict where every table has played, else without."""
    from ferrovia.arena import driver

    def play_some(plan, **options):
        run = play_plan(plan, **options)
        some = [replace(each, outcomes=each.outcomes[:left], actions=each.actions[:left]) for each in run.results]
        return replace(run, results=tuple(some))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(driver, "play_plan", play_some)
    assert main(["playtest", str(ISLAND), "--games", "6"]) == 130
    said = capsys.readouterr()
    tables = len(playtest_plan(load_rules(str(ISLAND)), tuple(parse_specs(BOTS)), 6, 1).tables)
    assert f"stopped after {left * tables} of " in said.err
    assert "--resume continues" in said.err
    assert ("Verdict:" in said.out) == (left > 0)


def test_a_folder_with_one_board_is_that_board(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["playtest", str(ISLAND.parent), "--games", "2", "--report", "here"]) == 0
    assert "The Island" in capsys.readouterr().out
    (tmp_path / "switzerland").mkdir()
    assert board_file("switzerland") == "switzerland"
    assert main(["playtest", str(tmp_path)]) == 2
    assert "is a folder with 0 boards in it; name a file" in capsys.readouterr().err
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(ISLAND.read_text("utf-8"), "utf-8")
    with pytest.raises(ArenaError, match=r"2 boards in it: .*a\.toml, .*b\.toml; name a file"):
        board_file(str(tmp_path))


def test_the_signs_are_explained(verdict_on):
    lines = verdict_text(verdict_on(games=6)).splitlines()
    assert all(sign in lines[1] for sign in ("ok ", "-- ", "!! "))


def test_advice_does_not_contradict_itself():
    """To take points away and to say that the ticket's length is worth more is no advice."""
    rules = load_rules(str(ISLAND))
    for ticket in rules.tickets:
        points, fair = max(each for _, each in ticket.targets), board_findings.fair_points(rules, ticket)
        for dear in (True, False):
            said = board_findings.beside_others(rules, ticket, dear)
            assert ("on this map" in said) == (fair > points if dear else fair < points)
            assert f" {fair:.0f}" in said
            assert " 1 trains" not in said


def test_games_of_one_deal_are_one_observation():
    """A thousand games of ten deals, none of them stuck, and all of them on a road nobody took: who knows."""
    plan = playtest_plan(load_rules(str(ISLAND)), tuple(parse_specs(BOTS)), 20, 1)
    run = play_plan(plan, quiet=True)
    (none,) = game_findings.deadlock(run)
    most = max(int(result.table.deals(result.outcomes["number"].astype(int)).max()) + 1 for result in run.results)
    assert none.interval == pytest.approx(corrected_wilson(0.0, most))
    rows = rows_of(run)
    rows.seats["routes"] = 0
    assert len(rows.games()[0]) > 100
    assert not list(board_findings.unwanted(Usage(plan.rules, rows)))
    apart = replace(rows, deal=rows.games()[1])
    assert list(board_findings.unwanted(Usage(plan.rules, apart)))


def test_tickets_are_judged_by_deals():
    few, many = (Share(Estimate(0.0, corrected_wilson(0.0, deals)), deals) for deals in (FEWEST_DEALS - 1, 100))
    assert not board_findings.surely_below(few, 0.5)
    assert board_findings.surely_below(many, 0.5)
    assert board_findings.surely_below(many, board_findings.NEVER_KEPT)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-map"], "no built-in rule set"),
        (["new-york", "--games", "0"], "games"),
        (["new-york", "--games", "many"], "whole number"),
        (["new-york", "--seed", "x"], "whole number"),
        (["new-york", "--processes", "none"], "--processes: a whole number"),
        (["new-york", "--bots", "greedy"], "two or more different bots"),
        (["new-york", "--bots", "greedy,greedy"], "two or more different bots"),
        (["new-york", "--bots", "nobody,greedy"], "nobody"),
        (["new-york", "--report", "/dev/null/x"], "cannot be written"),
        (["new-york", "--json", "/dev/null/x"], "cannot be written"),
    ],
)
def test_bad_input_is_one_sentence(arguments, words, capsys):
    assert main(["playtest", *arguments]) in (1, 2)
    said = capsys.readouterr().err
    assert words in said
    assert len(said.strip().splitlines()) == 1
