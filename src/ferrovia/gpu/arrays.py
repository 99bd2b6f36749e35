"""Arrays on a GPU: what callers give, checked and brought there, and what they get."""

from typing import Any

import numpy as np

from ferrovia.batch.checks import as_given, check_logits, check_numbers, check_where, one_each
from ferrovia.batch.results import StepResult, check_step_result, step_arrays
from ferrovia.errors import FerroviaError, TableError
from ferrovia.gpu.compile import cuda


def check_gpu() -> None:
    """FerroviaError where there is no GPU to use."""
    if not cuda.is_available():
        wanted = "an NVIDIA GPU with its driver, and the extra `gpu` (pip install 'ferrovia[gpu]')"
        raise FerroviaError(f"games on a GPU need {wanted}; ferrovia.Games has the same calls on the CPU")


def on_device(values: Any) -> bool:
    """Whether this is an array on a GPU: Numba's, torch's, CuPy's or JAX's."""
    return hasattr(values, "__cuda_array_interface__") or getattr(values, "__cuda_ndarray__", False)


def device_view(values: Any) -> Any:
    """An array on a GPU as Numba's, without a copy."""
    return values if getattr(values, "__cuda_ndarray__", False) else cuda.as_cuda_array(values)


def device_zeros(shape: Any, kind: Any) -> Any:
    """A new array on the device."""
    return cuda.to_device(np.zeros(shape, kind))


def check_device(values: Any, shape: tuple[int, ...], kind: Any, what: str) -> Any:
    """An array on a GPU that can be passed to kernels."""
    array = device_view(values) if on_device(values) else None
    if array is None or array.dtype != kind or array.shape != shape or not array.is_c_contiguous():
        name = "ScoreRecord" if np.dtype(kind).names else np.dtype(kind)
        wanted = f"a contiguous array on the GPU of {name} and shape {shape} is wanted"
        raise TableError(f"{what}: {wanted}, not {as_given(values)}")
    return array


def device_out(out: Any, shape: tuple[int, ...], kind: Any) -> Any:
    """The array to write to: the caller's, if it fits, or a new one."""
    return device_zeros(shape, kind) if out is None else check_device(out, shape, kind, "out")


def device_step_result(out: StepResult | None, games: int, players: int) -> StepResult:
    """The arrays to write a step to: those of an earlier one, if they fit, or new ones."""
    wanted = step_arrays(games, players)
    if out is None:
        return StepResult(**{name: device_zeros(shape, kind) for name, (shape, kind) in wanted.items()})
    for name, (shape, kind) in wanted.items():
        check_device(getattr(check_step_result(out), name), shape, kind, f"out.{name}")
    return out


def device_numbers(values: Any, what: str, count: int) -> Any:
    """One number for each game: 64 bits wide if they are on the GPU already."""
    if on_device(values):
        return check_device(values, (count,), np.int64, what)
    return cuda.to_device(one_each(check_numbers(values, what, count), count))


def device_logits(logits: Any, shape: tuple[int, int]) -> Any:
    """Logits: 32 bits wide if they are on the GPU already; no columns if there are none."""
    if on_device(logits):
        return check_device(logits, shape, np.float32, "logits")
    return cuda.to_device(check_logits(logits, shape))


def device_flags(where: Any, count: int) -> Any:
    """A flag for each game that is selected: by flags on the GPU, or as on the CPU."""
    if on_device(where):
        return check_device(where, (count,), np.bool_, "where")
    flags = np.zeros(count, np.bool_)
    flags[check_where(where, count)] = True
    return cuda.to_device(flags)


def to_host(values: Any) -> Any:
    """An argument that the CPU needs."""
    return device_view(values).copy_to_host() if on_device(values) else values
