"""Sprites on the land: where they are wanted, never on tracks, cities or names."""

import pytest

from ferrovia.drawing import draw_board
from ferrovia.drawing.land.clipping import Frame
from ferrovia.drawing.land.hills import Obstacles
from ferrovia.drawing.land.sprites import SHAPES, SpriteCluster, sprites
from ferrovia.drawing.layout.boxes import Box
from ferrovia.rules.files.loading import load_rules

FRAME = Frame(0.0, 0.0, 1000.0, 600.0)


@pytest.mark.parametrize("kind", SHAPES)
def test_every_kind_has_a_shape(kind):
    found = sprites(
        [SpriteCluster(kind, (500.0, 300.0), 0.0, 1)], lambda point: point, 12.0, Obstacles([], [], 8.0, FRAME)
    )
    assert found
    assert all(each["path"].startswith("M") for each in found)


def test_a_crowded_place_stays_empty():
    wood = SpriteCluster("pine", (500.0, 300.0), 5.0, 6)
    crowd = Obstacles([Box(500.0, 300.0, 1.0, 0.0, 80.0, 80.0)], [], 8.0, FRAME)
    assert sprites([wood], lambda point: point, 12.0, crowd) == []


def test_sprites_keep_apart():
    free = Obstacles([], [], 8.0, FRAME)
    sprites([SpriteCluster("tree", (500.0, 300.0), 1.0, 9)], lambda point: point, 12.0, free)
    assert 1 <= len(free.boxes) < 9


@pytest.mark.parametrize("rules", ["north-america", "switzerland", "new-york"])
def test_maps_have_life(rules):
    kinds = {each["kind"] for each in draw_board(load_rules(rules))["land"]}
    assert "wood" in kinds
