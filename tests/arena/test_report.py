"""The report: one well-formed page with everything in it, whatever the run was."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ferrovia.arena.plan import ArenaTable, Plan, plan_pairs, repeat_command
from ferrovia.arena.report.page import page, write_report
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.summary import summarise
from ferrovia.bots.specs import parse_spec
from ferrovia.cli import main
from ferrovia.rules.files.loading import load_rules

PARTS = ("result", "scores", "seats", "board", "tickets", "games", "settings")
HOSTILE = "<script>alert('x')</script>&\"'"


def parsed(text: str) -> ElementTree.Element:
    """The page as a tree: it is well-formed XML too, so that nothing can be left open."""
    first, _, rest = text.partition("\n")
    assert first == "<!DOCTYPE html>"
    return ElementTree.fromstring(rest)


class Tags(HTMLParser):
    """What a browser sees: every tag that is opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


@pytest.fixture
def trio(pairs, play):
    return play(pairs("random,greedy,hungry", 40))


def test_the_page_is_well_formed_and_whole(trio):
    tree = parsed(page(trio, "ferrovia arena"))
    ids = {each.get("id") for each in tree.iter("section")}
    assert ids == {*PARTS, "ratings"}
    text = "".join(tree.itertext())
    for word in ("random", "greedy", "hungry", trio.plan.rules.hash, "seed 1", "ferrovia arena", "Lower East Side"):
        assert word in text


def test_two_bots_have_no_ratings(pairs, play):
    tree = parsed(page(play(pairs("random,greedy", 10)), "x"))
    assert {each.get("id") for each in tree.iter("section")} == set(PARTS)


def test_every_drawing_says_what_it_shows(trio):
    drawings = list(parsed(page(trio, "x")).iter("svg"))
    assert len(drawings) >= 6
    for each in drawings:
        assert each.get("role") == "img"
        names = {child.get("id"): child.text for child in each if child.tag in ("title", "desc")}
        assert set((each.get("aria-labelledby") or "").split()) == set(names)
        assert all(names.values())


def test_every_route_and_ticket_is_told(trio):
    tree, rules = parsed(page(trio, "x")), trio.plan.rules
    lines = [each for each in tree.iter("path") if "route" in (each.get("class") or "").split()]
    assert len(lines) == len(rules.map.routes)
    (tickets,) = [each for each in tree.iter("section") if each.get("id") == "tickets"]
    assert len(list(tickets.iter("tr"))) == len(rules.tickets) + 1


def test_the_page_needs_nothing_else(trio):
    """No address, no other file, nothing a browser would fetch."""
    text = page(trio, "x")
    assert not re.search(r"https?:|//[a-z]|url\(|@import|<link|<img|\ssrc=", text)


def test_the_numbers_are_those_of_the_run(trio):
    text = "".join(parsed(page(trio, "x")).itertext())
    seats = trio.results[0].outcomes["seats"]
    dealt = np.bitwise_count(seats["opening"] | seats["later"]).sum()
    assert dealt > 0
    assert f"{trio.games:,} games" in text


def test_hostile_names_stay_text(tmp_path, play):
    source = (Path(__file__).parents[2] / "examples" / "custom_map" / "island.toml").read_text("utf-8")
    escaped = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    source = source.replace('name = "The Island"', f'name = "{escaped}"').replace(
        'name = "Hobart"', f'name = "{escaped}"'
    )
    (tmp_path / "hostile.toml").write_text(source.replace('layout = "island-layout.toml"\n', ""), "utf-8")
    bots = (replace(parse_spec("random"), name=HOSTILE), replace(parse_spec("greedy"), name="\x00\x1b[31m\u202e"))
    text = page(play(plan_pairs(load_rules(str(tmp_path / "hostile.toml")), bots, 4, 1)), f"ferrovia {HOSTILE}")
    assert HOSTILE in "".join(parsed(text).itertext())
    tags = Tags(text).seen
    assert sum(tag == "script" for tag, _ in tags) == 1
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("games", [1, 2])
def test_hardly_any_games(pairs, play, games):
    parsed(page(play(pairs("random,greedy,hungry", games)), "x"))


def test_tables_of_one_bot_are_left_out_of_who_wins(play):
    """It would have its equal share there, and drag its win share down to it."""
    rules, bots = load_rules("new-york"), (parse_spec("planner"), parse_spec("random"))
    run = play(Plan((ArenaTable(rules, bots), ArenaTable(rules, bots[:1] * 2)), 20, 1))
    planner = summarise(run).bots[0]
    assert (planner.win_share or 0) > 0.9
    assert planner.games == 20
    text = page(run, "x")
    assert "over all their games against others" in text
    (share,) = re.findall(r"<desc[^>]*>planner: ([\d.]+)", text)[:1]
    assert float(share) > 90
    assert text.count("against itself are left out here") == 2
    alone = play(Plan((ArenaTable(rules, bots[:1] * 2),), 20, 1))
    assert summarise(alone).bots[0].win_share == 0.5
    assert "left out here" not in page(alone, "x")


def test_the_headline_counts_opponents(one_table, play):
    run = play(one_table("planner,random,random,random", 8))
    assert re.search(r"planner won .* against three random \(", page(run, "x"))


def test_the_headline_says_when_another_played(one_table, play):
    run = play(one_table("planner,random", 8))
    for result in run.results:
        result.outcomes["seats"]["fault"][result.outcomes["bot"] == 0] = 1
    assert "It failed in 8 of them, where greedy played on." in page(run, "x")


def test_a_bot_against_itself(one_table, play):
    parsed(page(play(one_table("random,random,random", 3)), "x"))


def test_nothing_but_ties(trio):
    for result in trio.results:
        result.outcomes["seats"]["score"]["place"][:, :2] = 1
        result.outcomes["seats"]["score"]["total"] = 0
    parsed(page(trio, "x"))


def test_no_game_at_all(pairs, play):
    run = play(pairs("random,greedy", 2))
    empty = Run(
        run.plan, tuple(replace(each, outcomes=each.outcomes[:0], actions=each.actions[:0]) for each in run.results)
    )
    tree = parsed(page(empty, "x"))
    assert [each.get("id") for each in tree.iter("section")] == ["settings"]


def test_seats_are_counted_as_everywhere(trio):
    text = page(trio, "x")
    assert "Seat 0 moves first" in text
    assert "seat 1" in text
    assert "seat 2" not in text


def test_tables_of_several_sizes(play):
    rules, bot = load_rules("new-york"), parse_spec("greedy")
    text = page(play(Plan(tuple(ArenaTable(rules, (bot,) * players) for players in (2, 3, 4)), 4, 1)), "x")
    for players in (2, 3, 4):
        assert f"Seats, {players} players" in text


def test_the_command_to_repeat_it(pairs, one_table):
    plan = pairs("random,greedy", 10, seed=5)
    assert repeat_command(plan) == "ferrovia arena random greedy --rules new-york --games 10 --seed 5"
    plan = one_table("random,greedy,greedy", 3)
    assert repeat_command(plan) == "ferrovia arena --table random,greedy,greedy --rules new-york --games 3 --seed 1"
    assert repeat_command(plan, "playtest", ["my map.toml"]) == "ferrovia playtest 'my map.toml' --games 3 --seed 1"


def test_the_file_replaces_an_older_one(trio, tmp_path):
    write_report(trio, tmp_path)
    path = write_report(trio, tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["index.html"]
    parsed(path.read_text("utf-8"))


def test_from_the_command_line(tmp_path, capsys):
    folder = tmp_path / "a" / "report"
    assert main(["arena", "random", "greedy", "--rules", "new-york", "--games", "4", "--report", str(folder)]) == 0
    assert str(folder / "index.html") in capsys.readouterr().out
    text = (folder / "index.html").read_text("utf-8")
    assert "ferrovia arena random greedy --rules new-york --games 4 --seed 1" in text
