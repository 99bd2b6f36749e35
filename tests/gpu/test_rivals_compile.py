"""The kernel of scripted rivals compiles for a GPU."""

import inspect

import pytest

from ferrovia.core.compile import INTERPRETED
from tests.gpu.ptx_compiler import compile_ptx
from tests.gpu.test_kernels_compile import argument_types

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (pip install 'numba-cuda[cu12]')")
pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="interpreted, there are no kernels to compile"),
    pytest.mark.slow,
]


def test_the_kernel_of_rivals_compiles() -> None:
    from numba import from_dtype, types

    from ferrovia.bots.kernels.memory import BOT_MEMORY
    from ferrovia.learn.gpu_rivals import answer_kernel

    known = argument_types()
    known |= {"picked": types.Array(types.int64, 1, "C"), "memories": types.Array(from_dtype(BOT_MEMORY), 2, "C")}
    function = answer_kernel.py_func
    ptx = compile_ptx(function, tuple(known[name] for name in inspect.signature(function).parameters), device=False)
    assert ".visible .entry" in ptx
