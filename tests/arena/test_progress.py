"""The bar, and the lines where there is none."""

import io

import pytest

from ferrovia.arena.progress import Progress, duration


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
