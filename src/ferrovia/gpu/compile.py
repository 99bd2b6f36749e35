"""Decorator of CUDA kernels: compiled on the first call for the GPU at hand, and cached on disk."""

import hashlib
from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba import cuda as untyped_cuda

from ferrovia.core.code_key import syntax_key
from ferrovia.core.compile import PACKAGE, cache_folder, sources_hash

try:
    from numba.cuda.core import config as untyped_config
except ImportError:  # Numba's own CUDA target, unless numba-cuda replaces it
    from numba.core import config as untyped_config

cuda: Any = untyped_cuda  # Numba's types do not declare their attributes
config: Any = untyped_config

Function = TypeVar("Function", bound=Callable[..., Any])

GPU_ROOMS: Final = ("batch", "rollout", "gpu")


def folder_name() -> str:
    """A folder name that covers all sources a kernel may depend on: Numba checks only the file of the kernel itself."""
    digest = hashlib.sha256()
    for room in GPU_ROOMS:
        for source in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(syntax_key(source).encode())
    return f"gpu-{sources_hash()}-{digest.hexdigest()[:8]}"


def gpu_kernel(function: Function) -> Any:
    """A CUDA kernel, cached on disk like those for the CPU."""
    folder = cache_folder(folder_name())
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        return cuda.jit(cache=folder is not None)(function)
    finally:
        config.CACHE_DIR = before
