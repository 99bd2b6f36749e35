"""`GpuGames` has the calls of `Games`, and their results, byte by byte: in Numba's simulator, which needs no GPU."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia import FerroviaError, Games
from ferrovia.core.compile import INTERPRETED
from tests.tiers import at_night

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (pip install 'numba-cuda[cu12]')")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="the program is interpreted in any case")

SOURCE = Path(__file__).resolve().parents[2]
ONLY_CPU = {"threads"}
"""Options of `Games` that mean nothing on a GPU."""


@pytest.mark.parametrize(
    "check",
    [
        "bots",
        "calls",
        "new-york 2 plain",
        at_night("new-york 4 full"),
        at_night("switzerland 3 full"),
        at_night("north-america-classic 2 full"),
        at_night("north-america 5 plain"),
    ],
)
def test_the_calls_give_what_they_give_on_the_cpu(check):
    simulated = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "FERROVIA_INTERPRETED": "1"}
    command = [sys.executable, "-m", "tests.gpu.simulated_games", *check.split()]
    done = subprocess.run(command, cwd=SOURCE, env=simulated, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_call_of_games_is_there_with_the_same_arguments():
    from ferrovia.gpu.games import GpuGames

    for name, call in vars(Games).items():
        if name.startswith("_") and name != "__init__":
            continue
        other = getattr(GpuGames, name, None)
        if name in ("states", "seeds"):  # a property there, an attribute here
            continue
        assert other is not None, f"GpuGames has no {name}"
        if callable(other):
            wanted = [
                argument for argument in inspect.signature(getattr(Games, name)).parameters if argument not in ONLY_CPU
            ]
            assert list(inspect.signature(other).parameters) == wanted, name
        else:
            assert isinstance(call, property)


def test_a_machine_without_a_gpu_is_told_what_is_missing(monkeypatch):
    from ferrovia.gpu.compile import cuda
    from ferrovia.gpu.games import GpuGames

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(FerroviaError, match=r"need an NVIDIA GPU .*ferrovia\.Games has the same calls"):
        GpuGames("new-york", 2, range(3))
