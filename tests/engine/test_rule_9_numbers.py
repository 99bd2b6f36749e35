"""The numbers of the four rule sets side by side (RULES 9), as a game shows them."""

from typing import Any

import pytest

from ferrovia import Game
from tests.engine.table_builder import BUILT_IN, public, rules_of

NUMBERS: dict[str, Any] = {
    "players": ((2, 5), (2, 5), (2, 3), (2, 4)),
    "trains": (45, 45, 40, 15),
    "colours": ((8, 12), (8, 12), (8, 12), (6, 6)),
    "locomotives": (14, 14, 14, 8),
    "opening_hand": (4, 4, 4, 2),
    "opening": ((4, 2), (3, 2), (5, 2), (2, 1)),
    "later": ((3, 1), (3, 1), (3, 1), (2, 1)),
    "tickets": (33, 30, 46, 18),
    "refused_opening": ("under_mixed", "under_mixed", "out", "under_mixed"),
    "refused_later": ("under_in_chosen_order", "under_in_drawn_order", "out", "under_in_drawn_order"),
    "route_points_counted": ("at_once", "at_once", "at_once", "at_end"),
    "face_up_locomotive": ("ends_drawing", "ends_drawing", "ordinary", "ends_drawing"),
    "locomotive_use": ("anywhere", "anywhere", "tunnels", "anywhere"),
    "doubles_closed_up_to": (3, 3, 2, 2),
    "bonus": ((10, 0), (10, 0), (10, 0), (0, 1)),
    "tie_breaks": (("tickets", "longest_path"),) * 3 + (("tickets",),),
}


def found(rules, row):
    """What a rule set says to a row of the table."""
    said = rules.rule_set
    numbers = {
        "players": (said.players_min, said.players_max),
        "colours": (len(said.cards), *{count for _, count in said.cards}),
        "opening": (said.opening_tickets, said.opening_keep),
        "later": (said.later_tickets, said.later_keep),
        "tickets": len(rules.tickets),
        "bonus": (said.longest_path_points, said.attraction_points),
        "tie_breaks": tuple(map(str, said.tie_breaks)),
    }
    return numbers[row] if row in numbers else getattr(said, row)


@pytest.mark.parametrize("column", range(4), ids=BUILT_IN)
@pytest.mark.parametrize("row", NUMBERS)
def test_the_numbers_side_by_side(row, column):
    """RULES 9: every cell of the table."""
    assert found(rules_of(BUILT_IN[column]), row) == NUMBERS[row][column]


@pytest.mark.parametrize("column", range(4), ids=BUILT_IN)
def test_a_game_begins_with_these_numbers(column):
    """RULES 9: trains, hands, offers and decks of a new game at the largest table."""
    name = BUILT_IN[column]
    players = NUMBERS["players"][column][1]
    game = Game(name, players, seed=0)
    colours, each = NUMBERS["colours"][column]
    assert public(game).trains[:players].tolist() == [NUMBERS["trains"][column]] * players
    cards = int(public(game).hand_size.sum()) + int(public(game).shown) + int(public(game).deck_size)
    assert cards + int(public(game).discards.sum()) == colours * each + NUMBERS["locomotives"][column]
    assert [len(game.view(seat).offer) for seat in range(players)] == [NUMBERS["opening"][column][0]] * players
    assert [len(game.view(seat).offer) for seat in range(players)] == [int(public(game).offered)] * players
