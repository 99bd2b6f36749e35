"""Every kernel of `ferrovia.gpu` compiles for a GPU, which takes none to find out; and none rounds but the rewards."""

import inspect
from typing import Any

import numpy as np
import pytest

from ferrovia.core.compile import INTERPRETED
from tests.gpu.ptx_compiler import compile_ptx

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (pip install 'numba-cuda[cu12]')")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted, there are no kernels to compile")

QUICK = ("mover", "legal", "look")
SLOW = ("new", "step", "score", "playout", "start", "advance", "observe")
WITH_FLOATS = {"advance"}


def argument_types() -> dict[str, Any]:
    """The type of a kernel's argument by its name."""
    from numba import from_dtype, types

    from ferrovia.engine.journal import JOURNAL
    from ferrovia.engine.scoring import SCORE
    from ferrovia.engine.state import STATE, VIEW
    from ferrovia.observation.encoder import Encoder
    from ferrovia.rollout.game import SLOT
    from ferrovia.rules.board import BOARD
    from ferrovia.rules.files.loading import load_rules

    def rows(dtype: Any, dimensions: int = 1) -> Any:
        return types.Array(from_dtype(np.dtype(dtype)), dimensions, "C")

    encoder = Encoder(load_rules("new-york"))
    records = {"boards": BOARD, "states": STATE, "slots": SLOT, "views": VIEW, "journals": JOURNAL}
    records |= {"layouts": encoder.offsets.dtype, "rivals": encoder.rival_offsets.dtype}
    return {
        **{name: rows(dtype) for name, dtype in records.items()},
        **dict.fromkeys(("players", "block"), types.int64),
        **dict.fromkeys(("seed", "stride"), types.uint64),
        **dict.fromkeys(("seats", "actions", "decisions", "movers"), rows(np.int64)),
        **dict.fromkeys(("refused", "over"), rows(np.bool_)),
        **dict.fromkeys(("masks", "table"), rows(np.uint64, 2)),
        **dict.fromkeys(("rewards", "counts"), rows(np.float32, 2)),
        **dict.fromkeys(("rows", "hidden"), rows(np.int8, 2)),
        "seeds": rows(np.uint64),
        "scores": rows(SCORE, 2),
        "legal": rows(np.int64, 2),
    }


def compiled(name: str) -> str:
    """The PTX of a kernel."""
    from ferrovia.gpu import kernels

    function, known = getattr(kernels, f"{name}_kernel").py_func, argument_types()
    wanted = tuple(known[each] for each in inspect.signature(function).parameters)
    return compile_ptx(function, wanted, device=False)


def check(name: str, ptx: str) -> None:
    """It is a kernel for the GPU asked for; positions and observations are whole numbers."""
    assert ".target sm_90" in ptx
    assert ".visible .entry" in ptx
    assert ".f64" not in ptx
    assert (".f32" in ptx) == (name in WITH_FLOATS)


def test_all_kernels_are_known() -> None:
    from ferrovia.gpu import kernels

    found = {name.removesuffix("_kernel") for name in vars(kernels) if name.endswith("_kernel")} - {"gpu"}
    assert found == {*QUICK, *SLOW}


@pytest.mark.parametrize("name", QUICK)
def test_a_small_kernel_compiles(name: str) -> None:
    check(name, compiled(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_large_kernel_compiles(name: str) -> None:
    check(name, compiled(name))
