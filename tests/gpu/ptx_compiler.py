"""Compiles kernels for a GPU without having one, and remembers every device function compiled on the way."""

from types import SimpleNamespace
from typing import Any, Final

import pytest

CAPABILITY: Final = (9, 0)
REACHED: Final[set[str]] = set()
"""Device functions compiled so far in this process, by full name. Numba compiles each once, whichever kernel needs it
first, so that one test alone cannot tell what its own kernels reach."""


def compile_ptx(function: Any, arguments: tuple[Any, ...], *, device: bool) -> str:
    """The PTX of a function for these types of arguments."""
    from numba import cuda
    from numba.cuda import dispatcher

    plain = dispatcher.CUDADispatcher.compile_device

    def compile_device(self: Any, *arguments: Any, **named: Any) -> Any:
        REACHED.add(full_name(self.py_func))
        return plain(self, *arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=CAPABILITY))
        patch.setattr(dispatcher.CUDADispatcher, "compile_device", compile_device)
        ptx, _ = vars(cuda)["compile_ptx"](function, arguments, device=device, cc=CAPABILITY, opt=False)
    return str(ptx)


def full_name(function: Any) -> str:
    """The module and the name of a function."""
    return f"{function.__module__}.{function.__qualname__}"
