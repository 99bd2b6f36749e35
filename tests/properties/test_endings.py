"""Every game ends (RULES 5), whatever the players do."""

import numpy as np
import pytest
from hypothesis import given

from ferrovia.engine.state import ALL_PASSED, LAST_ROUND_PLAYED, NOBODY_GAINED, OVER
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules
from tests.properties import sample_boards as boards
from tests.properties.sample_tables import Table, every_table
from tests.properties.strategies import odd_tables, small_seeds
from tests.properties.sweeps import BLIND_DRAWER, CLAIMER, COLLECTOR, HOARDER, REFUSER, TAKER, TEMPERS, UNIFORM, Sweep


def most_decisions(rules: Rules, players: int) -> int:
    """A bound that follows from the rules. Every card drawn comes off a deck that only discards renew, and discards
    come from claims, of which there are as many as routes, and from flushes and tunnels, which add none. A turn that
    gains nothing comes at most `idle_turns` times in a row. A turn is three decisions at most."""
    rule_set = rules.rule_set
    spaces = min(sum(route.length for route in rules.map.routes), players * rule_set.trains)
    surcharges = rule_set.tunnel_cards * sum(route.tunnel for route in rules.map.routes)
    gains = rule_set.card_total + spaces + surcharges + len(rules.map.routes) + 3 * len(rules.tickets)
    return players + 3 * gains * rule_set.idle_turns


def run(table: Table, games: int, temper: int | None, seed: int) -> Sweep:
    """Play games to their ends; temper None: all kinds mixed."""
    sweep = Sweep(table, games, seed)
    if temper is not None:
        sweep.tempers[:] = temper
    bound = most_decisions(table.rules, table.players)
    rounds = sum(1 for _ in zip(sweep, range(bound + 2), strict=False))
    assert rounds <= bound + 1
    assert (sweep.states["public"]["phase"] == OVER).all()
    return sweep


@every_table
@pytest.mark.parametrize("temper", [UNIFORM, CLAIMER, REFUSER, BLIND_DRAWER, HOARDER, COLLECTOR, TAKER])
def test_games_of_one_temper_end(table, temper):
    """All seats refuse every tunnel, never claim, only draw blind, only want tickets: it comes to an end."""
    run(table, 10, temper, seed=temper)


@every_table
def test_games_of_mixed_tempers_end(table):
    run(table, 100, None, seed=20)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("temper", range(TEMPERS))
def test_many_games_end(table, temper):
    run(table, 2000, temper, seed=21)


@given(odd_tables(), small_seeds)
def test_games_by_odd_rules_end(table, seed):
    run(table, 20, None, seed)
    run(table, 10, REFUSER, seed)


def endings(table: Table, temper: int) -> set[int]:
    return set(run(table, 200, temper, seed=22).states["public"]["ending"].tolist())


def test_refusers_end_by_gaining_nothing():
    """RULES 5.3: a tunnel refused again and again."""
    assert NOBODY_GAINED in endings(Table(boards.tiny_out(), 2), REFUSER)


def test_hoarders_end_by_passing():
    """RULES 5.2: no card, no ticket, nothing to claim: all pass in a row, and there is no last round."""
    assert ALL_PASSED in endings(Table(boards.tiny_out(), 3), HOARDER)


def test_claimers_end_by_the_last_round():
    """RULES 5.1."""
    assert endings(Table(load_rules("north-america"), 2), CLAIMER) == {LAST_ROUND_PLAYED}


@every_table
def test_the_last_round_is_one_turn_for_everybody(table):
    """RULES 5.1: from the moment a seat runs low there are exactly as many turns as players, its own the last."""
    low = int(table.board[0].last_round_trains)
    began: dict[int, tuple[int, int]] = {}
    sweep = Sweep(table, 60, seed=23)
    while sweep.advance():
        public = sweep.states["public"]
        seated = public["trains"][:, : table.players]
        for index in np.flatnonzero((public["last_turns"] >= 0) & (sweep.moves[:, 0] >= 0)).tolist():
            if index not in began:
                assert (seated[index] <= low).any()
                began[index] = (int(public["turns"][index]), int(sweep.moves[index, 0]))
            if public["phase"][index] == OVER and public["ending"][index] == LAST_ROUND_PLAYED:
                turns, seat = began[index]
                assert int(public["turns"][index]) == turns + table.players
                assert sweep.moves[index, 0] == seat
        waiting = (public["last_turns"] < 0) & (public["phase"] == 1) & (sweep.moves[:, 0] >= 0)
        assert not (waiting[:, None] & (seated <= low) & (public["turns"] > 0)[:, None]).any()
