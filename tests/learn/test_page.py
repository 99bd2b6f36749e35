"""The page of a training run."""

import xml.etree.ElementTree as ElementTree

from ferrovia.learn.page import points, training_page

TABLE = {"points": 1.5, "best": 3, "completed": 1, "kept": 2, "rounds": 30, "trail": 20, "games": 5, "wins": 0.5}


def line(seconds: float, points: float, games: int = 5) -> dict[str, object]:
    table = {**TABLE, "points": points, "games": games}
    return {"seconds": seconds, "decisions": 1000, "speed": 10, "tables": {2: table, 3: table}}


def test_a_curve_runs_from_the_lowest_to_the_highest_value():
    assert points([0, 10], [5, 7], 5, 7) == "36.0,144.0 524.0,36.0"


def test_the_page_draws_every_table_and_skips_lines_without_games():
    page = training_page("A & B", [line(5, 9, games=0), line(10, 1), line(20, 2)])
    assert "A &amp; B" in page
    drawings = ["<svg" + part.split("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
    assert len(drawings) == 5
    for drawing in drawings:
        curves = ElementTree.fromstring(drawing).findall("polyline")
        assert [len(curve.attrib["points"].split()) for curve in curves] == [2, 2]


def test_a_run_without_a_finished_game_says_so():
    assert "No game was finished yet" in training_page("x", [line(1, 0, games=0)])
    assert "No game was finished yet" in training_page("x", [])


def test_strength_against_fixed_opponents_is_a_table():
    measured = {**line(20, 2), "strength": {"greedy": 0.9, "planner": 0.25}}
    page = training_page("x", [line(10, 1), measured])
    assert "<td>90.0 %</td><td>25.0 %</td>" in page
    assert "fixed opponents" not in training_page("x", [line(10, 1)])
