"""Games and views as pictures and as text: self-contained, escaped, and with nothing in them that is hidden."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ferrovia.game.game import Game
from ferrovia.game.moves import Claim
from ferrovia.rules.files.loading import built_in_rules, load_rules

SVG = "{http://www.w3.org/2000/svg}"


def played(rules: str, players: int = 2, moves: int = 40, seed: int = 3) -> Game:
    """A game some moves old, in which routes are claimed whenever they can be."""
    game = Game(rules, players, seed)
    for _ in range(moves):
        if game.over:
            break
        legal = game.legal_moves()
        game.play(next((move for move in legal if isinstance(move, Claim)), legal[0]))
    return game


def texts(svg: str) -> list[str]:
    """Every text in a picture."""
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("rules", built_in_rules())
def test_a_picture_is_one_well_formed_document(rules):
    game = played(rules)
    for svg in (game._repr_svg_(), game.view(0)._repr_svg_()):
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert not re.search(r"(href|url\(|@import|<script|<style)", svg)


def test_the_trains_of_every_seat_are_on_the_board():
    game = played("switzerland", players=3, moves=60)
    owned = {seat: game.view(-1).routes(seat) for seat in range(3)}
    shown = texts(game._repr_svg_())
    assert all(owned.values())
    for seat, routes in owned.items():
        assert shown.count(str(seat)) == len(routes) + 1  # one on each route, one in the legend


@pytest.mark.parametrize("rules", built_in_rules())
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_what_a_seat_cannot_know_is_in_neither_picture_nor_text(rules, seat):
    """Determinization: deal what the seat cannot see another way, and nothing changes."""
    view = played(rules).view(seat)
    others = [view.redeal(seed).view(seat) for seed in range(4)]
    assert {other._repr_svg_() for other in others} == {view._repr_svg_()}
    assert {str(other) for other in others} == {str(view)}


def test_a_game_shows_what_a_spectator_may_see():
    game = played("north-america", players=4)
    for seed in range(4):
        other = game.view(-1).redeal(seed)
        assert (other._repr_svg_(), str(other)) == (game._repr_svg_(), str(game))


def test_a_view_shows_its_own_hand_and_tickets():
    view = played("north-america").view(1)
    shown = " | ".join(texts(view._repr_svg_()))
    assert "Your hand" in shown
    assert len(view.tickets) >= 2
    for text in (shown, str(view)):
        assert text.count("missing") + text.count("completed") + text.count("no longer") == len(view.tickets)


def test_names_are_escaped():
    rules = load_rules("new-york")
    cities = (replace(rules.map.cities[0], name='<b onload="x">&'), *rules.map.cities[1:])
    svg = Game(replace(rules, map=replace(rules.map, cities=cities), id="other"), 2, seed=1)._repr_svg_()
    assert "<b onload" not in svg
    assert '<b onload="x">&' in " ".join(texts(svg))


def test_print_shows_the_table():
    game = played("new-york", moves=12)
    lines = str(game).splitlines()
    assert lines[0] == "New York"
    assert sum(line.startswith("> ") for line in lines) == 1
    assert any("points from routes" in line for line in lines)
    routes = [line.strip() for line in lines if line.startswith("       ")]
    assert len(routes) == sum(len(game.view(-1).routes(seat)) for seat in range(2))


def test_a_finished_game_shows_the_scores():
    game = played("new-york", moves=400)
    assert game.over
    for score in game.scores():
        assert f" {score.seat}  {score.total} point" in str(game)
