"""Failing bots: what is kept and reported, and that only the bots' own time counts."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import numpy as np
import pytest

from ferrovia.arena import driver, job_player
from ferrovia.arena.failures import failures_of
from ferrovia.arena.job_player import play_by_move, play_job
from ferrovia.arena.jobs import Job, Signals, Trouble, with_last_line
from ferrovia.arena.plan import Conduct, repeat_command
from ferrovia.arena.report.page import page
from ferrovia.arena.runner import Run, Runner
from ferrovia.arena.schedule import TableResult
from ferrovia.arena.statistics.summary import as_json, summarise
from ferrovia.arena.store import Store
from ferrovia.arena.text_report import show_run
from ferrovia.arena.workers import Threads
from ferrovia.cli.arena_runs import exit_code_of
from ferrovia.errors import ArenaError

FAILING = """
import ferrovia
class First(ferrovia.Bot):
    def choose(self, view, moves):
        return moves[0]
class Third(First):
    turns = 0
    def choose(self, view, moves):
        self.turns += 1
        if self.turns == 3:
            raise ValueError("no idea")
        return moves[0]
class Over(First):
    def over(self, scores):
        raise ValueError("a bad loser")
class Close(First):
    def close(self):
        raise ValueError("does not want to go")
"""


@pytest.fixture
def run_of(tmp_path, pairs):
    """Two games of one of the classes above against `random`."""
    (tmp_path / "failing.py").write_text(FAILING)

    def play(name):
        plan = pairs(f"random,{tmp_path}/failing.py:{name}", games=2)
        chunk = play_by_move(Job(plan.tables[0], plan.seed, 0, 2), Signals())
        return Run(plan, (TableResult(plan.tables[0], chunk.outcomes, chunk.actions, chunk.troubles),)), chunk

    return play


def test_a_trouble_says_all_that_a_fault_says(run_of):
    run, chunk = run_of("Third")
    assert [(each.kind, each.move, each.bot, each.replaced) for each in chunk.troubles] == [
        ("crash", 3, "Third", True)
    ] * 2
    assert all("failing.py" in each.tail and each.tail.endswith("ValueError: no idea\n") for each in chunk.troubles)
    assert as_json(run, summarise(run))["tables"][0]["troubles"] == [asdict(each) for each in chunk.troubles]
    assert all("(failing.py:11)" in each.sentence for each in chunk.troubles)


def test_failures_that_are_the_same_are_told_once(run_of):
    """With their number; and the bot is marked, or it would look as good as its replacement."""
    run, chunk = run_of("Third")
    text = show_run(run, summarise(run))
    first = chunk.troubles[0]
    assert (
        "\n  Third failed in 2 of 2 games: it raised ValueError: no idea (failing.py:11)"
        f" (first in game 0, seat {first.seat}, move 3)\n"
    ) in text
    assert text.count("no idea") == 1
    assert "\nThird! " in text
    assert "\n! failed, and greedy played on in its place, so its numbers are not its own\n" in text
    assert "--json FILE keeps the end of every traceback" in text
    page_text = page(run, "x")
    assert "Third!" in page_text
    assert "Third failed in 2 of 2 games" in page_text


def test_failures_differ_by_what_is_said_of_them(run_of):
    run, chunk = run_of("Third")
    second = replace(chunk.troubles[1], sentence="it did not answer", kind="stall", tail="")
    mixed = replace(run.results[0], troubles=(chunk.troubles[0], second))
    found = failures_of(Run(run.plan, (mixed,)))
    assert [(each.bot, each.times, each.games) for each in found] == [("Third", 1, 2)] * 2
    assert str(found[1]) == f"Third failed in 1 of 2 games: it did not answer (game 1, seat {second.seat}, move 3)"


def test_the_first_failure_of_a_bot_is_told_at_once(pairs, tmp_path):
    (tmp_path / "failing.py").write_text(FAILING)
    said: list[str] = []
    workers = Threads(1)
    Runner(pairs(f"random,{tmp_path}/failing.py:Third", games=6), workers, warn=said.append).run()
    Runner(pairs(f"random,{tmp_path}/failing.py:Over", games=2), workers, warn=said.append).run()
    workers.close()
    assert len(said) == 1
    assert said[0].startswith("WARNING: Third, game 0, seat ")
    assert "greedy plays on" in said[0]


@pytest.mark.parametrize(("name", "column", "faults"), [("Third", 1, 2), ("Over", 2, 0), ("Close", 2, 0)])
def test_the_column_of_faults_and_the_troubles_agree(run_of, name, column, faults):
    """A bot that fails after the end of the game was not replaced in it."""
    run, chunk = run_of(name)
    assert len(chunk.troubles) == 2
    for row, trouble in zip(chunk.outcomes, chunk.troubles, strict=True):
        assert row["seats"]["fault"].sum() == row["seats"]["fault"][trouble.seat] == column
        assert trouble.replaced == (column == 1)
        assert ("after the end" in str(trouble)) == (column == 2)
    assert [bot.faults for bot in summarise(run).bots] == [0, faults]


def test_troubles_are_kept_on_disk(run_of, tmp_path):
    run, chunk = run_of("Over")
    store = Store(tmp_path / "kept", run.plan, run.plan.tables[0])
    store.keep(chunk)
    assert store.chunks()[0].troubles == chunk.troubles
    json.dumps(as_json(run, summarise(run)))


def test_last_words_are_told_where_they_say_more():
    assert with_last_line("its program ended", "first\nno module numpy\n\n") == (
        "its program ended (its last words: no module numpy)"
    )
    assert with_last_line("it raised ValueError: no", "…\nValueError: no\n") == "it raised ValueError: no"
    assert with_last_line("it stalled", "") == "it stalled"
    assert str(Trouble(3, 1, "bot", "it stalled", "stall", 0)) == "bot, game 3, seat 1: it stalled"


# --- clocks ----------------------------------------------------------------------------------------------------------


def test_compiling_is_not_measured(one_table, monkeypatch):
    """What a first call costs is paid before the clock is looked at, by a call that plays nothing."""
    plan, real = one_table("random,greedy"), vars(job_player)["play_games"]
    happened: list[object] = []

    def play_games(*arguments: Any) -> Any:
        happened.append(len(arguments[2]))
        return real(*arguments)

    def read_clock() -> int:
        happened.append("clock")
        return 0

    monkeypatch.setattr(job_player, "play_games", play_games)
    monkeypatch.setattr("ferrovia.arena.job_player.time.thread_time_ns", read_clock)
    play_job(Job(plan.tables[0], plan.seed, 0, 5), Signals())
    assert happened == [0, "clock", 5, "clock"]


def test_a_process_warms_up_before_it_plays_by_move(run_of, monkeypatch):
    seated: list[list[str]] = []
    real = job_player.JournaledGame.__init__

    def begin(self: Any, job: Job, *rest: Any) -> None:
        seated.append([bot.name for bot in job.table.bots])
        real(self, job, *rest)

    monkeypatch.setattr(job_player, "_warm", False)
    monkeypatch.setattr(job_player.JournaledGame, "__init__", begin)
    run_of("First")
    assert seated == [["random"], ["random", "First"], ["random", "First"]]


def test_compiling_comes_before_the_clock_of_any_bot(pairs, tmp_path, monkeypatch):
    (tmp_path / "failing.py").write_text(FAILING)
    order = []
    for name in ("compile_once", "check_bots_start"):
        monkeypatch.setattr(driver, name, lambda plan, name=name: order.append(name))
    monkeypatch.setattr(driver, "start_workers", lambda *_: (_ for _ in ()).throw(InterruptedError))
    with pytest.raises(InterruptedError):
        driver.play_plan(pairs(f"random,{tmp_path}/failing.py:First"))
    assert order == ["compile_once", "check_bots_start"]


# --- what a tournament announces ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "failed", "then"),
    [
        ([1, 2], [True, False], [2, 1]),
        ([1, 2], [False, True], [1, 2]),
        ([1, 1], [True, False], [2, 1]),
        ([1, 2, 3, 4], [True, False, False, True], [3, 1, 2, 3]),
        ([2, 1, 2], [False, True, False], [1, 3, 1]),
        ([1, 2], [True, True], [1, 1]),
    ],
)
def test_who_forfeits_comes_last_and_the_others_keep_their_order(places, failed, then):
    assert job_player.forfeited(np.array(places), np.array(failed)).tolist() == then


@pytest.fixture
def failing_plan(tmp_path, pairs):
    """`random` against a bot that fails in its third move, under a conduct."""
    (tmp_path / "failing.py").write_text(FAILING)

    def plan(**conduct):
        return replace(pairs(f"random,{tmp_path}/failing.py:Third", games=4), conduct=Conduct(**conduct))

    return plan


def test_a_forfeited_game_is_lost(failing_plan):
    plan = failing_plan(on_fault="forfeit")
    played = play_by_move(Job(plan.tables[0], plan.seed, 0, 4, plan.conduct), Signals())
    assert (played.outcomes["seats"]["fault"][:, :2] == (played.outcomes["bot"][:, :2] == 1)).all()
    assert (played.outcomes["seats"]["score"]["place"][:, :2] == 1 + (played.outcomes["bot"][:, :2] == 1)).all()


def test_the_first_failure_ends_a_run_that_is_to_stop(failing_plan, capsys):
    """And nobody is told to go on: the failed game is stored, and would be passed over."""
    plan = failing_plan(on_fault="stop")
    said: list[str] = []
    workers = Threads(1)
    run = Runner(plan, workers, warn=said.append).run()
    workers.close()
    assert "Third" in run.failure
    assert exit_code_of(run) == 1
    assert "--resume" not in capsys.readouterr().err
    died = Run(plan, (replace(run.results[0], troubles=()),), "game 0 killed 5 workers")
    assert exit_code_of(died) == 1
    assert "--resume continues" in capsys.readouterr().err, "no bot failed"


def test_a_bot_that_fails_in_every_game_is_no_success(run_of, capsys):
    assert exit_code_of(run_of("Third")[0]) == 1
    assert "Third failed in every game" in capsys.readouterr().err
    assert exit_code_of(run_of("First")[0]) == 0
    assert exit_code_of(run_of("Over")[0]) == 0, "its games are its own"


def test_two_failures_in_one_game_are_one_failed_game(run_of, capsys):
    """At a table where a bot has two seats, each of them may fail in its own way."""
    run, chunk = run_of("Third")
    twice = (chunk.troubles[0], replace(chunk.troubles[0], sentence="it did not answer", kind="stall"))
    assert exit_code_of(Run(run.plan, (replace(run.results[0], troubles=twice),))) == 0
    assert "every game" not in capsys.readouterr().err


def test_a_table_of_forfeits_says_what_its_numbers_are(failing_plan, capsys):
    plan = failing_plan(on_fault="forfeit")
    played = play_by_move(Job(plan.tables[0], plan.seed, 0, 4, plan.conduct), Signals())
    run = Run(plan, (TableResult(plan.tables[0], played.outcomes, played.actions, played.troubles),))
    said = "! failed, which lost the game; greedy played on, so only the win share is its own"
    assert f"\n{said}\n" in show_run(run, summarise(run))
    assert f"{said}." in page(run, "x")
    assert exit_code_of(run) == 1
    assert "Third failed in every game: all of them are lost by forfeit" in capsys.readouterr().err


def test_other_conduct_is_another_run(failing_plan, tmp_path):
    """What is kept of one is nothing for the other; the usual conduct has the key it always had."""
    keys = {Store(tmp_path, plan, plan.tables[0]).folder for plan in (failing_plan(), failing_plan(on_fault="forfeit"))}
    assert len(keys) == 2
    assert repeat_command(failing_plan(seconds=0.5)).count("--seconds 0.5") == 1


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": float("nan")}, {"on_fault": "forgive"}])
def test_impossible_conduct_is_refused(wrong):
    with pytest.raises(ArenaError):
        Conduct(**wrong)


def test_the_json_fits_its_schema(run_of):
    """Failures included; a field that is added needs a line in the schema."""
    schema = json.loads((Path(__file__).parents[2] / "docs" / "reference" / "arena.schema.json").read_text("utf-8"))
    for name in ("Third", "Over", "First"):
        run, _ = run_of(name)
        found = json.loads(json.dumps(as_json(run, summarise(run))))
        jsonschema_rs.validator_for(schema).validate(found)
