"""`make bench` measures all there is to measure."""

import runpy
from pathlib import Path

HOME = Path(__file__).parents[2]


def test_every_benchmark_is_run():
    recipe = (HOME / "Makefile").read_text("utf-8").partition("\nbench:")[2].partition("\n\n")[0]
    for path in (HOME / "benchmarks").glob("*.py"):
        if path.name == "gpu.py":  # needs a device
            continue
        assert f"python benchmarks/{path.name}" in recipe


def test_a_quick_search_is_measured_too():
    assert any(bot.startswith("search:") for bot in runpy.run_path(str(HOME / "benchmarks" / "arena.py"))["BOTS"])
