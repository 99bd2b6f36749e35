"""Chance: the generator is the one NumPy has, and what is drawn by it is as likely as it should be."""

from collections import Counter

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.core.compile import entry
from ferrovia.core.generator import below, key_generator, next_word, seed_generator
from ferrovia.core.limits import LOCOMOTIVE
from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal
from ferrovia.engine.playout import random_action
from ferrovia.engine.state import STATE
from ferrovia.rules.files.loading import load_rules
from tests.properties.sample_tables import Table

words_of_64_bits = st.integers(0, 2**64 - 1)


@entry
def fill_words(words, out):
    for index in range(len(out)):
        out[index] = next_word(words)


@entry
def fill_below(words, bound, out):
    for index in range(len(out)):
        out[index] = below(words, bound)


@entry
def fill_actions(words, mask, out):
    for index in range(len(out)):
        out[index] = random_action(mask, words)


@entry
def key(words, first, second, third):
    key_generator(words, first, second, third)


@entry
def seed(words, number):
    seed_generator(words, number)


def numpys(state):
    """NumPy's generator in this state."""
    generator = np.random.SFC64()
    whole = generator.state
    whole["state"]["state"] = np.array(state, np.uint64)
    generator.state = whole
    return generator


@given(st.tuples(*[words_of_64_bits] * 4))
def test_the_generator_is_numpys_sfc64(state):
    words, out = np.array(state, np.uint64), np.zeros(64, np.uint64)
    fill_words(words, out)
    assert (out == numpys(state).random_raw(64)).all()


@given(st.tuples(*[words_of_64_bits] * 3))
def test_a_key_is_mixed_through(keys):
    words = np.zeros(4, np.uint64)
    key(words, *map(np.uint64, keys))
    other = numpys((*keys, 1))
    other.random_raw(12)
    assert (words == other.state["state"]["state"]).all()


@given(words_of_64_bits)
def test_a_seed_is_a_key_three_times_over(number):
    first, second = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed(first, np.uint64(number))
    key(second, *[np.uint64(number)] * 3)
    assert (first == second).all()


def lemire(generator, bound: int) -> int:
    """The method in whole numbers."""
    while True:
        product = (int(generator.random_raw()) >> 32) * bound
        if product % 2**32 >= (2**32 - bound) % bound:
            return product >> 32


@given(st.tuples(*[words_of_64_bits] * 4), st.integers(1, 2**31 - 1))
def test_below_is_lemires_method(state, bound):
    """Large bounds too, where a good part of the words must be thrown away."""
    words, out = np.array(state, np.uint64), np.zeros(20, np.int64)
    fill_below(words, bound, out)
    generator = numpys(state)
    assert out.tolist() == [lemire(generator, bound) for _ in range(20)]


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 10, 44, 110, 127, 512])
def test_below_is_uniform(bound):
    words, out = np.zeros(4, np.uint64), np.zeros(200 * max(bound, 20), np.int64)
    seed(words, np.uint64(bound))
    fill_below(words, bound, out)
    counts = np.bincount(out, minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or scipy.stats.chisquare(counts).pvalue > 1e-4


def test_random_actions_are_uniform():
    words, mask, out = np.zeros(4, np.uint64), np.zeros(8, np.uint64), np.zeros(40_000, np.int64)
    members = [0, 63, 64, 100, 128, 191, 200, 300, 511]
    for member in members:
        mask[member >> 6] |= np.uint64(1 << (member & 63))
    seed(words, np.uint64(1))
    fill_actions(words, mask, out)
    counts = Counter(out.tolist())
    assert sorted(counts) == members
    assert scipy.stats.chisquare(list(counts.values())).pvalue > 1e-4


def openings(table: Table, games: int):
    states = np.zeros(games, STATE)
    batch.new_many(table.board, states, table.players, np.arange(games, dtype=np.uint64), no_journal())
    return states


@pytest.mark.parametrize("name", ["north-america", "switzerland", "new-york"])
def test_hands_are_hypergeometric(name):
    """A deck kept as counts and drawn by weight is a shuffled deck."""
    table = Table(load_rules(name), 2)
    states = openings(table, 20_000)
    rule_set = table.rules.rule_set
    law = scipy.stats.hypergeom(rule_set.card_total, rule_set.locomotives, rule_set.opening_hand)
    for seat in table.seats:
        counts = np.bincount(states["private"]["hand"][:, seat, LOCOMOTIVE], minlength=rule_set.opening_hand + 1)
        expected = law.pmf(np.arange(rule_set.opening_hand + 1)) * len(states)
        kept = expected > 5
        ratio = counts[kept].sum() / expected[kept].sum()
        assert scipy.stats.chisquare(counts[kept], expected[kept] * ratio).pvalue > 1e-4
    colours = states["private"]["hand"][:, 0, : len(table.rules.colours)].astype(int).sum(axis=0)
    assert scipy.stats.chisquare(colours).pvalue > 1e-4


def test_opening_tickets_are_uniform():
    """Every ticket is as likely to be offered, to any seat, in any place."""
    table = Table(load_rules("north-america-classic"), 3)
    offers = openings(table, 10_000)["private"]["offer"]
    for seat in table.seats:
        for place in range(3):
            counts = np.bincount(offers[:, seat, place], minlength=30)
            assert scipy.stats.chisquare(counts).pvalue > 1e-4


@pytest.mark.thorough
def test_opening_returns_are_mixed():
    """RULES 4.5: every order of the returned tickets is as likely."""
    from tests.properties.sample_tables import legal, mover, step

    table = Table(load_rules("new-york"), 3)
    orders: Counter[tuple[int, ...]] = Counter()
    states = openings(table, 6000)
    for index in range(len(states)):
        one = states[index : index + 1]
        returned = []
        for _ in table.seats:
            seat = mover(one)
            returned.append(int(one[0].private[seat].offer[0]))
            assert step(table, one, seat, legal(table, one)[1])  # the first of the two goes back
        orders[tuple(returned.index(ticket) for ticket in one[0].secret.queue[:3].tolist())] += 1
    assert len(orders) == 6
    assert scipy.stats.chisquare(list(orders.values())).pvalue > 1e-4
