"""The board record, against a plain recomputation from the map."""

from itertools import combinations, permutations

import pytest

from ferrovia.core.limits import COLOURS, GRAY, LENGTH, LOCOMOTIVE, NONE, OFFER
from ferrovia.rules.answers import all_answers
from ferrovia.rules.files.loading import load_rules
from tests.rules.valley import changed


def members(words) -> set[int]:
    """The numbers in a mask."""
    words = [int(word) for word in words] if getattr(words, "shape", ()) else [int(words)]
    return {64 * place + bit for place, word in enumerate(words) for bit in range(64) if word >> bit & 1}


@pytest.fixture
def board(rules):
    return rules.board[0]


def test_the_board_cannot_be_written(rules):
    assert rules.board.shape == (1,)
    with pytest.raises(ValueError, match="read-only"):
        rules.board[0].trains = 3


def test_routes(rules, board):
    assert members(board.all_routes) == set(range(len(rules.map.routes)))
    for number, route in enumerate(rules.map.routes):
        assert [rules.city_ids[city] for city in board.route_ends[number]] == [route.start, route.end]
        assert (board.route_length[number], board.route_tunnel[number]) == (route.length, route.tunnel)
        colour = board.route_colour[number]
        assert route.colour == ("gray" if colour == GRAY else rules.card_names[colour])
        same = [n for n, other in enumerate(rules.map.routes) if other.ends == route.ends and n != number]
        assert [board.route_twin[number]] == (same or [NONE])
    assert (board.route_ends[len(rules.map.routes) :] == NONE).all()


def test_locomotives_only_where_they_may_be_played(rules, board):
    """RULES 3.1, 7.5."""
    for number, route in enumerate(rules.map.routes):
        assert board.route_wild[number] == (rules.id != "switzerland" or route.tunnel)


def test_payment_tables(rules, board):
    routes = list(enumerate(rules.map.routes))
    for count in range(LENGTH + 1):
        assert members(board.shorter[count]) == {n for n, route in routes if route.length <= count}
        for colour in range(COLOURS):
            name = rules.card_names[colour]
            payable = {n for n, route in routes if name and route.length <= count and route.colour in (name, "gray")}
            wild = {n for n in payable if rules.id != "switzerland" or rules.map.routes[n].tunnel}
            assert members(board.afford_wild[colour, count]) == wild
            assert members(board.afford_plain[colour, count]) == payable - wild


def test_routes_at_each_city(rules, board):
    for city, name in enumerate(rules.city_ids):
        found = board.city_route[board.city_first[city] : board.city_first[city + 1]]
        assert list(found) == [n for n, route in enumerate(rules.map.routes) if name in route.ends]
        neighbours = board.city_neighbour[board.city_first[city] : board.city_first[city + 1]]
        assert [{city, int(other)} for other in neighbours] == [{*map(int, board.route_ends[n])} for n in found]
    assert board.city_first[-1] == 2 * len(rules.map.routes)


def test_cards_and_attractions(rules, board):
    assert list(board.cards[: len(rules.colours)]) == [count for _, count in rules.rule_set.cards]
    assert board.cards[LOCOMOTIVE] == rules.rule_set.locomotives
    assert board.cards.sum() == rules.rule_set.card_total
    assert members(board.attractions) == {n for n, city in enumerate(rules.map.cities) if city.attraction}


def test_tickets(rules, board):
    """RULES 6.2, 7.3: a country is any of its border points; the lowest value is what can be lost."""
    assert members(board.all_tickets) == set(range(len(rules.tickets)))
    for number, ticket in enumerate(rules.tickets):
        assert places(rules, board.ticket_origin[number]) == called(rules, ticket.start)
        assert board.ticket_targets[number] == len(ticket.targets)
        for place, (name, points) in enumerate(ticket.targets):
            assert places(rules, board.ticket_target[number, place]) == called(rules, name)
            assert board.ticket_points[number, place] == points
        assert board.ticket_loss[number] == min(points for _, points in ticket.targets)


def places(rules, mask) -> set[str]:
    return {rules.city_ids[city] for city in members(mask)}


def called(rules, name: str) -> set[str]:
    return {city.id for city in rules.map.cities if name in (city.id, city.country)}


def test_a_swiss_ticket_loses_its_lowest_value():
    """RULES 7.3."""
    rules = load_rules("switzerland")
    lost = rules.board[0].ticket_loss
    assert lost[rules.ticket_index["lugano--austria+france+germany+italy"]] == 2
    assert lost[rules.ticket_index["italy--austria+france+germany:2"]] == 6


def answers(board, mask) -> list[tuple[int, ...]]:
    return [tuple(int(p) for p in board.keep_returned[a][: board.keep_size[a]]) for a in sorted(members(mask))]


def test_answers_are_numbered_by_size_and_places(rules, board):
    found = all_answers(rules.rule_set)
    assert found[0] == ()
    assert found == sorted(set(found), key=lambda answer: (len(answer), answer))
    for number, answer in enumerate(found):
        assert tuple(board.keep_returned[number]) == answer + (NONE,) * (OFFER - len(answer))


def test_opening_answers(rules, board):
    """RULES 1.5, 9: any set may be returned as long as the minimum is kept; its order means nothing."""
    offered, most = rules.rule_set.opening_tickets, rules.rule_set.opening_tickets - rules.rule_set.opening_keep
    expected = [answer for size in range(most + 1) for answer in combinations(range(offered), size)]
    assert answers(board, board.keep_opening) == expected


def test_later_answers(rules, board):
    """RULES 4.1, 4.2, 4.4: one at least is kept; the order returned is a choice in document 000 only."""
    ways = permutations if rules.id == "north-america" else combinations
    assert answers(board, board.keep_later[0]) == [()]
    for offered in range(1, rules.rule_set.later_tickets + 1):
        expected = [answer for size in range(offered) for answer in ways(range(offered), size)]
        assert answers(board, board.keep_later[offered]) == expected


@pytest.mark.parametrize(
    ("name", "opening", "later"),
    [("north-america", 11, 10), ("north-america-classic", 4, 7), ("switzerland", 26, 7), ("new-york", 3, 3)],
)
def test_how_many_answers(name, opening, later):
    """RULES 9: four offered and two kept leave 1 + 4 + 6 answers; three in any order leave 1 + 3 + 6."""
    rules = load_rules(name)
    board = rules.board[0]
    assert len(members(board.keep_opening)) == opening
    assert len(members(board.keep_later[rules.rule_set.later_tickets])) == later


@pytest.mark.parametrize(
    ("stated", "numbers"),
    [
        ("[]", [0, 0]),
        ('["longest_path"]', [2, 0]),
        ('["longest_path", "tickets"]', [2, 1]),
        ('["tickets", "longest_path"]', [1, 2]),
    ],
)
def test_tie_breaks_keep_their_order(stated, numbers, tmp_path):
    (tmp_path / "valley.toml").write_text(changed(("[rules]", f"[rules]\ntie_breaks = {stated}")), encoding="utf-8")
    assert load_rules(tmp_path / "valley.toml").board[0].tie_breaks.tolist() == numbers


def test_behaviours(rules, board):
    """RULES 2.2, 4.4, 4.5, 6.5, 7.4, 9."""
    swiss = rules.id == "switzerland"
    assert (board.opening_out, board.later_out, board.locomotive_ends_drawing) == (swiss, swiss, not swiss)
    assert board.tie_breaks.tolist() == ([1, 0] if rules.id == "new-york" else [1, 2])
    assert [int(points) for points in board.route_points[:5]] == [0, 1, 2, 4, 7]
    for name in ("trains", "flush_at", "idle_turns", "tunnel_cards", "later_keep"):
        assert board[name] == getattr(rules.rule_set, name)
