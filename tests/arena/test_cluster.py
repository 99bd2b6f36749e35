"""A real Ray cluster on this machine, with several workers, one of which is killed while it plays."""

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.arena.run_numbers import numbers_of
from tests.tiers import at_night

if find_spec("ray") is None:  # importing it takes seconds
    pytest.skip("Ray cannot be installed here", allow_module_level=True)

ARENA = [sys.executable, "-m", "ferrovia", "arena"]
MATCH = [*ARENA, "random", "planner", "--rules", "north-america-classic", "--games", "1000", "--processes", "3"]


def descendants(process: int) -> dict[int, str]:
    """The processes below a process, with what they call themselves."""
    parents, names = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            names[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
        except (OSError, ValueError):
            continue
    below = {process}
    found: dict[Any, Any] = {}
    while below:
        children = {each for each, parent in parents.items() if parent in below and each not in found}
        found |= {each: names.get(each, "") for each in children}
        below = children
    return found


def kill_a_player(process):
    """Kill one of the workers that are playing; its number."""
    for _ in range(6000):
        players = [each for each, name in descendants(process.pid).items() if name.startswith("ray::play_task")]
        if len(players) >= 2:
            os.kill(players[0], signal.SIGKILL)
            return players[0]
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError("nobody played")


@pytest.mark.slow
def test_a_cluster_loses_a_worker_and_nothing_else(tmp_path):
    local, cluster = tmp_path / "local.json", tmp_path / "cluster.json"
    subprocess.run([*MATCH, "--json", str(local)], check=True, capture_output=True)
    command = [*MATCH, "--cluster", "local", "--json", str(cluster)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    killed = kill_a_player(process)
    out, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert killed
    assert "1,000 games" in out
    assert numbers_of(local) == numbers_of(cluster)


@pytest.mark.slow
def test_another_version_in_the_cluster_is_one_sentence():
    code = (
        "from ferrovia.arena.cluster import Cluster; from ferrovia.arena.jobs import Job\n"
        "from ferrovia.arena.plan import plan_pairs; from ferrovia.bots.specs import parse_specs\n"
        "from ferrovia.rules.files.loading import load_rules\n"
        "cluster = Cluster('local', 1)\n"
        "cluster.version = {'version': 'another'}\n"
        "plan = plan_pairs(load_rules('new-york'), tuple(parse_specs('random,greedy')), 2, 1)\n"
        "error = cluster.submit(Job(plan.tables[0], 1, 0, 2)).exception(60)\n"
        "print(type(error).__name__, error)\n"
        "cluster.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert (
        done.stdout
        == "ArenaError a machine of the cluster has a different version of ferrovia; install the same one on all\n"
    )


ELSEWHERE = ("auto", "127.0.0.1:1", "localhost:nothing")


@pytest.mark.parametrize("address", ["ray://127.0.0.1:1", *map(at_night, ELSEWHERE)])
def test_no_cluster_is_one_sentence(address):
    done = subprocess.run([*MATCH, "--cluster", address], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert f"no Ray cluster answers at '{address}'" in done.stderr
    assert done.stderr.count("\n") == 1
