"""Cards, trains and tickets are conserved in every state that a game can reach."""

import numpy as np
import pytest
from hypothesis import given

from ferrovia.game.invariants.state import broken_invariants
from tests.properties.sample_tables import ALL, BUILT_IN, LIMITS, Table, every_table
from tests.properties.strategies import odd_tables, play_choices, positions, seeds, small_seeds
from tests.properties.sweeps import Sweep, sampled_states
from tests.properties.vector_invariants import wrong_states


def sweep(table: Table, games: int, seed: int, every: int = 1) -> None:
    """Look at every state of some games, or at every so-manieth."""
    for number, states in enumerate(Sweep(table, games, seed)):
        if number % every == 0:
            wrong = wrong_states(table.rules, states)
            assert not wrong, f"{table}: {wrong}"


@every_table
def test_nothing_appears_or_vanishes(table):
    """Counted again, without the engine, after every action of many games of all tempers."""
    sweep(table, 24, seed=1, every=11 if table in LIMITS else 3 if table in BUILT_IN else 1)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(2, 4))
def test_nothing_appears_or_vanishes_in_many_games(table, seed):
    sweep(table, 300, seed)


@every_table
def test_no_invariant_is_broken(table):
    """`broken_invariants`, which judges positions that come from outside, finds nothing in those of real games."""
    for state in sampled_states(table, 40):
        assert broken_invariants(table.rules, state) == []


@given(positions())
def test_no_invariant_is_broken_by_any_choices(position):
    table, states = position
    assert broken_invariants(table.rules, states[0]) == []
    assert not wrong_states(table.rules, states)


@given(odd_tables(), small_seeds)
def test_odd_rules_conserve_everything(table, seed):
    """Any numbers that pass the checks: tiny decks, no locomotives, no market to speak of."""
    sweep(table, 4, seed, every=2)


@given(odd_tables(), small_seeds)
def test_odd_rules_break_no_invariant(table, seed):
    states = play_choices(table, seed, [], skip=seed % 60)
    assert broken_invariants(table.rules, states[0]) == []


@given(seeds)
def test_any_seed_will_do(seed):
    table = ALL[seed % len(ALL)]
    assert not wrong_states(table.rules, play_choices(table, seed, []))


def test_the_sweep_meets_every_phase_and_ending():
    """The sweeps above would prove little if they never came to the rare places."""
    phases, endings = set(), set()
    for table in ALL:
        for states in Sweep(table, 40 if table.rules.id.startswith("tiny") else 4, seed=3):
            phases |= set(np.unique(states["public"]["phase"]).tolist())
            endings |= set(np.unique(states["public"]["ending"]).tolist())
    assert phases == set(range(6))
    assert endings == set(range(4))
