"""`ferrovia play --terminal`, as it is typed: set-up, keyboard, records, interruptions."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

import ferrovia
from ferrovia.cli import main
from ferrovia.cli.play import seat_of_person
from ferrovia.core import compile
from ferrovia.game import warm
from tests.terminal.terminal_sessions import ESCAPE, EXAMPLE


@pytest.mark.skipif(compile.INTERPRETED, reason="nothing is compiled")
def test_what_is_compiled_in_one_go_is_announced_once(capsys, monkeypatch):
    """Whatever the pauses in it; what is compiled later is announced again."""
    monkeypatch.setattr(compile.Announcer, "PAUSE", -1.0)  # every pause is long enough
    with compile.announcer.together():
        compile_something()
        with compile.announcer.together():
            compile_something()
        compile_something()
    assert capsys.readouterr().err.count("compiling for this machine") == 1
    compile_something()
    assert capsys.readouterr().err.count("compiling for this machine") == 1


def compile_something() -> None:
    """As Numba tells of it."""
    from numba.core import event

    data = {"dispatcher": SimpleNamespace(py_func=warm.warm_up)}
    event.start_event("numba:compile", data)
    event.end_event("numba:compile", data)


FRESH = {
    "play": ["play", "--rules", "new-york", "--bots", "driver", "--seed", "1"],
    "watch": ["play", "--watch", "--rules", "switzerland", "--bots", "greedy,planner"],
    "arena": ["arena", "greedy", "path", "--rules", "new-york", "--games", "120", "--records", "r", "--report", "p"],
    "bots of others": [
        "arena",
        "greedy",
        str(EXAMPLE),
        "path",
        "--rules",
        "new-york",
        "--games",
        "2",
        "--records",
        "r",
    ],
}


@pytest.mark.slow
@pytest.mark.skipif(compile.INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("command", FRESH)
def test_a_new_machine_waits_once(command, tmp_path):
    """Minutes each: everything is compiled."""
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "ferrovia", *FRESH[command]],
        input="keep all\ndraw\ndraw\nhint\nyes\nwhy\nundo\nquit\n",
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.count("compiling for this machine, once, about 60 s") == 1
    assert done.stderr.count("compiling for this machine") == 1


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def keyboard(monkeypatch) -> Callable[[str], None]:
    """Lines that come from a pipe."""

    def lines(text: str) -> None:
        waiting: Iterator[str] = iter(text.splitlines())

        def answer(_: str = "") -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return lines


def test_leaving_keeps_the_record(keyboard, tmp_path, capsys):
    keyboard("keep all\ndraw\n")
    record = tmp_path / "game.record"
    assert main(["play", "--seed", "4", "--seat", "1", "--bots", "porter", "--record", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Goodbye." in out
    assert ESCAPE not in out
    found = ferrovia.parse_record(record.read_text("utf-8"))
    assert dict(found.names) == {0: "you", 1: "Porter"}
    assert found.result == "stop 3"


def test_no_record_is_overwritten(keyboard, tmp_path, capsys):
    keyboard("")
    record = tmp_path / "game.record"
    record.write_text("another game")
    assert main(["play", "--record", str(record)]) == 2
    assert "already exists and would be overwritten; name another file" in capsys.readouterr().err
    assert record.read_text() == "another game"
    record.write_text("")
    assert main(["play", "--record", str(record)]) == 0


def test_interrupting_is_leaving(monkeypatch, tmp_path, capsys):
    def interrupt(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    record = tmp_path / "game.record"
    assert main(["play", "--terminal", "--record", str(record)]) == 130
    assert record.read_text("utf-8").startswith("ferrovia record")
    assert "Goodbye." in capsys.readouterr().out


THINKS_FOR_LONG = """
import time
import ferrovia
class Slow(ferrovia.Bot):
    moves = 0
    def choose(self, view, moves):
        self.moves += 1
        time.sleep(100 if self.moves > 2 else 0)
        return moves[0]
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_game_ended_while_a_bot_thinks_leaves_its_record(number, tmp_path):
    (tmp_path / "slow.py").write_text(THINKS_FOR_LONG)
    command = [sys.executable, "-m", "ferrovia", "play", "--watch", "--rules", "new-york", "--bots", "slow.py,slow.py"]
    command += ["--record", "game.record"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            if "draw" in line or "claim" in line or "take" in line:
                break
        assert not (tmp_path / "game.record").exists()
        process.send_signal(number)
        assert process.wait(60) == (130 if number == signal.SIGINT else -number)
    found = (tmp_path / "game.record").read_text("utf-8")
    assert found.startswith("ferrovia record")
    assert found.count("\nkeep") + found.count(" keep") >= 2


def test_the_levels_in_the_help_are_those_there_are(monkeypatch, capsys):
    monkeypatch.setattr("ferrovia.cli.play.level_names", lambda: ("novice", "master"))
    assert main(["play", "--help"]) == 0
    assert "levels (novice, master)" in " ".join(capsys.readouterr().out.split())


def test_watching(capsys):
    assert main(["play", "--watch", "--rules", "new-york", "--bots", "greedy,random,greedy", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert "Greedy 1" in out
    assert "Greedy 2" in out
    assert "Greedy 0" not in out
    assert "Picked at random." in out
    assert re.search(r"^(Greedy \d|Random)( and .*)? wins?\.$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "plannr"], "no bot is called 'plannr'; did you mean 'planner'"),
        (["--bots", "greedy,greedy", "--players", "2"], "2 bots are too many for 1 seat;"),
        (["--bots", "greedy,random,random,random", "--rules", "switzerland"], "for 2 to 3 players"),
        (["--players", "9"], "for 2 to 5 players, not for 9"),
        (["--rules", "atlantis"], "no built-in rule set"),
        (["--record", "/no/such/folder/x"], "no record can be written to '/no/such/folder/x'"),
        (["--seed", "-1"], "a seed must be a whole number"),
        (["--seed", "1_0"], "--seed: a whole number, not '1_0'"),
        (["--players", "two"], "--players: a whole number, not 'two'"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(arguments, sentence, capsys):
    assert main(["play", "--terminal", *arguments]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out == ""


def test_the_last_bot_plays_all_seats_left(keyboard, capsys):
    keyboard("")
    assert main(["play", "--terminal", "--players", "4", "--bots", "porter,passenger"]) == 0
    assert "against Porter, Passenger 1, Passenger 2;" in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["0", "3", "x"])
def test_a_seat_that_is_not_there_is_refused(seat, capsys):
    assert main(["play", "--seat", seat, "--bots", "porter"]) == 2
    assert "seat" in capsys.readouterr().err


def test_seats_are_drawn_by_lot_and_the_seed_repeats_it():
    seats = [seat_of_person(None, 3, seed) for seed in range(60)]
    assert set(seats) == {0, 1, 2}
    assert seats == [seat_of_person(None, 3, seed) for seed in range(60)]
    assert seat_of_person(2, 3, 7) == 1


def test_the_person_may_sit_anywhere(keyboard, tmp_path, capsys):
    keyboard("keep all\n")
    record = tmp_path / "game.record"
    assert main(["play", "--seat", "2", "--bots", "porter,passenger", "--record", str(record)]) == 0
    assert "you are player 2 of 3" in capsys.readouterr().out
    assert dict(ferrovia.parse_record(record.read_text("utf-8")).names) == {0: "Porter", 1: "you", 2: "Passenger"}


def test_the_language_is_an_argument_or_the_environments(keyboard, monkeypatch, capsys):
    keyboard("")
    assert main(["play", "--language", "it", "--bots", "porter"]) == 0
    assert "Arrivederci." in capsys.readouterr().out
    monkeypatch.setenv("FERROVIA_LANGUAGE", "pt")
    assert main(["play", "--terminal", "--bots", "porter"]) == 0
    assert "Até à próxima." in capsys.readouterr().out
