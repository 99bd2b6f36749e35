"""Every kernel of `ferrovia.gpu` compiles for a GPU, which takes none to find out; and none rounds but the rewards."""

import inspect
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from ferrovia.core.compile import INTERPRETED
from tests.gpu.ptx_compiler import compile_ptx

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (pip install 'numba-cuda[cu12]')")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted, there are no kernels to compile")

ENGINE, BATCH = "ferrovia.gpu.kernels", "ferrovia.gpu.batch_kernels"
QUICK = [(ENGINE, name) for name in ("mover", "legal", "look")] + [(BATCH, name) for name in ("over", "mask", "gather")]
SLOW = [(ENGINE, name) for name in ("score", "playout", "start", "advance", "observe")] + [
    (BATCH, name) for name in ("deal", "full", "plain", "privileged", "sample", "advance", "reward", "redeal")
]
WITH_FLOATS = {"advance", "reward", "sample"}
WITH_DOUBLES = {(BATCH, name) for name in WITH_FLOATS}


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
    records |= {"worlds": STATE, "sources": STATE, "taken": STATE}
    return {
        **{name: rows(dtype) for name, dtype in records.items()},
        **dict.fromkeys(("players", "block", "kind"), types.int64),
        **dict.fromkeys(("seed", "stride"), types.uint64),
        **dict.fromkeys(("seats", "actions", "decisions", "movers", "chosen"), rows(np.int64)),
        **dict.fromkeys(("refused", "over", "where"), rows(np.bool_)),
        **dict.fromkeys(("masks", "table"), rows(np.uint64, 2)),
        **dict.fromkeys(("rewards", "counts", "logits"), rows(np.float32, 2)),
        **dict.fromkeys(("rows", "hidden"), rows(np.int8, 2)),
        "seeds": rows(np.uint64),
        "flags": rows(np.bool_, 2),
        "plain.layouts": rows(Encoder(load_rules("new-york"), features="plain").offsets.dtype),
        "scores": rows(SCORE, 2),
        "legal": rows(np.int64, 2),
    }


def compiled(module: str, name: str) -> str:
    """The PTX of a kernel."""
    function, known = getattr(import_module(module), f"{name}_kernel").py_func, argument_types()
    names = inspect.signature(function).parameters
    wanted = tuple(known.get(f"{name}.{each}", known.get(each)) for each in names)
    return compile_ptx(function, wanted, device=False)


def check(module: str, name: str, ptx: str) -> None:
    """It is a kernel for the GPU asked for; positions and observations are whole numbers."""
    assert ".target sm_90" in ptx
    assert ".visible .entry" in ptx
    assert (".f64" in ptx) == ((module, name) in WITH_DOUBLES)
    assert (".f32" in ptx) == (name in WITH_FLOATS)


@pytest.mark.parametrize("module", [ENGINE, BATCH])
def test_all_kernels_are_known(module: str) -> None:
    found = {name.removesuffix("_kernel") for name in vars(import_module(module)) if name.endswith("_kernel")} - {"gpu"}
    assert found == {name for home, name in (*QUICK, *SLOW) if home == module}


@pytest.mark.parametrize(("module", "name"), QUICK)
def test_a_small_kernel_compiles(module: str, name: str) -> None:
    check(module, name, compiled(module, name))


@pytest.mark.slow
@pytest.mark.parametrize(("module", "name"), SLOW)
def test_a_large_kernel_compiles(module: str, name: str) -> None:
    check(module, name, compiled(module, name))
