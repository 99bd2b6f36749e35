"""CUDA graphs: many small kernels, recorded once and replayed without Python in between."""

import os
from collections.abc import Callable
from typing import Final

import torch

WARM_UPS: Final = 3


class Replayed:
    """A function without arguments that always works on the same tensors. On a GPU its first call records it, unless
    FERROVIA_EAGER is set (for debugging)."""

    def __init__(self, work: Callable[[], None], device: torch.device) -> None:
        self.work = work
        self.recorded = device.type == "cuda" and not os.environ.get("FERROVIA_EAGER")
        self.graph: torch.cuda.CUDAGraph | None = None

    def __call__(self) -> None:
        if not self.recorded:
            self.work()
            return
        if self.graph is None:
            self.record()
        assert self.graph is not None
        self.graph.replay()

    def record(self) -> None:
        """Record the work after a few warm-up calls, because libraries initialise themselves on the first ones."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(WARM_UPS):
                self.work()
        torch.cuda.current_stream().wait_stream(aside)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.work()
