"""The progress bar, and the lines without a terminal."""

import io

import numpy as np
import pytest

from ferrovia.arena.jobs import PlayedGames
from ferrovia.arena.outcome import OUTCOME
from ferrovia.arena.progress_bar import Progress, duration
from ferrovia.arena.schedule import Schedule


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_times_are_for_people(seconds, text):
    assert duration(seconds) == text


def test_the_bar_says_how_long_it_takes():
    bar = Progress(1000, kept=500, stream=Terminal())
    assert bar.text(750, 5.0) == "[##################------]  750 of 1,000 games  50/s  5 s left"
    assert bar.text(500, 5.0).endswith("0.00/s  …")
    assert Progress(1000, stream=io.StringIO()).text(250, 1000).startswith("250 of 1,000 games  0.25/s  50 min 0 s")


def test_who_knows_the_tables_knows_how_long_it_takes():
    bar = Progress(1000, stream=io.StringIO(), left=lambda: 200.0)
    assert bar.text(500, 1.0).endswith("500/s  3 min 20 s left")
    assert bar.text(0, 0.0).endswith("0.00/s  3 min 20 s left")


def test_the_clock_starts_with_the_first_news(monkeypatch):
    """Before them processes start and load what is compiled."""
    now = [100.0]
    monkeypatch.setattr("ferrovia.arena.progress_bar.time.monotonic", lambda: now[0])
    stream = Terminal()
    bar = Progress(1000, stream=stream, what="records")
    for moment, done in ((130.0, 0), (160.0, 100), (161.0, 200)):
        now[0] = moment
        bar.show(done)
    assert "200 of 1,000 records  100/s  8 s left" in stream.getvalue()


def test_what_is_left_is_reckoned_table_by_table(pairs):
    """A table of games that take ten times as long counts ten times as much."""
    plan = pairs("random,greedy,path", games=100)
    schedule = Schedule(plan, [[], [], []])
    assert schedule.seconds_left(2) is None
    for table, seconds in zip(schedule.tables, (1.0, 10.0), strict=False):
        table.add(PlayedGames(np.zeros(50, OUTCOME), np.zeros((50, 1), np.int16), (), seconds))
    assert schedule.seconds_left(1) == pytest.approx(1.0 + 10.0 + 100 * (0.02 + 0.2) / 2)
    assert schedule.seconds_left(2) == pytest.approx((schedule.seconds_left(1) or 0) / 2)


def test_a_terminal_gets_a_bar_and_is_left_clean():
    stream = Terminal()
    bar = Progress(10, stream=stream)
    bar.shown -= 1
    bar.show(5)
    bar.show(6)  # too soon
    bar.close()
    first, second, last = stream.getvalue().split("\r")[1:]
    assert first.startswith("[############------------]  5 of 10")
    assert (second.strip(), last) == ("", "")


def test_elsewhere_a_line_now_and_then():
    stream = io.StringIO()
    bar = Progress(10, stream=stream)
    bar.show(1)
    bar.shown -= 31
    bar.show(2)
    bar.close()
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().startswith("2 of 10 games")
