"""Jobs whose workers die: the guilty one is found, and what others played is kept."""

from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from ferrovia.arena import runner
from ferrovia.arena.benchmark.suite import Suite
from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Signals
from ferrovia.arena.runner import ATTEMPTS, Runner
from ferrovia.arena.store import Store
from ferrovia.cli import main
from ferrovia.errors import ArenaError


class Dying:
    """Workers of which one dies of a certain game, with all jobs that are under way beside it or with its own only."""

    size = 2
    lost = (ConnectionError,)

    def __init__(self, deadly, fail_together, deaths=1000):
        self.deadly, self.fail_together, self.deaths = deadly, fail_together, deaths
        self.waiting = []

    def submit(self, job):
        self.waiting.append((job, Future()))
        return self.waiting[-1][1]

    def finished(self):
        """Everything under way comes to its end here: it is asked once a round."""
        under_way, self.waiting = self.waiting, []
        died = [job for job, _ in under_way if self.kills(job)]
        for job, future in under_way:
            if job in died or (died and self.fail_together):
                future.set_exception(ConnectionError("gone"))
            else:
                future.set_result(play_job(job, Signals()))
        return 0

    def kills(self, job):
        if job.table.bots[1].name != "greedy" or not job.first <= self.deadly < job.last or not self.deaths:
            return False
        self.deaths -= 1
        return True

    def end_stalled(self):
        return 0

    def abandon(self):
        pass

    def stop(self):
        pass

    def close(self):
        pass


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(runner, "GLANCE", 0.001)


@pytest.mark.parametrize("fail_together", [True, False])
def test_a_job_that_kills_is_given_up_and_named(pairs, tmp_path, fail_together):
    plan, workers = pairs("random,greedy,path", games=12), Dying(5, fail_together)
    run = Runner(plan, workers, tmp_path).run()
    assert not run.finished
    assert "random, greedy killed 5 workers, the last one with: gone" in run.failure
    assert "\n" not in run.failure
    assert 1000 - workers.deaths == ATTEMPTS
    assert run.games == sum(Store(tmp_path, plan, table).count() for table in plan.tables) > 0


@pytest.mark.parametrize("fail_together", [True, False])
def test_a_few_deaths_are_no_reason_to_stop(pairs, fail_together):
    run = Runner(pairs("random,greedy,path", games=12), Dying(5, fail_together, deaths=ATTEMPTS - 1)).run()
    assert run.finished
    assert not run.failure


def test_the_command_tells_what_it_has(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("ferrovia.arena.driver.start_workers", lambda *_: Dying(5, True))
    command = ["arena", "random", "greedy", "--rules", "new-york", "--games", "12", "--json", str(tmp_path / "a.json")]
    assert main(command) == 1
    said = capsys.readouterr()
    assert "of 12 games" in said.out
    assert "killed 5 workers" in said.err
    assert "the same command with --resume continues" in said.err
    assert (tmp_path / "a.json").exists()


def test_the_benchmark_tells_how_to_go_on(monkeypatch, capsys):
    """What others played is kept, and the rest is played once the workers live."""
    suite = Suite("tiny", 3, 12, ("new-york",), ("greedy",))
    monkeypatch.setattr("ferrovia.arena.benchmark.suite.load_suite", lambda name: suite)
    with monkeypatch.context() as dying:
        dying.setattr("ferrovia.arena.driver.start_workers", lambda *_: Dying(5, True))
        assert main(["benchmark", "random"]) != 0
    said = capsys.readouterr().err
    assert "killed 5 workers" in said
    assert said.endswith("the same command with --resume continues\n")
    assert main(["benchmark", "random", "--resume"]) == 0
    assert "nothing is kept" not in capsys.readouterr().err


class WrappedError(RuntimeError):
    """An error as Ray wraps it."""

    cause: object


def test_our_own_errors_come_out_of_a_cluster_as_they_were():
    from ferrovia.arena.cluster import own_error, pass_on

    ours, strange = ArenaError("one sentence"), WrappedError("traceback\n" * 20)
    strange.cause = ours
    assert own_error(strange) is ours
    strange.cause = SimpleNamespace()
    assert own_error(strange) is strange
    done: Future[Any] = Future()
    future: Future[Any] = Future()
    strange.cause = ours
    done.set_exception(strange)
    pass_on(done, future)
    assert future.exception() is ours
