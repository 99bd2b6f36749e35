"""The CUDA kernel of scripted rivals: one thread per slot that has some."""

from typing import Any, Final

from numba import from_dtype

from ferrovia.bots.kernels.rivals import answer, begin_rivals
from ferrovia.engine.state import VIEW
from ferrovia.gpu.compile import cuda, gpu_kernel

VIEW_TYPE: Final = from_dtype(VIEW)


@gpu_kernel
def answer_kernel(
    boards: Any, states: Any, slots: Any, masks: Any, picked: Any, memories: Any, seeds: Any, actions: Any
) -> None:
    """Overwrite the actions of the rivals in the picked slots."""
    index = cuda.grid(1)
    if index < picked.shape[0]:
        game = picked[index]
        seat = slots[game].mover
        begin_rivals(memories, slots[game].seed, seeds, index)
        if seat != slots[game].learner:
            view = cuda.local.array(1, VIEW_TYPE)
            actions[game] = answer(boards[0], states[game], seat, masks[game], memories[index, seat], view[0])
