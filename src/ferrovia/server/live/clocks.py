"""Game clocks: whose clock runs, how much time is left, and when the server has to act on its own. Times are in
seconds."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ferrovia.protocol.options import Clock
from ferrovia.server.base.table_log import Seat, Step, TableRow

LEASE: Final = 10.0
"""How long the process that writes an entry has for what follows from it, before another one does it."""
DAY: Final = 86_400.0
NEVER: Final = float("inf")
FEWEST: Final = 30.0
"""Least seconds on the clock of a player who comes back after a bot has moved; less if all have less."""


def first_clock(clock: Clock) -> float | None:
    """The initial time of a seat."""
    return float(clock.start) if clock.kind == "fischer" else None


def left_on(clock: Clock, seat: Seat, now: float) -> float | None:
    """Seconds a seat has left; None if it has no clock."""
    since = 0.0 if seat.asked_at is None else now - seat.asked_at
    if clock.kind == "fischer" and seat.clock is not None:
        return seat.clock - since
    if clock.kind == "days" and seat.asked_at is not None:
        return clock.days * DAY - since
    return None


def after_step(row: TableRow, asked: list[int], mover: int | None, now: float) -> tuple[Seat, ...]:
    """Seats with their clocks after a step: the mover's time is deducted, the increment is added at the end of a turn,
    and the clocks of the seats that have to decide start to run."""
    seats = list(row.seats)
    for number, seat in enumerate(seats):
        if number == mover and seat.asked_at is not None:
            seat = spend(row.options.clock, seat, number in asked, now)
        begins = number in asked and (seat.asked_at is None or number == mover)
        since = now if begins else seat.asked_at if number in asked else None
        seats[number] = seat if seat.asked_at == since else replace(seat, asked_at=since)
    return tuple(seats)


def spend(clock: Clock, seat: Seat, again: bool, now: float) -> Seat:
    """A seat after a decision; `again`: its turn continues."""
    if clock.kind != "fischer" or seat.clock is None or seat.asked_at is None:
        return seat
    left = max(seat.clock - (now - seat.asked_at), 0.0)
    return replace(seat, clock=left + (0 if again else clock.gain))


def restored(clock: Clock, seat: Seat, now: float) -> Seat:
    """A seat whose player is back. If a bot has moved in the meantime, there is time for a decision; otherwise as much
    as before, because nobody should gain time by leaving and coming back."""
    left = left_on(clock, seat, now)
    if clock.kind == "fischer" and left is not None:
        fewest = min(FEWEST, clock.start) if seat.stood_in else 0.0
        seat = replace(seat, clock=max(left, fewest), asked_at=None if seat.asked_at is None else now)
    return replace(seat, away=False, stood_in=False)


def next_duty(row: TableRow, asked: list[int], now: float, grace: float) -> float | None:
    """When the server has to look after this table again; None until a player acts."""
    if row.status == "lobby":
        return now + LEASE if all(seat.kind != "open" for seat in row.seats) else None
    if row.status != "playing":
        return None
    soonest = min((duty_of(row, number, now, grace) for number in asked), default=NEVER)
    return None if soonest == NEVER else soonest


def duty_of(row: TableRow, number: int, now: float, grace: float) -> float:
    """The same for one seat that has to decide."""
    seat, clock = row.seats[number], row.options.clock
    if seat.kind == "bot" or seat.away:
        return now + LEASE  # the process that wrote the entry moves immediately; this is for when it cannot
    if not others_play(row, number):
        return NEVER
    left = left_on(clock, seat, now)
    times = [] if left is None else [now + max(left, 0.0)]
    if may_stand_in(row):
        times.append(now + grace)
    return min(times, default=NEVER)


def others_play(row: TableRow, number: int) -> bool:
    """Whether another person waits for a seat. A game against bots alone stays where it was left: bots would finish it
    in a moment."""
    return any(seat.human and not seat.away for other, seat in enumerate(row.seats) if other != number)


def may_stand_in(row: TableRow) -> bool:
    """Whether a bot may play on for an absent player."""
    return row.options.autopilot and row.options.clock.kind != "days"


def called_by(step: Step, present: Sequence[bool]) -> list[int]:
    """Absent players whose turn has come with a step: not those who are asked once more in their own turn."""
    seats, entry = step.row.seats, step.entry
    waiting = [seat for seat in step.asked if seats[seat].asked_at == entry.at and seat != entry.seat]
    return [seat for seat in waiting if seats[seat].human and not seats[seat].away and not present[seat]]
