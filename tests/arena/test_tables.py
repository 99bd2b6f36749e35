"""Who plays whom, and which game is which."""

import doctest

import numpy as np
import pytest

import ferrovia.arena.plan
from ferrovia.arena.plan import deal_seeds, scramble
from ferrovia.errors import ArenaError, TableError

SEEDS_OF_1 = [6791897765849424158, 17405687883870564846, 834844254806117752]


def test_the_example_runs():
    assert doctest.testmod(ferrovia.arena.plan).failed == 0


@pytest.mark.parametrize(
    ("bots", "seatings"),
    [
        ("random,greedy", 2),
        ("random,random", 1),
        ("random,greedy,greedy", 3),
        ("random,greedy,greedy,greedy", 4),
        ("random,random,greedy,greedy", 6),
        ("random,greedy,path", 6),
        ("random,greedy,path,hungry", 24),
    ],
)
def test_a_table_is_played_in_all_its_seatings(one_table, bots, seatings):
    table = one_table(bots).tables[0]
    assert len(table.seatings) == len(set(table.seatings)) == seatings
    named = sorted(bot.text for bot in table.specs)
    for seating in table.seatings:
        assert sorted(table.bots[bot].text for bot in seating) == named


def test_games_are_rounded_up_to_whole_deals(one_table, pairs):
    assert one_table("random,greedy,greedy,greedy", games=10).total == 12
    assert one_table("random,greedy,greedy,greedy", games=12).total == 12
    assert pairs("random,greedy,path", games=7).total == 3 * 8


def test_a_deal_is_played_in_every_seating_before_the_next(one_table):
    table = one_table("random,greedy,greedy").tables[0]
    numbers = np.arange(9)
    assert table.deals(numbers).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert [tuple(row) for row in table.seated(numbers).tolist()] == list(table.seatings) * 3


def test_seeds_of_deals_never_change():
    """Results that were published must stay repeatable: the numbers are written out."""
    assert deal_seeds(1, np.arange(3)).tolist() == SEEDS_OF_1
    assert deal_seeds(1, np.array([2])).tolist() == SEEDS_OF_1[2:]
    assert scramble(np.zeros(1, np.uint64))[0] == 0xE220A8397B1DCDAF  # what splitmix64 gives first
    assert deal_seeds((1 << 64) - 1, np.arange(2)).tolist() != SEEDS_OF_1[:2]


def test_no_deal_comes_twice():
    many = np.concatenate([deal_seeds(seed, np.arange(20_000)) for seed in range(5)])
    assert len(np.unique(many)) == len(many)


def test_pairs_meet_once_and_share_their_deals(pairs, play):
    plan = pairs("random,greedy,path", games=4)
    assert [[bot.text for bot in table.specs] for table in plan.tables] == [
        ["random", "greedy"],
        ["random", "path"],
        ["greedy", "path"],
    ]
    first, *others = (result.outcomes["seed"].tolist() for result in play(plan).results)
    assert others == [first, first]


def test_games_of_a_table_do_not_depend_on_other_tables(pairs, play):
    alone, among = play(pairs("greedy,path", games=6)), play(pairs("random,greedy,path", games=6))
    assert alone.results[0].actions.tolist() == among.results[2].actions.tolist()


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        ("random", {}, "at least two bots"),
        ("random,random", {}, "--table random,random"),
        ("random,greedy", {"games": 0}, "not 0"),
        ("random,greedy", {"games": -5}, "not -5"),
        ("random,greedy", {"games": 10**9}, "from 1 to 10,000,000"),
        ("random,greedy", {"games": 2.5}, "whole number"),
    ],
)
def test_impossible_pairs_are_refused_in_words(pairs, bots, options, sentence):
    with pytest.raises(ArenaError, match=sentence):
        pairs(bots, **options)


def test_impossible_tables_are_refused_in_words(one_table, pairs):
    with pytest.raises(TableError, match="for 2 to 4 players, not for 5"):
        one_table("random,random,random,random,random")
    with pytest.raises(TableError, match="not for 1"):
        one_table("random")
    with pytest.raises(TableError, match="a seed must be a whole number"):
        pairs("random,greedy", seed=-1)


def test_bots_of_one_name_are_told_apart(one_table, tmp_path):
    source = "import ferrovia\nclass Same(ferrovia.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text(source)
    plan = one_table(f"{tmp_path}/one/same.py,{tmp_path}/two/same.py,random")
    assert plan.labels == (f"{tmp_path}/one/same.py", f"{tmp_path}/two/same.py", "random")
