"""Finding places: without a layout, for maps of any shape, and kept for those that are built in."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ferrovia.drawing import draw_board
from ferrovia.drawing.labels.placement import hidden_names
from ferrovia.drawing.layout.arranging import air_of, arrange, homes_of, tracks_of
from ferrovia.drawing.layout.automatic import automatic_places, crossings, wanted_distances
from ferrovia.drawing.layout.clashes import clashes
from ferrovia.drawing.layout.stored import kept_arrangement, packed, unpacked
from ferrovia.rules.files.loading import built_in_rules
from ferrovia.rules.schema import City, Route
from tests.drawing.figures import folds, overlaps, random_rules, rings, rules_called

built_in = pytest.mark.parametrize("name", built_in_rules())


@built_in
def test_the_built_in_maps_have_a_kept_arrangement(name):
    """Made with patience; if this fails a map or its layout changed: python -m tools.geography.arrange."""
    sheet = kept_arrangement(rules_called(name))
    assert sheet is not None
    assert clashes(sheet, 0.9 * air_of(sheet)) == []
    assert hidden_names(sheet) == []


@built_in
def test_cities_stay_near_their_true_places(name):
    sheet = kept_arrangement(rules_called(name))
    assert sheet
    moved = [math.dist(home, place) for home, place in zip(sheet.homes, sheet.places, strict=True)]
    assert max(moved) < 80
    assert sum(moved) / len(moved) < 30


@built_in
def test_the_land_is_nowhere_turned_over(name):
    from ferrovia.drawing.board import framed
    from ferrovia.drawing.land.scenery import warp_of

    sheet, frame = framed(kept_arrangement(rules_called(name)), (24.0, 24.0, 24.0, 24.0))
    move = warp_of(sheet, frame)
    assert folds(move, (0.0, 0.0), (frame.right, frame.bottom), 8.0) == 0
    for home, place in zip(sheet.homes, sheet.places, strict=True):
        assert math.dist(move(home), place) < 2.5


def test_a_changed_map_is_laid_out_again():
    rules = rules_called("new-york")
    cities = (replace(rules.map.cities[0], name="A much longer name than before"), *rules.map.cities[1:])
    changed = replace(rules, map=replace(rules.map, cities=cities))
    assert kept_arrangement(changed) is None
    assert draw_board(changed)["cities"][cities[0].id]["label"]["lines"] != ["Lincoln Center"]
    assert len(draw_board(changed)["land"]) > 5  # the land is that of the layout all the same


def test_what_is_kept_is_what_was_found():
    rules = rules_called("new-york")
    sheet = kept_arrangement(rules)
    again = unpacked(rules, packed(rules, sheet))
    assert again == sheet


def test_a_map_without_a_layout_has_no_crossings_that_need_not_be():
    """Every built-in map can be drawn without any."""
    for name in built_in_rules():
        rules = replace(rules_called(name), layout=None)
        ends = np.array([(track.start, track.end) for track in tracks_of(rules)])
        assert crossings(np.array(homes_of(rules)), ends) == 0, name


def test_distances_by_rail():
    table = wanted_distances(4, [(0, 1, 2.0), (1, 2, 3.0), (0, 2, 9.0)])
    assert table[0, :3].tolist() == [0.0, 2.0, 5.0]
    assert table[3, 0] == pytest.approx(1.3 * 5.0)


def test_crossings_are_counted_once():
    square = np.array([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)])
    assert crossings(square, np.array([(0, 1), (2, 3)])) == 1
    assert crossings(square, np.array([(0, 2), (1, 3)])) == 0
    assert crossings(square, np.array([(0, 1), (1, 3)])) == 0  # they meet in a city


def test_a_square_becomes_a_square():
    places = automatic_places(4, [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 0, 1.0)])
    sides = [math.dist(places[number - 1], places[number]) for number in range(4)]
    assert max(sides) < 1.05 * min(sides)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.thorough
def test_any_map_can_be_drawn(seed):
    """Whatever its shape: all of it there, inside the frame, the same each time."""
    rules = random_rules(seed)
    board = draw_board(rules)
    for route, drawn in zip(rules.map.routes, board["routes"].values(), strict=True):
        assert len(drawn["spaces"]) == route.length
    spots = [spot for route in board["routes"].values() for spot in route["spaces"]] + list(board["cities"].values())
    assert all(0 < spot["x"] < board["width"] and 0 < spot["y"] < board["height"] for spot in spots)
    assert max(board["width"], board["height"]) == pytest.approx(1000, abs=1)
    (shore,) = [shape for shape in board["land"] if shape["kind"] == "land"]
    assert len(rings(shore["path"])) == 1


@pytest.mark.parametrize("length", [1, 8])
def test_the_smallest_map(length):
    rules = rules_called("north-america")
    cities, routes = (City("a", name="A"), City("b", name="B")), (Route("a", "b", length),) * 2
    board = draw_board(replace(rules, map=replace(rules.map, cities=cities, routes=routes, layout=""), layout=None))
    assert overlaps(board) == []
    assert [len(route["spaces"]) for route in board["routes"].values()] == [length, length]


def test_cities_at_the_same_place_come_apart():
    rules = rules_called("new-york")
    positions = tuple(
        (city, (-73.99, 40.74) if number < 2 else place) for number, (city, place) in enumerate(rules.layout.positions)
    )
    sheet = arrange(replace(rules, layout=replace(rules.layout, positions=positions)))
    assert math.dist(sheet.places[0], sheet.places[1]) > 2 * sheet.sizes.city
