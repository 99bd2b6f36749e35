"""New York: a small box (RULES 8). Its other rules are tested where they are stated: 2.2, 3.6, 4.2, 6.4, 6.5."""

import pytest

from ferrovia import Game
from tests.engine.table_builder import keeps, play, play_on, public, rules_of, table, texts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box(players):
    """RULES 8.1: 15 taxis each, 44 cards: 6 each of six colours and 8 wild; two in the hand, five in the market."""
    game = Game("new-york", players, seed=1)
    assert public(game).trains[:players].tolist() == [15] * players
    assert dict(game.rules.rule_set.cards) == dict.fromkeys(("blue", "green", "black", "pink", "red", "orange"), 6)
    assert (game.rules.rule_set.locomotives, game.rules.rule_set.card_total) == (8, 44)
    assert game.rules.rule_set.vehicle == "taxi"
    assert public(game).hand_size[:players].tolist() == [2] * players
    assert int(public(game).shown) == 5


def test_two_opening_tickets_keep_one():
    """RULES 8.2: out of eighteen; one or both are kept."""
    game = Game("new-york", 4, seed=1)
    assert len(game.rules.tickets) == 18
    assert sorted(len(move.tickets) for move in keeps(game, 3)) == [1, 1, 2]
    assert int(public(game).ticket_deck) == 10


def test_two_later_tickets_keep_one():
    """RULES 8.2: the refused one goes under the deck."""
    game = table("new-york").game()
    play(game, "tickets", "east-village--soho", "central-park--chelsea")
    assert texts(game) == {
        "keep east-village--soho central-park--chelsea",
        "keep east-village--soho return central-park--chelsea",
        "keep central-park--chelsea return east-village--soho",
    }
    play(game, "keep central-park--chelsea return east-village--soho")
    assert int(public(game).queue) == 1
    assert int(public(game).ticket_deck) == 17


def test_no_longest_path_but_attractions():
    """RULES 8.3: the bonus is one point for each attraction."""
    rules = rules_of("new-york").rule_set
    assert (rules.longest_path_points, rules.attraction_points) == (0, 1)
    assert [str(step) for step in rules.tie_breaks] == ["tickets"]


def test_a_tie_on_points_and_tickets_is_shared_whatever_the_paths():
    """RULES 8.3, 6.5: five taxis in one path against one taxi and lone routes."""
    one = ("greenwich-village--soho", "soho--wall-street", "chinatown--wall-street")
    lone = ("lower-east-side--chinatown", "times-square--empire-state-building", "lincoln-center--central-park")
    game = table("new-york").own(0, *one).own(1, *lone).game()
    assert [score.total for score in game.scores()] == [2 + 2 + 1 + 3, 1 + 1 + 2 + 4]
    assert [score.place for score in game.scores()] == [1, 1]


def test_a_whole_game_of_new_york():
    """RULES 8.1–8.3: claims first, then cards: it ends by the last round and its sums agree."""
    game = Game("new-york", 3, seed=6)
    while not game.over:
        moves = [str(move) for move in game.legal_moves()]
        play_on(game, max(moves, key=lambda move: (move.startswith("claim"), move.startswith("draw"), len(move))))
    for score in game.scores():
        assert score.total == score.routes + score.tickets + score.attractions
        assert score.attractions == len(score.attraction_cities)
    assert int(public(game).ending) == 1
