"""The parts of a drawing, each by itself."""

import doctest
import math
from pathlib import Path

import pytest

from ferrovia.drawing.labels.letters import in_two, joined, width
from ferrovia.drawing.land.clipping import Frame, cut_area, cut_line
from ferrovia.drawing.land.paths import number, polyline, smooth
from ferrovia.drawing.land.warp import solve, spline
from ferrovia.drawing.layout.boxes import Box, gap, gap_to_disc
from ferrovia.drawing.layout.capsules import Capsule, meet
from ferrovia.drawing.layout.curve import Curve
from ferrovia.drawing.svg import board_svg
from ferrovia.rules.files.loading import load_rules
from tests.drawing.figures import folds


def test_the_page_about_drawing_is_true():
    page = Path(__file__).parents[2] / "docs" / "drawing.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_a_straight_curve():
    curve = Curve((0.0, 0.0), (30.0, 40.0), 0.0, 0.0)
    assert curve.total == pytest.approx(50)
    (spot,) = curve.spots([25.0])
    assert (spot.x, spot.y, spot.dx, spot.dy) == pytest.approx((15, 20, 0.6, 0.8))
    assert curve.controls()[1] == pytest.approx((10, 40 / 3))
    assert curve.controls(5.0)[0] == pytest.approx((-4, 3))


def test_a_bow_to_the_right_goes_down_when_it_leads_to_the_right():
    curve = Curve((0.0, 0.0), (100.0, 0.0), 20.0, 20.0)
    (spot,) = curve.spots([curve.total / 2])
    assert (spot.x, spot.y) == pytest.approx((50, 15))
    assert (spot.dx, spot.dy) == pytest.approx((1, 0))
    assert curve.total > 100


def test_capsules_that_cross_meet():
    one, other = (Capsule(*ends, 1.0, 0, 0, 0.0, 1.0) for ends in ((0, 0, 10, 0), (5, -5, 5, 5)))
    square, here, there, *_ = meet(one, other)
    assert (square, here, there) == pytest.approx((0, 0.5, 0.5))


@pytest.mark.parametrize(
    ("ends", "expected"),
    [((0, 3, 10, 3), 9), ((12, 0, 20, 0), 4), ((13, 4, 13, 9), 25), ((3, 1, 3, 1), 1), ((-1, 0, -4, 0), 1)],
)
def test_the_distance_of_capsules(ends, expected):
    first, second = (0, 0, 10, 0), ends
    one, other = (Capsule(x, y, to_x, to_y, 1.0, 0, 0, 0.0, 1.0) for x, y, to_x, to_y in (first, second))
    assert meet(one, other)[0] == meet(other, one)[0] == pytest.approx(expected)


def test_gaps_of_boxes():
    level, turned = Box(0, 0, 1, 0, 5, 1), Box(0, 10, math.sqrt(0.5), math.sqrt(0.5), 5, 1)
    assert gap(level, Box(12, 0, 1, 0, 5, 1)) == pytest.approx(2)
    assert gap(level, turned) == gap(turned, level) > 0
    assert gap(level, Box(0, 1, 0, 1, 5, 1)) < 0
    assert gap_to_disc(level, 9, 0, 3) == pytest.approx(1)
    assert gap_to_disc(level, 8, 5, 3) == pytest.approx(2)
    assert gap_to_disc(level, 1, 0, 3) < 0


def test_areas_and_lines_are_cut():
    frame = Frame(0, 0, 10, 10)
    assert sorted(cut_area([(-5, -5), (5, -5), (5, 5), (-5, 5)], frame)) == [(0, 0), (0, 5), (5, 0), (5, 5)]
    assert cut_area([(20, 20), (30, 20), (30, 30)], frame) == []
    assert cut_line([(-9, 5), (-5, 5), (5, 5), (15, 5), (20, 5)], frame) == [[(-5, 5), (5, 5), (15, 5)]]


def test_paths_are_short():
    assert [number(each) for each in (0.04, -0.04, 1.0, -0.5, 12.34)] == ["0", "0", "1", "-.5", "12.3"]
    assert polyline([(0, 0), (1, -0.5), (2.5, 0)], True) == "M0 0l1-.5l1.5 .5z"
    assert smooth([(0, 0), (4, 0), (4, 4), (0, 4)], True).count("q") == 4
    assert smooth([(0, 0), (4, 0), (4, 4)], False) == "M0 0q4 0 4 4"


def test_names_break_where_they_can():
    assert in_two("Empire State Building") == ("Empire State", "Building")
    assert in_two("La Chaux-de-Fonds") == ("La Chaux-", "de-Fonds")
    assert in_two("Bern") == ("Bern",)
    assert joined(("La Chaux-", "de-Fonds")) == "La Chaux-de-Fonds"
    assert joined(("Empire State", "Building")) == "Empire State Building"
    assert width("WW", 10) > width("nn", 10) > width("il", 10)


def test_linear_equations_are_solved():
    (x,), (y,) = solve([[0.0, 2.0], [1.0, 1.0]], [[4.0], [5.0]])
    assert (x, y) == pytest.approx((3, 2))


def test_a_spline_takes_points_where_they_should_be():
    origins = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0), (40.0, 60.0)]
    targets = [*origins[:4], (50.0, 55.0)]
    move = spline(origins, targets)
    for origin, target in zip(origins, targets, strict=True):
        assert move(origin) == pytest.approx(target, abs=1e-6)
    assert folds(move, (0.0, 0.0), (100.0, 100.0), 5.0) == 0
    assert folds(lambda point: (-point[0], point[1]), (0.0, 0.0), (10.0, 10.0), 5.0) == 4


def test_the_picture_shows_everything():
    rules = load_rules("new-york")
    text = board_svg(rules)
    assert text.count("<rect") == sum(route.length for route in rules.map.routes)
    assert text.count("<circle") == len(rules.map.cities)
    assert "Empire State" in text
