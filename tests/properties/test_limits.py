"""A board as large as a state can hold: everything fits, nothing wraps round. The other properties use it too."""

import random

import numpy as np
import pytest

from ferrovia.core import limits
from ferrovia.engine.journal import CAPACITY, recording_journal
from ferrovia.engine.state import OVER
from ferrovia.errors import BrokenRules
from ferrovia.game.game import Game
from ferrovia.game.text.record import record_game
from ferrovia.game.text.record_parser import parse_record
from ferrovia.rules.checks.files import check_file
from tests.properties import sample_boards as boards
from tests.properties.sample_tables import Table, every_limit_table, new_states, scored
from tests.properties.sweeps import Sweep


def test_the_board_is_at_the_limits():
    rules = boards.at_limits()
    assert len(rules.map.cities) == limits.CITIES
    assert len(rules.map.routes) == limits.ROUTES
    assert len(rules.tickets) == limits.TICKETS
    assert len(rules.colours) == limits.COLOURS
    assert rules.rule_set.card_total == limits.CARDS
    assert rules.rule_set.trains == limits.TRAINS
    assert rules.rule_set.market_size == limits.MARKET
    assert rules.rule_set.tunnel_cards == limits.TURNED
    assert rules.rule_set.opening_tickets == rules.rule_set.later_tickets == limits.OFFER
    assert rules.rule_set.players_max == limits.SEATS
    assert {route.length for route in rules.map.routes} == set(range(1, limits.LENGTH + 1))
    assert {len(ticket.targets) for ticket in rules.tickets} == {limits.TARGETS}
    assert (rules.board[0].route_twin >= 0).sum() >= 40
    assert 20 < rules.board[0].route_tunnel.sum() < 100


def test_the_board_passes_the_check(tmp_path):
    from ferrovia.cli import main

    file = tmp_path / "limits.toml"
    file.write_text(boards.limit_text(), encoding="utf-8")
    assert check_file(str(file)) == []
    assert main(["check", str(file)]) == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"trains": limits.TRAINS + 1},
        {"locomotives": 16},
        {"market_size": limits.MARKET + 1},
        {"tunnel_cards": limits.TURNED + 1},
        {"opening_tickets": limits.OFFER + 1},
        {"later_tickets": limits.OFFER + 1},
        {"players_max": limits.SEATS + 1},
        {"flush_limit": limits.FLUSHES + 1},
        {"refused_later": "under_in_chosen_order"},
        {"opening_hand": 24},
        {"opening_tickets": 0, "opening_keep": 0},
        {"later_keep": 0},
        {"idle_turns": 128},
        {"refused_opening": "under_mixed", "refused_later": "out"},
    ],
    ids=str,
)
def test_one_step_beyond_is_refused(changes):
    with pytest.raises(BrokenRules):
        boards.load_text("beyond", boards.limit_text(**changes))


def test_the_largest_score_fits():
    """One seat with every route, every attraction and every ticket: 16 bits are enough, and just so."""
    table = Table(boards.at_limits(), 2)
    states = new_states(table, 1)
    public = states[0].public
    public.own[0] = table.board[0].all_routes
    public.score[0] = limits.ROUTES * 100
    states[0].private[0].tickets[:] = table.board[0].all_tickets
    first = scored(table, states)[0]
    best = sum(max(points for _, points in ticket.targets) for ticket in table.rules.tickets)
    assert int(first.routes) == 12_800
    assert int(first.tickets) == best
    assert int(first.attractions) == 6_400
    assert int(first.longest_path) == 100
    assert int(first.total) == 12_800 + best + 6_400 + 100 < 2**15


@every_limit_table
def test_no_step_writes_more_than_a_journal_holds(table):
    """DESIGN, bet 6: an event that is not written is lost to every record."""
    largest = 0
    for seed in range(30):
        journal = recording_journal()
        new_states(table, seed, journal)
        largest = max(largest, int(journal["count"][0]))
    assert largest < CAPACITY


def test_the_longest_set_up_fits_a_journal():
    """All cards but the market's dealt, a market of locomotives flushed as often as it may be."""
    changes = {
        "cards": {"amber": 2},
        "locomotives": 125,
        "opening_hand": 23,
        "flush_at": 1,
        "flush_limit": limits.FLUSHES,
    }
    chance = random.Random("flushes")
    routes = [{**route, "colour": "gray"} for route in boards.limit_routes(chance)]
    text = boards.map_text(
        "F", boards.limit_cities(), routes, boards.limit_tickets(chance), {**boards.LIMIT_RULES, **changes}
    )
    table = Table(boards.load_text("flushes", text), 5)
    for seed in range(20):
        journal = recording_journal()
        new_states(table, seed, journal)
        assert int(journal["count"][0]) < CAPACITY
    game = Game(table.rules, 5, seed=1)
    assert parse_record(str(record_game(game))).replay().states.tobytes() == game.states.tobytes()


@every_limit_table
def test_games_at_the_limits_end_and_are_scored(table):
    sweep = Sweep(table, 4, seed=121)
    for _ in sweep:
        pass
    assert (sweep.states["public"]["phase"] == OVER).all()
    for index in range(4):
        sheet = scored(table, sweep.states[index : index + 1])
        parts = sum(sheet[name].astype(int) for name in ("routes", "tickets", "longest_path", "attractions"))
        assert (sheet["total"] == parts).all()
        assert (np.abs(parts) < 2**15).all()


def test_many_turns_do_not_wrap_round():
    """The number of turns is public and has 16 bits; tunnels refused again and again make the longest games."""
    table = Table(boards.at_limits(), 2)
    sweep = Sweep(table, 4, seed=122)
    sweep.tempers[:] = 2
    for states in sweep:
        assert (states["public"]["turns"] >= 0).all()
