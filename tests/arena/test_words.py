"""A run as people see it: distinguishable names, shares that add up, one word for one thing."""

import re

import pytest

from ferrovia.arena.statistics.summary import share_table, summarise
from ferrovia.arena.text_report import heads_and_labels, show_run
from ferrovia.arena.words import adding_up, key_of_names, several, short_names
from ferrovia.language.numbers import counted

LONG = ["search:worlds=16,rollouts=4", "search:worlds=16,rollouts=8", "path"]


def test_names_that_are_cut_can_be_told_apart():
    names = short_names(LONG, 14)
    assert names == ["#1 search:wor…", "#2 search:wor…", "path"]
    assert max(map(len, names)) == 14
    assert key_of_names(LONG, names) == ["#1 search:worlds=16,rollouts=4", "#2 search:worlds=16,rollouts=8"]
    assert short_names(LONG, 40) == LONG


def test_heads_of_the_matrix_are_whole():
    assert heads_and_labels(["random", "greedy"]) == (["random", "greedy"], ["random", "greedy"])
    heads, labels = heads_and_labels(["long-route", "#2 search:wor…", "path"])
    assert heads == ["#1", "#2", "#3"]
    assert labels == ["#1 long-route", "#2 search:wor…", "#3 path"]


def test_a_table_of_bots_with_long_names(pairs, play):
    bots = "search:worlds=1,rollouts=1,width=2,margin=0.1,search:worlds=1,rollouts=1,width=2,margin=0.2,long-route"
    run = play(pairs(bots, games=2))
    text = show_run(run, summarise(run))
    assert all(len(line) <= 80 for line in text.splitlines())
    first, second = [line.split("…")[0] for line in text.splitlines() if "…" in line][:2]
    assert first != second
    for number, label in enumerate(run.plan.labels[:2], 1):
        assert f"\n#{number} {label}\n" in text
    assert re.search(r"Elo \(95 %\)     #\d     #\d     #\d\n", text)


@pytest.mark.parametrize(
    ("shares", "rounded"),
    [
        ([0.62345, 0.37655], [0.623, 0.377]),
        ([1 / 3, 1 / 3, 1 / 3], [0.334, 0.333, 0.333]),
        ([1.0, 0.0], [1.0, 0.0]),
        ([0.69251, 0.10262], [0.69251, 0.10262]),
        ([None, None], [None, None]),
    ],
)
def test_shares_of_one_table_add_up(shares, rounded):
    assert adding_up(shares) == rounded


def test_every_pair_of_shares_adds_up_as_it_is_printed():
    for wins in range(2001):
        one, other = adding_up([wins / 2000, 1 - wins / 2000])
        assert one is not None
        assert other is not None
        assert float(f"{100 * one:.1f}") + float(f"{100 * other:.1f}") == pytest.approx(100)


def test_both_cells_of_a_pair_add_up_as_they_are_printed(pairs, play):
    run = play(pairs("random,greedy,path", games=14))
    shares = share_table(summarise(run))
    for (one, other), share in shares.items():
        assert round(100 * share, 1) + round(100 * shares[other, one], 1) == pytest.approx(100)


def test_one_is_no_plural(one_table, play):
    assert (counted(1, "game"), counted(1200, "game")) == ("1 game", "1,200 games")
    assert (several(1, "hungry"), several(3, "hungry")) == ("hungry", "three hungry")
    run = play(one_table("random,random", games=1))
    assert show_run(run, summarise(run)).startswith("New York, 2 players, 1 game, seed 1")
