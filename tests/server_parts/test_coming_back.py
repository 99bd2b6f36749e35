"""Clocks of players who go and come back: nobody gains time by it, and nobody is kept out of the game by it."""

from dataclasses import replace

import pytest

from ferrovia.protocol.options import Clock, NewSeat, NewTable, Options
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.table_log import Seat, TableRow
from ferrovia.server.live import clocks, referee, steps

FISCHER = Clock("fischer", start=60, gain=5)
DAYS = Clock("days", days=2)
NOW = 1_000_000.0
RULES = RulesLibrary().find("switzerland")


def seat(clock: Clock, left: float, stood_in: bool, asked: bool = True) -> Seat:
    """An absent seat with this many seconds left."""
    days = clock.kind == "days"
    since = NOW - clock.days * clocks.DAY + left if days else NOW
    return Seat(
        "person", "Ada", clock=None if days else left, asked_at=since if asked else None, away=True, stood_in=stood_in
    )


def left_after(clock: Clock, found: Seat) -> float | None:
    """Seconds on the clock of a seat whose player is back."""
    back = clocks.restored(clock, found, NOW)
    assert not back.away
    assert not back.stood_in
    assert (back.asked_at is None) == (found.asked_at is None)
    return clocks.left_on(clock, back, NOW)


@pytest.mark.parametrize("clock", [FISCHER, DAYS], ids=["fischer", "days"])
@pytest.mark.parametrize("left", [0.0, 3.0, 50.0])
def test_coming_back_at_once_brings_nothing(clock: Clock, left: float) -> None:
    assert left_after(clock, seat(clock, left, stood_in=False)) == pytest.approx(left)


@pytest.mark.parametrize(("left", "after"), [(0.0, clocks.FEWEST), (3.0, clocks.FEWEST), (50.0, 50.0)])
@pytest.mark.parametrize("asked", [True, False])
def test_after_a_move_of_a_bot_there_is_time_for_a_decision(left: float, after: float, asked: bool) -> None:
    assert left_after(FISCHER, seat(FISCHER, left, stood_in=True, asked=asked)) == pytest.approx(after)


def test_it_is_never_more_than_everybody_had() -> None:
    quick = replace(FISCHER, start=5)
    assert left_after(quick, seat(quick, 0.0, stood_in=True)) == 5


def test_without_a_clock_there_is_none() -> None:
    clock = Clock()
    assert left_after(clock, Seat("person", "Ada", asked_at=NOW, away=True)) is None


def begun(clock: Clock) -> TableRow:
    """A game of two that has just begun."""
    wishes = [NewSeat("me"), NewSeat("me")]
    opened = steps.open_table(NewTable("switzerland", wishes, Options(clock=clock)), RULES, "ada", frozenset(), NOW)
    return steps.start(opened.row, RULES, NOW, 120.0).row


def test_whose_clock_has_run_out_waits_for_the_bot() -> None:
    row = begun(FISCHER)
    late = NOW + FISCHER.start + 1
    away = steps.go_away(row, 0, "clock", late).row
    with pytest.raises(RequestRefused) as refused:
        steps.come_back(away, referee.game_of(RULES, away), 0, late, 120.0)
    assert refused.value.code == "out-of-time"
    game = referee.game_of(RULES, away)
    moved = steps.stood_in(steps.move(away, game, 0, str(game.legal_moves(0)[0]), None, late, 120.0), 0).row
    back = steps.come_back(moved, referee.game_of(RULES, moved), 0, late, 120.0).row
    assert not back.seats[0].away
    assert back.seats[0].clock == clocks.FEWEST


def test_a_bot_of_its_own_stands_in_for_nobody() -> None:
    row = begun(FISCHER)
    game = referee.game_of(RULES, row)
    step = steps.stood_in(steps.move(row, game, 0, str(game.legal_moves(0)[0]), None, NOW, 120.0), 0)
    assert not step.row.seats[0].stood_in
