"""Boards as they are drawn: nothing overlaps, everything is there, cities lie where they belong."""

import gzip
import json
import math
import os
import statistics
import subprocess
import sys
from importlib import resources
from itertools import pairwise

import pytest

from ferrovia.drawing import draw_board
from ferrovia.drawing.labels.letters import width
from ferrovia.drawing.land.sprites import AREAS
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tests.drawing.figures import (
    BOARDS,
    ISLAND,
    board_called,
    distance,
    inside,
    labels,
    near,
    overlaps,
    rectangle,
    rings,
    rules_called,
    spaces,
    to_disc,
    to_segment,
)

boards = pytest.mark.parametrize("name", BOARDS)
TUSCANY = resources.files("ferrovia").joinpath("data", "lessons", "rules", "first-journey.toml")
built_in = pytest.mark.parametrize("name", built_in_rules())


@boards
def test_nothing_overlaps(name):
    """Spaces, cities and names, each with each."""
    assert overlaps(board_called(name)) == []


@boards
def test_every_route_has_its_spaces_in_order(name):
    rules, board = rules_called(name), board_called(name)
    assert list(board["routes"]) == list(rules.route_ids)
    for route, drawn in zip(rules.map.routes, board["routes"].values(), strict=True):
        assert len(drawn["spaces"]) == route.length
        start, end = board["cities"][route.start], board["cities"][route.end]
        stops = [start, *drawn["spaces"], end]
        walked = sum(math.dist((a["x"], a["y"]), (b["x"], b["y"])) for a, b in pairwise(stops))
        direct = math.dist((start["x"], start["y"]), (end["x"], end["y"]))
        assert direct <= walked + 0.5 < 1.6 * direct + 40, route


@boards
def test_every_city_is_drawn_with_its_name(name):
    rules, board = rules_called(name), board_called(name)
    assert list(board["cities"]) == list(rules.city_ids)
    for city in rules.map.cities:
        drawn = board["cities"][city.id]
        assert drawn["kind"] == ("country" if city.country else "attraction" if city.attraction else "city")
        assert " ".join(drawn["label"]["lines"]).replace("- ", "-") == city.name
        assert drawn["label"]["anchor"] in ("start", "middle", "end")


@boards
def test_a_name_stands_beside_its_city(name):
    board = board_called(name)
    for city, corners in labels(board):
        place = (board["cities"][city]["x"], board["cities"][city]["y"])
        away = min(to_segment(place, corners[i - 1], corners[i]) for i in range(4))
        assert away < board["sizes"]["city"] + 2.2 * board["sizes"]["letter"], city


@boards
def test_everything_is_inside_the_frame(name):
    board = board_called(name)
    assert max(board["width"], board["height"]) == pytest.approx(1000, abs=1)
    radius = board["sizes"]["city"]
    points = [point for _, _, corners in spaces(board) for point in corners]
    points += [point for _, corners in labels(board) for point in corners]
    points += [
        (city["x"] + sign * radius, city["y"] + sign * radius) for city in board["cities"].values() for sign in (-1, 1)
    ]
    assert all(5 < x < board["width"] - 5 and 5 < y < board["height"] - 5 for x, y in points)


@boards
def test_twins_are_parallel_and_apart(name):
    board = board_called(name)
    twins = [each for each in board["routes"] if each.endswith(":2")]
    assert twins
    for twin in twins:
        one, other = board["routes"][twin.removesuffix(":2")], board["routes"][twin]
        assert one["space"] == other["space"]
        for a, b in zip(one["spaces"], other["spaces"], strict=True):
            assert a["angle"] == b["angle"]
            apart = math.dist((a["x"], a["y"]), (b["x"], b["y"]))
            assert 1.15 * one["space"][1] < apart < 1.6 * one["space"][1], twin


@boards
def test_spaces_of_a_board_are_about_the_same_size(name):
    sizes = [route["space"] for route in board_called(name)["routes"].values()]
    middle = statistics.median(long for long, _ in sizes)
    assert {wide for _, wide in sizes} == {sizes[0][1]}
    assert all(0.8 * middle < long < 1.25 * middle for long, _ in sizes)


@boards
def test_a_path_leads_from_city_to_city_along_its_spaces(name):
    rules, board = rules_called(name), board_called(name)
    for route, drawn in zip(rules.map.routes, board["routes"].values(), strict=True):
        line = curve(drawn["path"])
        for place, city in ((line[0], route.start), (line[-1], route.end)):
            assert math.dist(place, (board["cities"][city]["x"], board["cities"][city]["y"])) < board["sizes"]["city"]
        for space in [*drawn["spaces"], drawn["middle"]]:
            away = min(to_segment((space["x"], space["y"]), one, other) for one, other in pairwise(line))
            assert away < 0.1 * drawn["space"][0], route


def curve(path):
    """The points of a cubic curve."""
    numbers = [float(each) for each in path.replace("M", " ").replace("C", " ").replace("-", " -").split()]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = zip(numbers[::2], numbers[1::2], strict=True)
    found = []
    for step in range(41):
        t = step / 40
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        xs, ys = (ax, bx, cx, dx), (ay, by, cy, dy)
        found.append(tuple(sum(w * v for w, v in zip(weights, each, strict=True)) for each in (xs, ys)))
    return found


@boards
def test_spaces_stand_upright(name):
    for route in board_called(name)["routes"].values():
        assert all(-90 < space["angle"] <= 90 for space in route["spaces"])


@boards
def test_a_board_is_plain_json(name):
    board = board_called(name)
    assert json.loads(json.dumps(board, allow_nan=False)) == board
    assert all(shape["path"].startswith("M") or "label" in shape for shape in board["land"])
    assert board["land"][0]["kind"] == "sea"


@pytest.mark.thorough
def test_a_board_is_the_same_in_every_process():
    code = f"""
import hashlib, json
from ferrovia.drawing import draw_board
from ferrovia.drawing.labels.letters import width
from ferrovia.rules.files.loading import load_rules
texts = [json.dumps(draw_board(load_rules(name))) for name in ("new-york", {str(ISLAND)!r})]
print(hashlib.sha256("".join(texts).encode()).hexdigest())"""
    found = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        found.add(done.stdout)
    assert len(found) == 1


def test_changing_a_board_changes_a_copy():
    rules = rules_called("new-york")
    draw_board(rules)["cities"].clear()
    assert draw_board(rules)["cities"]


def test_both_editions_of_a_map_are_drawn_alike():
    assert board_called("north-america") == board_called("north-america-classic")


# --- the land --------------------------------------------------------------------------------------------------------


def lies_in(place, shapes, reach):
    """Whether a place lies in one of some shapes, or so near that the rounding of a coast could tell."""
    for shape in shapes:
        found = rings(shape["path"])
        if sum(inside(place, ring) for ring in found) % 2:
            return True
        if any(to_segment(place, a, b) < reach for ring in found for a, b in pairwise(ring)):
            return True
    return False


@built_in
def test_cities_lie_on_land_and_border_points_in_their_country(name):
    """The coasts moved with the cities."""
    rules, board = rules_called(name), board_called(name)
    for city in rules.map.cities:
        place = (board["cities"][city.id]["x"], board["cities"][city.id]["y"])
        shapes = [
            shape
            for shape in board["land"]
            if (shape.get("country") == city.country if city.country else shape["kind"] == "land")
        ]
        assert lies_in(place, shapes, 7.0), city.id


@built_in
def test_the_land_goes_on_beside_the_map(name):
    """As far as `bleed` says, at every height; what stands on it is cut neither by the frame nor by the end."""
    board = board_called(name)
    left, right = -board["bleed"][0], board["width"] + board["bleed"][1]
    shapes = {kind: [each for each in board["land"] if each["kind"] == kind] for kind in ("sea", "mountain")}
    assert {x for ring in rings(shapes["sea"][0]["path"]) for x, _ in ring} == {left, right}
    grounds = [each for each in board["land"] if each["kind"] in ("land", "foreign")]
    ground = [x for each in grounds for ring in rings(each["path"]) for x, _ in ring]
    assert left - 8 < min(ground)
    assert max(ground) < right + 8
    for summit in (ring for shape in shapes["mountain"] for ring in rings(shape["path"])):
        xs = [x for x, _ in summit]
        assert all(left < x < right for x in xs)
        assert not any(min(xs) < edge < max(xs) for edge in (0, board["width"]))


@pytest.mark.parametrize("name", [*built_in_rules(), str(TUSCANY)])
def test_names_of_waters_and_lands_stand_inside_the_frame(name):
    """Beside it, a window cuts the land anywhere."""
    board = draw_board(load_rules(name))
    texts = [shape["label"] for shape in board["land"] if shape["kind"] == "name"]
    for text in texts:
        across = abs(math.cos(math.radians(text["angle"]))) * width(text["text"], text["size"]) / 2
        assert across < text["x"] < board["width"] - across, text["text"]


def test_a_generated_island_ends_at_the_frame():
    assert "bleed" not in draw_board(load_rules(str(ISLAND)))


@built_in
def test_mountains_and_names_of_waters_cover_nothing(name):
    board = board_called(name)
    things = [corners for _, _, corners in spaces(board)] + [corners for _, corners in labels(board)]
    figures = [ring for shape in board["land"] if shape["kind"] == "mountain" for ring in rings(shape["path"])]
    for shape in board["land"]:
        if shape["kind"] == "name":
            text = shape["label"]
            size = (width(text["text"], text["size"]), text["size"])
            figures.append(rectangle(text["x"], text["y"], *size, text["angle"]))
    for figure in figures:
        assert all(distance(figure, corners) > 0 for corners in things if near(figure, corners, 0.0))
        assert all(to_disc(figure, city, board["sizes"]["city"]) > 0 for city in board["cities"].values())


@built_in
def test_the_land_of_a_board_is_small(name):
    """What a browser loads, and what the package holds."""
    text = json.dumps(board_called(name)["land"], ensure_ascii=False, separators=(",", ":"))
    assert len(gzip.compress(text.encode())) < 45_000
    for file in resources.files("ferrovia").joinpath("data", "geography").iterdir():
        content = file.read_bytes()
        assert len(content) <= 60_000
        assert len(gzip.compress(content)) <= 25_000


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("north-america", {"land", "foreign", "lake", "river", "border", "region", "mountain", "shade", "name"}),
        ("switzerland", {"land", "foreign", "lake", "river", "border", "mountain", "shade"}),
        ("new-york", {"land", "foreign", "lake", "park", "street", "bridge", "name"}),
    ],
)
def test_what_lies_under_each_map(name, kinds):
    assert {shape["kind"] for shape in board_called(name)["land"]} - set(AREAS) == kinds | {"sea"}
