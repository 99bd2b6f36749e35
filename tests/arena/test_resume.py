"""A run that is stopped, killed or broken loses nothing, and resumes to the same end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.outcome import without_times
from ferrovia.arena.runner import Runner
from ferrovia.arena.schedule import TableSchedule
from ferrovia.arena.store import Store, make_room
from ferrovia.arena.workers import Processes, Threads
from ferrovia.cli import main
from tests.arena.run_numbers import numbers_of
from tests.tiers import at_night

SLOW = """
import time
import ferrovia
class Slow(ferrovia.Bot):
    def choose(self, view, moves):
        time.sleep(0.002)
        return self.random.choice(moves)
"""


def run_on(plan, workers, folder, resume=False, stop_at=None):
    """A run that stops after this many games."""
    runner = Runner(plan, workers, folder, resume=resume)
    if stop_at is not None:
        runner.watch = lambda done: runner.stop() if done >= stop_at else None
    try:
        return runner.run()
    finally:
        workers.close()


def same(one, other):
    return all(
        without_times(a.outcomes).tobytes() == without_times(b.outcomes).tobytes()
        and a.actions.tolist() == b.actions.tolist()
        for a, b in zip(one.results, other.results, strict=True)
    )


def test_a_stopped_run_goes_on_to_the_same_end(pairs, tmp_path):
    plan = pairs("random,greedy,path", games=12_000)  # more than four jobs, which two workers hold at a time
    whole = run_on(plan, Threads(2), None)
    stopped = run_on(plan, Threads(2), tmp_path, stop_at=50)
    assert not stopped.finished
    assert 50 <= stopped.games < plan.total
    assert all(len(result.outcomes) for result in stopped.results)  # some of each table
    resumed = run_on(plan, Threads(1), tmp_path, resume=True)
    assert resumed.finished
    assert same(whole, resumed)


def test_a_finished_run_is_there_at_once_and_can_be_made_longer(pairs, tmp_path):
    short, long = pairs("random,greedy", games=50), pairs("random,greedy", games=80)
    first = run_on(short, Threads(2), tmp_path)
    files = sorted(tmp_path.rglob("*.npz"))
    assert same(first, run_on(short, Threads(2), tmp_path, resume=True))
    assert sorted(tmp_path.rglob("*.npz")) == files
    assert same(run_on(long, Threads(2), None), run_on(long, Threads(2), tmp_path, resume=True))
    assert same(first, run_on(short, Threads(2), tmp_path, resume=True))


def test_broken_files_are_as_good_as_none(pairs, tmp_path):
    plan = pairs("random,greedy", games=60)
    whole = run_on(plan, Threads(1), tmp_path)
    first, second, *_ = sorted(tmp_path.rglob("*.npz"))
    first.write_bytes(first.read_bytes()[:100])
    second.write_bytes(b"")
    (second.parent / "1-2-3.part").write_bytes(b"half a file")
    assert same(whole, run_on(plan, Threads(1), tmp_path, resume=True))


def test_without_resume_all_is_played_again(pairs, tmp_path):
    plan = pairs("random,greedy", games=40)
    run_on(plan, Threads(2), tmp_path)
    left_over = next(iter(tmp_path.rglob("*.npz"))).with_name("000000000000-000000000039-1.npz")
    next(iter(tmp_path.rglob("*.npz"))).rename(left_over)  # as another process would have called it
    store = Store(tmp_path, plan, plan.tables[0])
    again = run_on(plan, Threads(2), tmp_path)
    assert again.finished
    assert store.count() == 40
    assert not left_over.exists()


def test_a_shorter_run_takes_nothing_from_a_longer_one(pairs, tmp_path):
    """It has not played all that is kept."""
    long, short = pairs("random,greedy", games=60), pairs("random,greedy", games=4)
    run_on(long, Threads(1), tmp_path)
    run_on(short, Threads(1), tmp_path)
    assert Store(tmp_path, long, long.tables[0]).count() == 60


def test_two_runs_at_the_same_time_leave_each_other_alone(pairs, tmp_path):
    plan = pairs("random,greedy", games=4)
    chunk = play_job(Job(plan.tables[0], plan.seed, 0, 4), Signals())
    one, other = (Store(tmp_path, plan, plan.tables[0]) for _ in range(2))
    one.keep(chunk)
    (theirs,) = one.written
    theirs = theirs.rename(theirs.with_name("000000000000-000000000003-1.npz"))  # as another process calls it
    one.written = {theirs}
    other.keep(chunk)
    for store in (one, other):
        store.forget(store.before)
    assert theirs.exists()
    assert all(path.exists() for path in other.written)


def broken_archives(good):
    """Archives that are broken in ways for which zipfile and NumPy have errors of their own."""
    data = bytearray(good)
    yield bytes(data[: len(data) // 2]) + b"\0" * 50 + bytes(data[len(data) // 2 + 50 :])
    method = bytearray(data)
    directory = data.index(b"PK\1\2")
    method[directory + 10] = method[8] = 99  # a way to compress that nobody knows
    yield bytes(method)
    secret = bytearray(data)
    secret[directory + 8] |= 1  # says that it is encrypted
    secret[6] |= 1
    yield bytes(secret)


def test_a_broken_file_is_named_and_played_again(pairs, tmp_path):
    plan = pairs("random,greedy", games=4)
    chunk = play_job(Job(plan.tables[0], plan.seed, 0, 4), Signals())
    store = Store(tmp_path, plan, plan.tables[0])
    store.keep(chunk)
    (path,) = store.written
    said: list[str] = []
    for content in broken_archives(path.read_bytes()):
        path.write_bytes(content)
        workers = Threads(1)
        assert Runner(plan, workers, tmp_path, resume=True, warn=said.append).run().finished
        workers.close()
        assert said.pop() == f"{path} cannot be read; its games are played again"
        for file in path.parent.glob("*.npz"):
            file.unlink()


def test_foreign_files_are_none_of_ours(pairs, tmp_path):
    plan = pairs("random,greedy", games=4)
    run_on(plan, Threads(1), tmp_path)
    store = Store(tmp_path, plan, plan.tables[0])
    foreign = [store.folder / name for name in ("notes.npz", "a-b-c.npz", "x.part")]
    for path in foreign:
        path.write_bytes(b"mine")
    assert store.count() == 4
    assert run_on(plan, Threads(1), tmp_path, resume=True).finished
    assert run_on(plan, Threads(1), tmp_path).finished
    assert all(path.exists() for path in foreign)


@pytest.mark.parametrize("change", ["seed", "rules", "bots", "order"])
def test_other_games_lie_elsewhere(pairs, tmp_path, change):
    plan = pairs("random,greedy")
    other = {
        "seed": lambda: pairs("random,greedy", seed=2),
        "rules": lambda: pairs("random,greedy", rules="switzerland"),
        "bots": lambda: pairs("random,path"),
        "order": lambda: pairs("greedy,random"),
    }[change]()
    assert Store(tmp_path, plan, plan.tables[0]).folder != Store(tmp_path, other, other.tables[0]).folder


def test_a_changed_bot_is_another_bot(pairs, tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    plan = pairs(f"random,{file}")
    before = Store(tmp_path, plan, plan.tables[0]).folder
    file.write_text(SLOW + "\n")
    assert Store(tmp_path, plan, plan.tables[0]).folder != before


def test_a_bot_under_two_names_sits_down_in_other_ways(pairs, one_table, tmp_path):
    """`passenger` is path under another name: the same texts, but two seatings instead of one."""
    equals, names = one_table("path,path"), pairs("path,passenger")
    assert [bot.text for bot in names.bots] == ["path", "path"]
    run_on(equals, Threads(1), tmp_path)
    assert same(run_on(names, Threads(1), None), run_on(names, Threads(1), tmp_path, resume=True))


def test_a_changed_program_is_another_bot(pairs, tmp_path):
    """Whatever file its command names."""
    script, settings = tmp_path / "bot.pl", tmp_path / "settings.txt"
    script.write_text("print 1;")
    settings.write_text("slow")
    plan = pairs(f"random,exec:perl {script} {settings} --fast")
    seen = {Store(tmp_path, plan, plan.tables[0]).folder}
    for file in (script, settings):
        file.write_text("changed")
        seen.add(Store(tmp_path, plan, plan.tables[0]).folder)
    assert len(seen) == 3


def test_a_changed_module_is_another_bot(pairs, tmp_path, monkeypatch):
    """The one its class is in, and those of the classes above it."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "above_it.py").write_text(SLOW)
    (tmp_path / "the_bot.py").write_text("from above_it import Slow\nclass Own(Slow):\n    pass\n")
    plan = pairs("random,the_bot:Own")
    seen = {Store(tmp_path, plan, plan.tables[0]).folder}
    for name in ("the_bot.py", "above_it.py"):
        with (tmp_path / name).open("a") as file:
            file.write("# changed")
        seen.add(Store(tmp_path, plan, plan.tables[0]).folder)
    assert len(seen) == 3


def test_what_cannot_be_kept_is_said_once(pairs, tmp_path):
    (tmp_path / "file").write_text("no folder")
    said: list[str] = []
    workers = Threads(1)
    run = Runner(pairs("random,greedy"), workers, tmp_path / "file", warn=said.append).run()
    workers.close()
    assert run.finished
    assert len(said) == 1
    assert "--resume will not work" in said[0]


def test_the_oldest_tables_make_room(tmp_path):
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "games.npz").write_bytes(bytes(1000))
        os.utime(folder, (number, number))
    make_room(tmp_path, most=2500)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2"]


def test_gaps_are_found_and_filled(pairs):
    plan = pairs("random,greedy")
    table = plan.tables[0]
    stored = [play_job(Job(table, plan.seed, *ends), Signals()) for ends in ((2, 5), (4, 6), (9, 30))]
    page = TableSchedule.of(table, 12, stored)
    assert page.gaps == [(0, 2), (6, 9)]
    assert (page.done, page.taken) == (7, 7)
    job = Job(table, plan.seed, *page.next_piece(1))
    assert (job.first, job.last) == (0, 1)
    page.give_back(job)
    assert sum(last - first for first, last in page.gaps) == 5


def test_a_killed_process_is_replaced(pairs, tmp_path):
    """One of two processes is killed while it plays; the run continues and ends the same."""
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    plan = pairs(f"random,{file}", games=8)
    workers = Processes(2)
    runner = Runner(plan, workers, None)
    killed: list[Any] = []

    def kill_one(done):
        if done >= 2 and not killed:
            killed.append(next(iter(workers.pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    runner.watch = kill_one
    run = runner.run()
    workers.close()
    assert killed
    assert run.finished
    alone = play_job(Job(plan.tables[0], plan.seed, 0, 8), Signals())
    assert without_times(alone.outcomes).tobytes() == without_times(run.results[0].outcomes).tobytes()


GREEDY_FOR_THE_LOCK = """
import ctypes
import ferrovia
class Stuck(ferrovia.Bot):
    def choose(self, view, moves):
        ctypes.PyDLL(None).sleep(600)  # in C, with Python's lock in its hand
"""


def test_a_worker_that_cannot_be_stopped_is_ended(pairs, tmp_path, monkeypatch):
    """And the run ends cleanly, with what it has."""
    from ferrovia.arena import runner

    monkeypatch.setattr(runner, "ATTEMPTS", 1)
    file = tmp_path / "stuck.py"
    file.write_text(GREEDY_FOR_THE_LOCK)
    workers = Processes(1)
    said: list[str] = []
    workers.margin = -39.0  # of 40 s for the first move
    run = Runner(pairs(f"random,{file}", games=2), workers, None, warn=said.append).run()
    workers.close()
    assert not run.finished
    assert "could not be stopped" in run.failure
    assert len(said) == 1


def test_nobody_is_left_behind_at_the_second_interrupt():
    workers = Processes(1)
    child = workers.pool.submit(os.getpid).result()
    workers.pool.submit(time.sleep, 600)
    workers.abandon()
    for _ in range(500):
        if not Path(f"/proc/{child}").exists():
            break
        time.sleep(0.02)
    assert not Path(f"/proc/{child}").exists()
    workers.close()


def test_processes_end_with_the_one_that_started_them(tmp_path):
    """The parent is killed, which leaves it no time to tell anybody."""
    code = (
        "import os, signal\n"
        "from ferrovia.arena.workers import Processes\n"
        "if __name__ == '__main__':\n"
        "    workers = Processes(1)\n"
        "    print(workers.pool.submit(os.getpid).result(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (tmp_path / "parent.py").write_text(code)
    done = subprocess.run([sys.executable, str(tmp_path / "parent.py")], stdout=subprocess.PIPE, text=True, check=False)
    child = int(done.stdout)
    for _ in range(500):
        if not Path(f"/proc/{child}").exists():
            return
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("the child is still there")


def test_resuming_what_is_not_there_is_said(tmp_path, capsys, own_data):
    """Otherwise, after changing a bot, one would think that its old games count."""
    file = tmp_path / "mine.py"
    file.write_text(SLOW)
    command = ["arena", "random", "greedy", str(file), "--rules", "new-york", "--games", "2", "--processes", "1"]
    command += ["--seed", "1"]
    assert main([*command, "--resume"]) == 0
    assert "no games of this run are stored for these bots, files" in capsys.readouterr().err
    assert main([*command, "--resume"]) == 0
    assert "are stored for these bots" not in capsys.readouterr().err
    file.write_text(SLOW + "# changed\n")
    assert main([*command, "--resume"]) == 0
    assert "no games of 2 of 3 tables are stored for these bots" in capsys.readouterr().err


# --- the program -----------------------------------------------------------------------------------------------------

MATCH = ["arena", "random", "greedy", "--rules", "new-york", "--games", "30000"]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        assert main([*MATCH, "--json", str(folder / "a.json")]) == 0
    return numbers_of(folder / "a.json")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), at_night(signal.SIGKILL, -9)])
def test_the_program_is_stopped_and_goes_on(own_data, tmp_path, uninterrupted, number, code):
    answer = tmp_path / "a.json"
    match = [*MATCH, "--json", str(answer)]
    command = [sys.executable, "-m", "ferrovia", *match]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_games(own_data, process)
    process.send_signal(number)
    out, said = process.communicate(timeout=60)
    assert process.returncode == code
    if number == signal.SIGINT:
        assert "of 30,000 games" in out
        assert "win share" in out
        assert "the same command with --resume continues" in said
        assert numbers_of(answer)["finished"] is False
        assert 0 < numbers_of(answer)["games"] < 30000
    assert main([*match, "--resume"]) == 0
    assert numbers_of(answer) == uninterrupted


def wait_for_games(folder: Path, process):
    """Until the first thousand games are on disk."""
    for _ in range(3000):
        if any(path.stat().st_size > 50_000 for path in folder.rglob("*.npz")):
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    raise AssertionError("no game was finished in a minute")
