"""Clocks of a table: what a decision costs, what a turn brings, and when the server acts by itself."""

from dataclasses import replace

import pytest

from ferrovia.protocol.options import Clock
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.live import clocks, steps
from tests.server_parts.table_steps import GRACE, NOW, first_move, started

FISCHER = Clock("fischer", start=100, gain=20)
DAYS = Clock("days", days=2)
START = NOW + 1


def test_both_clocks_run_while_both_choose_tickets():
    row, _ = started(clock=FISCHER)
    assert [seat.clock for seat in row.seats] == [100.0, 100.0]
    assert [seat.asked_at for seat in row.seats] == [START, START]
    assert [clocks.left_on(FISCHER, seat, START + 30) for seat in row.seats] == [70.0, 70.0]


def test_a_decision_costs_its_time_and_the_end_of_a_turn_brings_some():
    row, game = started(clock=FISCHER)
    step = steps.move(row, game, 0, first_move(game, 0), None, START + 30, GRACE)
    assert step.row.seats[0].clock == 90.0
    assert step.row.seats[1].clock == 100.0
    assert step.row.seats[1].asked_at == START, "the other clock runs on"


def test_a_clock_is_never_below_zero():
    row, game = started(clock=FISCHER)
    step = steps.move(row, game, 0, first_move(game, 0), None, START + 500, GRACE)
    assert step.row.seats[0].clock == FISCHER.gain


@pytest.mark.parametrize(
    ("clock", "autopilot", "due"),
    [
        (Clock(), True, START + GRACE),
        (Clock(), False, None),
        (FISCHER, False, START + 100),
        (FISCHER, True, START + GRACE),
        (DAYS, True, START + 2 * clocks.DAY),
    ],
)
def test_when_the_server_looks_after_a_table(clock, autopilot, due):
    row, _ = started(clock=clock, autopilot=autopilot)
    assert row.due_at == due


def test_alone_with_bots_nobody_is_hurried():
    row, _ = started("me passenger", FISCHER)
    assert clocks.duty_of(row, 0, START, GRACE) == clocks.NEVER
    assert row.due_at == START + clocks.LEASE, "the bot's own choice"


def test_going_and_coming_back_gains_no_time():
    row, game = started(clock=FISCHER)
    away = steps.go_away(row, 0, "gone", START + 40).row
    assert away.seats[0].away
    back = steps.come_back(away, game, 0, START + 50, GRACE).row
    assert clocks.left_on(FISCHER, back.seats[0], START + 50) == 50.0
    assert not back.seats[0].away


def test_a_player_who_was_stood_in_for_gets_time_for_a_decision():
    row, game = started(clock=FISCHER)
    away = steps.go_away(row, 0, "gone", START + 40).row
    moved = away.with_seat(0, replace(away.seats[0], stood_in=True))
    back = steps.come_back(moved, game, 0, START + 95, GRACE).row
    assert clocks.left_on(FISCHER, back.seats[0], START + 95) == clocks.FEWEST


def test_without_time_left_there_is_no_coming_back():
    row, game = started(clock=FISCHER)
    away = steps.go_away(row, 0, "gone", START + 40).row
    with pytest.raises(RequestRefused) as caught:
        steps.come_back(away, game, 0, START + 100, GRACE)
    assert caught.value.code == "out-of-time"
