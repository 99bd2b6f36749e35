"""What the page on environments and the README show is true in a process where nothing else was imported before."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_every_example_of_the_page_runs():
    for package in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package)
    run = subprocess.run(
        [sys.executable, "-m", "doctest", "-v", ROOT / "docs" / "environments.md"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", run.stdout)[-1]) > 15


def test_the_readme_makes_an_environment():
    pytest.importorskip("gymnasium")
    (block,) = [
        each
        for each in re.findall(r"```py\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
        if "make_vec" in each
    ]
    run = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
