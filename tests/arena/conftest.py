"""Small runs for the tests of the arena. Nothing is written outside of a test's own folder."""

import pytest

from ferrovia.arena.plan import Plan, plan_pairs, plan_table
from ferrovia.arena.runner import Run, Runner
from ferrovia.arena.workers import Threads
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import load_rules


@pytest.fixture(autouse=True)
def own_data(monkeypatch, tmp_path_factory):
    """Where finished games are kept."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


@pytest.fixture
def pairs():
    """A plan of all pairs."""

    def make(bots: str, games: int = 20, rules: str = "new-york", seed: int = 1) -> Plan:
        return plan_pairs(load_rules(rules), tuple(parse_specs(bots)), games, seed)

    return make


@pytest.fixture
def one_table():
    """A plan of one table."""

    def make(bots: str, games: int = 20, rules: str = "new-york", seed: int = 1) -> Plan:
        return plan_table(load_rules(rules), tuple(parse_specs(bots)), games, seed)

    return make


@pytest.fixture
def play():
    """Play a plan on some threads."""

    def run(plan: Plan, threads: int = 2) -> Run:
        workers = Threads(threads)
        try:
            return Runner(plan, workers).run()
        finally:
            workers.close()

    return run
