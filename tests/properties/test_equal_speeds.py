"""Compiled equals interpreted: every state, view, mask, reason, event, re-deal and score, byte by byte."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ferrovia.core.compile import INTERPRETED
from tests.properties.kernel_answers import answers
from tests.properties.sample_tables import ALL, Table
from tests.properties.sweeps import sampled_states

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare with: this run is interpreted itself")


def compare(folder: Path, tables: list[Table], states: int, games: int, most: int, seed: int) -> None:
    """Ask both speeds the same."""
    saved = {str(table): sampled_states(table, states, seed).view(np.uint8) for table in tables}
    file, said = folder / "states.npz", folder / "answers.json"
    np.savez(file, **saved)
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "tests.properties.kernel_answers",
        str(file),
        str(said),
        str(games),
        str(most),
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"FERROVIA_INTERPRETED": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    interpreted = json.loads(said.read_text(encoding="utf-8"))
    compiled = answers(saved, range(games), most)
    assert compiled.keys() == interpreted.keys()
    for table, lines in compiled.items():
        for number, (one, other) in enumerate(zip(lines, interpreted[table], strict=True)):
            assert one == other, f"{table}, answer {number}, after {lines[max(0, number - 1)]!r}"


def test_compiled_equals_interpreted(tmp_path):
    """The beginnings of games step by step, and all that can be asked of states from everywhere in other games."""
    most_players = list({table.rules.id: table for table in ALL}.values())
    compare(tmp_path, most_players, states=4, games=1, most=90, seed=31)


@pytest.mark.slow
def test_compiled_equals_interpreted_for_whole_games(tmp_path):
    compare(tmp_path, ALL, states=20, games=1, most=1500, seed=32)
