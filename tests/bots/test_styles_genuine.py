"""The published styles play as published: their tables and ours.

Measured over 10,000 games a table, all seatings of every deal, by our rules on our board ("ours"), and with the
published engine's board order and quirks ("quirks", see `silva_quirks`). Published: about 375 games a pair, 746 at
four.

                               published          ours               quirks
                               share points       share points       share points
    hungry     : long-route    56.8  94.7 :  94.7 54.1  92.3 :  96.0 56.6  95.9 :  94.7
    hungry     : one-step      61.2 100.2 :  89.6 64.6  98.2 :  90.7 66.1 101.9 :  91.0
    hungry     : path          78.2 100.4 :  66.0 75.8  96.3 :  66.5 77.2  99.6 :  65.5
    long-route : one-step      54.9  96.6 :  92.2 59.2  99.3 :  92.5 57.4  98.7 :  93.6
    long-route : path          86.8 101.7 :  60.6 84.6 102.4 :  60.5 83.9 102.0 :  60.1
    one-step   : path          72.0  93.2 :  69.1 74.8  97.9 :  68.6 77.2  98.1 :  67.1
    at four: long-route        41.1  94.9         43.2  95.3         39.4  94.6
             hungry            28.9  79.2         27.4  71.0         30.3  78.3
             one-step          26.3  87.3         25.6  86.5         26.7  88.1
             path               3.8  53.7          3.9  51.0          3.6  51.4

One number of ours is more than six off: the points of `hungry` at a table of four, 8 too few. The order of the board
brings 4 to 5 of them: what is found first decides between equals (by our rules on that board: 76). Most of the rest is
that tickets leave the game when they are returned. Once no offer fits its trains `hungry` draws on and on, as
published, until the deck is empty: in one game of a hundred. In their game that is after six draws, with nine
tickets; in ours after twenty, with 22 tickets and 237 points below zero. So the spread of its points is 49 by our
rules, with the quirks 37, published 38.

Not rebuilt are two habits of the published program that are no rules of the styles: it looks for the fewest
hops from both ends at once, and counts some routes of a plan twice. Neither moves a number by more than about 3.
"""

from functools import cache
from typing import NamedTuple

import pytest

from ferrovia import load_rules
from ferrovia.core.compile import INTERPRETED
from tests.bots.silva_quirks import (
    ALL_QUIRKS,
    CLAIMS,
    DECISIONS,
    LATE_DRAWS,
    LEFTOVERS,
    LONG_LEFTOVERS,
    TICKET_DRAWS,
    Tables,
    play,
    published_rules,
)

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games")

GAMES = 2000
SHARE = 0.06
POINTS = 6.0
TICKETS = 0.3


class Published(NamedTuple):
    """A line of the table: of the first bot its share, of both points, completed and failed tickets."""

    share: float
    points: tuple[float, float]
    completed: tuple[float, float]
    failed: tuple[float, float]
    winning: float


PAIRS = {
    ("hungry", "long-route"): Published(0.568, (94.7, 94.7), (2.97, 1.45), (0.47, 0.55), 113.4),
    ("hungry", "one-step"): Published(0.612, (100.2, 89.6), (3.17, 2.05), (0.39, 1.14), 114.2),
    ("hungry", "path"): Published(0.782, (100.4, 66.0), (3.05, 1.86), (0.37, 1.14), 107.5),
    ("long-route", "one-step"): Published(0.549, (96.6, 92.2), (1.46, 2.25), (0.54, 0.99), 109.0),
    ("long-route", "path"): Published(0.868, (101.7, 60.6), (1.47, 1.82), (0.53, 1.18), 104.6),
    ("one-step", "path"): Published(0.720, (93.2, 69.1), (2.17, 1.97), (1.09, 1.03), 99.6),
}
FOUR = ("long-route", "hungry", "one-step", "path")
FOUR_SHARES = (0.411, 0.289, 0.263, 0.038)
FOUR_POINTS = (94.9, 79.2, 87.3, 53.7)
FOUR_SPREADS = (18, 38, 23, 29)
FOUR_WINNING = 111.1


@cache
def played(bots: tuple[str, ...], *, quirky: bool) -> Tables:
    """Games of these bots, played once for all tests."""
    if quirky:
        return play(published_rules(quirky=True), list(bots), GAMES, quirks=ALL_QUIRKS)
    return play(load_rules("north-america-classic"), list(bots), GAMES)


@pytest.mark.parametrize("quirky", [False, True], ids=["our engine", "their quirks"])
@pytest.mark.parametrize("pair", PAIRS, ids=" : ".join)
def test_pairs_of_styles_play_as_published(pair, quirky):
    """Win share within 6 percentage points, mean points within 6; and the finer numbers."""
    tables, published = played(pair, quirky=quirky), PAIRS[pair]
    assert tables.wins()[0] == pytest.approx(published.share, abs=SHARE)
    assert tables.points() == pytest.approx(published.points, abs=POINTS)
    assert tables.completed() == pytest.approx(published.completed, abs=TICKETS)
    assert tables.failed() == pytest.approx(published.failed, abs=TICKETS)
    assert tables.winning_score() == pytest.approx(published.winning, abs=POINTS)


def test_four_styles_at_one_table_play_as_published_with_the_quirks():
    tables = played(FOUR, quirky=True)
    assert tables.wins() == pytest.approx(FOUR_SHARES, abs=SHARE)
    assert tables.points() == pytest.approx(FOUR_POINTS, abs=POINTS)
    assert tables.scores["total"].std(axis=0) == pytest.approx(FOUR_SPREADS, abs=4)
    assert tables.winning_score() == pytest.approx(FOUR_WINNING, abs=POINTS)


def test_four_styles_at_one_table_on_our_engine():
    """All as published but for the points of `hungry`; why, says the text at the top of this file."""
    tables = played(FOUR, quirky=False)
    assert tables.wins() == pytest.approx(FOUR_SHARES, abs=SHARE)
    others = [0, 2, 3]
    assert tables.points()[others] == pytest.approx([FOUR_POINTS[number] for number in others], abs=POINTS)
    assert tables.points()[1] == pytest.approx(71, abs=3)


def test_the_order_of_the_board_explains_most_of_the_difference():
    """By our rules, with nothing changed but the order of cities, routes and colours, `hungry` is within six too."""
    tables = play(published_rules(quirky=False), list(FOUR), GAMES)
    assert tables.points() == pytest.approx(FOUR_POINTS, abs=POINTS)


def test_games_are_as_long_as_published():
    """130 to 140 decisions in a game of two, 248 in one of four, a claim counted once."""
    lengths = []
    for bots in (*PAIRS, FOUR):
        counts = played(bots, quirky=True).counts
        lengths.append((counts[:, :, DECISIONS] - counts[:, :, CLAIMS]).sum(axis=1).mean())
    assert all(128 <= length <= 142 for length in lengths[:-1])
    assert lengths[-1] == pytest.approx(248, abs=6)


def test_habits_that_were_counted():
    """Hungry draws tickets before its first claim (15 of 15); path's claims for no ticket's sake have length
    1 or 2 (67 of 67), and it never draws tickets; nor does long-route."""
    hungry = played(("hungry", "path"), quirky=True).counts[:, 0]
    assert hungry[:, LATE_DRAWS].sum() < 0.1 * hungry[:, TICKET_DRAWS].sum()
    path = played(("hungry", "path"), quirky=True).counts[:, 1]
    assert path[:, LEFTOVERS].sum() > GAMES
    assert path[:, LONG_LEFTOVERS].sum() < 0.02 * path[:, LEFTOVERS].sum()
    assert path[:, TICKET_DRAWS].sum() == 0
    assert played(("long-route", "path"), quirky=False).counts[:, 0, TICKET_DRAWS].mean() < 0.001
