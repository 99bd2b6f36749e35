"""Markers by what a test needs, Hypothesis profiles, fixed deals, and the server that all tests of a process share.

Markers are set here and not at each test: a new test gets them from where it lies and from the fixtures it uses.
`docs/testing.md` lists them.
"""

import contextlib
import os
import re
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.server.server_process import Server

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # before torch is imported: see ferrovia.learn.check_torch

TESTS = Path(__file__).parent
CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("dev", max_examples=10, deadline=None, suppress_health_check=CALM, derandomize=True)
settings.register_profile(
    "ci", max_examples=25, deadline=None, suppress_health_check=CALM, derandomize=True, print_blob=True
)
settings.register_profile("nightly", max_examples=1000, deadline=None, suppress_health_check=CALM, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(number) is signal.SIG_IGN:  # `nohup make test &`; the programs under test must not inherit it
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

BY_PLACE = {
    "server": "server",
    "web": "browser",
    "gpu": "ptx",
    "envs": "envs",
    "learn/test_training.py": "train",
    "cli/test_play_in_browser.py": "server",
    "arena/test_cluster.py": "cluster",
    **dict.fromkeys(
        (
            *("arena/test_arena_command.py", "arena/test_outputs.py", "arena/test_resume.py", "bots/test_external.py"),
            *("core/test_compiled_cache.py", "rules/test_hostile_files.py", "cli/test_command_line.py"),
            *("terminal/test_command.py", "terminal/test_pty.py"),
            *("processes/test_without_posix.py", "processes/test_orphans.py"),
        ),
        "program",
    ),
    **dict.fromkeys(
        (
            *("bots/test_strength.py", "bots/test_styles_everywhere.py", "bots/test_styles_genuine.py"),
            *("properties/test_equal_speeds.py", "batch/test_opponents.py", "batch/test_trajectories.py"),
            *("bots/test_never_refused.py", "arena/test_playtest_advice.py", "arena/test_coverage.py"),
            *("arena/test_playtest.py", "properties/test_redeal_reaches.py"),
        ),
        "thorough",
    ),
}
"""The marker of a folder's or a module's tests."""
BY_FIXTURE = {"server": "server", "browser": "browser", "postgres": "postgres"}
"""The marker of tests that use a fixture, directly or through another one."""
LARGER = re.compile(r"-[3-5](?=[-\]])|at-limits")
"""In the name of a test of a property: a table of more than two players, where two are tested too, or the largest
board there can be."""
BETWEEN = re.compile(r"(north-america(-classic)?-[34]|new-york-3)(?=[-\]])")
"""A table of neither the fewest nor the most players of its rules: at night only."""
SWEEPS = ("properties/", "bots/test_never_refused.py", "bots/test_search.py", "observation/")
"""Tests that are repeated at every table."""
GROUPED = ("server", "browser", "cluster", "ptx")
"""Tests that share what is dear to make: one worker of xdist runs a whole module of them, so that it is made once."""

DEAL = Path(tempfile.gettempdir()) / f"ferrovia-test-deal-{os.getpid()}"
"""Holds the name of the running test: servers deal by it (`tests/server/seeded_server.py`)."""


def pytest_configure() -> None:
    DEAL.write_text("before any test", encoding="utf-8")
    os.environ["FERROVIA_TEST_DEAL"] = str(DEAL)


def pytest_unconfigure() -> None:
    with contextlib.suppress(OSError):
        DEAL.unlink()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before any fixture: those of a module open tables too."""
    DEAL.write_text(item.nodeid.partition("@")[0], encoding="utf-8")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before xdist, which reads the groups in the same hook."""
    for item in items:
        for marker in sorted(needs(item)):
            item.add_marker(marker)
        if shares(item):
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(TESTS).as_posix()))
    items.sort(key=lambda item: not shares(item))  # whole modules first: small tests fill what is left at the end


def shares(item: pytest.Item) -> bool:
    """Whether a test's module belongs on one worker."""
    fixtures = getattr(item, "_fixtureinfo").name2fixturedefs.values()  # noqa: B009
    return any(item.get_closest_marker(marker) for marker in GROUPED) or any(
        fixture.scope == "module" for each in fixtures for fixture in each
    )


def needs(item: pytest.Item) -> set[str]:
    """The markers of a test."""
    path = item.path.relative_to(TESTS).as_posix()
    found = {marker for place, marker in BY_PLACE.items() if path == place or path.startswith(f"{place}/")}
    found |= {marker for fixture, marker in BY_FIXTURE.items() if fixture in getattr(item, "fixturenames", ())}
    if path.startswith("properties/") and LARGER.search(item.name):
        found.add("thorough")
    if path.startswith(SWEEPS) and BETWEEN.search(item.name):
        found.add("slow")
    if "postgresql" in item.name:  # a store's test is run on each kind of database
        found.add("postgres")
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a fresh SQLite store, for all tests that do it no harm and need no settings of their own."""
    folder = tmp_path_factory.mktemp("server")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt").start()
    yield found
    found.kill()
