"""One source, three speeds: every kernel compiles for a GPU too, which takes none to find out."""

import importlib
import inspect
import pkgutil
from typing import Any

import pytest

import ferrovia.engine
from ferrovia.core.compile import INTERPRETED
from tests.gpu.ptx_compiler import REACHED, compile_ptx, full_name

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (pip install 'numba-cuda[cu12]')")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted, there are no kernels to compile")

COMPILED_FOR_PYTHON_ONLY = {"ferrovia.engine.routes.ends_of"}  # bots alone ask for both ends of a route
"""Kernels that no entry calls. Give one a caller, or name it here with a reason."""


def argument_types() -> dict[str, Any]:
    """The type of an entry's argument by its name; `entry.argument` where one entry differs."""
    from numba import from_dtype, types

    from ferrovia.engine.journal import EVENT, JOURNAL
    from ferrovia.engine.scoring import SCORE, SCORE_SPACE
    from ferrovia.engine.state import STATE, VIEW
    from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
    from ferrovia.engine.trail.space import TRAIL_SPACE
    from ferrovia.rules.board import BOARD

    def rows(dtype: Any, dimensions: int = 1) -> Any:
        return types.Array(from_dtype(dtype), dimensions, "C")

    words, numbers = types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C")
    return {
        **{
            name: rows(dtype)
            for name, dtype in (("states", STATE), ("views", VIEW), ("journals", JOURNAL), ("ways", WAY))
        },
        **{name: rows(EVENT) for name in ("events", "seen")},
        **dict.fromkeys(("index", "players", "seat", "action", "to", "first", "games", "calls", "times"), types.int64),
        **dict.fromkeys(("seats", "actions", "decisions", "tickets", "values", "targets", "lengths"), numbers),
        **dict.fromkeys(("mask", "seeds", "pool", "work", "words"), words),
        **{name: types.Array(types.uint64, 2, "C") for name in ("masks", "table", "sets")},
        "boards": types.Array(from_dtype(BOARD), 1, "C", readonly=True),
        **dict.fromkeys(("seed", "second", "third", "key_at.first"), types.uint64),
        "claims": types.Array(types.int16, 2, "C"),
        "refused": types.Array(types.boolean, 1, "C"),
        "measure_trails.spaces": rows(TRAIL_SPACE),
        "scores": rows(SCORE),
        "spaces": rows(SCORE_SPACE),
        "play_out_many.scores": rows(SCORE, 2),
        "ways_in.spaces": rows(WAY_SPACE),
    }


def engine_functions() -> dict[str, Any]:
    """Every compiled function of the engine, by its full name."""
    from numba.core.dispatcher import Dispatcher

    found = {}
    for module in pkgutil.iter_modules(ferrovia.engine.__path__, "ferrovia.engine."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Dispatcher) and value.py_func.__module__ == module.name:
                found[full_name(value.py_func)] = value
    return found


def entries() -> dict[str, Any]:
    """The entry points from Python, wherever they are."""
    return {
        name: value for name, value in engine_functions().items() if not value.targetoptions.get("no_cpython_wrapper")
    }


AGAIN = {"begin_at", "advance_at", "new_many", "step_many", "legal_many", "look_many", "play_out_many"}
"""Entries that call what others call; they are compiled at night."""


def is_again(name: str) -> bool:
    return name.rpartition(".")[2] in AGAIN


@pytest.fixture(scope="module")
def compiled() -> dict[str, str]:
    """The PTX of the entries."""
    return compile_entries([name for name in entries() if not is_again(name)])


def compile_entries(names: list[str]) -> dict[str, str]:
    """The PTX of some entries, or why one does not compile."""
    return {name: compile_entry(name) for name in names}


def compile_entry(name: str) -> str:
    """The PTX of an entry, or why it does not compile."""
    known, short, function = argument_types(), name.rpartition(".")[2], entries()[name].py_func
    wanted = [known.get(f"{short}.{each}", known.get(each)) for each in inspect.signature(function).parameters]
    assert None not in wanted, f"{name}: say of which type its arguments are"
    try:
        return compile_ptx(function, tuple(wanted), device=True)
    except Exception as error:
        return f"does not compile: {error}"


def check_ptx(name: str, ptx: str) -> None:
    """It is code for a GPU, and without floats (DESIGN, bet 2): nothing that might be rounded differently elsewhere."""
    assert ".target sm_90" in ptx, f"{name}: {ptx}"
    assert ".visible .func" in ptx, name
    floating = [line for line in ptx.splitlines() if ".f64" in line or ".f32" in line]
    assert not floating, f"{name}: {floating[:3]}"


@pytest.mark.parametrize("name", ["step_at", "legal_at", "look_at"])
def test_the_heart_of_the_engine_compiles_for_a_gpu(name):
    """A step, the legal actions and a view: most kernels are called by one of them."""
    check_ptx(name, compile_entry(f"ferrovia.engine.batch.{name}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [] if INTERPRETED else [name for name in entries() if not is_again(name)])
def test_an_entry_compiles_for_a_gpu(compiled, name):
    """new game, legal actions, step, view, re-deal, events, scores with the longest trail, play-outs, ways."""
    check_ptx(name, compiled[name])


@pytest.mark.slow
def test_the_other_entries_compile_for_a_gpu():
    for name, ptx in compile_entries([name for name in entries() if is_again(name)]).items():
        assert ".target sm_90" in ptx, f"{name}: {ptx}"


def test_all_entries_are_known():
    assert len(entries()) >= 20


@pytest.mark.slow
def test_every_kernel_is_reached(compiled):
    """What no entry calls is not compiled here, so nobody would notice that it cannot be."""
    missing = {name for name in engine_functions() if not is_again(name)} - set(compiled) - REACHED
    assert missing == COMPILED_FOR_PYTHON_ONLY
